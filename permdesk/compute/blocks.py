"""Records brought into an order in which neighbours are close, with the bounds of every 32 and every 1,024 of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Rows
from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for

Numbers = NDArray[Any]

BLOCK = 32
WIDE = BLOCK * BLOCK


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """Records (n, m) in the order of the rows ``order``. ``bounds_low`` and ``bounds_high`` bound each block of 32
    records, ``wide_low`` and ``wide_high`` each 32 of these blocks."""

    order: Rows
    low: Numbers
    high: Numbers
    bounds_low: Numbers
    bounds_high: Numbers
    wide_low: Numbers
    wide_high: Numbers


def make_blocks(low: Numbers, high: Numbers, progress: Progress) -> Blocks:
    """Cut the records in two along the attribute that spreads most, again and again; cuts fall between blocks.

    Raises Cancelled.
    """
    order = _order(low, high, progress)
    ordered = wait_for(lambda: low[order], progress)
    return blocks_in_order(
        order, ordered, ordered if low is high else wait_for(lambda: high[order], progress), progress
    )


def blocks_in_order(order: Rows, low: Numbers, high: Numbers, progress: Progress) -> Blocks:
    """The blocks of records that stand in the order of the rows ``order`` already. Raises Cancelled."""

    def bounds(of: np.ufunc, values: Numbers, size: int) -> Numbers:
        return wait_for(lambda: of.reduceat(values, np.arange(0, len(order), size), axis=0), progress)

    return Blocks(
        order=order,
        low=low,
        high=high,
        bounds_low=bounds(np.minimum, low, BLOCK),
        bounds_high=bounds(np.maximum, high, BLOCK),
        wide_low=bounds(np.minimum, low, WIDE),
        wide_high=bounds(np.maximum, high, WIDE),
    )


def _order(low: Numbers, high: Numbers, progress: Progress) -> Rows:
    """Rows in an order in which neighbours are close. Which of the equally good orders it is changes no result."""
    n, m = low.shape
    # A column at a time is contiguous where it is picked from; half the digits are enough to tell near from far.
    centre = np.empty((m, n), np.float32)
    with np.errstate(invalid="ignore", over="ignore"):
        for j in range(m):
            progress.check()
            centre[j] = low[:, j] if low is high else low[:, j] / 2 + high[:, j] / 2
    centre[~np.isfinite(centre)] = 0.0
    order = np.arange(n)
    waiting = [(0, n)]
    while waiting:
        progress.check()
        start, stop = waiting.pop()
        if stop - start <= BLOCK:
            continue
        unit = WIDE if stop - start > WIDE else BLOCK
        at = start + max(unit, (stop - start) // 2 // unit * unit)
        rows = order[start:stop]
        sample = centre[:, rows[:: max(1, rows.size // 256)]]
        spread = sample.max(axis=1) - sample.min(axis=1)
        order[start:stop] = rows[np.argpartition(centre[int(spread.argmax()), rows], at - start)]
        waiting += [(start, at), (at, stop)]
    return order
