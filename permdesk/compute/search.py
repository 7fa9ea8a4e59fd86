"""The search behind every permutation distance: nearest boxes in rank space under the maximum norm, exactly.

Small problems are compared pair by pair in numpy. Larger ones go through a tree:

1. ``distinct_boxes``: where a sample holds equal boxes, equal ones become one with a weight, in target and queries.
2. ``tree_order``: the target is halved along its widest attribute down to blocks of 32 records; what has no rank in
   an attribute is parted from what has, since the box of a wildcard spans everything.
3. ``box_tree``: 32 records make a block, 32 blocks a node, and so on up to one. Blocks and nodes hold 32 boxes side by
   side in ``coarse_ranks`` of 16 bits, whose gaps bound the true ones from below.
4. ``tree_kernel``: for each query the gaps to 32 boxes come out of a handful of vector instructions for each attribute
   (``lanes``). The nearest box is opened first, boxes beyond the best distance so far never. Records within it are
   compared by their exact ranks, and counted if they tie. The first bound is the query's own release, or the match
   of the query before, which lies near it. A query with many ties counts whole blocks whose every record is at
   exactly the best distance.

What limits it: a search that knew the answer from the start would open nearly as many boxes. Measured for 10^5 records,
correlation 0.3, noise of half a standard deviation, per query: 3 attributes: 1.9 blocks and 3.3 nodes (with the answer
1.9 and 3.3); 10 attributes: 35 and 11 (33 and 10); for 10^6 records and 10 attributes: 53 and 17. A block or a node is
64 bytes for each attribute and bound. Opening one takes 25 to 45 ns, most of it waiting for the smallest gap to be
known and for wrongly guessed branches; at 10^6 records memory takes as much again, which is why queries are asked in
tree order (9.5 without, 4.2 microseconds with).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.progress import Progress
from permdesk.compute.warm_up import wait_for_kernels

# Below this many comparisons plain numpy answers in a fraction of a second, without compiling anything.
SMALL = 1 << 24
CELLS_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True, eq=False)
class Nearest:
    """For each query: the smallest maximum rank deviation from any target record, how many attain it, and the first
    of them (row from 0)."""

    distance: Ranks
    n_matches: Rows
    first_match: Rows


def nearest(queries: RankBoxes, target: RankBoxes, bound: Ranks | None, progress: Progress) -> Nearest:
    """Search every query in the target (Algorithm 2, with *all* records that attain the distance).

    ``bound`` (n_queries,) are distances known to be attained, such as the own release's; they only save time.
    A distance is at most the number of target records. Raises Cancelled.
    """
    if queries.n_records * target.n_records <= SMALL:
        return nearest_by_comparison(queries, target, progress)
    wait_for_kernels(progress)
    # Imported here so that small files never wait for the compiler.
    from permdesk.compute.tree_search import nearest_in_tree

    return nearest_in_tree(queries, target, bound, progress)


def nearest_by_comparison(queries: RankBoxes, target: RankBoxes, progress: Progress) -> Nearest:
    """Compare every query with every target record."""
    n, n_queries = target.n_records, queries.n_records
    distance = np.empty(n_queries, np.int32)
    n_matches = np.empty(n_queries, np.int64)
    first_match = np.empty(n_queries, np.int64)
    step = max(1, CELLS_AT_ONCE // max(1, n))
    for start in range(0, n_queries, step):
        rows = slice(start, min(start + step, n_queries))
        furthest = np.zeros((rows.stop - start, n), np.int32)
        for j in range(target.n_attributes):
            gap = np.maximum(
                target.low[:, j] - queries.high[rows, j, None], queries.low[rows, j, None] - target.high[:, j]
            )
            np.maximum(furthest, gap, out=furthest)
        np.minimum(furthest, n, out=furthest)
        distance[rows] = furthest.min(axis=1)
        attains = furthest == distance[rows, None]
        n_matches[rows] = attains.sum(axis=1)
        first_match[rows] = attains.argmax(axis=1)
        progress.advance(rows.stop - start)
    return Nearest(distance, n_matches, first_match)
