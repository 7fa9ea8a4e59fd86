"""An order of queries in which neighbours ask the same part of a tree: by the leaf whose cell they lie in."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.tree_cuts import WILD, Cuts

QUERIES_AT_ONCE = 1 << 14
# The boxes of so many queries stay in the first cache from step to step.
SIDE_BY_SIDE = 128


def query_order(queries: RankBoxes, cuts: Cuts, shift: int, n_leaves: int, progress: Progress) -> tuple[Ranks, Ranks]:
    """The rows (n,) of the queries, leaf by leaf, and the leaves (n,) of these. ``progress`` advances by the queries.

    Raises Cancelled.
    """
    leaf = np.empty(queries.n_records, np.int32)
    # Low and high ranks that sum up to this have their middle at a cut's boundary; those of a wildcard sum up to 0.
    lowest_right = np.maximum(cuts.boundary != WILD, (cuts.boundary.astype(np.int64) - 1) << (shift + 1))
    run_chunks(
        lambda a, b: _find_leaves(queries.low, queries.high, cuts, lowest_right, leaf, a, b),
        queries.n_records,
        QUERIES_AT_ONCE,
        progress,
    )
    progress.check()
    order, home = np.empty_like(leaf), np.empty_like(leaf)
    _sort_by_leaf(leaf, np.zeros(n_leaves + 1, np.int64), order, home)
    return order, home


@borrowing_kernel
def _find_leaves(low: Ranks, high: Ranks, cuts: Cuts, lowest_right: Rows, leaf: Ranks, start: int, stop: int) -> None:
    for begin in range(start, stop, SIDE_BY_SIDE):
        end = min(begin + SIDE_BY_SIDE, stop)
        for i in range(begin, end):
            leaf[i] = 0 if cuts.attribute.size else ~0
        # One step down for all, then the next: they do not wait for each other, as steps of a single query would.
        goes_on = True
        while goes_on:
            goes_on = False
            for i in range(begin, end):
                at = leaf[i]
                if at >= 0:
                    j = cuts.attribute[at]
                    is_right = np.int64(low[i, j]) + np.int64(high[i, j]) >= lowest_right[at]
                    leaf[i] = cuts.children[at, 1 if is_right else 0]
                    goes_on = True
        for i in range(begin, end):
            leaf[i] = ~leaf[i]


@borrowing_kernel
def _sort_by_leaf(leaf: Ranks, first: Rows, order: Ranks, home: Ranks) -> None:
    """A counting sort, for which ``first`` holds one zero more than there are leaves."""
    for i in range(leaf.size):
        first[leaf[i] + 1] += 1
    for k in range(1, first.size):
        first[k] += first[k - 1]
    for i in range(leaf.size):
        order[first[leaf[i]]] = i
        home[first[leaf[i]]] = leaf[i]
        first[leaf[i]] += 1
