"""The walk through the box tree for many queries at once: made for more than a few attributes.

A query opens dozens or hundreds of leaves there, most of which let none of their records pass. So what counts is how
much is read. Blocks hold bands, of one byte (``bands``). Queries that lie near each other open much the same blocks,
and go from block to block together: what one of them has opened is in the caches for the others. Each begins with its
own leaf, then come the other leaves of the node above that, and so on: those that lie below the same block go up
together. To compare a leaf by bands takes less time than to decide which leaf is nearest; queries know from the start
how far they have to look, nearly, so that leaves are opened as they come.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.asked import Asked, answer, fetch_query_soon
from permdesk.compute.bands import BandArray, Range, find_own, nothing_near, range_in, range_size
from permdesk.compute.box_tree import BoxTree
from permdesk.compute.coarse_ranks import Coarse, aligned, coarse_query
from permdesk.compute.gaps import FEW_TIES, NO_ROW, TO_COUNT, coarse_limit, gap_to
from permdesk.compute.lanes import WIDTH, at_most, borrowing_kernel, fetch_soon, first_bit, inlined_kernel, nearest_gap
from permdesk.compute.near_blocks import counts, fetch_node_soon, look, near_children, near_records, record_gaps
from permdesk.compute.tie_walk import Ties, new_ties, walk_ties
from permdesk.compute.tree_rooms import has_coarse_room

# So many queries go together at most, no more than 16 bits tell apart. The more, the less often blocks are fetched that
# lie far from their queries.
AT_ONCE = 60_000
# A query is asked for so many before its turn, as it may lie anywhere in memory.
AHEAD = 16
# So many before, where its bands lie among those of a batch.
BANDS_AHEAD = 4
NO_RECORD = -1

Places = NDArray[np.uint16]


class Batch(NamedTuple):
    """Queries that go through the tree together, in arrays that one thread works in; query i is the one at place i.

    ``rows`` (n,) are the queries, ``homes`` the leaves that they lie in, ``seen`` the blocks around these in which they
    have nothing left to open, ``best``, ``n_found`` and ``first_row`` their answers so far, and ``n_ties`` how many
    boxes attain them. ``coarse_low`` and ``coarse_high`` (n, m) are their coarse ranks, ``bands`` (n, range_size(m))
    those of what is near them: side by side, as one line of the caches is read sooner than three. ``left`` are the
    places of those that may have more to open; those that have gone up to a level begin at ``begins`` (height + 1,),
    after those further up. ``waiting`` (height + 1, 32, n) are those that are near each child of the node that is open
    at a level, ``n_waiting`` (height + 1, 32) how many. ``nearest`` (1,) is the record that was found last to be nearer
    than others.
    """

    rows: Ranks
    homes: Ranks
    seen: Ranks
    best: Ranks
    n_found: Rows
    first_row: Rows
    n_ties: Ranks
    coarse_low: Coarse
    coarse_high: Coarse
    bands: BandArray
    left: Places
    begins: Rows
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
        rows=np.empty(n, np.int32),
        homes=np.empty(n, np.int32),
        seen=np.empty(n, np.int32),
        best=np.empty(n, np.int32),
        n_found=np.empty(n, np.int64),
        first_row=np.empty(n, np.int64),
        n_ties=np.empty(n, np.int32),
        coarse_low=np.empty((n, m), np.uint16),
        coarse_high=np.empty((n, m), np.uint16),
        bands=aligned(n * range_size(m), kind).reshape(n, range_size(m)),
        left=np.empty(n, np.uint16),
        begins=np.empty(n_levels, np.int64),
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
    n, most = stop - start, batch.rows.size
    size = -(-n // -(-n // most))
    for begin in range(start, stop, size):
        end = min(stop, begin + size)
        leaves, nodes, compared = _walk(tree, asked, order[begin:end], home[begin:end], batch)
        n_leaves, n_nodes, n_compared = n_leaves + leaves, n_nodes + nodes, n_compared + compared
    return n_leaves, n_nodes, n_compared


@inlined_kernel
def _gather(tree: BoxTree, asked: Asked, order: Ranks, i: int, leaf: int, batch: Batch) -> None:
    """Begin with query order[i], which lies in a leaf, as the one at place i."""
    # One at a time: too many at once are not fetched.
    fetch_query_soon(asked, int(np.int64(order[min(i + AHEAD, order.size - 1)])))
    row = int(np.int64(order[i]))
    batch.rows[i], batch.homes[i], batch.seen[i] = row, leaf, leaf
    batch.n_found[i], batch.first_row[i], batch.n_ties[i] = 0, NO_ROW, 0
    coarse_query(asked.low[row], asked.high[row], tree.steps, batch.coarse_low[i], batch.coarse_high[i])
    find_own(tree.bands, batch.coarse_low[i], _near(batch, i))
    batch.best[i] = min(tree.n_records - 1, int(np.int64(asked.bound[row])))
    _approach(tree, i, batch.best[i], batch)


@inlined_kernel
def _approach(tree: BoxTree, i: int, distance: int, batch: Batch) -> None:
    """Only what is within a distance matters to query i from now on."""
    if batch.best[i] == 0:
        # Those at distance 0 are counted once this is known (``_answer``).
        nothing_near(_near(batch, i))
        return
    look(tree, batch.coarse_low[i], batch.coarse_high[i], distance, _near(batch, i))


@inlined_kernel
def _near(batch: Batch, i: int) -> Range:
    """The bands of what is near query i."""
    return range_in(batch.bands[i], batch.coarse_low.shape[1])


@inlined_kernel
def _fetch_bands_soon(places: Places, place: int, n_places: int, batch: Batch) -> None:
    """Ask the caches for the bands of a query whose turn comes soon."""
    i = int(np.int64(places[min(place + BANDS_AHEAD, n_places - 1)]))
    fetch_soon(batch.bands, i * batch.bands.shape[1])


@inlined_kernel
def _walk(tree: BoxTree, asked: Asked, order: Ranks, home: Ranks, batch: Batch) -> tuple[int, int, int]:
    """Compare each query with its own leaf, then with the leaves of the same node, and so on, from block to block,
    until everything outside lies beyond its distance."""
    n_leaves, n_nodes, n_compared = 0, 0, 0
    opened, unseen, left, begins, parent = batch.opened, batch.unseen, batch.left, batch.begins, tree.rooms.parent
    # Queries that lie below the same block ``own``, at the level ``top``, wait until all of them have seen the child
    # that they lie below. Those that are left then, left[begin:end], go down together to what else is near them below
    # it. At the first level they see their own leaves before, ``is_home``.
    n_begun, own, top, end, is_home = 0, 0, 0, 0, False
    begins[:] = 0
    while True:
        if is_home:
            is_home = False
        elif n_begun < order.size and (top == 0 or _above(tree, home[n_begun], top + 1) == parent[own]):
            own, top, is_home = int(np.int64(parent[home[n_begun]])), 1, True
            while n_begun < order.size and parent[home[n_begun]] == own:
                _gather(tree, asked, order, n_begun, int(np.int64(home[n_begun])), batch)
                left[end] = n_begun
                n_begun, end = n_begun + 1, end + 1
        elif top < tree.height:
            own, top = int(np.int64(parent[own])), top + 1
        else:
            return n_leaves, n_nodes, n_compared
        begin, block, level = begins[top], own, top
        places, n_places = left[begin:end], end - begin
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
        if not is_home:
            begins[: top + 1] = end


@inlined_kernel
def _above(tree: BoxTree, leaf: int, level: int) -> int:
    """The block at a level above a leaf."""
    block = int(np.int64(leaf))
    for _ in range(level):
        block = int(np.int64(tree.rooms.parent[block]))
    return block


@inlined_kernel
def _seen_child(tree: BoxTree, block: int, i: int, batch: Batch) -> np.uint32:
    """The child of a node, as a bit, that query i has seen, or begins with."""
    return np.uint32(1) << np.uint32(batch.seen[i] - tree.first_child[block - tree.n_leaves])


@inlined_kernel
def _those_left(tree: BoxTree, asked: Asked, begin: int, end: int, has_seen_node: bool, batch: Batch) -> int:
    """Keep those of left[begin:end] that may have more to open outside of what they have seen, and answer the others;
    return where those that are kept end."""
    n_left = begin
    for place in range(begin, end):
        i = int(np.int64(batch.left[place]))
        if has_seen_node:
            batch.seen[i] = tree.rooms.parent[batch.seen[i]]
        best = int(np.int64(batch.best[i]))
        limit, low, high = coarse_limit(best, tree.steps.shift), batch.coarse_low[i], batch.coarse_high[i]
        if best == 0 or has_coarse_room(tree.rooms, int(np.int64(batch.seen[i])), low, high, limit):
            _answer(tree, asked, i, batch)
        else:
            batch.left[n_left] = i
            n_left += 1
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
        _fetch_bands_soon(places, place, n_places, batch)
        own_leaf = np.uint32(0)
        if is_own:
            own_leaf = _seen_child(tree, node, i, batch)
            if not is_home:
                _bound_by_nearest(tree, asked, i, batch)
        near = own_leaf if is_home else near_children(tree, node, _near(batch, i)) & ~own_leaf
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
        _fetch_bands_soon(places, place, n_places, batch)
        near = near_children(tree, block, _near(batch, i))
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
    bands = _near(batch, i)
    while near:
        leaf = first + first_bit(near)
        near &= near - np.uint32(1)
        n_leaves += 1
        mask = near_records(tree, leaf, bands)
        while mask:
            lane = first_bit(mask)
            if mask & (mask - np.uint32(1)):
                # The record that seems nearest comes first: few others remain to be compared.
                gaps = record_gaps(tree, leaf, bands.own)
                lane = first_bit(mask & at_most(gaps, nearest_gap(gaps, mask)))
            mask &= ~(np.uint32(1) << np.uint32(lane))
            record = leaf * WIDTH + lane
            n_compared += 1
            _fetch_record_soon(tree, record)
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
                mask &= near_records(tree, leaf, bands)
                if near:
                    near &= near_children(tree, node, bands)
    return n_leaves, n_compared


@inlined_kernel
def _fetch_record_soon(tree: BoxTree, record: int) -> None:
    """Ask the caches for what is read of a record beside its ranks if it is near enough."""
    fetch_soon(tree.weight, record)
    fetch_soon(tree.first_row, record)
    if tree.cell_low.size:
        place = record // WIDTH * tree.cell_low.shape[1]
        fetch_soon(tree.cell_low, place)
        fetch_soon(tree.cell_high, place)


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
