"""The walk through the box tree for many queries at once: made for more than a few attributes.

A query opens dozens or hundreds of leaves there, most of which let none of their records pass. So what counts is how
much is read. Blocks hold bands, of one byte (``bands``). Queries that lie in leaves of the same node open much the same
blocks, and go from block to block together: what one of them has opened is in the caches for the others. To compare a
leaf by bands takes less time than to decide which leaf is nearest; queries know from the start how far they have to
look, nearly, so that leaves are opened as they come.
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

# So many queries go together at most. The more, the less often each block is fetched from memory.
AT_ONCE = 250
NO_RECORD = -1

Places = NDArray[np.uint8]


class Batch(NamedTuple):
    """Queries that go through the tree together, in arrays that one thread works in; query i is the one at place i.

    ``rows`` (AT_ONCE,) are the queries, ``homes`` the leaves that they lie in, ``best``, ``n_found`` and ``first_row``
    their answers so far, and ``n_ties`` how many boxes attain them. ``coarse_low`` and ``coarse_high`` (AT_ONCE, m) are
    their coarse ranks; ``own``, ``first`` and ``last`` the bands of ``Range``, which ``near`` holds for one of them at
    a time. ``left`` are the places of those that may have more to open. ``waiting`` (height + 1, 32, AT_ONCE) are those
    that are near each child of the node that is open at a level, ``n_waiting`` (height + 1, 32) how many. ``nearest``
    (1,) is the record that was found last to be nearer than others.
    """

    rows: Rows
    homes: Rows
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


def new_batch(tree: BoxTree) -> Batch:
    """Room for the queries of one thread to one tree."""
    m, kind, n_levels = tree.low.shape[1], tree.leaf_low.dtype, tree.height + 1
    return Batch(
        rows=np.empty(AT_ONCE, np.int64),
        homes=np.empty(AT_ONCE, np.int64),
        best=np.empty(AT_ONCE, np.int64),
        n_found=np.empty(AT_ONCE, np.int64),
        first_row=np.empty(AT_ONCE, np.int64),
        n_ties=np.empty(AT_ONCE, np.int64),
        coarse_low=np.empty((AT_ONCE, m), np.uint16),
        coarse_high=np.empty((AT_ONCE, m), np.uint16),
        own=np.empty((AT_ONCE, m), kind),
        first=np.empty((AT_ONCE, m), kind),
        last=np.empty((AT_ONCE, m), kind),
        near=new_range(m, tree.shares.n_nodes > 0, kind),
        left=np.empty(AT_ONCE, np.uint8),
        opened=np.empty(n_levels, np.int64),
        unseen=np.empty(n_levels, np.uint32),
        waiting=np.empty((n_levels, WIDTH, AT_ONCE), np.uint8),
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
    """Begin with queries from order[begin] on that lie in leaves of the same node; return how many."""
    parent = tree.rooms.parent
    n, last = 0, min(AT_ONCE, stop - begin)
    while n < last and parent[home[begin + n]] == parent[home[begin]]:
        n += 1
    for i in range(n):
        if begin + n + i < stop:
            # One at a time: too many at once are not fetched.
            fetch_query_soon(asked, int(np.int64(order[begin + n + i])))
        row = int(np.int64(order[begin + i]))
        low, high = asked.low[row], asked.high[row]
        batch.rows[i], batch.homes[i] = row, home[begin + i]
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
    opened, unseen = batch.opened, batch.unseen
    home_node = int(np.int64(tree.rooms.parent[batch.homes[0]]))
    for i in range(n):
        batch.left[i] = i
    # Of what lies below the block ``seen``, one level below ``top``, nothing has to be opened any more.
    block, seen, level, top, is_home = home_node, home_node, 1, 1, True
    places, n_places, n_left = batch.left, n, n
    while True:
        if level > 1:
            n_nodes += n_places
            opened[level] = tree.first_child[block - tree.n_leaves]
            children = tree.in_use[block]
            if level == top:
                children &= ~(np.uint32(1) << np.uint32(seen - opened[level]))
            unseen[level] = _part_among(tree, block, children, level, places, n_places, batch)
        else:
            first = tree.first_child[block - tree.n_leaves]
            for place in range(n_places):
                i = int(np.int64(places[place]))
                own_leaf = np.uint32(0)
                if block == home_node:
                    own_leaf = np.uint32(1) << np.uint32(batch.homes[i] - first)
                    _bound_by_nearest(tree, asked, i, batch)
                if batch.best[i] == 0:
                    continue
                spread_range(batch.own[i], batch.first[i], batch.last[i], batch.near)
                near = own_leaf
                if not is_home:
                    n_nodes += 1
                    near = near_children(tree, block, batch.near) & ~own_leaf
                leaves, compared = _open_leaves(tree, asked, i, block, near, batch)
                n_leaves, n_compared = n_leaves + leaves, n_compared + compared
            level = 2
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
            continue
        if top > 1:
            seen = int(np.int64(tree.rooms.parent[seen]))
        n_before, n_left = n_left, 0
        for place in range(n_before):
            i = int(np.int64(batch.left[place]))
            row = batch.rows[i]
            outer = int(np.int64(batch.homes[i])) if is_home else seen
            is_done = batch.best[i] == 0 or has_room(tree.rooms, outer, asked.low[row], asked.high[row], batch.best[i])
            batch.left[n_left] = i
            n_left += 0 if is_done else 1
        places, n_places = batch.left, n_left
        if n_left == 0 or (top == tree.height and not is_home):
            return n_leaves, n_nodes, n_compared
        if is_home:
            is_home, level = False, 1
        else:
            top += 1
            level, block = top, int(np.int64(tree.rooms.parent[seen]))


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
    tree: BoxTree, block: int, children: np.uint32, level: int, places: Places, n_places: int, batch: Batch
) -> np.uint32:
    """Let queries wait for those ``children`` of a node that are near them; return the children with any."""
    near_any = np.uint32(0)
    batch.n_waiting[level] = 0
    for place in range(n_places):
        i = int(np.int64(places[place]))
        spread_range(batch.own[i], batch.first[i], batch.last[i], batch.near)
        near = near_children(tree, block, batch.near) & children
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
