"""The walk through the box tree for up to 32 queries at once: made for few attributes and records that lack some.

With few attributes nearly every record has another that lacks so much that it lies at a distance of next to nothing. A
query of its own would then spend its time on the way to the leaves of each pattern of missing values. Queries that
follow each other in ``query_order`` lie in the same leaf or in two beside each other, so that one walk with a box
around all of them (``query_group``) finds what is near any of them. A block is opened if one of the queries is near it.
Then either each query that is near is compared with all of its records side by side, or each record that is near the
group's box with all queries, whichever are fewer. What lies at distance 0 from all queries is counted by whole blocks.

Records that lack most come first in the tree, and bound the distance best. All is compiled into one kernel: a call from
kernel to kernel hands over each word of some forty arrays, which took half of the time.
"""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.asked import Asked, answer, fetch_query_soon
from permdesk.compute.box_tree import BoxTree, weight_of
from permdesk.compute.coarse_ranks import NO_STEP, Coarse
from permdesk.compute.gaps import NO_ROW, coarse_limit, gap_to
from permdesk.compute.lanes import (
    WIDTH,
    at_most,
    at_most_each,
    borrowing_kernel,
    first_bit,
    inlined_kernel,
    largest,
    n_bits,
    no_gaps,
    put,
    smaller,
    taken,
    widened,
)
from permdesk.compute.query_group import Group, gather


@borrowing_kernel
def search_groups(
    tree: BoxTree, asked: Asked, order: Ranks, home: Ranks, start: int, stop: int, group: Group
) -> tuple[int, int, int]:
    """Answer the queries order[start:stop], which lie in the leaves home[start:stop].

    The leaves of the tree must hold records that lack the same attributes. Returns how many leaves and nodes were
    opened, and how many pairs of a record and a query compared by their exact ranks.
    """
    n_leaves, n_nodes, n_compared = 0, 0, 0
    begin = start
    while begin < stop:
        n = gather(tree, asked, order, home, begin, stop, group)
        if _find_shared(tree, int(np.int64(0)), group) == 0:
            # Records that lack most have the first leaf: these lie at distance 0 from all queries.
            for k in range(n):
                group.best[k], group.limits[k] = 0, 0
        end = begin + n
        later = order[end : min(end + WIDTH, stop)]
        used = np.uint32((np.int64(1) << n) - 1)
        leaf = int(np.int64(home[begin]))
        while leaf <= home[end - 1] and largest(taken(group.limits, 0)):
            _bound_by_leaf(tree, asked, leaf, used, group)
            leaf += 1
        leaves, nodes, compared = _walk(tree, asked, later, used, group)
        n_leaves, n_nodes, n_compared = n_leaves + leaves, n_nodes + nodes, n_compared + compared
        for k in range(n):
            row = group.rows[k]
            answer(asked, row, group.best[k], group.n_found[k], group.first_row[k], tree.n_records)
        begin = end
    return n_leaves, n_nodes, n_compared


@inlined_kernel
def _bound_by_leaf(tree: BoxTree, asked: Asked, leaf: int, used: np.uint32, group: Group) -> None:
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
            gap = gap_to(tree.low, tree.high, leaf * WIDTH + k, asked.low[row], asked.high[row])
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
def _walk(tree: BoxTree, asked: Asked, later: Ranks, used: np.uint32, group: Group) -> tuple[int, int, int]:
    """Compare the queries with all that is near them, from the root down. Meanwhile ``later`` queries are asked for."""
    opened, unseen = group.opened, group.unseen
    n_leaves, n_nodes, n_compared = 0, 0, 0
    level, block = tree.height, tree.n_leaves + tree.first_child.size - 1
    queries = used
    while True:
        k = n_leaves + n_nodes
        if k < later.size:
            # One at a time: too many at once are not fetched.
            fetch_query_soon(asked, int(np.int64(later[k])))
        if level > 0:
            n_nodes += 1
            node = block - tree.n_leaves
            near = _near_group(tree.node_low, tree.node_high, node, group.ranked, group.n_ranked[0], group)
            opened[level] = tree.first_child[node]
            unseen[level] = tree.in_use[block] & near
        else:
            n_leaves += 1
            n_compared += _compare_leaf(tree, asked, block, queries, group)
            level = 1
        while True:
            while level <= tree.height and unseen[level] == 0:
                level += 1
            if level > tree.height:
                return n_leaves, n_nodes, n_compared
            lane = first_bit(unseen[level])
            unseen[level] &= unseen[level] - np.uint32(1)
            block = opened[level] + lane
            above = int(np.int64(tree.rooms.parent[block])) - tree.n_leaves
            queries = _near_box(tree, above, lane, used, group)
            if queries == 0:
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
def _near_box(tree: BoxTree, node: int, lane: int, used: np.uint32, group: Group) -> np.uint32:
    """Which queries are near box ``lane`` of a node."""
    gaps = no_gaps()
    first = np.uint64(node) * np.uint64(tree.low.shape[1])
    for i in range(np.uint64(group.n_ranked[0])):
        j = np.uint64(group.ranked[i])
        place = (first + j) * np.uint64(WIDTH) + np.uint64(lane)
        gaps = widened(gaps, group.low, group.high, j * np.uint64(WIDTH), tree.node_low[place], tree.node_high[place])
    queries: np.uint32 = at_most_each(gaps, group.limits) & used
    return queries


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
def _compare_leaf(tree: BoxTree, asked: Asked, leaf: int, queries: np.uint32, group: Group) -> int:
    """Compare the records of a leaf with the queries that are near it; return how many pairs were compared.

    Either each query with all records at once, or each record that is near the group with all queries, whichever
    are fewer.
    """
    n_shared = _find_shared(tree, leaf, group)
    leaf_high = tree.leaf_high if tree.leaf_high.size else tree.leaf_low
    in_use = tree.in_use[leaf]
    records = _near_group(tree.leaf_low, leaf_high, leaf, group.shared, n_shared, group) & in_use
    n_compared = 0
    if n_bits(queries) <= n_bits(records):
        while queries:
            query = first_bit(queries)
            queries &= queries - np.uint32(1)
            near = _near_query(tree.leaf_low, leaf_high, leaf, query, n_shared, group) & in_use
            while near:
                k = first_bit(near)
                near &= near - np.uint32(1)
                n_compared += 1
                _compare(tree, asked, leaf * WIDTH + k, query, group)
        return n_compared
    while records:
        k = first_bit(records)
        records &= records - np.uint32(1)
        near = at_most_each(_gaps_to_record(tree, leaf, k, n_shared, group), group.limits) & queries
        while near:
            query = first_bit(near)
            near &= near - np.uint32(1)
            n_compared += 1
            _compare(tree, asked, leaf * WIDTH + k, query, group)
    return n_compared


@inlined_kernel
def _near_query(low: Coarse, high: Coarse, leaf: int, query: int, n_shared: int, group: Group) -> np.uint32:
    """Which records of a leaf are near one query."""
    gaps = no_gaps()
    first = np.uint64(leaf) * np.uint64(group.box_low.size)
    for i in range(np.uint64(n_shared)):
        j = np.uint64(group.shared[i])
        place, own = (first + j) * np.uint64(WIDTH), j * np.uint64(WIDTH) + np.uint64(query)
        gaps = widened(gaps, low, high, place, group.low[own], group.high[own])
    near: np.uint32 = at_most(gaps, group.limits[query])
    return near


@inlined_kernel
def _compare(tree: BoxTree, asked: Asked, record: int, query: int, group: Group) -> None:
    """Compare a record with a query by their exact ranks."""
    row = group.rows[query]
    gap = gap_to(tree.low, tree.high, record, asked.low[row], asked.high[row])
    if gap <= group.best[query]:
        if gap < group.best[query]:
            group.limits[query] = coarse_limit(gap, tree.steps.shift)
        _count(group, query, gap, weight_of(tree, record), tree.first_row[record])


@inlined_kernel
def _count(group: Group, query: int, gap: int, weight: int, row: int) -> None:
    """Take note of ``weight`` records, the first of them ``row``, no further away than the best so far."""
    if gap < group.best[query]:
        group.best[query], group.n_found[query], group.first_row[query] = gap, 0, NO_ROW
    group.n_found[query] += weight
    group.first_row[query] = min(group.first_row[query], row)
