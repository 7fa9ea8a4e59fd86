"""The walk through the box tree for many queries at once: made for more than a few attributes.

A query opens dozens or hundreds of leaves there, most of which let none of their records pass. So what counts is how
much is read. Blocks hold bands, of one byte (``bands``). Queries that lie near each other open much the same blocks,
and go from block to block together: what one of them has opened is in the caches for the others. Those of a batch lie
below the same node of nodes; each begins with its own leaf and the node above that. To compare a leaf by bands takes
less time than to decide which leaf is nearest; queries know from the start how far they have to look, nearly, so that
leaves are opened as they come.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.asked import Asked, answer, fetch_query_soon
from permdesk.compute.bands import BandArray, Range, find_own, find_range, new_range, spread_range
from permdesk.compute.box_tree import BoxTree
from permdesk.compute.coarse_ranks import Coarse, coarse_query
from permdesk.compute.gaps import FEW_TIES, NO_ROW, TO_COUNT, coarse_limit, gap_to
from permdesk.compute.lanes import WIDTH, at_most, borrowing_kernel, first_bit, inlined_kernel, nearest_gap
from permdesk.compute.near_blocks import counts, fetch_node_soon, near_children, near_records, record_gaps
from permdesk.compute.tie_walk import Ties, new_ties, walk_ties
from permdesk.compute.tree_rooms import has_room

# So many queries go together at most, no more than 16 bits tell apart. The more, the less often each block is fetched.
AT_ONCE = 8_000
# A query is asked for so many before its turn, as it may lie anywhere in memory.
AHEAD = 16
NO_RECORD = -1

Places = NDArray[np.uint16]


class Batch(NamedTuple):
    """Queries that go through the tree together, in arrays that one thread works in; query i is the one at place i.

    ``rows`` (n,) are the queries, ``homes`` the leaves that they lie in, ``seen`` the blocks around these in which they
    have nothing left to open, ``best``, ``n_found`` and ``first_row`` their answers so far, and ``n_ties`` how many
    boxes attain them. ``coarse_low`` and ``coarse_high`` (n, m) are their coarse ranks; ``own``, ``first`` and ``last``
    the bands of ``Range``, which ``near`` holds for one of them at a time. ``left`` are the places of those that may
    have more to open. ``waiting`` (height + 1, 32, n) are those that are near each child of the node that is open at a
    level, ``n_waiting`` (height + 1, 32) how many. ``nearest`` (1,) is the record that was found last to be nearer than
    others.
    """

    rows: Rows
    homes: Rows
    seen: Rows
    best: Rows
    n_found: Rows
    first_row: Rows
    n_ties: Rows
    coarse_low: Coarse
    coarse_high: Coarse
    own: BandArray
    first: BandArray
    last: BandArray
    near: Range
    left: Places
    opened: Rows
    unseen: NDArray[np.uint32]
    waiting: Places
    n_waiting: Rows
    nearest: Rows
    ties: Ties


def new_batch(tree: BoxTree, n_queries: int) -> Batch:
    """Room for as many of ``n_queries`` to one tree as go together in one thread."""
    n = min(AT_ONCE, n_queries)
    m, kind, n_levels = tree.low.shape[1], tree.leaf_low.dtype, tree.height + 1
    return Batch(
        rows=np.empty(n, np.int64),
        homes=np.empty(n, np.int64),
        seen=np.empty(n, np.int64),
        best=np.empty(n, np.int64),
        n_found=np.empty(n, np.int64),
        first_row=np.empty(n, np.int64),
        n_ties=np.empty(n, np.int64),
        coarse_low=np.empty((n, m), np.uint16),
        coarse_high=np.empty((n, m), np.uint16),
        own=np.empty((n, m), kind),
        first=np.empty((n, m), kind),
        last=np.empty((n, m), kind),
        near=new_range(m, tree.shares.n_nodes > 0, kind),
        left=np.empty(n, np.uint16),
        opened=np.empty(n_levels, np.int64),
        unseen=np.empty(n_levels, np.uint32),
        waiting=np.empty((n_levels, WIDTH, n), np.uint16),
        n_waiting=np.empty((n_levels, WIDTH), np.int64),
        nearest=np.full(1, NO_RECORD),
        ties=new_ties(tree),
    )


@borrowing_kernel
def search_batches(
    tree: BoxTree, asked: Asked, order: Ranks, home: Ranks, start: int, stop: int, batch: Batch
) -> tuple[int, int, int]:
    """Answer the queries order[start:stop], which lie in the leaves home[start:stop]; return how many leaves and nodes
    were opened and records compared."""
    n_leaves, n_nodes, n_compared = 0, 0, 0
    batch.nearest[0] = NO_RECORD
    begin = start
    while begin < stop:
        n = _gather(tree, asked, order, home, begin, stop, batch)
        leaves, nodes, compared = _walk(tree, asked, n, batch)
        n_leaves, n_nodes, n_compared = n_leaves + leaves, n_nodes + nodes, n_compared + compared
        for i in range(n):
            _answer(tree, asked, i, batch)
        begin += n
    return n_leaves, n_nodes, n_compared


@inlined_kernel
def _gather(tree: BoxTree, asked: Asked, order: Ranks, home: Ranks, begin: int, stop: int, batch: Batch) -> int:
    """Begin with queries from order[begin] on that lie below the same node of nodes; return how many."""
    parent = tree.rooms.parent
    n, last = 0, min(batch.rows.size, stop - begin)
    while n < last and parent[parent[home[begin + n]]] == parent[parent[home[begin]]]:
        n += 1
    for i in range(n):
        # One at a time: too many at once are not fetched.
        fetch_query_soon(asked, int(np.int64(order[min(begin + i + AHEAD, stop - 1)])))
        row = int(np.int64(order[begin + i]))
        low, high = asked.low[row], asked.high[row]
        batch.rows[i], batch.homes[i], batch.seen[i] = row, home[begin + i], home[begin + i]
        batch.n_found[i], batch.first_row[i], batch.n_ties[i] = 0, NO_ROW, 0
        coarse_query(low, high, tree.steps, batch.coarse_low[i], batch.coarse_high[i])
        find_own(tree.bands, batch.coarse_low[i], batch.own[i])
        batch.best[i] = min(tree.n_records - 1, int(np.int64(asked.bound[row])))
        _approach(tree, i, batch.best[i], batch)
    return n


@inlined_kernel
def _approach(tree: BoxTree, i: int, best: int, batch: Batch) -> None:
    """Only what is within the distance ``best`` matters to query i from now on."""
    limit = coarse_limit(best, tree.steps.shift)
    find_range(tree.bands, tree.steps, batch.coarse_low[i], batch.coarse_high[i], limit, batch.first[i], batch.last[i])


@inlined_kernel
def _walk(tree: BoxTree, asked: Asked, n: int, batch: Batch) -> tuple[int, int, int]:
    """Compare each query with its own leaf, then with the leaves of the same node, and so on, from block to block,
    until everything outside lies beyond its distance."""
    n_leaves, n_nodes, n_compared = 0, 0, 0
    opened, unseen, left, parent = batch.opened, batch.unseen, batch.left, tree.rooms.parent
    # Queries begin node by node, ``is_home`` first with their own leaves. Those that are left go up level by level, all
    # together, and down again to all that is near them below ``top``.
    n_begun, begin, end, block, top, is_home = 0, 0, 0, 0, 1, False
    while True:
        if is_home:
            is_home = False
        elif n_begun < n:
            block, begin, is_home = int(np.int64(parent[batch.seen[n_begun]])), end, True
            while n_begun < n and parent[batch.seen[n_begun]] == block:
                left[end] = n_begun
                n_begun, end = n_begun + 1, end + 1
        elif end and top < tree.height:
            begin, top, block = 0, top + 1, int(np.int64(parent[batch.seen[left[0]]]))
        else:
            return n_leaves, n_nodes, n_compared
        level, places, n_places = top, left[begin:end], end - begin
        while level <= top:
            if level > 1:
                n_nodes += n_places
                opened[level] = tree.first_child[block - tree.n_leaves]
                unseen[level] = _part_among(tree, block, level, level == top, places, n_places, batch)
            else:
                n_nodes += 0 if is_home else n_places
                leaves, compared = _search_node(tree, asked, block, top == 1, is_home, places, n_places, batch)
                n_leaves, n_compared, level = n_leaves + leaves, n_compared + compared, 2
            while level <= top and unseen[level] == 0:
                level += 1
            if level <= top:
                child = first_bit(unseen[level])
                unseen[level] &= unseen[level] - np.uint32(1)
                places, n_places = batch.waiting[level, child], batch.n_waiting[level, child]
                block = opened[level] + child
                if unseen[level]:
                    fetch_node_soon(tree, opened[level] + first_bit(unseen[level]))
                level -= 1
        end = _those_left(tree, asked, begin, end, not is_home, batch)


@inlined_kernel
def _seen_child(tree: BoxTree, block: int, i: int, batch: Batch) -> np.uint32:
    """The child of a node, as a bit, that query i has seen, or begins with."""
    return np.uint32(1) << np.uint32(batch.seen[i] - tree.first_child[block - tree.n_leaves])


@inlined_kernel
def _those_left(tree: BoxTree, asked: Asked, begin: int, end: int, has_seen_node: bool, batch: Batch) -> int:
    """Keep those of left[begin:end] that may have more to open outside of what they have seen; return their end."""
    n_left = begin
    for place in range(begin, end):
        i = int(np.int64(batch.left[place]))
        if has_seen_node:
            batch.seen[i] = tree.rooms.parent[batch.seen[i]]
        row, best = batch.rows[i], batch.best[i]
        is_done = best == 0 or has_room(tree.rooms, batch.seen[i], asked.low[row], asked.high[row], best)
        batch.left[n_left] = i
        n_left += 0 if is_done else 1
    return n_left


@inlined_kernel
def _search_node(
    tree: BoxTree, asked: Asked, node: int, is_own: bool, is_home: bool, places: Places, n_places: int, batch: Batch
) -> tuple[int, int]:
    """Compare queries with the leaves of a node that are near them: of their own node with their own leaf only, where
    they are at home, and then with the others. Return how many leaves and records these were."""
    n_leaves, n_compared = 0, 0
    for place in range(n_places):
        i = int(np.int64(places[place]))
        own_leaf = np.uint32(0)
        if is_own:
            own_leaf = _seen_child(tree, node, i, batch)
            _bound_by_nearest(tree, asked, i, batch)
        spread_range(batch.own[i], batch.first[i], batch.last[i], batch.near)
        near = own_leaf if is_home else near_children(tree, node, batch.near) & ~own_leaf
        leaves, compared = _open_leaves(tree, asked, i, node, near, batch)
        n_leaves, n_compared = n_leaves + leaves, n_compared + compared
    return n_leaves, n_compared


@inlined_kernel
def _bound_by_nearest(tree: BoxTree, asked: Asked, i: int, batch: Batch) -> None:
    """The match of a query before is near query i, too."""
    if batch.nearest[0] != NO_RECORD:
        row = batch.rows[i]
        gap = gap_to(tree.low, tree.high, batch.nearest[0], asked.low[row], asked.high[row])
        if gap < batch.best[i]:
            batch.best[i], batch.n_found[i], batch.first_row[i], batch.n_ties[i] = gap, 0, NO_ROW, 0
            _approach(tree, i, gap, batch)


@inlined_kernel
def _part_among(
    tree: BoxTree, block: int, level: int, is_top: bool, places: Places, n_places: int, batch: Batch
) -> np.uint32:
    """Let queries wait for those children of a node that are near them, but for what they have seen where it is the
    ``top``; return the children with any."""
    near_any = np.uint32(0)
    batch.n_waiting[level] = 0
    for place in range(n_places):
        i = int(np.int64(places[place]))
        spread_range(batch.own[i], batch.first[i], batch.last[i], batch.near)
        near = near_children(tree, block, batch.near)
        if is_top:
            near &= ~_seen_child(tree, block, i, batch)
        near_any |= near
        while near:
            child = first_bit(near)
            near &= near - np.uint32(1)
            batch.waiting[level, child, batch.n_waiting[level, child]] = i
            batch.n_waiting[level, child] += 1
    return near_any


@inlined_kernel
def _open_leaves(tree: BoxTree, asked: Asked, i: int, node: int, near: np.uint32, batch: Batch) -> tuple[int, int]:
    """Compare query i with the leaves ``near`` of a node; return how many leaves and records these were."""
    first = tree.first_child[node - tree.n_leaves]
    n_leaves, n_compared = 0, 0
    row = batch.rows[i]
    low, high = asked.low[row], asked.high[row]
    while near and batch.best[i]:
        leaf = first + first_bit(near)
        near &= near - np.uint32(1)
        n_leaves += 1
        mask = near_records(tree, leaf, batch.near)
        while mask:
            lane = first_bit(mask)
            if mask & (mask - np.uint32(1)):
                # The record that seems nearest comes first: few others remain to be compared.
                gaps = record_gaps(tree, leaf, batch.own[i])
                lane = first_bit(mask & at_most(gaps, nearest_gap(gaps, mask)))
            mask &= ~(np.uint32(1) << np.uint32(lane))
            record = leaf * WIDTH + lane
            n_compared += 1
            gap = gap_to(tree.low, tree.high, record, low, high)
            if gap > batch.best[i] or not counts(tree, record, low):
                continue
            is_nearer = gap < batch.best[i]
            if is_nearer:
                batch.best[i], batch.n_found[i], batch.first_row[i], batch.n_ties[i] = gap, 0, NO_ROW, 0
                batch.nearest[0] = record
            batch.n_ties[i] += 1
            batch.n_found[i] += tree.weight[record]
            batch.first_row[i] = min(batch.first_row[i], tree.first_row[record])
            if is_nearer or batch.n_ties[i] == FEW_TIES + 1:
                _approach(tree, i, gap if is_nearer else max(0, gap - 1), batch)
                spread_range(batch.own[i], batch.first[i], batch.last[i], batch.near)
                mask &= near_records(tree, leaf, batch.near)
                if near:
                    near &= near_children(tree, node, batch.near)
    return n_leaves, n_compared


@inlined_kernel
def _answer(tree: BoxTree, asked: Asked, i: int, batch: Batch) -> None:
    row, best, n_found, first_row = batch.rows[i], batch.best[i], batch.n_found[i], batch.first_row[i]
    if best == 0 or batch.n_ties[i] > FEW_TIES:
        if tree.tie_bits.n_rows:
            asked.distance[row], asked.n_matches[row] = best, TO_COUNT
            return
        n_found, first_row = walk_ties(
            tree,
            asked.low[row],
            asked.high[row],
            batch.coarse_low[i],
            batch.coarse_high[i],
            int(np.int64(batch.homes[i])),
            best,
            batch.ties,
        )
    answer(asked, row, best, n_found, first_row, tree.n_records)
