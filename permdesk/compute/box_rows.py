"""Boxes 32 side by side, as the vector unit takes them, in floats of 32 bits that make no gap larger than it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Flags, Rows, frozen
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW

Numbers = NDArray[Any]
Singles = NDArray[np.float32]

# The width of ``lanes``, which is not imported where nothing is to be compiled.
BLOCK = 32
CELLS_AT_ONCE = 1 << 18
# Ends are kept within these, so that gaps stay finite: only a wildcard, which is the whole line, has infinite ends.
LARGEST = np.float32(2.0**125)


@dataclass(frozen=True, slots=True, eq=False)
class BoxRows:
    """Attribute j of box 32 r + k reaches from ``low[r, j, k]`` to ``high[r, j, k]``. The last box fills its row."""

    low: Singles
    high: Singles


def are_wild(low: Numbers, high: Numbers) -> Flags:
    """Which intervals, of ranks or of standardized values, are wildcards."""
    first, last = (-np.inf, np.inf) if low.dtype.kind == "f" else (WILDCARD_LOW, WILDCARD_HIGH)
    return np.asarray((low == first) & (high == last))


def outwards(low: Numbers, high: Numbers) -> tuple[Singles, Singles]:
    """Both ends of intervals, of any shape, rounded outwards."""
    with np.errstate(over="ignore"):
        first, last = (np.clip(ends.astype(np.float32), -LARGEST, LARGEST) for ends in (low, high))
    first = np.where(first > low, np.nextafter(first, -LARGEST), first)
    last = np.where(last < high, np.nextafter(last, LARGEST), last)
    wild = are_wild(low, high)
    first[wild], last[wild] = -np.inf, np.inf
    return first, last


def box_rows(low: Numbers, high: Numbers, order: Rows, progress: Progress) -> BoxRows:
    """The boxes (n, m) in the order of the rows ``order``. Raises Cancelled."""
    m = low.shape[1]
    order = np.r_[order, np.repeat(order[-1:], -order.size % BLOCK)]
    rows = BoxRows(*(np.empty((order.size // BLOCK, m, BLOCK), np.float32) for _ in range(2)))
    step = max(1, CELLS_AT_ONCE // (m * BLOCK))
    for start in range(0, len(rows.low), step):
        progress.check()
        some = order[start * BLOCK : (start + step) * BLOCK]
        ends = outwards(np.take(low, some, axis=0), np.take(high, some, axis=0))
        for all_of_them, found in zip((rows.low, rows.high), ends, strict=True):
            all_of_them[start : start + step] = found.reshape(-1, BLOCK, m).transpose(0, 2, 1)
    return BoxRows(frozen(rows.low), frozen(rows.high))


def bounds_of_rows(rows: BoxRows, progress: Progress) -> BoxRows:
    """The bounds of each row, 32 of them side by side: a wildcard where each of the boxes is one. Raises Cancelled."""
    n, m, _ = rows.low.shape
    low, high = np.empty((n, m), np.float32), np.empty((n, m), np.float32)
    step = max(1, CELLS_AT_ONCE // (m * BLOCK))
    for start in range(0, n, step):
        progress.check()
        some = slice(start, start + step)
        low[some], high[some] = rows.low[some].min(axis=2), rows.high[some].max(axis=2)
        # One finite end is enough for a bound to be no wildcard.
        is_mixed = ~np.isinf(rows.low[some]).all(axis=2)
        low[some][is_mixed] = np.maximum(low[some][is_mixed], -LARGEST)
    return box_rows(low, high, np.arange(n), progress)
