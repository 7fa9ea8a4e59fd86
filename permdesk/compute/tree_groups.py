"""The walk through the box tree for up to 32 queries at once: made for few attributes and records that lack some.

With few attributes nearly every record has another that lacks so much that it lies at a distance of next to nothing. A
query of its own would then spend its time on the way to the leaves of each pattern of missing values. Queries that
follow each other in ``query_order`` lie in the same leaf or in two beside each other, so that one walk with a box
around all of them finds what is near any of them. Each record of a leaf is compared with all queries side by side, by
the same vector instructions that compare a query with all records of a leaf. What lies at distance 0 from all of them
is counted by whole blocks.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.box_tree import BoxTree
from permdesk.compute.coarse_ranks import NO_STEP, Coarse, aligned, coarse
from permdesk.compute.lanes import (
    WIDTH,
    at_most,
    at_most_each,
    borrowing_kernel,
    fetch_soon,
    first_bit,
    inlined_kernel,
    largest,
    nearest_gap,
    no_gaps,
    put,
    smaller,
    taken,
    widened,
)
from permdesk.compute.ranks import WILDCARD_LOW
from permdesk.compute.tree_kernel import NO_ROW, coarse_limit, gap_to

# The leaves of a group's queries are at most so far apart.
LEAVES_APART = 1


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


@borrowing_kernel
def search_groups(
    tree: BoxTree,
    queries_low: Ranks,
    queries_high: Ranks,
    order: Ranks,
    home: Ranks,
    bound: Ranks,
    distance: Ranks,
    n_matches: Rows,
    first_match: Rows,
    start: int,
    stop: int,
    group: Group,
) -> tuple[int, int, int]:
    """Answer the queries order[start:stop], which lie in the leaves home[start:stop].

    The leaves of the tree must hold records that lack the same attributes. Returns how many leaves and nodes were
    opened, and how many pairs of a record and a query compared by their exact ranks.
    """
    m = tree.low.shape[1]
    n_leaves, n_nodes, n_compared = 0, 0, 0
    begin = start
    while begin < stop:
        n = _gather(tree, queries_low, queries_high, order, home, bound, begin, stop, group)
        end = begin + n
        for k in range(end, min(end + WIDTH, stop)):
            fetch_soon(queries_low, order[k] * m)
            fetch_soon(queries_high, order[k] * m)
            fetch_soon(bound, order[k])
            fetch_soon(distance, order[k])
            fetch_soon(n_matches, order[k])
            fetch_soon(first_match, order[k])
        used = np.uint32((np.int64(1) << n) - 1)
        leaf = int(np.int64(home[begin]))
        while leaf <= home[end - 1] and largest(taken(group.limits, 0)):
            _bound_by_leaf(tree, queries_low, queries_high, leaf, used, group)
            leaf += 1
        leaves, nodes, compared = _walk(tree, queries_low, queries_high, used, group)
        n_leaves, n_nodes, n_compared = n_leaves + leaves, n_nodes + nodes, n_compared + compared
        for k in range(n):
            row = group.rows[k]
            if group.n_found[k] == 0:
                distance[row], n_matches[row], first_match[row] = tree.n_records, tree.n_records, 0
            else:
                distance[row], n_matches[row], first_match[row] = group.best[k], group.n_found[k], group.first_row[k]
        begin = end
    return n_leaves, n_nodes, n_compared


@inlined_kernel
def _gather(
    tree: BoxTree,
    queries_low: Ranks,
    queries_high: Ranks,
    order: Ranks,
    home: Ranks,
    bound: Ranks,
    begin: int,
    stop: int,
    group: Group,
) -> int:
    """Set queries from order[begin] on side by side, up to 32 that lack the same attributes and lie close; return how
    many."""
    m = np.uint64(queries_low.shape[1])
    n_ranked = 0
    first = np.uint64(order[begin])
    for j in range(m):
        low, high = queries_low[first, j], queries_high[first, j]
        group.inner_low[j], group.inner_high[j] = low, high
        if low != WILDCARD_LOW:
            group.ranked[n_ranked] = j
            n_ranked += 1
    group.n_ranked[0] = n_ranked
    # Records that lack most have the first leaf.
    is_nearest = _find_shared(tree, int(np.int64(0)), group) == 0
    n = np.uint64(0)
    last = np.uint64(min(WIDTH, stop - begin))
    while n < last and home[begin + n] - home[begin] <= LEAVES_APART:
        row = np.uint64(order[begin + n])
        lacks_same = True
        for j in range(m):
            low, high = queries_low[row, j], queries_high[row, j]
            lacks_same &= (low == WILDCARD_LOW) == (group.inner_low[j] == WILDCARD_LOW)
            coarse_low = coarse(low, tree.steps, j)
            group.low[j * WIDTH + n] = coarse_low
            group.high[j * WIDTH + n] = coarse_low if low == high else coarse(high, tree.steps, j)
        if not lacks_same:
            break
        for j in range(m):
            group.inner_low[j] = max(group.inner_low[j], queries_low[row, j])
            group.inner_high[j] = min(group.inner_high[j], queries_high[row, j])
        group.rows[n], group.n_found[n], group.first_row[n] = row, 0, NO_ROW
        best = 0 if is_nearest else min(tree.n_records - 1, int(np.int64(bound[row])))
        group.best[n] = best
        group.limits[n] = coarse_limit(best, tree.steps.shift)
        n += np.uint64(1)
    for j in range(m):
        for k in range(n, np.uint64(WIDTH)):
            group.low[j * WIDTH + k], group.high[j * WIDTH + k] = group.low[j * WIDTH], group.high[j * WIDTH]
        group.box_low[j] = nearest_gap(taken(group.low, j * WIDTH), np.uint32(0xFFFFFFFF))
        group.box_high[j] = largest(taken(group.high, j * WIDTH))
    for k in range(n, np.uint64(WIDTH)):
        group.limits[k] = 0
    return int(np.int64(n))


@inlined_kernel
def _bound_by_leaf(
    tree: BoxTree, queries_low: Ranks, queries_high: Ranks, leaf: int, used: np.uint32, group: Group
) -> None:
    """Bound each query's distance by that from the record of a leaf which seems nearest to it."""
    nearest = taken(group.limits, 0)
    n_shared = _find_shared(tree, leaf, group)
    n = int(np.int64(0))
    while n < WIDTH and tree.in_use[leaf] >> np.uint32(n) & np.uint32(1):
        gaps = _gaps_to_record(tree, leaf, n, n_shared, group)
        put(group.gaps, n * WIDTH, gaps)
        nearest = smaller(nearest, gaps)
        n += 1
    put(group.nearest, 0, nearest)
    for k in range(n):
        queries = at_most_each(taken(group.gaps, k * WIDTH), group.nearest) & used
        used &= ~queries
        while queries:
            query = first_bit(queries)
            queries &= queries - np.uint32(1)
            row = group.rows[query]
            gap = gap_to(tree.low, tree.high, leaf * WIDTH + k, queries_low[row], queries_high[row])
            if gap < group.best[query]:
                group.best[query], group.limits[query] = gap, coarse_limit(gap, tree.steps.shift)


@inlined_kernel
def _find_shared(tree: BoxTree, leaf: int, group: Group) -> int:
    """List the attributes in which queries and the records of a leaf have ranks, and return their number."""
    n = np.uint64(0)
    first = np.uint64(leaf) * np.uint64(tree.low.shape[1])
    for i in range(np.uint64(group.n_ranked[0])):
        j = np.uint64(group.ranked[i])
        group.shared[n] = j
        n += np.uint64(1) if tree.leaf_low[(first + j) * np.uint64(WIDTH)] != NO_STEP else np.uint64(0)
    return int(np.int64(n))


@inlined_kernel
def _gaps_to_record(tree: BoxTree, leaf: int, k: int, n_shared: int, group: Group):  # type: ignore[no-untyped-def]
    """Gaps between all queries and record k of a leaf."""
    gaps = no_gaps()
    first = np.uint64(leaf) * np.uint64(tree.low.shape[1])
    highs = tree.leaf_high if tree.leaf_high.size else tree.leaf_low
    for i in range(np.uint64(n_shared)):
        j = np.uint64(group.shared[i])
        # Indices without a sign need no second look.
        place = (first + j) * np.uint64(WIDTH) + np.uint64(k)
        gaps = widened(gaps, group.low, group.high, j * np.uint64(WIDTH), tree.leaf_low[place], highs[place])
    return gaps


@inlined_kernel
def _walk(
    tree: BoxTree, queries_low: Ranks, queries_high: Ranks, used: np.uint32, group: Group
) -> tuple[int, int, int]:
    """Compare the queries with all that is near them, from the root down."""
    opened, unseen = group.opened, group.unseen
    n_leaves, n_nodes, n_compared = 0, 0, 0
    level, block, lowest = tree.height, tree.n_leaves + tree.first_child.size - 1, 0
    while True:
        if level > 0:
            n_nodes += 1
            lowest = block - tree.n_leaves
            near = _near_group(tree.node_low, tree.node_high, lowest, group.ranked, group.n_ranked[0], group)
            opened[level] = tree.first_child[lowest]
            unseen[level] = tree.in_use[block] & near
        else:
            n_leaves += 1
            n_compared += _compare_leaf(tree, queries_low, queries_high, block, used, group)
            level = 1
        while True:
            while level <= tree.height and unseen[level] == 0:
                level += 1
            if level > tree.height:
                return n_leaves, n_nodes, n_compared
            lane = first_bit(unseen[level])
            unseen[level] &= unseen[level] - np.uint32(1)
            block = opened[level] + lane
            if level == 1 and not _is_near_any(tree, lowest, lane, used, group):
                continue
            if largest(taken(group.limits, 0)) == 0 and _is_near_all(tree, block, group):
                _count_block(tree, block, used, group)
                continue
            level -= 1
            break


@inlined_kernel
def _near_group(low: Coarse, high: Coarse, block: int, attributes: Rows, n_attributes: int, group: Group) -> np.uint32:
    """Which of 32 boxes side by side are near the box around the queries."""
    gaps = no_gaps()
    first = np.uint64(block) * np.uint64(group.box_low.size)
    for i in range(np.uint64(n_attributes)):
        j = np.uint64(attributes[i])
        gaps = widened(gaps, low, high, (first + j) * np.uint64(WIDTH), group.box_low[j], group.box_high[j])
    near: np.uint32 = at_most(gaps, largest(taken(group.limits, 0)))
    return near


@inlined_kernel
def _is_near_any(tree: BoxTree, node: int, lane: int, used: np.uint32, group: Group) -> bool:
    """Whether box ``lane`` of a node is near one of the queries."""
    gaps = no_gaps()
    first = np.uint64(node) * np.uint64(tree.low.shape[1])
    for i in range(np.uint64(group.n_ranked[0])):
        j = np.uint64(group.ranked[i])
        place = (first + j) * np.uint64(WIDTH) + np.uint64(lane)
        gaps = widened(gaps, group.low, group.high, j * np.uint64(WIDTH), tree.node_low[place], tree.node_high[place])
    return bool(at_most_each(gaps, group.limits) & used != 0)


@inlined_kernel
def _is_near_all(tree: BoxTree, block: int, group: Group) -> bool:
    """Whether every record of a block is at distance 0 from every query."""
    for j in range(group.inner_low.size):
        if tree.inner_low[block, j] > group.inner_high[j] or group.inner_low[j] > tree.inner_high[block, j]:
            return False
    return True


@inlined_kernel
def _count_block(tree: BoxTree, block: int, used: np.uint32, group: Group) -> None:
    while used:
        k = first_bit(used)
        used &= used - np.uint32(1)
        group.limits[k] = 0
        _count(group, k, int(np.int64(0)), tree.block_weight[block], tree.block_first_row[block])


@inlined_kernel
def _compare_leaf(
    tree: BoxTree, queries_low: Ranks, queries_high: Ranks, leaf: int, used: np.uint32, group: Group
) -> int:
    """Compare the records of a leaf that are near the group with each query; return how many pairs were compared."""
    n_shared = _find_shared(tree, leaf, group)
    leaf_high = tree.leaf_high if tree.leaf_high.size else tree.leaf_low
    records = _near_group(tree.leaf_low, leaf_high, leaf, group.shared, n_shared, group) & tree.in_use[leaf]
    n_compared = 0
    while records:
        k = first_bit(records)
        records &= records - np.uint32(1)
        record = leaf * WIDTH + k
        queries = at_most_each(_gaps_to_record(tree, leaf, k, n_shared, group), group.limits) & used
        while queries:
            query = first_bit(queries)
            queries &= queries - np.uint32(1)
            n_compared += 1
            row = group.rows[query]
            gap = gap_to(tree.low, tree.high, record, queries_low[row], queries_high[row])
            if gap <= group.best[query]:
                if gap < group.best[query]:
                    group.limits[query] = coarse_limit(gap, tree.steps.shift)
                _count(group, query, gap, tree.weight[record], tree.first_row[record])
    return n_compared


@inlined_kernel
def _count(group: Group, query: int, gap: int, weight: int, row: int) -> None:
    """Take note of ``weight`` records, the first of them ``row``, no further away than the best so far."""
    if gap < group.best[query]:
        group.best[query], group.n_found[query], group.first_row[query] = gap, 0, NO_ROW
    group.n_found[query] += weight
    group.first_row[query] = min(group.first_row[query], row)
