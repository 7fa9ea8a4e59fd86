"""Ranks in 16 bits: how many steps lie at or below a rank, and one, with steps so far apart that gaps never grow.

Steps of one attribute are at least 2**shift ranks apart. So of two ranks that are g > 0 apart at most
``((g - 1) >> shift) + 1`` steps lie between them, which bounds their gap from below. Where values are tied, steps stand
where their intervals begin, and where they have ended: then even neighbouring values of a binary attribute, one rank
apart, differ by a step.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from permdesk.compute.arrays import Flags, Ranks, Rows, frozen
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.gaps import last_rank
from permdesk.compute.lanes import borrowing_kernel, inlined_kernel
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_LOW

Coarse = NDArray[np.uint16]

# 15 bits for the ranks leave a distance above them for what has no rank.
BITS = 15
BEYOND = np.uint16(0xFFFF)
# Below all ranks: the low end of a wildcard.
NO_STEP = np.uint16(0)
# Bytes of a line of the cache.
LINE = 64
BOXES_AT_ONCE = 1 << 15
# So many bits of a cell say at which of its places, from 0, its step stands, or that there is none; those above, how
# many steps lie below. So one look tells both.
PLACE_BITS = 17
NO_PLACE = np.uint32((1 << PLACE_BITS) - 1)


class Steps(NamedTuple):
    """The steps of all attributes. Cell c of an attribute holds the ranks from c << shift on, and at most one step.

    ``cells`` (m, n_cells) say how many steps lie below each cell and at which of its ranks, from 0, its own stands
    (``PLACE_BITS``); ``is_even`` (m,) says that each cell begins with its step, so that they need not be looked at.
    """

    cells: NDArray[np.uint32]
    is_even: Flags
    shift: int


def aligned(size: int, kind: DTypeLike = np.uint16) -> NDArray[Any]:
    """An array that begins with a cache line, so that no 32 boxes lie across two."""
    spare = np.empty(size + LINE // np.dtype(kind).itemsize, kind)
    begin = -spare.ctypes.data % LINE // spare.itemsize
    return spare[begin : begin + size]


def find_steps(is_end: Flags, is_wide: Flags) -> Steps:
    """Steps where intervals of tied values begin or have ended (``find_ends``), and even ones elsewhere."""
    n_ranks = is_end.shape[1] - 2
    shift = max(0, n_ranks.bit_length() - BITS)
    cells = np.empty((is_wide.size, (n_ranks >> shift) + 1), np.uint32)
    is_even = ~is_wide if shift else np.ones_like(is_wide)
    for j in np.flatnonzero(~is_even):
        _place_steps(np.flatnonzero(is_end[j]), cells[j], shift)
    return Steps(cells, is_even, shift)


def find_ends(boxes: RankBoxes, n_ranks: int, is_wide: Flags, progress: Progress) -> Flags:
    """At which ranks (m, n_ranks + 2), from 0, an interval begins or has ended just before, in attributes that
    ``is_wide``: n_ranks + 1, before whatever has no rank, is one of them, and 0 if an interval has ranks beyond
    n_ranks. ``progress`` advances by the boxes. Raises Cancelled."""
    is_end = np.zeros((is_wide.size, n_ranks + 2), np.bool_)
    wide = np.flatnonzero(is_wide)
    is_end[wide, n_ranks + 1] = True
    if wide.size:
        run_chunks(
            lambda start, stop: _mark(boxes.low, boxes.high, wide, is_end, start, stop),
            boxes.n_records,
            BOXES_AT_ONCE,
            progress,
        )
    return is_end


def wide_attributes(boxes: RankBoxes) -> Flags:
    """In which attributes (m,) an interval has more than one rank; wildcards, which need no steps, do not count."""
    if boxes.is_wide is not None:
        return boxes.is_wide
    is_wide = np.zeros(boxes.n_attributes, np.bool_)
    if boxes.low is not boxes.high:
        _find_wide(boxes.low, boxes.high, is_wide)
    return frozen(is_wide)


@borrowing_kernel
def _find_wide(low: Ranks, high: Ranks, is_wide: Flags) -> None:
    for i in range(low.shape[0]):
        for j in range(low.shape[1]):
            is_wide[j] |= low[i, j] != high[i, j] and low[i, j] != WILDCARD_LOW


@borrowing_kernel
def _mark(low: Ranks, high: Ranks, wide: Rows, is_end: Flags, start: int, stop: int) -> None:
    """Mark the ends of the boxes ``start`` to ``stop``, box by box, as they lie in memory."""
    # Other threads mark the same ones meanwhile. None is ever taken back, and what is marked is only read: cores take
    # turns with a line of the caches that they write to.
    last = np.int32(is_end.shape[1] - 1)
    for i in range(np.uint64(start), np.uint64(stop)):
        for k in range(np.uint64(wide.size)):
            j = np.uint64(wide[k])
            begin, end = low[i, j], high[i, j]
            if 0 < begin < last and not is_end[j, np.uint64(begin)]:
                is_end[j, np.uint64(begin)] = True
            if 0 < end < last:
                if not is_end[j, np.uint64(end) + np.uint64(1)]:
                    is_end[j, np.uint64(end) + np.uint64(1)] = True
            elif end < MISSING_RANK and begin != WILDCARD_LOW:
                is_end[j, np.uint64(0)] = True
            if begin < 1 and begin != WILDCARD_LOW:
                is_end[j, np.uint64(0)] = True


@borrowing_kernel
def _place_steps(ends: Rows, cells: NDArray[np.uint32], shift: int) -> None:
    """Place steps where there are ends, the last of which is one more than there are ranks, and even ones between."""
    apart, beyond = 1 << shift, ends[-1]
    # No step is needed at rank 1, below which there is none.
    last = 1 - apart
    cells[:] = NO_PLACE
    for k in range(ends.size):
        if ends[k] < 2 or ends[k] - last < apart:
            continue
        while ends[k] - last >= 2 * apart:
            last += apart
            cells[last >> shift] = last & (apart - 1)
        if ends[k] < beyond:
            last = ends[k]
            cells[last >> shift] = last & (apart - 1)
    n_steps = np.uint32(0)
    for cell in range(cells.size):
        has_step = cells[cell] != NO_PLACE
        cells[cell] |= n_steps << np.uint32(PLACE_BITS)
        n_steps += np.uint32(has_step)


@borrowing_kernel
def coarse(rank: int, steps: Steps, attribute: int) -> np.uint16:
    """One more than the number of steps at or below a rank; what has no rank goes to the ends of the range."""
    if steps.is_even[attribute]:
        return even_coarse(rank, steps)
    place, number = place_in_cell(rank, steps)
    cell = steps.cells[attribute, number]
    has_passed = np.uint32(place >= cell & NO_PLACE)
    return if_ranked(rank, np.uint32(1) + (cell >> np.uint32(PLACE_BITS)) + has_passed, BEYOND)


@inlined_kernel
def place_in_cell(rank: int, steps: Steps) -> tuple[np.uint32, np.uint32]:
    """At which place, from 0, of which cell a rank stands; what has none stands in the first or the last one."""
    within = np.uint32(min(max(rank, 0), (steps.cells.shape[1] << steps.shift) - 1))
    shift = np.uint32(steps.shift)
    return within & ((np.uint32(1) << shift) - np.uint32(1)), within >> shift


@borrowing_kernel
def even_coarse(rank: int, steps: Steps) -> np.uint16:
    """``coarse`` of an attribute whose steps are even, without a branch for the processor to guess wrong."""
    last_cell = np.int32(steps.cells.shape[1] - 1)
    step = np.int32(1) + min(max(np.int32(rank), np.int32(0)) >> np.int32(steps.shift), last_cell)
    return if_ranked(rank, step, BEYOND)


@inlined_kernel
def if_ranked(rank: int, found: np.signedinteger | np.unsignedinteger, beyond: np.unsignedinteger) -> np.uint16:
    """The coarse rank or the band that was found for a rank, if that is one; the ends of the range for what has none,
    of which ``beyond`` is the upper one."""
    told = np.uint32(NO_STEP) if rank == WILDCARD_LOW else np.uint32(found)
    return np.uint16(np.uint32(beyond) if rank >= MISSING_RANK else told)


@inlined_kernel
def coarse_query(low: Ranks, high: Ranks, steps: Steps, coarse_low: Coarse, coarse_high: Coarse) -> None:
    """Find the coarse ranks (m,) of a query from ``low`` to ``high`` (m,)."""
    for j in range(np.uint64(low.size)):
        begin, last = coarse(low[j], steps, j), last_rank(low[j], high[j])
        coarse_low[j], coarse_high[j] = begin, begin if last == low[j] else coarse(int(np.int64(last)), steps, j)
