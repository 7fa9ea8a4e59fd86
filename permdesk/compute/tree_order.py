"""An order of boxes in which neighbours are close: halved again and again along the attribute that spreads most."""

from __future__ import annotations

import numpy as np
from numba import njit

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_LOW
from permdesk.compute.share import Share

BLOCK = 32
# The centre of what has no rank; those of intervals are at least 1.
NO_RANK = 0
SAMPLE = 32
# A part of this many records and the centres of a dozen attributes fit the second cache of a core.
PART = 1 << 14


def tree_order(boxes: RankBoxes, smallest: int, progress: Progress) -> Ranks:
    """Rows (n,) of the boxes in tree order; every cut falls on a multiple of 32, of 32 * 32 where it can.

    Records without a rank in the attribute that is cut are parted from the rest first, so that few blocks mix
    both: the box of a wildcard spans everything. ``progress`` advances by the records. Raises Cancelled.
    """
    n = boxes.n_records
    centres = np.empty((boxes.n_attributes, n), np.int32)
    order = np.arange(n, dtype=np.int32)
    run_chunks(lambda a, b: _find_centres(boxes.low, boxes.high, centres, a, b), n, PART, Share(progress, n // 4, n))
    parts = _cut_into_parts(order, centres, smallest, progress)

    def arrange(first: int, last: int) -> None:
        for start, stop in parts[first:last]:
            _arrange_part(order, centres, start, stop, smallest)

    run_chunks(arrange, len(parts), 1, Share(progress, n - n // 4, len(parts)))
    return order


def _cut_into_parts(order: Ranks, centres: Ranks, smallest: int, progress: Progress) -> list[tuple[int, int]]:
    parts, large, keys = [], [(0, order.size)], np.empty(order.size, np.int64)
    while large:
        cuts = [0] * len(large)

        def cut(first: int, last: int, ranges: list[tuple[int, int]] = large, cuts: list[int] = cuts) -> None:
            for k in range(first, last):
                cuts[k] = _cut(order, centres, keys, *ranges[k], smallest)

        run_chunks(cut, len(large), 1, Share(progress, 0, len(large)))
        halves = [half for (start, stop), at in zip(large, cuts, strict=True) for half in ((start, at), (at, stop))]
        parts += [half for half in halves if 0 < half[1] - half[0] <= PART]
        large = [half for half in halves if half[1] - half[0] > PART]
    return parts


@njit(nogil=True, cache=True)
def _find_centres(low: Ranks, high: Ranks, centres: Ranks, start: int, stop: int) -> None:
    for i in range(start, stop):
        for j in range(low.shape[1]):
            has_rank = low[i, j] != WILDCARD_LOW and low[i, j] != MISSING_RANK
            centres[j, i] = (low[i, j] + high[i, j]) >> 1 if has_rank else NO_RANK


@njit(nogil=True, cache=True)
def _arrange_part(order: Ranks, centres: Ranks, start: int, stop: int, smallest: int) -> None:
    """Bring order[start:stop] into tree order, with its centres side by side."""
    near = np.empty((centres.shape[0], stop - start), np.int32)
    for j in range(centres.shape[0]):
        for i in range(stop - start):
            near[j, i] = centres[j, order[start + i]]
    rows = np.arange(stop - start).astype(np.int32)
    keys = np.empty(stop - start, np.int64)
    waiting = np.empty((stop - start) // BLOCK + 2, np.int64)
    waiting[0] = stop - start
    n_waiting, begin = 1, int(np.int64(0))
    while n_waiting:
        end = waiting[n_waiting - 1]
        at = _cut(rows, near, keys, begin, end, smallest)
        if at < end:
            waiting[n_waiting] = at
            n_waiting += 1
        else:
            begin = end
            n_waiting -= 1
    order[start:stop] = order[start:stop].copy()[rows]


@borrowing_kernel
def _cut(order: Ranks, centres: Ranks, keys: Rows, start: int, stop: int, smallest: int) -> int:
    """Part order[start:stop] in two along the attribute that spreads most, and return where.

    The answer is a multiple of BLOCK; ``stop`` if it is left whole. ``start`` must be a multiple, too.
    ``keys`` is as long as ``order``, to work in.
    """
    if stop - start <= smallest:
        return stop
    centre = centres[_most_spread(order, centres, start, stop)]
    n_without = 0
    for i in range(start, stop):
        # With the row in its lower half every key is different, and moves together with its row.
        keys[i] = (np.int64(centre[order[i]]) << 32) | order[i]
        n_without += centre[order[i]] == NO_RANK
    at = (start + n_without + BLOCK // 2) // BLOCK * BLOCK
    if not start < at < stop:
        unit = BLOCK
        while unit * BLOCK < stop - start:
            unit *= BLOCK
        at = ((start + stop) // 2 + unit // 2) // unit * unit
        while not start < at < stop:
            unit //= BLOCK
            at = ((start + stop) // 2 + unit // 2) // unit * unit
    _select(keys, start, stop, at)
    for i in range(start, stop):
        order[i] = keys[i] & 0xFFFFFFFF
    return at


@borrowing_kernel
def _most_spread(order: Ranks, centres: Ranks, start: int, stop: int) -> int:
    """The attribute whose centres spread most, by a sample; one with and without ranks comes before a constant."""
    step = max(1, (stop - start) // SAMPLE)
    widest, widest_spread = 0, -1
    for j in range(centres.shape[0]):
        least, most, any_without = 1 << 30, NO_RANK, False
        for i in range(start, stop, step):
            centre = centres[j, order[i]]
            if centre == NO_RANK:
                any_without = True
            else:
                least, most = min(least, centre), max(most, centre)
        spread = 0 if most == NO_RANK else most - least + any_without
        if spread > widest_spread:
            widest, widest_spread = j, spread
    return widest


@borrowing_kernel
def _select(keys: Rows, start: int, stop: int, at: int) -> None:
    """Reorder keys[start:stop], all different, so that those before ``at`` are the smallest (quickselect).

    The parting has no branch for the processor to guess wrong.
    """
    while stop - start > 2:
        pivot = _median(keys[start], keys[(start + stop) >> 1], keys[stop - 1])
        n_smaller = start
        for i in range(start, stop):
            key = keys[i]
            keys[i] = keys[n_smaller]
            keys[n_smaller] = key
            n_smaller += key < pivot
        if at == n_smaller:
            return
        if at < n_smaller:
            stop = n_smaller
        else:
            start = n_smaller
    if stop - start == 2 and keys[start] > keys[start + 1]:
        keys[start], keys[start + 1] = keys[start + 1], keys[start]


@borrowing_kernel
def _median(a: int, b: int, c: int) -> int:
    return max(min(a, b), min(max(a, b), c))
