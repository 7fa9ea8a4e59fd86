"""The distances of several releases over each other: which share of the records moved at most so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from pyqtgraph.graphicsItems.ScatterPlotItem import drawSymbol
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from permdesk.compute.arrays import Floats
from permdesk.gui import numbers
from permdesk.gui.charts.plot import Plot
from permdesk.translation import tr

MOST_CURVES = 8
N_SIGNS = 6
LOWEST = 200
"""Pixels of height in which curves can be told apart below a legend of three lines."""

SYMBOLS = ("o", "s", "t", "d", "star", "t1", "p", "+")
STYLES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DashDotLine, Qt.PenStyle.DotLine)


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """One release: its distances (k,) in percent of the records at equal steps, from the smallest."""

    name: str
    quantiles: Floats


class OverlayPlot(Plot):
    """One curve a release, told apart by line and sign, then by colour. The further to the right, the further records
    moved."""

    most_columns = 4
    most_lines = 3

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Distances of several releases"),
            tr("Permutation distance, % of the released records"),
            tr("Moved at most so far, %"),
            parent,
        )
        self.view.setMinimumHeight(LOWEST)
        self.curves: tuple[Curve, ...] = ()

    def show_curves(self, curves: Sequence[Curve]) -> None:
        """Show some releases, MOST_CURVES at most."""
        self.curves = tuple(curves[:MOST_CURVES])
        self.redraw()
        self.reset()

    def said_at(self, x: float, y: float) -> str | None:
        """What share moved at most so far, in each release."""
        if not self.curves or x < 0:
            return ""
        shares = (np.searchsorted(curve.quantiles, x, side="right") / curve.quantiles.size for curve in self.curves)
        return "\n".join(
            tr(
                "{name}: {share} of the records moved at most {distance}",
                name=curve.name,
                share=numbers.percent(float(share)),
                distance=numbers.percent(x / 100),
            )
            for curve, share in zip(self.curves, shares, strict=True)
        )

    def draw(self) -> None:
        theme = self.theme
        colours = (theme.original, theme.anonymized, theme.random, theme.danger, theme.accent, theme.muted)
        for place, curve in enumerate(self.curves):
            shares = np.linspace(0, 100, curve.quantiles.size)
            colour = colours[place % len(colours)]
            line = pg.PlotCurveItem(
                curve.quantiles, shares, pen=self.pen(colour, 2, STYLES[place % len(STYLES)]), antialias=True
            )
            # Signs at other places on each curve, so that they do not hide each other.
            first = 5 + 3 * place
            signed = np.arange(first, curve.quantiles.size, max(1, curve.quantiles.size // N_SIGNS))
            signs = pg.ScatterPlotItem(
                curve.quantiles[signed],
                shares[signed],
                symbol=SYMBOLS[place % len(SYMBOLS)],
                size=self.larger(9),
                pen=self.pen(colour, 1.5),
                brush=pg.mkBrush(theme.surface),
                useCache=False,  # a cache holds pixels, which a drawing that scales must not
            )
            self.canvas.addItem(line)
            self.canvas.addItem(signs)
            self.legend.addItem(CurveSample(line, signs), curve.name)
        self.box.setLimits(yMin=-2, yMax=102)


class CurveSample(pg.ItemSample):  # type: ignore[misc]
    """The sign of a curve in a legend: a piece of its line, and its sign on it."""

    def __init__(self, line: pg.PlotCurveItem, signs: pg.ScatterPlotItem) -> None:
        super().__init__(line)
        self._signs = signs

    def paint(self, painter: QPainter, *_args: object) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self.item.opts["pen"])
        painter.drawLine(0, 11, 20, 11)
        painter.translate(10, 10)
        signs = self._signs.opts
        drawSymbol(painter, signs["symbol"], signs["size"], signs["pen"], signs["brush"])
