"""Ranks before against ranks after: on the diagonal nothing was permuted."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from permdesk.compute.arrays import Ranks
from permdesk.gui import numbers
from permdesk.gui.charts.plot import Plot
from permdesk.translation import tr

MOST_POINTS = 5_000
DRAW_SEED = 1


class RankPlot(Plot):
    """A scatter of the rank in X against the rank in Z of one attribute; of many records a random sample is drawn,
    and the caption says so."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Rank scatter"), tr("Rank in X"), tr("Rank in Z"), parent)
        self.original: Ranks = np.empty(0, np.int32)
        self.mapped: Ranks = np.empty(0, np.int32)
        self._largest = (0, 0)

    def show_ranks(self, name: str, original: Ranks, mapped: Ranks, *, has_ties: bool = False) -> None:
        """Show the ranks of one attribute in X and in Z, record by record; 0 means missing and is left out."""
        known = np.flatnonzero((original > 0) & (mapped > 0))
        n = known.size
        if n > MOST_POINTS:
            known = np.sort(np.random.default_rng(DRAW_SEED).choice(known, MOST_POINTS, replace=False))
        self._largest = (int(original.max(initial=1)), int(mapped.max(initial=1)))
        self.original, self.mapped = original[known], mapped[known]
        text = tr("{name}: each point is a record. On the dashed diagonal it kept its rank.", name=name)
        if has_ties:
            text = f"{text} " + tr("Equal values got their ranks at random, which scatters them.")
        if n > known.size:
            drawn = tr("{shown} of {n} records, drawn at random.", shown=numbers.count(known.size), n=numbers.count(n))
            text = f"{text} {drawn}"
        self.caption.setText(text)
        self.redraw()
        self.reset()

    def draw(self) -> None:
        if not self.original.size:
            return
        fill = QColor(self.theme.anonymized)
        fill.setAlpha(220 if self.original.size <= 200 else 110)
        points = pg.ScatterPlotItem(
            self.original, self.mapped, size=9 if self.original.size <= 200 else 5, pen=None, brush=fill
        )
        diagonal = pg.PlotDataItem(
            [1, self._largest[0]],
            [1, self._largest[1]],
            pen=self.pen(self.theme.muted, 1.5, Qt.PenStyle.DashLine),
        )
        self.canvas.addItem(diagonal)
        self.canvas.addItem(points)
