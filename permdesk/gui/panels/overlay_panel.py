"""The distances of several releases over each other, beside their quantiles."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QSizePolicy, QWidget

from permdesk.audit.candidates import ComparedRelease
from permdesk.gui.charts.overlay_plot import MOST_CURVES, Curve, OverlayPlot
from permdesk.gui.models.comparison_columns import quantile_columns
from permdesk.gui.models.table_view import TableView
from permdesk.gui.parts import beside, column
from permdesk.gui.theme import Theme
from permdesk.translation import tr


class OverlayPanel(QWidget):
    """All releases in the table, some of them as curves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[int, ...] = ()
        self.plot = OverlayPlot()
        self.table = TableView(tr("Quantiles of the distances"))
        layout = column(gap=0)
        self.plot.caption.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        parts = beside(self.plot, self.table, (760, 620))
        parts.make_room_for(self.table, 1)
        layout.addWidget(parts, 1)
        self.setLayout(layout)
        self.tools = QWidget()

    def show_curves(self, releases: Sequence[ComparedRelease], chosen: Sequence[ComparedRelease]) -> None:
        """Show curves of the ``chosen`` ones, of all where fewer than two are."""
        drawn = chosen if len(chosen) > 1 else releases
        self.plot.show_curves([Curve(one.figures.name, 100 * one.curve) for one in drawn])
        self.plot.caption.setText(_caption(len(releases), len(drawn)))

    def show_quantiles(self, releases: Sequence[ComparedRelease]) -> None:
        """Show quantiles of all; the same ones stay as they are."""
        shown = tuple(map(id, releases))
        if shown != self._shown:
            self._shown = shown
            self.table.rows.show_columns(quantile_columns(releases), len(releases))
            self.table.fit_columns()

    def apply_theme(self, theme: Theme) -> None:
        self.plot.apply_theme(theme)
        self.table.apply_theme(theme)


def _caption(n_releases: int, n_wanted: int) -> str:
    if not n_releases:
        return tr("Distances show as soon as releases are audited by the present settings.")
    said = tr("A curve further to the right: its records moved further. Where it rises steeply, many moved alike.")
    if n_wanted > MOST_CURVES:
        return f"{said} " + tr("The first {n} are drawn; select those that you want in the table above.", n=MOST_CURVES)
    if n_wanted == n_releases and n_releases > 2:
        return f"{said} " + tr("Select some in the table above to see only these.")
    return said
