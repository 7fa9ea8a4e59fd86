"""Ranks before against ranks after: on the diagonal nothing was permuted."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from permdesk.compute.arrays import Ranks
from permdesk.gui import numbers
from permdesk.gui.charts.sampled_scatter import MOST_POINTS, SampledScatter
from permdesk.translation import tr


class RankPlot(SampledScatter):
    """A scatter of the rank in X against the rank in Z of one attribute."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Rank scatter"), tr("Rank in X"), tr("Rank in Z"), parent)
        self.original: Ranks = np.empty(0, np.int32)
        self.mapped: Ranks = np.empty(0, np.int32)
        self._largest = (0, 0)

    def show_ranks(self, name: str, original: Ranks, mapped: Ranks, *, has_ties: bool = False) -> None:
        """Show the ranks of one attribute in X and in Z, record by record; 0 means missing and is left out."""
        drawn = self.sample(np.flatnonzero((original > 0) & (mapped > 0)), MOST_POINTS)
        self._largest = (int(original.max(initial=1)), int(mapped.max(initial=1)))
        self.original, self.mapped = original[self.records], mapped[self.records]
        self.across, self.up = self.original.astype(np.float64), self.mapped.astype(np.float64)
        text = tr("{name}: each point is a record. On the dashed diagonal it kept its rank.", name=name)
        if has_ties:
            text = f"{text} " + tr("Equal values got their ranks at random, which scatters them.")
        self.caption.setText(text + drawn)
        self._titles["bottom"] = tr("Rank of {name} in X", name=name)
        self.redraw()
        self.reset()

    def draw(self) -> None:
        if not self.original.size:
            return
        fill = QColor(self.theme.anonymized)
        fill.setAlpha(self.opacity)
        points = pg.ScatterPlotItem(self.original, self.mapped, size=self.dot, pen=None, brush=fill)
        diagonal = pg.PlotDataItem(
            [1, self._largest[0]],
            [1, self._largest[1]],
            pen=self.pen(self.theme.muted, 1.5, Qt.PenStyle.DashLine),
        )
        self.canvas.addItem(points)
        self.canvas.addItem(diagonal)
        self.legend.addItem(points, tr("a record"))
        self.legend.addItem(diagonal, tr("rank kept"))

    def said(self, place: int) -> str:
        return tr(
            "Record {record}: rank {before} in X, {after} in Z",
            record=numbers.count(self.records[place] + 1),
            before=numbers.count(self.original[place]),
            after=numbers.count(self.mapped[place]),
        )
