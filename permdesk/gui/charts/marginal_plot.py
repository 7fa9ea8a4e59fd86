"""The distribution of one attribute before and after, over each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QWidget

from permdesk.audit.marginals import Marginals
from permdesk.gui import numbers
from permdesk.gui.charts.distribution_plot import BarSample
from permdesk.gui.charts.plot import FOOT, Plot
from permdesk.gui.models.columns import Column, Side
from permdesk.translation import tr

MOST_NAMED = 8
N_TICKS = 5


class _Steps(pg.PlotDataItem):  # type: ignore[misc]
    """Steps beside whose ends the axis has ``room``, in pixels, for half a number: it leaves out one that it would
    have to cut."""

    room = 0.0

    def pixelPadding(self) -> float:
        return max(float(super().pixelPadding()), self.room)


class MarginalPlot(Plot):
    """X as hatched bars, Y as a stepped line with dots: told apart by shape, then by colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Marginal distributions"), "", tr("Share of known values, %"), parent)
        self.marginals: Marginals | None = None
        self._text: Callable[[float], str] = str
        self._is_categorical = False

    def show_marginals(
        self, name: str, found: Marginals, text: Callable[[float], str], *, is_categorical: bool, keeps_marginal: bool
    ) -> None:
        """Show an attribute; ``text`` writes one of its values, ``keeps_marginal``: Z has just the values of X."""
        self.marginals, self._text, self._is_categorical = found, text, is_categorical
        self._titles["bottom"] = name
        moved = float(np.abs(found.share_original - found.share_anonymized).sum() / 2)
        said = [
            tr(
                "{name}: {share} of the values would have to move for Y to be distributed as X.",
                name=name,
                share=numbers.percent(moved),
            )
        ]
        if keeps_marginal:
            said.append(tr("Z is distributed as X, whose values it holds."))
        if found.beyond:
            said.append(tr("Values beyond the axis stand in its outermost bars."))
        self.caption.setText(" ".join(said))
        self.redraw()
        self.reset()

    def draw(self) -> None:
        found = self.marginals
        if found is None:
            return
        theme, edges = self.theme, found.edges
        centres, width = (edges[:-1] + edges[1:]) / 2, edges[1] - edges[0]
        fill = QColor(theme.original)
        fill.setAlpha(150)
        bars = pg.BarGraphItem(
            x=centres,
            height=100 * found.share_original,
            width=(0.7 if self._is_categorical else 0.96) * width,
            pen=self.pen(theme.original, 1),
            brush=QBrush(fill, Qt.BrushStyle.BDiagPattern),
        )
        ticks = self._ticks()
        steps = _Steps(edges, 100 * found.share_anonymized, stepMode="center")
        if ticks[-1][0] == edges[-1]:
            steps.room = max(self.fontMetrics().horizontalAdvance(text) for _, text in (ticks[0], ticks[-1])) / 2
        steps.setPen(self.pen(theme.anonymized, 2.5))
        dots = pg.ScatterPlotItem(
            centres,
            100 * found.share_anonymized,
            size=self.larger(7),
            symbol="o",
            useCache=False,  # a cache holds pixels, which a drawing that scales must not
            pen=self.pen(theme.anonymized, 1.5),
            brush=pg.mkBrush(theme.surface),
        )
        for item in (bars, steps, dots):
            self.canvas.addItem(item)
        self.legend.addItem(BarSample(bars), tr("original X"))
        self.legend.addItem(steps, tr("anonymized Y"))
        self.canvas.getAxis("bottom").setTicks([ticks])
        top = 100 * float(max(found.share_original.max(initial=0.0), found.share_anonymized.max(initial=0.0)))
        self.box.setLimits(yMin=-FOOT * top)
        self.box.setMouseEnabled(x=True, y=False)

    def said_at(self, x: float, y: float) -> str | None:
        found = self.marginals
        if found is None or not found.edges[0] <= x <= found.edges[-1]:
            return ""
        place = min(int(np.searchsorted(found.edges, x, side="right")) - 1, found.share_original.size - 1)
        return tr(
            "{values}: {original} of X, {anonymized} of Y",
            values=self._values(place),
            original=numbers.percent(float(found.share_original[place]), 2),
            anonymized=numbers.percent(float(found.share_anonymized[place]), 2),
        )

    def listed(self) -> tuple[Sequence[Column], int]:
        found = self.marginals
        if found is None:
            return (), 0
        share = tr("Share of values")

        def column(title: str, shares: np.ndarray) -> Column:
            return Column(title, lambda row: numbers.percent(float(shares[row]), 2), shares, share)

        values = Column(self._titles["bottom"], self._values, found.edges[:-1], side=Side.LEFT)
        return (
            values,
            column("X", found.share_original),
            column("Y", found.share_anonymized),
            column("Y − X", found.share_anonymized - found.share_original),
        ), found.share_original.size

    def _values(self, place: int) -> str:
        """What a bin holds, in words."""
        assert self.marginals is not None
        edges, half = self.marginals.edges, self.marginals.step / 2
        low, high = self._text(float(edges[place] + half)), self._text(float(edges[place + 1] - half))
        return low if low == high else tr("{low} to {high}", low=low, high=high)

    def _ticks(self) -> list[tuple[float, str]]:
        assert self.marginals is not None
        edges = self.marginals.edges
        if self.marginals.step and self._values(0) == self._text(float(edges[0] + self.marginals.step / 2)):
            n = edges.size - 1
            step = -(-n // MOST_NAMED)
            return [(float(edges[place : place + 2].mean()), self._values(place)) for place in range(0, n, step)]
        return [(float(at), self._text(float(at))) for at in np.linspace(edges[0], edges[-1], N_TICKS)]
