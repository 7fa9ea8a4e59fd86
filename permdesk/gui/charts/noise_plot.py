"""Noise against residual noise: how much of a change of value is permutation, and how much is left without it."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from permdesk.compute.arrays import Flags, Floats, Rows
from permdesk.compute.cache_slices import cache_slices
from permdesk.gui import numbers
from permdesk.gui.charts.sampled_scatter import MOST_POINTS, SampledScatter
from permdesk.translation import tr


class NoisePlot(SampledScatter):
    """Full circles are records whose residual noise is smaller than their noise, hollow diamonds the others; dashed
    lines part them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Noise"), "", "", parent)
        self._reach = 1.0

    def show_noise(self, name: str, unit: str, noise: Floats, residual: Floats) -> None:
        """Show E = Y - X and E' = Y - Z (n_X,) of one attribute, nan where there is none; ``unit`` names the values."""
        known = np.flatnonzero(np.isfinite(noise) & np.isfinite(residual))
        drawn = self.sample(known, MOST_POINTS)
        self.across, self.up = noise[self.records], residual[self.records]
        self._titles = {
            "bottom": tr("Noise E = Y − X, {unit}", unit=unit),
            "left": tr("Residual noise E′ = Y − Z, {unit}", unit=unit),
        }
        self._reach = float(max(np.abs(self.across).max(initial=0.0), np.abs(self.up).max(initial=0.0))) or 1.0
        if known.size:
            share = _smaller_share(noise, residual, known)
            said = tr(
                "{name}: in {share} of the records the change that is left once the permutation is taken out is "
                "smaller than the change that was made. Near the horizontal axis it was permutation alone.",
                name=name,
                share=numbers.percent(share),
            )
            self.caption.setText(said + drawn)
        else:
            self.caption.setText(tr("{name}: no record has both noises, which only paired numbers have.", name=name))
        self.redraw()
        self.reset()

    @property
    def is_smaller(self) -> Flags:
        """Which of the points have the smaller residual noise."""
        smaller: Flags = np.abs(self.up) < np.abs(self.across)
        return smaller

    def draw(self) -> None:
        if not self.records.size:
            return
        theme, smaller = self.theme, self.is_smaller
        dashed = self.pen(theme.muted, 1.5, Qt.PenStyle.DashLine)
        for slope in (1, -1):
            line = pg.PlotDataItem([-self._reach, self._reach], [-slope * self._reach, slope * self._reach], pen=dashed)
            self.canvas.addItem(line, ignoreBounds=True)
        self.canvas.addItem(pg.InfiniteLine(0, angle=0, pen=self.pen(theme.border, 1.2)), ignoreBounds=True)
        fill = QColor(theme.original)
        fill.setAlpha(self.opacity)
        mostly = pg.ScatterPlotItem(
            self.across[smaller], self.up[smaller], size=self.dot, symbol="o", pen=None, brush=pg.mkBrush(fill)
        )
        rather = pg.ScatterPlotItem(
            self.across[~smaller],
            self.up[~smaller],
            size=1.4 * self.dot,
            symbol="d",
            pen=self.pen(theme.anonymized, 1.2),
        )
        rather.setBrush(None)
        for points, title in ((mostly, tr("mostly permutation")), (rather, tr("mostly noise"))):
            self.canvas.addItem(points)
            self.legend.addItem(points, title)
        self.legend.addItem(pg.PlotDataItem(pen=dashed), tr("as much of each"))

    def said(self, place: int) -> str:
        return tr(
            "Record {record}: E = {noise}, E′ = {residual}",
            record=numbers.count(self.records[place] + 1),
            noise=numbers.significant(float(self.across[place])),
            residual=numbers.significant(float(self.up[place])),
        )


def _smaller_share(noise: Floats, residual: Floats, known: Rows) -> float:
    """Share of the ``known`` records whose residual noise is the smaller one."""
    n_smaller = 0
    for part in cache_slices(known.size):
        rows = known[part]
        n_smaller += int(np.count_nonzero(np.abs(residual[rows]) < np.abs(noise[rows])))
    return n_smaller / known.size
