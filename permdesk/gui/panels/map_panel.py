"""The map of risk and loss beside its numbers, by the two figures that are chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from permdesk.audit.candidates import ComparedRelease
from permdesk.audit.release_figures import Figure
from permdesk.gui import numbers
from permdesk.gui.charts.risk_map import NOWHERE, RiskMap
from permdesk.gui.models.comparison_columns import map_columns
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.yielding_box import YieldingBox
from permdesk.gui.parts import beside, column, label, row
from permdesk.gui.theme import Theme
from permdesk.report.comparison_map import loss_of, no_points
from permdesk.report.comparison_words import figure_meaning, figure_title
from permdesk.translation import tr, tr_count

RISKS = (Figure.RIGHT_LINKS, Figure.LIFT, Figure.DEFENSIBLE, Figure.DEFENSIBLE_RIGHT, Figure.HELLINGER)
LOSSES = (Figure.CORRELATION_LOSS, Figure.MARGINAL_LOSS)


class MapPanel(QWidget):
    """``opened`` carries the place, among the releases that are shown, of the one whose audit is wanted."""

    opened = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._releases: tuple[ComparedRelease, ...] = ()
        self._chose_loss = False
        self.map = RiskMap()
        self.table = TableView(tr("The map in numbers"))
        self.risk = _chooser(tr("Risk"), tr("The figure across the map"), RISKS)
        self.loss = _chooser(tr("Loss"), tr("The figure up the map"), LOSSES)
        self.risk.currentIndexChanged.connect(lambda _: self._show())
        self.loss.currentIndexChanged.connect(lambda _: self._on_loss())
        self.map.opened.connect(self.opened)
        self.map.pointed.connect(self._on_pointed)
        self.table.activated.connect(lambda index: self.opened.emit(self.table.rows.source_row(index.row())))
        self.table.row_chosen.connect(self.map.choose)
        self._arrange()

    def show_releases(self, releases: Sequence[ComparedRelease]) -> Iterator[None]:
        """In two pieces, each of which takes its time: the map, then its table."""
        self._releases = tuple(releases)
        if not self._chose_loss and self._releases:
            with QSignalBlocker(self.loss):
                self.loss.setCurrentIndex(LOSSES.index(loss_of([one.figures for one in self._releases])))
        self._show_map()
        yield
        self._show_table()

    def apply_theme(self, theme: Theme) -> None:
        self.map.apply_theme(theme)
        self.table.apply_theme(theme)

    def _on_loss(self) -> None:
        self._chose_loss = True
        self._show()

    def _show(self) -> None:
        self._show_map()
        self._show_table()

    def _show_map(self) -> None:
        risk, loss = self._axes
        self.map.show_releases([one.figures for one in self._releases], risk, loss)
        self.map.caption.setText(self._caption(risk, loss))

    def _show_table(self) -> None:
        lines = [one.figures for one in self._releases]
        risk, loss = self._axes
        self.table.rows.show_columns(map_columns(lines, risk, loss), len(lines))
        self.table.fit_columns()

    @property
    def _axes(self) -> tuple[Figure, Figure]:
        return RISKS[self.risk.currentIndex()], LOSSES[self.loss.currentIndex()]

    def _caption(self, risk: Figure, loss: Figure) -> str:
        lines = [one.figures for one in self._releases]
        if not lines:
            return tr("The map shows releases as soon as they are audited by the present settings.")
        if not self.map.places:
            if risk is not Figure.HELLINGER and (reason := no_points(lines)):
                return reason
            return tr("No release has both figures.")
        said = tr(
            "The nearer to the lower left corner, the better. Releases on the line are not beaten in both {risk} and"
            " {loss}; which of them to publish is yours to decide.",
            risk=tr("“{text}”", text=figure_title(risk)),
            loss=tr("“{text}”", text=figure_title(loss)),
        )
        n_left_out = len(lines) - len(self.map.places)
        if not n_left_out:
            return said
        left_out = tr_count(
            "One release lacks a figure and is not on the map.",
            "{count} releases lack a figure and are not on the map.",
            n_left_out,
            count=numbers.count(n_left_out),
        )
        return f"{said} {left_out}"

    def _on_pointed(self, place: int) -> None:
        if place != NOWHERE:
            self.table.choose(place)

    def _arrange(self) -> None:
        choosers = row(gap=8)
        for title, chooser in ((tr("Ri&sk"), self.risk), (tr("&Loss"), self.loss)):
            words = label(title, "muted")
            words.setBuddy(chooser)
            choosers.addWidget(words)
            choosers.addWidget(chooser)
        choosers.addStretch(1)
        layout = column(gap=0)
        self.map.caption.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        parts = beside(self.map, self.table, (760, 520))
        parts.make_room_for(self.table, 1)
        layout.addWidget(parts, 1)
        self.setLayout(layout)
        self.tools = QWidget()
        self.tools.setLayout(choosers)


def _chooser(name: str, tip: str, figures: Sequence[Figure]) -> YieldingBox:
    box = YieldingBox(name, tip)
    for place, figure in enumerate(figures):
        box.addItem(figure_title(figure))
        box.setItemData(place, figure_meaning(figure), Qt.ItemDataRole.ToolTipRole)
    return box
