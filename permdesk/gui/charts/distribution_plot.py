"""Figures 1 to 3: how often original and random records find a match at each distance."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QLabel, QWidget

from permdesk.compute.arrays import Floats
from permdesk.gui import numbers
from permdesk.gui.charts.plot import FOOT, Plot
from permdesk.report.bins import Bins
from permdesk.translation import tr

NOTHING = np.empty(0)
ENDS = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


class DistributionPlot(Plot):
    """Original records as bars, random ones as a stepped line with dots, the critical distance as a dashed line and
    the chosen one as a solid line that can be dragged: they are told apart by shape, then by colour."""

    within_chosen = Signal(int)
    """A distance that the line was dragged to."""

    def __init__(self, parent: QWidget | None = None, caption: QLabel | None = None) -> None:
        titles = tr("Permutation distance of the match"), tr("Share of records")
        super().__init__(tr("Distances of matches"), *titles, parent, caption)
        self.bins = Bins(1, 0)
        self.share_original: Floats = NOTHING
        self.share_random: Floats = NOTHING
        self.critical = -1
        self.within = -1
        self._line: pg.InfiniteLine | None = None
        self._bars: pg.BarGraphItem | None = None
        self._steps: pg.PlotDataItem | None = None
        self._dots: pg.ScatterPlotItem | None = None
        self._critical_line: pg.InfiniteLine | None = None
        self._critical_label: pg.LabelItem | None = None
        self._sight: tuple[float, float] | None = None

    def show_distributions(self, bins: Bins, share_original: Floats, share_random: Floats, critical: int) -> None:
        """Show relative frequencies per bin; ``critical`` is the critical distance, -1 for none."""
        self.bins, self.share_original, self.share_random = bins, share_original, share_random
        self.critical = critical
        self._sight = None
        self.redraw()
        self.reset()

    def move_distributions(self, bins: Bins, share_original: Floats, share_random: Floats, critical: int) -> None:
        """Show other frequencies ten times a second: what is drawn moves, nothing is drawn anew, and axes end at round
        numbers, so that they rest most of the time."""
        moves = self._bars is not None and (critical < 0) == (self.critical < 0)
        self.bins, self.share_original, self.share_random = bins, share_original, share_random
        self.critical = critical
        if moves:
            self._place()
        else:
            self.redraw()
        self._keep_in_sight()

    def reset(self) -> None:
        if self._sight is None:
            super().reset()
        else:
            self._sight = None
            self._keep_in_sight()

    def _keep_in_sight(self) -> None:
        reach = rounded_up(float(self.bins.n * self.bins.width))
        top = rounded_up(1.05 * self._largest)
        if (reach, top) != self._sight:
            self._sight = reach, top
            self.box.setLimits(xMax=reach, yMin=-FOOT * top)
            self.box.setRange(xRange=(-0.02 * reach - 0.5, reach), yRange=(-FOOT * top, top), padding=0)

    @property
    def _largest(self) -> float:
        return float(max(self.share_original.max(initial=0.0), self.share_random.max(initial=0.0)))

    def show_within(self, distance: int) -> None:
        """Draw a line at the far end of a chosen distance; -1 draws none."""
        self.within = distance
        if distance < 0:
            self.redraw()
        elif self._line is not None:
            self._line.setValue(distance + 0.5)
        elif self._bars is not None:
            self._draw_within()

    def draw(self) -> None:
        self._line = self._bars = self._critical_line = None
        if not self.bins.n:
            return
        fill = QColor(self.theme.original)
        fill.setAlpha(80)
        nothing = np.zeros(1)
        bars = pg.BarGraphItem(
            x=nothing, height=nothing, width=1, pen=self.pen(self.theme.original, 1.5), brush=pg.mkBrush(fill)
        )
        steps = pg.PlotDataItem(pen=self.pen(self.theme.random, 2.5))
        dots = pg.ScatterPlotItem(
            size=self.larger(8),  # drawn by itself, in points at every scale
            symbol="o",
            useCache=False,  # a cache holds pixels, which a drawing that scales must not
            brush=pg.mkBrush(self.theme.surface),
            pen=self.pen(self.theme.random, 2),
        )
        self._bars, self._steps, self._dots = bars, steps, dots
        self._place()
        self.canvas.addItem(bars)
        self.canvas.addItem(steps)
        self.canvas.addItem(dots)
        self.legend.addItem(BarSample(bars), tr("original records X"))
        sign = pg.PlotDataItem(
            [0.0],  # the legend draws the symbol of a curve without points in a style of its own
            [0.0],
            pen=self.pen(self.theme.random, 2.5),
            symbol="o",
            symbolSize=self.larger(8),
            symbolBrush=pg.mkBrush(self.theme.surface),
            symbolPen=self.pen(self.theme.random, 2),
        )
        self.legend.addItem(sign, tr("random records A"))
        self._draw_critical()
        self._draw_within()
        self.box.setMouseEnabled(x=True, y=False)

    def _place(self) -> None:
        """Bring what is drawn to where the frequencies are now."""
        assert self._bars is not None and self._steps is not None and self._dots is not None
        edges = np.arange(self.bins.n + 1) * self.bins.width - 0.5
        centres = edges[:-1] + self.bins.width / 2
        drawn = self.share_original > 0
        self._bars.setOpts(x=centres[drawn], height=self.share_original[drawn], width=0.7 * self.bins.width)
        self._steps.setData(edges, self.share_random, stepMode="center")
        self._dots.setData(centres, self.share_random)
        if self._critical_line is not None and self._critical_label is not None:
            self._critical_line.setValue(self.critical + 0.5)
            self._critical_label.setText(self._critical_text())
        if self.bins.width == 1 and self.bins.n <= 24:
            ticks = [(float(d), numbers.count(d)) for d in range(self.bins.n)]
            self.canvas.getAxis("bottom").setTicks([ticks])
        else:
            self.canvas.getAxis("bottom").setTicks(None)
        if self._sight is None:
            reach = self.bins.width
            self.box.setLimits(xMin=-reach, xMax=edges[-1] + reach, yMin=-FOOT * (self._largest or 1.0))

    def _draw_critical(self) -> None:
        if self.critical < 0:
            return
        pen = self.pen(self.theme.danger, 4, Qt.PenStyle.DashLine)  # seen at both sides of the chosen one upon it
        self._critical_line = pg.InfiniteLine(self.critical + 0.5, angle=90, pen=pen)
        self.canvas.addItem(self._critical_line)
        self.legend.addItem(pg.PlotDataItem(pen=pen), self._critical_text())
        self._critical_label = self.legend.items[-1][1]

    def _critical_text(self) -> str:
        return tr("critical distance {d}", d=numbers.count(self.critical))

    def _draw_within(self) -> None:
        if self.within < 0:
            return
        pen = self.pen(self.theme.accent, 2, Qt.PenStyle.DotLine)  # told from the other lines without colour
        hovered = self.pen(self.theme.accent, 4)
        self._line = pg.InfiniteLine(self.within + 0.5, angle=90, pen=pen, movable=True, hoverPen=hovered)
        self._line.sigDragged.connect(self._on_dragged)
        self.canvas.addItem(self._line, ignoreBounds=True)
        self.legend.addItem(pg.PlotDataItem(pen=pen), tr("within distance t"))

    def _on_dragged(self, line: pg.InfiniteLine) -> None:
        last = self.bins.last(self.bins.n - 1)
        distance = min(max(round(float(line.value()) - 0.5), 0), last)
        line.setValue(distance + 0.5)
        if distance != self.within:
            self.within = distance
            self.within_chosen.emit(distance)

    def said_at(self, x: float, y: float) -> str | None:
        bin_ = int((x + 0.5) // self.bins.width) if self.bins.n else -1
        return self.said(bin_) if 0 <= bin_ < self.bins.n else ""

    def said(self, place: int) -> str:
        """The numbers of one bin in words."""
        return tr(
            "Distance {distance}: {original} of the original records, {random} of the random ones",
            distance=numbers.interval(self.bins.first(place), self.bins.last(place)),
            original=numbers.percent(float(self.share_original[place]), 2),
            random=numbers.percent(float(self.share_random[place]), 2),
        )


def rounded_up(number: float) -> float:
    """The next number that an axis can end at; 1 for nothing."""
    if number <= 0:
        return 1.0
    size = 10.0 ** math.floor(math.log10(number))
    return next(step * size for step in ENDS if step * size >= number)


class BarSample(pg.ItemSample):  # type: ignore[misc]
    """The sign of bars in a legend: a bar, without the line through it that pyqtgraph draws for every item."""

    def paint(self, painter: QPainter, *_args: object) -> None:
        painter.setPen(self.item.opts["pen"])
        painter.setBrush(self.item.opts["brush"])
        painter.drawRect(4, 4, 12, 12)
