"""Marks the columns of a text in fixed width: the text with its borders above, their names below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from permdesk.data.choices import FixedField
from permdesk.gui.dialogs.column_ruler import ColumnRuler
from permdesk.gui.dialogs.field_model import NAME, FieldModel
from permdesk.gui.parts import column, explain, label, row
from permdesk.gui.theme import Theme
from permdesk.translation import tr

NAMES_WIDTH = 250


class FixedWidthPanel(QWidget):
    """Borders and names belong together: a border that moves takes the names beside it along."""

    fields_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.ruler = ColumnRuler()
        self.model = FieldModel(self)
        self.names = QTableView()
        self.names.setModel(self.model)
        explain(self.names, tr("Names of the columns"), tr("Press F2 or double-click to rename a column."))
        self.names.verticalHeader().hide()
        header = self.names.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        self.names.setShowGrid(False)
        self.names.setTabKeyNavigation(False)
        self.names.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.names.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.names.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.names.setFixedWidth(NAMES_WIDTH)
        hint = label(
            tr("Click between characters to set a border, drag to move it, double-click to remove it."),
            "caption",
            wraps=True,
        )
        both = row(gap=12)
        both.addWidget(self.ruler, 1)
        both.addWidget(self.names)
        layout = column(hint, gap=6)
        layout.addLayout(both, 1)
        self.setLayout(layout)
        self.ruler.borders_changed.connect(self._on_borders)
        self.model.renamed.connect(self.fields_changed)

    @property
    def fields(self) -> tuple[FixedField, ...]:
        return self.model.fields

    def show_text(self, lines: Sequence[str], fields: Sequence[FixedField]) -> None:
        """Show the first lines, cut into fields."""
        self.ruler.show_lines(lines)
        self.model.show_fields(fields, self.ruler.length)
        self.ruler.show_borders(self.model.borders)

    def apply_theme(self, theme: Theme) -> None:
        self.ruler.apply_theme(theme)

    def _on_borders(self, borders: tuple[int, ...]) -> None:
        self.model.cut(borders, self.ruler.length)
        self.fields_changed.emit()
