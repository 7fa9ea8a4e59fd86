"""Gaps between boxes of ranks, one pair at a time, and what marks that there is no answer yet."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Ranks
from permdesk.compute.lanes import inlined_kernel, inner_kernel
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW

NO_ROW = 1 << 62
NO_GAP = 1 << 62
# In place of a number of matches that ``count_ties`` is still to find.
TO_COUNT = -1
# With more ties than this a walk goes on for smaller distances only, and ties are counted afterwards.
FEW_TIES = 64


@inlined_kernel
def last_rank(low: int, high: int) -> np.int32:
    """The high rank of a box that has a ``low`` one: a wildcard is told by that, and may have it twice."""
    return np.int32(WILDCARD_HIGH) if low == WILDCARD_LOW else np.int32(high)


@inner_kernel
def gap_to(low: Ranks, high: Ranks, row: int, query_low: Ranks, query_high: Ranks) -> int:
    """The largest gap between a box and the query."""
    widest = np.int32(0)
    for j in range(query_low.size):
        first, query_first = low[row, j], query_low[j]
        last, query_last = last_rank(first, high[row, j]), last_rank(query_first, query_high[j])
        widest = max(widest, np.int32(first - query_last), np.int32(query_first - last))
    return int(np.int64(widest))


@inner_kernel
def coarse_limit(best: int, shift: int) -> np.uint16:
    """The largest gap between coarse ranks that boxes at distance ``best`` can have."""
    return np.uint16(((best - 1) >> shift) + 1)
