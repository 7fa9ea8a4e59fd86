"""How far original records are permuted from their own releases: what bounds their search from the start."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Ranks, Rows, as_kernels_take
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.search import is_searched_by_comparison, wait_to_search
from permdesk.compute.share import Share

# Fewer take longer to ask for than to find.
RECORDS_AT_ONCE = 1 << 17


def own_deviation(queries: RankBoxes, target: RankBoxes, own: Rows, progress: Progress) -> Ranks:
    """Maximum rank deviation (n_X,) of each original record from its own release, -1 where it has none.

    It is at most the number of target records, as the distances of ``nearest`` are. Raises Cancelled.
    """
    if is_searched_by_comparison(queries, target):
        above, below = target.low[own] - queries.high, queries.low - target.high[own]
        furthest = np.maximum(above, below).max(axis=1, initial=0)
        return np.where(own < 0, -1, np.minimum(furthest, target.n_records)).astype(np.int32)
    wait_to_search(queries.n_attributes, progress)
    return compiled_own_deviation(queries, target, own, progress)


def compiled_own_deviation(queries: RankBoxes, target: RankBoxes, own: Rows, progress: Progress) -> Ranks:
    """``own_deviation`` as the kernel finds it, which is compiled if it was not yet."""
    # Imported here so that small files never wait for the compiler.
    from permdesk.compute.own_deviation_kernel import find_own_deviations
    from permdesk.compute.tree_search import boxes_as_kernels_take

    asked, released, rows = boxes_as_kernels_take(queries), boxes_as_kernels_take(target), as_kernels_take(own)
    found = np.empty(queries.n_records, np.int32)
    run_chunks(
        lambda a, b: find_own_deviations(asked.low, asked.high, released.low, released.high, rows, found, a, b),
        queries.n_records,
        RECORDS_AT_ONCE,
        Share(progress, 0, queries.n_records),
    )
    return found
