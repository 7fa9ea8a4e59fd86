"""One point a record; of many records a random sample is drawn, always the same, and the caption says so."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Floats, Rows
from permdesk.gui import numbers
from permdesk.gui.charts.plot import Plot
from permdesk.translation import tr

MOST_POINTS = 3_000
FEW_POINTS = 200
DRAW_SEED = 1
NEAR = 0.04
"""Of the picture's width and height: how near to a point the pointer must be."""


class SampledScatter(Plot):
    """``records`` (k,) are the rows of the points that are drawn, ``across`` and ``up`` (k,) where they are. Subclasses
    draw them and say the numbers of one in ``said``."""

    records: Rows = np.empty(0, np.int64)
    across: Floats = np.empty(0)
    up: Floats = np.empty(0)

    @property
    def dot(self) -> float:
        """How large a point is drawn; symbols that are kept as pictures grow with the scale by themselves."""
        return self.larger(9 if self.records.size <= FEW_POINTS else 5)

    @property
    def opacity(self) -> int:
        return 220 if self.records.size <= FEW_POINTS else 110

    def sample(self, known: Rows, most: int = MOST_POINTS) -> str:
        """Choose the records that are drawn among those that have both numbers; what to say about it."""
        n = known.size
        if n <= most:
            self.records = known
            return ""
        self.records = np.sort(np.random.default_rng(DRAW_SEED).choice(known, most, replace=False))
        return " " + tr("{shown} of {n} records, drawn at random.", shown=numbers.count(most), n=numbers.count(n))

    def said_at(self, x: float, y: float) -> str | None:
        if not self.records.size:
            return ""
        (left, right), (bottom, top) = self.box.viewRange()
        away = np.hypot((self.across - x) / (right - left), (self.up - y) / (top - bottom))
        place = int(away.argmin())
        return self.said(place) if away[place] <= NEAR else ""

    def said(self, place: int) -> str:
        """The numbers of the point at a place among those drawn, in words."""
        raise NotImplementedError
