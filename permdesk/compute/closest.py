"""Which ranks the value closest to an original value has in a target attribute."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Floats, Ranks
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW, ValueClasses

# Two decimal numbers that are equally far from a third differ in binary by their rounding: 0.3 - 0.2 < 0.4 - 0.3.
ROUNDING = 4 * np.finfo(np.float64).eps


def closest_ranks(classes: ValueClasses, lower: Floats, upper: Floats) -> tuple[Ranks, Ranks]:
    """First and last rank (n,) of the class closest to each value from ``lower`` to ``upper`` (Algorithm 2, y*).

    Values that are equally close count together: the ranks then run from the lowest to the highest of them. A value
    inside a generalized one is at distance 0 from it. Missing values, and all values where the target has none,
    are wildcards.
    """
    low = np.full(lower.size, WILDCARD_LOW, np.int32)
    high = np.full(lower.size, WILDCARD_HIGH, np.int32)
    present = ~np.isnan(lower)
    if classes.first.size == 0 or not present.any():
        return low, high
    find = _among_points if classes.are_points else _among_intervals
    low[present], high[present] = find(classes, lower[present], upper[present])
    return low, high


def _among_points(classes: ValueClasses, lower: Floats, upper: Floats) -> tuple[Ranks, Ranks]:
    values = classes.lower
    right = np.searchsorted(values, lower, side="left")
    inside = np.searchsorted(values, upper, side="right") - 1
    left = np.maximum(right - 1, 0)
    right = np.minimum(right, values.size - 1)
    below = np.where(values[left] < lower, lower - values[left], np.inf)
    above = np.where(values[right] > upper, values[right] - upper, np.inf)
    slack = ROUNDING * np.maximum(np.abs(lower), np.maximum(np.abs(values[left]), np.abs(values[right])))
    takes_left = below <= above + slack
    takes_right = above <= below + slack
    low = np.where(takes_left, classes.first[left], classes.first[right])
    high = np.where(takes_right, classes.last[right], classes.last[left])
    within = (values[right] >= lower) & (values[right] <= upper)
    low = np.where(within, classes.first[right], low)
    high = np.where(within, classes.last[np.maximum(inside, 0)], high)
    return low.astype(np.int32), high.astype(np.int32)


def _among_intervals(classes: ValueClasses, lower: Floats, upper: Floats) -> tuple[Ranks, Ranks]:
    asked, where = np.unique(np.column_stack([lower, upper]), axis=0, return_inverse=True)
    low = np.empty(len(asked), np.int32)
    high = np.empty(len(asked), np.int32)
    for row, (a, b) in enumerate(asked):
        gap = np.maximum(np.maximum(classes.lower - b, a - classes.upper), 0.0)
        slack = ROUNDING * max(abs(a), abs(b), abs(classes.lower[0]), abs(classes.upper[-1]))
        nearest = np.flatnonzero(gap <= gap.min() + slack)
        low[row] = classes.first[nearest[0]]
        high[row] = classes.last[nearest[-1]]
    return low[where.ravel()], high[where.ravel()]
