"""The walk through the box tree for many queries at once: made for more than a few attributes.

A query opens dozens or hundreds of leaves there, most of which let none of their records pass. So what counts is how
much is read. Blocks hold bands, of one byte (``bands``). Queries that lie near each other open much the same blocks,
and go from block to block together: what one of them has opened is in the caches for the others. Each begins with its
own leaf, then come the other leaves of the node above that, and so on: those that lie below the same block go up
together. To compare a leaf by bands takes less time than to decide which leaf is nearest; queries know from the start
how far they have to look, nearly, so that leaves are opened as they are listed (``visits``). The few records that bands
leave lie anywhere in memory: they are asked for, and compared when the queries of a node have looked at all its leaves.
"""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Ranks
from permdesk.compute.asked import Asked, answer
from permdesk.compute.batch_records import compare_candidates, open_leaves
from permdesk.compute.box_tree import BoxTree
from permdesk.compute.gaps import FEW_TIES, TO_COUNT, coarse_limit
from permdesk.compute.lanes import borrowing_kernel, first_bit, inlined_kernel
from permdesk.compute.near_blocks import near_children
from permdesk.compute.query_batch import (
    NO_RECORD,
    Batch,
    Places,
    bound_by_nearest,
    fetch_bands_soon,
    gather,
    near_query,
)
from permdesk.compute.tie_walk import walk_ties
from permdesk.compute.tree_fetches import fetch_leaves_soon, fetch_node_soon
from permdesk.compute.tree_rooms import has_coarse_room
from permdesk.compute.visits import VISITS, add_visits, block_of, query_of, visit_to


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
                gather(tree, asked, order, n_begun, int(np.int64(home[n_begun])), batch)
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
                leaves, compared = _search_node(tree, block, top == 1, is_home, places, n_places, batch)
                n_leaves, n_compared, level = n_leaves + leaves, n_compared + compared, 2
            while level <= top and unseen[level] == 0:
                level += 1
            if level <= top:
                child = first_bit(unseen[level])
                unseen[level] &= unseen[level] - np.uint32(1)
                places, n_places = batch.waiting[level, child], batch.n_waiting[level, child]
                block = opened[level] + child
                if unseen[level]:
                    later = opened[level] + first_bit(unseen[level])
                    fetch_node_soon(tree, later)
                    if level == 2:
                        fetch_leaves_soon(tree, later)
                level -= 1
        end = _those_left(tree, asked, begin, end, is_home, batch)
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
def _those_left(tree: BoxTree, asked: Asked, begin: int, end: int, is_home: bool, batch: Batch) -> int:
    """Keep those of left[begin:end] that may have more to open outside of what they have seen, and answer the others;
    return where those that are kept end."""
    n_left = begin
    for place in range(begin, end):
        i = int(np.int64(batch.left[place]))
        best = int(np.int64(batch.best[i]))
        is_done = best == 0
        # The room of a leaf is hardly ever enough: to look takes longer than it spares.
        if not is_home:
            seen = int(np.int64(tree.rooms.parent[batch.seen[i]]))
            batch.seen[i] = seen
            limit, low, high = coarse_limit(best, tree.steps.shift), batch.coarse_low[i], batch.coarse_high[i]
            is_done = is_done or has_coarse_room(tree.rooms, seen - tree.n_leaves, low, high, limit)
        if is_done:
            _answer(tree, asked, i, batch)
        else:
            batch.left[n_left] = i
            n_left += 1
    return n_left


@inlined_kernel
def _search_node(
    tree: BoxTree, node: int, is_own: bool, is_home: bool, places: Places, n_places: int, batch: Batch
) -> tuple[int, int]:
    """Compare queries with the leaves of a node that are near them: of their own node with their own leaf only, where
    they are at home, and then with the others. Return how many leaves and records these were."""
    n_leaves, n_compared, n_visits = 0, 0, 0
    first = int(np.int64(tree.first_child[node - tree.n_leaves]))
    for place in range(n_places):
        i = int(np.int64(places[place]))
        fetch_bands_soon(places, place, n_places, batch)
        if is_home:
            batch.visits[n_visits] = visit_to(int(np.int64(batch.homes[i])), i)
            n_visits += 1
        else:
            seen = np.uint32(0)
            if is_own:
                bound_by_nearest(tree, i, batch)
                seen = _seen_child(tree, node, i, batch)
            near = near_children(tree, node, near_query(batch, i)) & ~seen
            n_visits = add_visits(i, first, near, n_visits, batch.visits)
        if n_visits >= VISITS:
            n_compared += open_leaves(tree, n_visits, batch)
            n_leaves, n_visits = n_leaves + n_visits, 0
    n_compared += open_leaves(tree, n_visits, batch)
    return n_leaves + n_visits, n_compared + compare_candidates(tree, batch)


@inlined_kernel
def _part_among(
    tree: BoxTree, block: int, level: int, is_top: bool, places: Places, n_places: int, batch: Batch
) -> np.uint32:
    """Let queries wait for those children of a node that are near them, but for what they have seen where it is the
    ``top``; return the children with any."""
    near_any, n_visits = np.uint32(0), 0
    batch.n_waiting[level] = 0
    for place in range(n_places):
        i = int(np.int64(places[place]))
        fetch_bands_soon(places, place, n_places, batch)
        near = near_children(tree, block, near_query(batch, i))
        if is_top:
            near &= ~_seen_child(tree, block, i, batch)
        near_any |= near
        n_visits = add_visits(i, 0, near, n_visits, batch.visits)
        if n_visits >= VISITS:
            _let_wait(level, n_visits, batch)
            n_visits = 0
    _let_wait(level, n_visits, batch)
    return near_any


@inlined_kernel
def _let_wait(level: int, n_visits: int, batch: Batch) -> None:
    """Let queries wait for the children that they are to visit of the node that is open at a level."""
    for k in range(np.uint64(n_visits)):
        child, i = block_of(batch.visits[k]), query_of(batch.visits[k])
        batch.waiting[level, child, batch.n_waiting[level, child]] = i
        batch.n_waiting[level, child] += 1


@inlined_kernel
def _answer(tree: BoxTree, asked: Asked, i: int, batch: Batch) -> None:
    row, best, n_found, first_row = batch.rows[i], batch.best[i], batch.n_found[i], batch.first_row[i]
    if best == 0 or batch.n_ties[i] > FEW_TIES:
        if tree.tie_bits.n_rows:
            asked.distance[row], asked.n_matches[row] = best, TO_COUNT
            return
        n_found, first_row = walk_ties(
            tree,
            batch.low[i],
            batch.high[i],
            batch.coarse_low[i],
            batch.coarse_high[i],
            int(np.int64(batch.homes[i])),
            best,
            batch.ties,
        )
    answer(asked, row, best, n_found, first_row, tree.n_records)
