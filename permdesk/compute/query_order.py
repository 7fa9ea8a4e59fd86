"""An order of queries in which neighbours ask the same part of a tree: by the leaf whose cell they lie in."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.centres import WILD
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.tree_cuts import Cuts

QUERIES_AT_ONCE = 1 << 15
# So few queries go down to their leaves one by one.
FEW = 4


def query_order(queries: RankBoxes, cuts: Cuts, shift: int, n_leaves: int, progress: Progress) -> tuple[Ranks, Ranks]:
    """The rows (n,) of the queries, leaf by leaf, and the leaves (n,) of these. ``progress`` advances by the queries.

    Raises Cancelled.
    """
    leaf = np.empty(queries.n_records, np.int32)
    lowest_right = lowest_right_of(cuts, shift)

    def find(start: int, stop: int) -> None:
        rows, waiting = np.arange(start, stop, dtype=np.int32), np.empty((cuts.boundary.size + 1, 3), np.int32)
        _find_leaves(queries.low, queries.high, cuts, lowest_right, leaf, rows, waiting)

    run_chunks(find, queries.n_records, QUERIES_AT_ONCE, progress)
    progress.check()
    order, home = np.empty_like(leaf), np.empty_like(leaf)
    _sort_by_leaf(leaf, np.zeros(n_leaves + 1, np.int32), order, home)
    return order, home


def lowest_right_of(cuts: Cuts, shift: int) -> Rows:
    """What the low and the high rank of a box sum up to (n_cuts,) whose middle is at a cut's boundary.

    Those of a wildcard sum up to 0, or to less if both are the low one.
    """
    lowest: Rows = np.maximum(cuts.boundary != WILD, (cuts.boundary.astype(np.int64) - 1) << (shift + 1))
    return lowest


@borrowing_kernel
def _find_leaves(
    low: Ranks, high: Ranks, cuts: Cuts, lowest_right: Rows, leaf: Ranks, rows: Ranks, waiting: Ranks
) -> None:
    """Part the rows at the first cut, both sides at the next ones, and so on. ``waiting`` (n_cuts + 1, 3) is for the
    cuts to come, with where their rows begin and end."""
    last = 0
    waiting[0, 0], waiting[0, 1], waiting[0, 2] = 0 if cuts.attribute.size else ~0, 0, rows.size
    while last >= 0:
        at, begin, end = waiting[last, 0], np.uint64(waiting[last, 1]), np.uint64(waiting[last, 2])
        last -= 1
        if at < 0:
            for i in range(begin, end):
                leaf[rows[i]] = ~at
            continue
        if end - begin <= np.uint64(FEW):
            for i in range(begin, end):
                row, below = np.uint64(rows[i]), at
                while below >= 0:
                    j = np.uint64(cuts.attribute[below])
                    is_right = np.int64(low[row, j]) + np.int64(high[row, j]) >= lowest_right[below]
                    below = cuts.children[below, 1 if is_right else 0]
                leaf[row] = ~below
            continue
        j, boundary = np.uint64(cuts.attribute[at]), lowest_right[at]
        first_right = begin
        for i in range(begin, end):
            row = rows[i]
            is_left = np.int64(low[np.uint64(row), j]) + np.int64(high[np.uint64(row), j]) < boundary
            rows[i] = rows[first_right]
            rows[first_right] = row
            first_right += np.uint64(1) if is_left else np.uint64(0)
        for side in range(2):
            last += 1
            waiting[last, 0] = cuts.children[at, 1 - side]
            waiting[last, 1] = first_right if side == 0 else begin
            waiting[last, 2] = end if side == 0 else first_right


@borrowing_kernel
def _sort_by_leaf(leaf: Ranks, first: Ranks, order: Ranks, home: Ranks) -> None:
    """A counting sort, for which ``first`` holds one zero more than there are leaves.

    Indices without a sign need no second look.
    """
    n, begin = np.uint64(leaf.size), 0
    for i in range(n):
        first[np.uint64(leaf[i]) + np.uint64(1)] += 1
    for k in range(first.size - 1):
        end = begin + first[k + 1]
        home[begin:end] = k
        first[k + 1] = begin = end
    for i in range(n):
        own_leaf = np.uint64(leaf[i])
        order[np.uint64(first[own_leaf])] = i
        first[own_leaf] += 1
