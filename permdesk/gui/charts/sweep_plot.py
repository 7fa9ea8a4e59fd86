"""One figure over the strength of a method: the mean of the releases, and the band from the least to the greatest."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from permdesk.audit.release_figures import Figure
from permdesk.audit.sweep import Sweep
from permdesk.gui.charts.plot import Plot
from permdesk.masking.parameters import PARAMETERS, Unit
from permdesk.report.blocks import Number
from permdesk.report.comparison_words import NUMBERS, figure_meaning, figure_title, parameter_title
from permdesk.translation import tr


class SweepPlot(Plot):
    """The line at the least strength that suffices is dashed; so is the goal, where it is about this figure."""

    def __init__(self, figure: Figure, parent: QWidget | None = None) -> None:
        self.figure = figure
        self._is_share = NUMBERS[figure] is Number.SHARE
        title = figure_title(figure)
        super().__init__(title, tr("Value"), tr("{figure}, %", figure=title) if self._is_share else title, parent)
        self.setToolTip(figure_meaning(figure))
        self.caption.setText(tr("Mean of the releases at each value, and the band from the least to the greatest."))
        self.sweep: Sweep | None = None

    def show_sweep(self, sweep: Sweep) -> None:
        """Show another sweep."""
        self.sweep = sweep
        unit = PARAMETERS[sweep.plan.method].unit
        self._titles["bottom"] = tr("Value, %") if unit is Unit.SHARE else tr("Value")
        self.canvas.getAxis("bottom").setToolTip(parameter_title(sweep.plan.method))
        self.redraw()
        self.reset()

    def draw(self) -> None:
        sweep = self.sweep
        if sweep is None:
            return
        across = 100.0 if PARAMETERS[sweep.plan.method].unit is Unit.SHARE else 1.0
        up = 100.0 if self._is_share else 1.0
        points = []
        for point in sweep.points:
            values = [value for line in point.releases if (value := line.value(self.figure)) is not None]
            if values:
                points.append(
                    (across * point.strength, up * min(values), up * float(np.mean(values)), up * max(values))
                )
        if not points:
            return
        x, low, middle, high = np.array(points).T
        fill = QColor(self.theme.original)
        fill.setAlpha(60)
        edges = [pg.PlotDataItem(x, ends, pen=self.pen(self.theme.original, 0.5)) for ends in (low, high)]
        for edge in edges:
            self.canvas.addItem(edge)
        self.canvas.addItem(pg.FillBetweenItem(*edges, brush=pg.mkBrush(fill)))
        self.canvas.addItem(
            pg.PlotDataItem(
                x,
                middle,
                pen=self.pen(self.theme.original, 2),
                symbol="o",
                symbolSize=7,
                symbolPen=self.pen(self.theme.original, 1.5),
                symbolBrush=pg.mkBrush(self.theme.surface),
                useCache=False,
            )
        )
        dashed = self.pen(self.theme.danger, 1.5, Qt.PenStyle.DashLine)
        goal = sweep.plan.goal.most_right_links
        if goal is not None and self.figure is Figure.RIGHT_LINKS:
            self.canvas.addItem(pg.InfiniteLine(up * goal, angle=0, pen=dashed), ignoreBounds=True)
            self.legend.addItem(pg.PlotDataItem(pen=dashed), tr("goal"))
        if sweep.least is not None:
            pen = self.pen(self.theme.good, 2, Qt.PenStyle.DashDotLine)
            self.canvas.addItem(pg.InfiniteLine(across * sweep.least, angle=90, pen=pen), ignoreBounds=True)
            self.legend.addItem(pg.PlotDataItem(pen=pen), tr("enough from here"))
        self.canvas.setLimits(yMin=0)
        self.canvas.setMouseEnabled(x=True, y=False)
