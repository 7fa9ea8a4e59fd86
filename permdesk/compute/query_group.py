"""Up to 32 queries that lie near each other and lack the same attributes, side by side for the vector unit."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.asked import Asked
from permdesk.compute.box_tree import BoxTree
from permdesk.compute.coarse_ranks import Coarse, aligned, coarse
from permdesk.compute.gaps import NO_ROW, coarse_limit, last_rank
from permdesk.compute.lanes import WIDTH, inlined_kernel, largest, nearest_gap, taken
from permdesk.compute.ranks import WILDCARD_LOW

# The leaves of a group's queries are at most so far apart.
LEAVES_APART = 1
ALL = np.uint32(0xFFFFFFFF)


class Group(NamedTuple):
    """Up to 32 queries, in arrays that one thread works in.

    ``rows``, ``best``, ``n_found`` and ``first_row`` (32,) are the queries and their answers so far. ``low`` and
    ``high`` (m * 32,) are their coarse ranks side by side, ``limits`` (32,) the largest coarse gaps that still matter.
    ``box_low`` and ``box_high`` (m,) bound all of them. ``inner_low`` is the largest low and ``inner_high`` the
    smallest high rank: what reaches over them lies near every query. ``ranked`` (m,) begins with the ``n_ranked``
    attributes in which the queries have ranks, ``shared`` with those in which the records of a leaf have them, too.
    """

    rows: Rows
    best: Rows
    n_found: Rows
    first_row: Rows
    low: Coarse
    high: Coarse
    limits: Coarse
    box_low: Coarse
    box_high: Coarse
    inner_low: Ranks
    inner_high: Ranks
    ranked: Rows
    n_ranked: Rows
    shared: Rows
    opened: Rows
    unseen: NDArray[np.uint32]
    gaps: Coarse
    nearest: Coarse


def new_group(tree: BoxTree) -> Group:
    """Room for one group of queries to one tree."""
    m = tree.low.shape[1]
    return Group(
        rows=np.empty(WIDTH, np.int64),
        best=np.empty(WIDTH, np.int64),
        n_found=np.empty(WIDTH, np.int64),
        first_row=np.empty(WIDTH, np.int64),
        low=aligned(m * WIDTH),
        high=aligned(m * WIDTH),
        limits=aligned(WIDTH),
        box_low=np.empty(m, np.uint16),
        box_high=np.empty(m, np.uint16),
        inner_low=np.empty(m, np.int32),
        inner_high=np.empty(m, np.int32),
        ranked=np.empty(m, np.int64),
        n_ranked=np.empty(1, np.int64),
        shared=np.empty(m, np.int64),
        opened=np.empty(tree.height + 1, np.int64),
        unseen=np.empty(tree.height + 1, np.uint32),
        gaps=aligned(WIDTH * WIDTH),
        nearest=aligned(WIDTH),
    )


@inlined_kernel
def gather(
    tree: BoxTree,
    asked: Asked,
    order: Ranks,
    home: Ranks,
    begin: int,
    stop: int,
    group: Group,
) -> int:
    """Set queries from order[begin] on side by side, up to 32 that lack the same attributes and lie close; return how
    many."""
    m = np.uint64(asked.low.shape[1])
    n_ranked = 0
    first = np.uint64(order[begin])
    for j in range(m):
        low = asked.low[first, j]
        group.inner_low[j], group.inner_high[j] = low, last_rank(low, asked.high[first, j])
        if low != WILDCARD_LOW:
            group.ranked[n_ranked] = j
            n_ranked += 1
    group.n_ranked[0] = n_ranked
    n = np.uint64(0)
    last = np.uint64(min(WIDTH, stop - begin))
    while n < last and home[begin + n] - home[begin] <= LEAVES_APART:
        row = np.uint64(order[begin + n])
        lacks_same = True
        for j in range(m):
            low, high = asked.low[row, j], last_rank(asked.low[row, j], asked.high[row, j])
            lacks_same &= (low == WILDCARD_LOW) == (group.inner_low[j] == WILDCARD_LOW)
            coarse_low = coarse(low, tree.steps, j)
            group.low[j * WIDTH + n] = coarse_low
            group.high[j * WIDTH + n] = coarse_low if low == high else coarse(int(np.int64(high)), tree.steps, j)
        if not lacks_same:
            break
        for j in range(m):
            group.inner_low[j] = max(group.inner_low[j], asked.low[row, j])
            group.inner_high[j] = min(group.inner_high[j], last_rank(asked.low[row, j], asked.high[row, j]))
        group.rows[n], group.n_found[n], group.first_row[n] = row, 0, NO_ROW
        best = min(tree.n_records - 1, int(np.int64(asked.bound[row])))
        group.best[n] = best
        group.limits[n] = coarse_limit(best, tree.steps.shift)
        n += np.uint64(1)
    for j in range(m):
        for k in range(n, np.uint64(WIDTH)):
            group.low[j * WIDTH + k], group.high[j * WIDTH + k] = group.low[j * WIDTH], group.high[j * WIDTH]
        group.box_low[j] = nearest_gap(taken(group.low, j * WIDTH), ALL)
        group.box_high[j] = largest(taken(group.high, j * WIDTH))
    for k in range(n, np.uint64(WIDTH)):
        group.limits[k] = 0
    return int(np.int64(n))
