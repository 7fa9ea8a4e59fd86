"""Centres: the middles of intervals of ranks, in 16 bits, by which records are cut."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks
from permdesk.compute.lanes import borrowing_kernel, fetch_row_soon
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_LOW

# A wildcard has no centre, a missing value that matches only itself one beyond all others.
WILD = 0
APART = 0xFFFF
# Rows lie anywhere in memory: each is asked for so many rows before its turn.
AHEAD = np.uint64(16)

Centres = NDArray[np.uint16]


@borrowing_kernel
def centre_of(low: int, high: int, shift: int) -> int:
    """The middle of an interval of ranks, in 16 bits."""
    if low >= MISSING_RANK:
        return APART
    if low == WILDCARD_LOW:
        return WILD
    return min(APART - 1, 1 + (max(0, low + high) >> 1 >> shift))


@borrowing_kernel
def first_rank_of(boundary: int, shift: int) -> int:
    """The smallest rank that has its centre at a boundary."""
    return (boundary - 1) << shift


@borrowing_kernel
def find_centres(low: Ranks, high: Ranks, rows: Ranks, shift: int, centres: Centres, start: int, stop: int) -> None:
    """Fill columns ``start`` to ``stop`` of the centres (m, n) of n rows."""
    m, last = low.shape[1], np.uint64(rows.size - 1)
    for i in range(np.uint64(start), np.uint64(stop)):
        row, later = np.uint64(rows[i]), int(np.int64(rows[min(i + AHEAD, last)]))
        fetch_row_soon(low, later)
        fetch_row_soon(high, later)
        for j in range(np.uint64(m)):
            centres[j, i] = centre_of(low[row, j], high[row, j], shift)


@borrowing_kernel
def shares_ranks(boundary: int) -> bool:
    """Whether what has no rank belongs to both sides of a cut, and is not set apart by it."""
    return WILD + 1 < boundary < APART
