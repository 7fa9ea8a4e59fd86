"""One figure over the strength of a method: the mean of the releases, and the band from the least to the greatest."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from permdesk.audit.release_figures import Figure
from permdesk.audit.sweep import Sweep
from permdesk.gui import numbers
from permdesk.gui.charts.plot import FOOT, Plot
from permdesk.gui.models.release_columns import number_text
from permdesk.gui.parts import explain
from permdesk.gui.theme import Theme
from permdesk.masking.parameters import PARAMETERS, Unit
from permdesk.report.blocks import Number
from permdesk.report.comparison_words import NUMBERS, figure_meaning, figure_title, parameter_title, strength_text
from permdesk.translation import tr, tr_count

MOST_ADDED = 1.0
"""By how much of its height a plot may grow to hold the goal; one that is further away is told at the edge."""
MOST_SHARE = 104.0
AROUND = 0.25
"""Share of the width of the curve within which the pointer means its ends."""
LOWEST = 10
"""Height of a plot in lines of text."""


class SweepPlot(Plot):
    """The line at the least strength that suffices is dashed; so is the goal, where it is about this figure. As several
    stand beside each other, their buttons are a menu."""

    def __init__(self, figure: Figure, parent: QWidget | None = None) -> None:
        self.figure = figure
        self._is_share = NUMBERS[figure] is Number.SHARE
        title = figure_title(figure)
        super().__init__(title, tr("Value"), tr("{figure}, %", figure=title) if self._is_share else title, parent)
        self.setToolTip(figure_meaning(figure))
        self.caption.hide()
        self.sweep: Sweep | None = None
        self._points: list[tuple[float, float, float, float, int]] = []
        self._far_goal: pg.LabelItem | None = None
        self.view.setMinimumWidth(190)
        self.show_buttons(shown=False)
        self.menu = QToolButton()
        self.menu.setText(tr("Picture"))
        self.menu.setProperty("role", "quiet")
        explain(
            self.menu, tr("Picture of {figure}", figure=title), tr("Copy the plot, save it, or show all of it again.")
        )
        self.menu.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        choices = QMenu(self.menu)
        for button, run in zip(self.buttons, (self.copy, self.save, self.reset), strict=True):
            choices.addAction(button.text(), run)
        self.menu.setMenu(choices)
        layout = self.layout()
        assert layout is not None
        layout.addWidget(self.menu)

    @property
    def far_goal(self) -> str:
        """What is said at the edge of a goal outside the plot."""
        return "" if self._far_goal is None else str(self._far_goal.text)

    def hasHeightForWidth(self) -> bool:
        return False

    def show_sweep(self, sweep: Sweep) -> None:
        """Show another sweep."""
        self.sweep = sweep
        unit = PARAMETERS[sweep.plan.method].unit
        self._titles["bottom"] = tr("Value, %") if unit is Unit.SHARE else tr("Value")
        self.canvas.getAxis("bottom").setToolTip(parameter_title(sweep.plan.method))
        self.redraw()
        self.reset()

    def apply_theme(self, theme: Theme) -> None:
        self.view.setMinimumHeight(LOWEST * self.fontMetrics().lineSpacing())
        super().apply_theme(theme)

    def draw(self) -> None:
        sweep = self.sweep
        self._points = []
        self._tell_far_goal("", is_above=False)
        if sweep is None:
            return
        across = 100.0 if PARAMETERS[sweep.plan.method].unit is Unit.SHARE else 1.0
        up = 100.0 if self._is_share else 1.0
        points = self._points
        for point in sweep.points:
            values = [value for line in point.releases if (value := line.value(self.figure)) is not None]
            if values:
                low, mean, high = min(values), float(np.mean(values)), max(values)
                points.append((across * point.strength, up * low, up * mean, up * high, len(values)))
        if not points:
            return
        x, low, middle, high, _ = np.array(points).T
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
                symbolSize=self.larger(7),
                symbolPen=self.pen(self.theme.original, 1.5),
                symbolBrush=pg.mkBrush(self.theme.surface),
                useCache=False,
            )
        )
        dashed = self.pen(self.theme.danger, 1.5, Qt.PenStyle.DashLine)
        goal = sweep.plan.goal.most_right_links
        if goal is not None and self.figure is Figure.RIGHT_LINKS:
            self._draw_goal(goal, up, float(low.min()), float(high.max()), dashed)
        if sweep.least is not None:
            pen = self.pen(self.theme.good, 2, Qt.PenStyle.DashDotLine)
            self.canvas.addItem(pg.InfiniteLine(across * sweep.least, angle=90, pen=pen), ignoreBounds=True)
            self.legend.addItem(pg.PlotDataItem(pen=pen), tr("enough from here"))
        self.box.setLimits(yMin=-FOOT * (float(high.max()) or 1.0), yMax=MOST_SHARE if self._is_share else None)
        self.box.setMouseEnabled(x=True, y=False)

    def said_at(self, x: float, y: float) -> str | None:
        """The value that was tried nearest to the pointer, and the figure of its releases."""
        if self.sweep is None or not self._points:
            return ""
        first, last = self._points[0][0], self._points[-1][0]
        around = AROUND * (last - first) if last > first else np.inf
        if not first - around <= x <= last + around:
            return ""
        strength, least, mean, most, n = min(self._points, key=lambda point: abs(point[0] - x))
        kind, up = NUMBERS[self.figure], 100.0 if self._is_share else 1.0
        unit = PARAMETERS[self.sweep.plan.method].unit
        return tr_count(
            "At {strength}: {mean}, from one release",
            "At {strength}: {mean} in the mean of {count} releases, from {least} to {most}",
            n,
            strength=strength_text(strength / 100 if unit is Unit.SHARE else strength, unit),
            mean=number_text(mean / up, kind),
            least=number_text(least / up, kind),
            most=number_text(most / up, kind),
        )

    def _draw_goal(self, goal: float, up: float, lowest: float, highest: float, pen: QPen) -> None:
        """A line where the plot reaches or can grow to, else an arrow at the edge."""
        at, said = up * goal, tr("goal {value}", value=numbers.percent(goal))
        away = max(lowest - at, at - highest)
        if away <= MOST_ADDED * (highest - lowest):
            self.canvas.addItem(pg.InfiniteLine(at, angle=0, pen=pen))
        else:
            self._tell_far_goal(f"{'↑' if at > highest else '↓'} {said}", is_above=at > highest)
        self.legend.addItem(pg.PlotDataItem(pen=pen), said)

    def _tell_far_goal(self, said: str, *, is_above: bool) -> None:
        if self._far_goal is not None:
            self._far_goal.scene().removeItem(self._far_goal)
            self._far_goal = None
        if said:
            told = pg.LabelItem(said, color=self.theme.danger, size=f"{self.font().pointSizeF():g}pt", bold=True)
            told.setParentItem(self.box)
            edge = 0 if is_above else 1
            told.anchor(itemPos=(0.5, edge), parentPos=(0.5, edge), offset=(0, 0))
            self._far_goal = told
