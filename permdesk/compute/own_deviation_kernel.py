"""The rank deviations of many records from their own releases, in one pass over both."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.gaps import gap_to
from permdesk.compute.lanes import borrowing_kernel, fetch_row_soon

# Releases may lie anywhere in memory: each is asked for so many records before its turn.
AHEAD = np.uint64(16)


@borrowing_kernel
def find_own_deviations(
    low: Ranks, high: Ranks, target_low: Ranks, target_high: Ranks, own: Rows, found: Ranks, start: int, stop: int
) -> None:
    """Fill ``found`` (n,) from ``start`` to ``stop``: with -1 for a record that has no release."""
    last, most = np.uint64(stop - 1), target_low.shape[0]
    for i in range(np.uint64(start), np.uint64(stop)):
        later = own[min(i + AHEAD, last)]
        if later >= 0:
            fetch_row_soon(target_low, later)
            fetch_row_soon(target_high, later)
        if own[i] < 0:
            found[i] = -1
        else:
            found[i] = min(gap_to(target_low, target_high, own[i], low[i], high[i]), most)
