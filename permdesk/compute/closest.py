"""Which ranks the value closest to an original value has in a target attribute."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Floats, Ranks, Rows
from permdesk.compute.dominance import first_and_last_within
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW, ValueClasses

# Two decimal numbers that are equally far from a third differ in binary by their rounding: 0.3 - 0.2 < 0.4 - 0.3.
ROUNDING = 4 * np.finfo(np.float64).eps


def closest_ranks_of_records(target: ValueClasses, original: ValueClasses, progress: Progress) -> tuple[Ranks, Ranks]:
    """``closest_ranks`` of every record (n,) of an original attribute, by its classes: each is looked up once.

    First and last rank are one array where they are equal throughout. Raises Cancelled.
    """
    of_record = original.of_record
    low, high = closest_ranks(target, original.lower, original.upper, progress)
    if low.size == 0:
        return np.full(of_record.size, WILDCARD_LOW, np.int32), np.full(of_record.size, WILDCARD_HIGH, np.int32)
    missing = np.flatnonzero(of_record < 0)
    first = low[of_record]
    if not missing.size and np.array_equal(low, high):
        return first, first
    last = high[of_record]
    first[missing], last[missing] = WILDCARD_LOW, WILDCARD_HIGH
    return first, last


def closest_ranks(
    classes: ValueClasses, lower: Floats, upper: Floats, progress: Progress | None = None
) -> tuple[Ranks, Ranks]:
    """First and last rank (n,) of the class closest to each value from ``lower`` to ``upper`` (Algorithm 2, y*).

    Values that are equally close count together: the ranks then run from the lowest to the highest of them. A value
    inside a generalized one is at distance 0 from it. Missing values, and all values where the target has none,
    are wildcards. Takes O(n log n), also among generalized values. Raises Cancelled.
    """
    low = np.full(lower.size, WILDCARD_LOW, np.int32)
    high = np.full(lower.size, WILDCARD_HIGH, np.int32)
    present = ~np.isnan(lower)
    if classes.first.size == 0 or not present.any():
        return low, high
    progress = Progress() if progress is None else progress
    with np.errstate(over="ignore"):  # what is further apart than the largest number is as far as can be
        if classes.are_points:
            low[present], high[present] = _among_points(classes, lower[present], upper[present])
        else:
            low[present], high[present] = _among_intervals(classes, lower[present], upper[present], progress)
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


def _among_intervals(classes: ValueClasses, lower: Floats, upper: Floats, progress: Progress) -> tuple[Ranks, Ranks]:
    """Classes overlap and hold each other, so that those near a value are not neighbours in the order of midpoints."""
    by_lower = np.argsort(classes.lower, kind="stable")
    begins, ends = classes.lower[by_lower], np.sort(classes.upper)
    # Of the classes that begin at or below a value's upper end, the one that reaches furthest up; then the next class.
    n_begun = np.searchsorted(begins, upper, side="right")
    reach = np.r_[-np.inf, np.maximum.accumulate(classes.upper[by_lower])][n_begun]
    following = np.r_[begins, np.inf][n_begun]
    gap = np.where(reach >= lower, 0.0, np.minimum(following - upper, lower - reach))
    ends_of_order = max(abs(classes.lower[0]), abs(classes.upper[-1]))
    near = gap + ROUNDING * np.maximum(np.maximum(np.abs(lower), np.abs(upper)), ends_of_order)
    n_begun = _n_within(begins, upper, near)
    n_over = ends.size - _n_within(-ends[::-1], -lower, near)
    place = np.empty(begins.size, np.int64)
    place[by_lower] = np.arange(begins.size)
    height = np.searchsorted(ends, classes.upper, side="left")
    first, last = first_and_last_within(place, height, n_begun, n_over, progress)
    return classes.first[first], classes.last[last]


def _n_within(ordered: Floats, values: Floats, near: Floats) -> Rows:
    """How many of the ``ordered`` exceed each value by at most ``near``, as the difference is rounded."""
    distinct, counts = np.unique(ordered, return_counts=True)
    n_below = np.r_[0, np.cumsum(counts)]
    found = np.searchsorted(distinct, values + near, side="right")
    # The sum was rounded too, so that the difference may decide otherwise, by a step or two.
    while (more := (found < distinct.size) & (distinct[np.minimum(found, distinct.size - 1)] - values <= near)).any():
        found = found + more
    while (fewer := (found > 0) & (distinct[np.maximum(found - 1, 0)] - values > near)).any():
        found = found - fewer
    number: Rows = n_below[found]
    return number
