"""Rank correlations between attributes before and after, as a map and as numbers, and where they changed most."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from permdesk.audit.findings import Audit
from permdesk.gui.charts.heat_map import HeatMap
from permdesk.gui.models.correlation_columns import Matrix, change_columns, matrix_columns
from permdesk.gui.models.rows_in_sight import RowsInSight
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.segments import Segments
from permdesk.gui.panels.words import heading
from permdesk.gui.theme import Theme
from permdesk.translation import tr

FEWEST_ROWS_SHOWN = 3


class CorrelationsPanel(QWidget):
    """One of the matrices, chosen above it, and the list of the largest changes below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._audit: Audit | None = None
        self.map = HeatMap()
        self.changes = TableView(tr("Largest changes of rank correlation"))
        RowsInSight(self.changes, FEWEST_ROWS_SHOWN)
        self.which = Segments(
            tr("Correlations of"),
            [
                ("X", tr("Spearman correlations between the attributes of the original file")),
                ("Y", tr("Spearman correlations between the attributes of the anonymized file")),
                ("Z", tr("Spearman correlations between the attributes of the reverse-mapped file")),
                ("Y − X", tr("What the anonymization did to the correlations")),
            ],
        )
        self.which.chosen.connect(lambda _place: self._show_matrix())
        self.map.caption.setText(
            tr(
                "Spearman correlations from −1 to 1; the stronger the colour, the stronger the correlation. Blue: rise "
                "together; orange with a stroke: one falls as the other rises."
            )
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.which, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.map, 3)
        layout.addWidget(heading(tr("Largest changes")))
        layout.addWidget(self.changes, 1)

    def show_audit(self, audit: Audit) -> None:
        self._audit = audit
        changes, n_changes = change_columns(audit)
        self.changes.rows.show_columns(changes, n_changes)
        self.changes.fit_columns()
        self._show_matrix()

    def apply_theme(self, theme: Theme) -> None:
        self.map.apply_theme(theme)
        self.changes.apply_theme(theme)

    def _show_matrix(self) -> None:
        audit = self._audit
        if audit is not None:
            matrices = {matrix.value: matrix.of(audit) for matrix in Matrix}
            which = list(Matrix)[self.which.current]
            self.map.show_matrix(audit.names, matrices, which.value, matrix_columns(audit, which))
