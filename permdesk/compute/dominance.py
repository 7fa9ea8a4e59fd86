"""The first and the last of the items that lie before one bound and above another, for many pairs of bounds at once."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Rows
from permdesk.compute.progress import Progress


def first_and_last_within(
    place: Rows, height: Rows, n_places: Rows, least_height: Rows, progress: Progress
) -> tuple[Rows, Rows]:
    """The smallest and the largest number of an item c with place[c] < n_places and height[c] >= least_height.

    ``place`` (k,) is a permutation of 0 .. k - 1 and ``height`` (k,) from 0 to k; bounds are (n,). Where no item lies
    within, the answers are k and -1. Places are cut into blocks of 1, 2, 4, ... and a query asks the blocks that its
    number of places is the sum of; in each block the items stand from the highest to the lowest. So it takes
    O((n + k) log^2 k) at most. Raises Cancelled.
    """
    k = place.size
    n_levels = max(1, int(k).bit_length())
    # Items from the highest down, at their places; what is added to fill the blocks is below every bound.
    depth = np.full(1 << n_levels, k + 1, np.int64)
    item = np.zeros(1 << n_levels, np.int64)
    depth[place], item[place] = k - height, np.arange(k)
    most_depth = k - least_height
    first, last = np.full(n_places.size, k, np.int64), np.full(n_places.size, -1, np.int64)
    for level in range(n_levels):
        progress.check()
        asks = np.flatnonzero(n_places >> level & 1)
        if not asks.size:
            continue
        size = 1 << level
        order = np.argsort(depth.reshape(-1, size), axis=1, kind="stable")
        within = np.take_along_axis(depth.reshape(-1, size), order, axis=1)
        items = np.take_along_axis(item.reshape(-1, size), order, axis=1)
        block = (n_places[asks] >> (level + 1)) * 2
        key = (within + np.arange(len(within))[:, None] * (k + 2)).ravel()
        stop = np.searchsorted(key, block * (k + 2) + most_depth[asks], side="right")
        holds = stop > block * size
        asks, stop = asks[holds], stop[holds] - 1
        first[asks] = np.minimum(first[asks], np.minimum.accumulate(items, axis=1).ravel()[stop])
        last[asks] = np.maximum(last[asks], np.maximum.accumulate(items, axis=1).ravel()[stop])
    return first, last
