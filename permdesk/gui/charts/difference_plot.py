"""How much further each record moved in one release than in another, as a histogram."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from permdesk.compute.arrays import Floats
from permdesk.gui import numbers
from permdesk.gui.charts.distribution_plot import BarSample
from permdesk.gui.charts.plot import Plot
from permdesk.translation import tr

MOST_BINS = 41


class DifferencePlot(Plot):
    """Bars right of the line are records that moved further in A, left of it in B; the two sides have other colours
    and other edges."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Differences record by record"),
            tr("Distance in A less distance in B, % of the records"),
            tr("Share of records, %"),
            parent,
        )
        self.edges: Floats = np.empty(0)
        self.shares: Floats = np.empty(0)

    def show_differences(self, differences: Floats) -> None:
        """Show differences (n,) in percent of the records."""
        reach = float(np.abs(differences).max(initial=0.0)) or 1.0
        # An odd number of bins, so that records that moved alike have the middle one.
        self.edges = np.linspace(-reach, reach, MOST_BINS + 1)
        counts, _ = np.histogram(differences, self.edges)
        self.shares = 100 * counts / max(1, differences.size)
        self.redraw()
        self.reset()

    def draw(self) -> None:
        if not self.shares.size:
            return
        centres = (self.edges[:-1] + self.edges[1:]) / 2
        middle = self.shares.size // 2
        sides = (
            (slice(0, middle), self.theme.anonymized, Qt.PenStyle.DashLine, tr("further in B")),
            (slice(middle, middle + 1), self.theme.muted, Qt.PenStyle.SolidLine, tr("about alike")),
            (slice(middle + 1, None), self.theme.original, Qt.PenStyle.SolidLine, tr("further in A")),
        )
        for part, colour, style, name in sides:
            fill = QColor(colour)
            fill.setAlpha(90)
            bars = pg.BarGraphItem(
                x=centres[part],
                height=self.shares[part],
                width=0.86 * (self.edges[1] - self.edges[0]),
                pen=self.pen(colour, 1.2, style),
                brush=pg.mkBrush(fill),
            )
            self.canvas.addItem(bars)
            self.legend.addItem(BarSample(bars), name)
        line = pg.InfiniteLine(0, angle=90, pen=self.pen(self.theme.text, 1.2))
        self.canvas.addItem(line)
        self.box.setLimits(yMin=0)

    def said_at(self, x: float, y: float) -> str | None:
        """The numbers of one bar."""
        if not self.shares.size or not self.edges[0] <= x < self.edges[-1]:
            return ""
        place = int(np.searchsorted(self.edges, x, side="right")) - 1
        return tr(
            "{low} to {high} % of the records further in A: {share} of the records",
            low=numbers.significant(float(self.edges[place]), 3),
            high=numbers.significant(float(self.edges[place + 1]), 3),
            share=numbers.percent(float(self.shares[place]) / 100),
        )

    def clear(self) -> None:
        """Show nothing."""
        self.edges, self.shares = np.empty(0), np.empty(0)
        self.redraw()
