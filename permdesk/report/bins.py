"""Distances in bins of equal width, so that a wide range still reads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.compute.arrays import Floats, Ranks

MOST_BINS = 24


@dataclass(frozen=True, slots=True)
class Bins:
    """``n`` bins of ``width`` ranks, the first from distance 0."""

    width: int
    n: int

    def first(self, place: int) -> int:
        """The smallest distance in a bin."""
        return place * self.width

    def last(self, place: int) -> int:
        """The largest distance in a bin."""
        return (place + 1) * self.width - 1

    def label(self, place: int) -> str:
        return str(self.first(place)) if self.width == 1 else f"{self.first(place)}–{self.last(place)}"

    def total(self, distance: Ranks, weights: Floats) -> Floats:
        """The weights of the distances in each bin, added up."""
        return np.bincount(distance // self.width, weights=weights, minlength=self.n).astype(np.float64)

    def count(self, distance: Ranks) -> Floats:
        """How many of the distances lie in each bin."""
        return np.bincount(distance // self.width, minlength=self.n).astype(np.float64)


def bin_distances(largest: int) -> Bins:
    """Bins from 0 to at least ``largest``: one for each distance, or of a round width (1, 2, 5, 10, 20, ...)."""
    width, factor = 1, 0
    while largest // width >= MOST_BINS:
        factor += 1
        width = (1, 2, 5)[factor % 3] * 10 ** (factor // 3)
    return Bins(width, largest // width + 1)
