"""Ranks in 16 bits: how many steps lie at or below a rank, and one, with steps so far apart that gaps never grow.

Steps of one attribute are at least 2**shift ranks apart. So of two ranks that are g > 0 apart at most
``((g - 1) >> shift) + 1`` steps lie between them, which bounds their gap from below. Where values are tied, steps stand
where their ranks begin: then even neighbouring values of a binary attribute, one rank apart, differ by a step.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Flags, Ranks
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_LOW

Coarse = NDArray[np.uint16]

# 15 bits for the ranks leave a distance above them for what has no rank.
BITS = 15
BEYOND = np.uint16(0xFFFF)
# Below all ranks: the low end of a wildcard.
NO_STEP = np.uint16(0)


class Steps(NamedTuple):
    """The steps of all attributes. Cell c of an attribute holds the ranks from c << shift on, and at most one step.

    ``below`` (m, n_cells) is the number of steps below the cell and ``at`` the rank of the step in it; ``is_even`` (m,)
    says that each cell begins with its step, so that neither needs to be looked at.
    """

    below: Coarse
    at: Ranks
    is_even: Flags
    shift: int


def aligned(size: int) -> Coarse:
    """An array that begins with a cache line, so that no 32 boxes lie across two."""
    spare = np.empty(size + 32, np.uint16)
    begin = -spare.ctypes.data % 64 // 2
    return spare[begin : begin + size]


def find_steps(boxes: RankBoxes, n_ranks: int) -> Steps:
    """Steps for boxes with ranks up to ``n_ranks``, placed where the intervals of tied values begin."""
    shift = max(0, n_ranks.bit_length() - BITS)
    m, n_cells = boxes.n_attributes, (n_ranks >> shift) + 1
    below = np.zeros((m, n_cells), np.uint16)
    at = np.full((m, n_cells), MISSING_RANK, np.int32)
    is_even = np.ones(m, np.bool_)
    for j in range(m):
        low, high = boxes.low[:, j], boxes.high[:, j]
        if shift and boxes.low is not boxes.high and _any_is_wide(low, high):
            begins = np.zeros(n_ranks + 2, np.bool_)
            _mark(low, begins)
            is_even[j] = False
            _place_steps(begins, below[j], at[j], shift)
    return Steps(below, at, is_even, shift)


@borrowing_kernel
def _any_is_wide(low: Ranks, high: Ranks) -> bool:
    """Whether an interval has more than one rank; a wildcard needs no steps."""
    any_is = False
    for i in range(low.size):
        any_is |= low[i] != high[i] and low[i] != WILDCARD_LOW
    return any_is


@borrowing_kernel
def _mark(low: Ranks, begins: Flags) -> None:
    """Say of which ranks intervals begin with; what has no rank lies beyond both ends."""
    last = begins.size - 2
    for i in range(low.size):
        if 0 < low[i] <= last:
            begins[low[i]] = True


@borrowing_kernel
def _place_steps(begins: Flags, below: Coarse, at: Ranks, shift: int) -> None:
    apart = 1 << shift
    last, n_ranks = 0, begins.size - 2
    for rank in range(1, n_ranks + 2):
        if (begins[rank] or rank == n_ranks + 1) and rank - last >= apart:
            while rank - last >= 2 * apart:
                last += apart
                at[last >> shift] = last
            if rank <= n_ranks:
                last = rank
                at[last >> shift] = last
    n_steps = 0
    for cell in range(below.size):
        below[cell] = n_steps
        n_steps += at[cell] < MISSING_RANK


@borrowing_kernel
def coarse(rank: int, steps: Steps, attribute: int) -> np.uint16:
    """One more than the number of steps at or below a rank; what has no rank goes to the ends of the range."""
    if rank >= MISSING_RANK:
        return BEYOND
    if rank == WILDCARD_LOW:
        return NO_STEP
    cell = min(max(rank, 0) >> steps.shift, steps.below.shape[1] - 1)
    if steps.is_even[attribute]:
        return np.uint16(1 + cell)
    return np.uint16(1 + steps.below[attribute, cell] + (rank >= steps.at[attribute, cell]))
