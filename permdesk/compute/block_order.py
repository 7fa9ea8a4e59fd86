"""An order of records in which neighbours lack the same values and are close, so that bounds of them are tight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Rows
from permdesk.compute.box_rows import BLOCK, are_wild
from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for

Numbers = NDArray[Any]

WIDE = BLOCK * BLOCK
# Odd, with many bits, so that products tell patterns apart. Two that meet in one number only make bounds wider.
PATTERN_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def block_order(low: Numbers, high: Numbers, progress: Progress) -> Rows:
    """Rows (n,) of the boxes (n, m) in such an order. Which of the equally good orders it is changes no result.

    Records that lack the same values are cut in two along the attribute that spreads most, again and again; cuts fall
    between blocks. What is left over of each pattern, fewer than a block, comes last and together. Raises Cancelled.
    """
    n, m = low.shape
    # A column at a time is contiguous where it is picked from; half the digits are enough to tell near from far.
    centre = np.empty((m, n), np.float32)
    pattern = np.zeros(n, np.uint64)
    with np.errstate(invalid="ignore", over="ignore"):
        for j in range(m):
            progress.check()
            centre[j] = low[:, j] if low is high else low[:, j] / 2 + high[:, j] / 2
            pattern = pattern * PATTERN_FACTOR + are_wild(low[:, j], high[:, j])
    centre[~np.isfinite(centre)] = 0.0
    order, ends = wait_for(lambda: _by_pattern(pattern), progress)
    for start, stop in zip(np.r_[0, ends[:-1]].tolist(), ends.tolist(), strict=True):
        _cut(order, centre, start, stop, progress)
    return order


def _by_pattern(pattern: NDArray[np.uint64]) -> tuple[Rows, Rows]:
    """Rows (n,) by their pattern, as whole wides, then as whole blocks, then the others; and where each group ends."""
    order = np.argsort(pattern, kind="stable")
    begins = np.flatnonzero(np.r_[True, np.diff(pattern[order]) != 0])
    sizes = np.diff(np.r_[begins, order.size])
    place = np.arange(order.size) - np.repeat(begins, sizes)
    in_wides, in_blocks = sizes // WIDE * WIDE, sizes // BLOCK * BLOCK
    kind = (place >= np.repeat(in_wides, sizes)).astype(np.int8) + (place >= np.repeat(in_blocks, sizes))
    groups = np.r_[in_wides, in_blocks - in_wides, (sizes - in_blocks).sum()]
    return order[np.argsort(kind, kind="stable")], np.cumsum(groups[groups > 0])


def _cut(order: Rows, centre: NDArray[np.float32], start: int, stop: int, progress: Progress) -> None:
    """Sort the rows from ``start`` to ``stop`` so that neighbours are close."""
    waiting = [(start, stop)]
    while waiting:
        progress.check()
        start, stop = waiting.pop()
        if stop - start <= BLOCK:
            continue
        at = next(_middles(start, stop))
        rows = order[start:stop]
        sample = centre[:, rows[:: max(1, rows.size // 256)]]
        spread = sample.max(axis=1) - sample.min(axis=1)
        order[start:stop] = rows[np.argpartition(centre[int(spread.argmax()), rows], at - start)]
        waiting += [(start, at), (at, stop)]


def _middles(start: int, stop: int) -> Iterator[int]:
    """The borders of wides, then of blocks, that are within and nearest to the middle."""
    for size in (WIDE, BLOCK):
        at = max(start // size + 1, (start + stop) // 2 // size) * size
        if at < stop:
            yield at
