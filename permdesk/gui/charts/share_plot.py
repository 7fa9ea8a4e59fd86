"""Which share of the records would satisfy a requirement, over the requirement."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from permdesk.compute.arrays import Floats
from permdesk.gui import numbers
from permdesk.gui.charts.plot import Plot
from permdesk.gui.models.columns import Column
from permdesk.translation import tr

FEW = 30
HARDLY_ANY = 1.0
"""Percent of records below which the curve's end is not worth its room."""

ROOM_FOR_SYMBOLS = -5.0, 108.0
"""Percent that are shown, so that symbols at none and at all records are whole; as much beside the curve."""


class SharePlot(Plot):
    """A curve that falls from all records to none. The requirement of now is a line that can be dragged, with a ring
    where it meets the curve; ``wanted`` carries the requirement that it was dragged to."""

    wanted = Signal(float)
    is_narrow = True

    def __init__(self, name: str, x_title: str, parent: QWidget | None = None) -> None:
        super().__init__(name, x_title, tr("Records, %"), parent)
        self.at: Floats = np.zeros(0)
        self.share: Floats = np.zeros(0)
        self.now = 0.0
        self.share_now = 0.0
        self._text: Callable[[float], str] = str
        self._ring: pg.ScatterPlotItem | None = None
        self._end = 1.0
        self.view.setMinimumSize(200, 130)

    def show_curve(
        self, at: Floats, share: Floats, now: float, share_now: float, x_title: str, text: Callable[[float], str]
    ) -> None:
        """Show shares (0 to 1) over requirements ``at``, and the requirement and share of now; ``text`` writes a
        requirement as the axis means it."""
        self._text = text
        end = _worth_showing(at, 100 * share, now)
        is_other = self._titles["bottom"] != x_title or not 0.7 < end / self._end < 1.4 or not self.at.size
        self.at, self.share, self.now, self.share_now = at, 100 * share, now, 100 * share_now
        self._titles["bottom"] = x_title
        self.redraw()
        if is_other:
            self._end = end
            self.reset()

    def draw(self) -> None:
        self._ring = None
        if not self.at.size:
            return
        theme = self.theme
        fill = QColor(theme.original)
        fill.setAlpha(40)
        curve = pg.PlotDataItem(
            self.at, self.share, pen=self.pen(theme.original, 2.5), fillLevel=0, brush=pg.mkBrush(fill)
        )
        self.canvas.addItem(curve)
        if self.at.size <= FEW:
            dots = pg.ScatterPlotItem(
                self.at, self.share, size=self.larger(7), symbol="o", useCache=False, brush=pg.mkBrush(theme.surface)
            )
            dots.setPen(self.pen(theme.original, 1.5))
            self.canvas.addItem(dots)
        pen, hovered = self.pen(theme.anonymized, 2), self.pen(theme.anonymized, 4)
        line = pg.InfiniteLine(self.now, angle=90, pen=pen, movable=True, hoverPen=hovered)
        line.sigPositionChangeFinished.connect(lambda moved: self.wanted.emit(max(float(moved.value()), 0.0)))
        self.canvas.addItem(line, ignoreBounds=True)
        self._ring = pg.ScatterPlotItem(
            [self.now],
            [self.share_now],
            size=self.larger(13),
            symbol="d",
            useCache=False,
            brush=pg.mkBrush(theme.anonymized),
        )
        self._ring.setPen(self.pen(theme.surface, 1.5))
        self.canvas.addItem(self._ring, ignoreBounds=True)
        self.legend.addItem(pg.PlotDataItem(pen=self.pen(theme.original, 2.5)), tr("records that satisfy it"))
        self.legend.addItem(self._ring, tr("yours, {share}", share=numbers.percent(self.share_now / 100)))
        self.box.setMouseEnabled(x=True, y=False)

    def reset(self) -> None:
        low, high = ROOM_FOR_SYMBOLS
        self.box.setLimits(xMin=low / 100 * self._end, yMin=low, yMax=high)
        self.box.setXRange(low / 100 * self._end, (100 - low) / 100 * self._end, padding=0)
        self.box.setYRange(low, high, padding=0)

    def said_at(self, x: float, y: float) -> str | None:
        if not self.at.size or not self.at[0] <= x <= self.at[-1]:
            return ""
        place = int(np.abs(self.at - x).argmin())
        return tr(
            "{requirement}: {share} of the records satisfy it",
            requirement=self._text(float(self.at[place])),
            share=numbers.percent(float(self.share[place]) / 100),
        )

    def listed(self) -> tuple[Sequence[Column], int]:
        at, share = self.at, self.share
        return (
            Column(self._titles["bottom"], lambda row: self._text(float(at[row])), at),
            Column(tr("Satisfy it"), lambda row: numbers.percent(float(share[row]) / 100), share),
        ), at.size


def _worth_showing(at: Floats, share: Floats, now: float) -> float:
    """Where the picture ends: where hardly any record satisfies more, but never before the requirement of now."""
    many = np.flatnonzero(share > HARDLY_ANY)
    end = float(at[min(many[-1] + 1, at.size - 1)]) if many.size else 0.0
    return max(end, 1.1 * now) or 1.0
