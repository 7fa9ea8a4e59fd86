"""The walk through the box tree for one query after the other: made for few attributes.

With few attributes a query opens a leaf or two and hardly a node. Bands (``bands``) would be too wide for it, so that
blocks hold coarse ranks, and what lies nearest is opened first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.asked import Asked, answer, fetch_query_soon
from permdesk.compute.box_tree import BoxTree, weight_of
from permdesk.compute.coarse_ranks import Coarse, aligned, coarse_query
from permdesk.compute.gaps import FEW_TIES, NO_GAP, NO_ROW, TO_COUNT, coarse_limit, gap_to
from permdesk.compute.lanes import (
    WIDTH,
    at_most,
    borrowing_kernel,
    fetch_soon,
    first_bit,
    inlined_kernel,
    nearest_gap,
    no_gaps,
    put,
    taken,
    widened,
)
from permdesk.compute.tie_walk import Ties, new_ties, walk_ties
from permdesk.compute.tree_fetches import fetch_leaf_soon
from permdesk.compute.tree_rooms import has_room

# Queries and answers lie anywhere in memory, and so does the leaf that a query begins in, of whose records most are
# compared with some query that does: each is asked for so many queries before it is searched.
AHEAD = 8
# Ranks of 32 bits in a line of the cache.
RANKS_IN_LINE = 16


class Scratch(NamedTuple):
    """Arrays that one thread works in."""

    coarse_low: Coarse
    coarse_high: Coarse
    opened: Rows
    unseen: NDArray[np.uint32]
    gaps: Coarse
    ties: Ties


def new_scratch(tree: BoxTree) -> Scratch:
    """Scratch for one tree."""
    return Scratch(
        coarse_low=np.empty(tree.low.shape[1], np.uint16),
        coarse_high=np.empty(tree.low.shape[1], np.uint16),
        opened=np.empty(tree.height + 1, np.int64),
        unseen=np.empty(tree.height + 1, np.uint32),
        gaps=aligned((tree.height + 1) * WIDTH),
        ties=new_ties(tree),
    )


@borrowing_kernel
def search_tree(
    tree: BoxTree, asked: Asked, order: Ranks, home: Ranks, start: int, stop: int, scratch: Scratch
) -> tuple[int, int, int]:
    """Answer the queries order[start:stop]; return how many leaves and nodes were opened and records compared.

    Each begins in its leaf, order[k] in home[k], and climbs from block to block until everything outside lies beyond
    its distance.
    """
    coarse_low, coarse_high, opened, unseen, gaps_of, ties = scratch
    n_leaves, n_nodes, n_compared = 0, 0, 0
    nearest = int(np.int64(-1))
    leaf_high = tree.leaf_high if tree.leaf_high.size else tree.leaf_low
    for k in range(start, stop):
        query = order[k]
        if k + AHEAD < stop:
            fetch_query_soon(asked, int(np.int64(order[k + AHEAD])))
            if home[k + AHEAD] != home[k + AHEAD - 1]:
                leaf = int(np.int64(home[k + AHEAD]))
                fetch_leaf_soon(tree, leaf)
                _fetch_records_soon(tree, leaf)
        low, high = asked.low[query], asked.high[query]
        coarse_query(low, high, tree.steps, coarse_low, coarse_high)
        best = min(tree.n_records - 1, int(np.int64(asked.bound[query])))
        gap_to_nearest = NO_GAP
        if nearest >= 0:
            # The match of the query before is near this one, too.
            gap_to_nearest = gap_to(tree.low, tree.high, nearest, low, high)
            best = min(best, gap_to_nearest)
        n_found, first_row, n_ties = 0, NO_ROW, 0
        limit = coarse_limit(best, tree.steps.shift)
        # Of what lies below the block ``seen``, one level below ``top``, nothing has to be opened any more.
        top, level, block, seen = 0, 0, int(np.int64(home[k])), int(np.int64(-1))
        while best > 0:
            if level > 0:
                n_nodes += 1
                node = block - tree.n_leaves
                gaps = _block_gaps(tree.node_low, tree.node_high, node, coarse_low, coarse_high)
                opened[level] = tree.first_child[node]
                unseen[level] = tree.in_use[block]
                if level == top:
                    unseen[level] &= ~(np.uint32(1) << np.uint32(seen - opened[level]))
                put(gaps_of, level * WIDTH, gaps)
            else:
                n_leaves += 1
                gaps = _block_gaps(tree.leaf_low, leaf_high, block, coarse_low, coarse_high)
                mask = at_most(gaps, limit) & tree.in_use[block]
                while mask:
                    # The record that seems nearest comes first: few others remain to be compared.
                    lane = first_bit(mask & at_most(gaps, nearest_gap(gaps, mask)))
                    record = block * WIDTH + lane
                    mask &= ~(np.uint32(1) << np.uint32(lane))
                    n_compared += 1
                    gap = gap_to(tree.low, tree.high, record, low, high)
                    if gap > best:
                        continue
                    if gap < best:
                        best, n_found, first_row, n_ties = gap, 0, NO_ROW, 0
                        limit = coarse_limit(best, tree.steps.shift)
                        mask &= at_most(gaps, limit)
                    if gap < gap_to_nearest:
                        nearest, gap_to_nearest = record, gap
                    n_ties += 1
                    n_found += weight_of(tree, record)
                    first_row = min(first_row, tree.first_row[record])
                level = 1
                if n_ties > FEW_TIES:
                    if best == 0:
                        break
                    limit = coarse_limit(best - 1, tree.steps.shift)
            goes_on = False
            while level <= top:
                gaps = taken(gaps_of, level * WIDTH)
                near = at_most(gaps, limit) & unseen[level]
                if near:
                    others = near & (near - np.uint32(1))
                    if others:
                        if level > 1:
                            near &= at_most(gaps, nearest_gap(gaps, near))
                        else:
                            # The first leaf that was opened has bounded the distance: which comes next matters less
                            # than to have the two after it at hand, the nearer of which was asked for one leaf ago.
                            after = others & (others - np.uint32(1))
                            fetch_leaf_soon(tree, opened[1] + first_bit(after if after else others))
                    lane = first_bit(near)
                    unseen[level] &= ~(np.uint32(1) << np.uint32(lane))
                    block = opened[level] + lane
                    goes_on = True
                    break
                level += 1
            if goes_on:
                level -= 1
                continue
            seen = int(np.int64(home[k])) if top == 0 else int(np.int64(tree.rooms.parent[seen]))
            if top == tree.height or has_room(tree.rooms, seen, low, high, best):
                break
            top += 1
            level, block = top, int(np.int64(tree.rooms.parent[seen]))
        if best == 0 or n_ties > FEW_TIES:
            if tree.tie_bits.n_rows:
                asked.distance[query], asked.n_matches[query] = best, TO_COUNT
                continue
            leaf = int(np.int64(home[k]))
            n_found, first_row = walk_ties(tree, low, high, coarse_low, coarse_high, leaf, best, ties)
        answer(asked, query, best, n_found, first_row, tree.n_records)
    return n_leaves, n_nodes, n_compared


@inlined_kernel
def _fetch_records_soon(tree: BoxTree, leaf: int) -> None:
    m, first = tree.low.shape[1], leaf * WIDTH
    for place in range(first * m, (first + WIDTH) * m, RANKS_IN_LINE):
        fetch_soon(tree.low, place)
    if not tree.have_one_rank:
        for place in range(first * m, (first + WIDTH) * m, RANKS_IN_LINE):
            fetch_soon(tree.high, place)
    for place in range(first, first + WIDTH, RANKS_IN_LINE):
        if tree.weight.size:
            fetch_soon(tree.weight, place)
        fetch_soon(tree.first_row, place)


@inlined_kernel
def _block_gaps(low: Coarse, high: Coarse, block: int, query_low: Coarse, query_high: Coarse):  # type: ignore[no-untyped-def]
    """Gaps of the 32 boxes of a block. Indices without a sign need no second look."""
    gaps = no_gaps()
    place = np.uint64(block) * np.uint64(query_low.size) * np.uint64(WIDTH)
    for j in range(np.uint64(query_low.size)):
        gaps = widened(gaps, low, high, place, query_low[j], query_high[j])
        place += np.uint64(WIDTH)
    return gaps
