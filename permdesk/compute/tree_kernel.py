"""The walk through the box tree, for one query after the other."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.box_tree import BoxTree
from permdesk.compute.coarse_ranks import Coarse, aligned, coarse
from permdesk.compute.lanes import (
    WIDTH,
    at_most,
    borrowing_kernel,
    fetch_soon,
    first_bit,
    inlined_kernel,
    inner_kernel,
    nearest_gap,
    no_gaps,
    put,
    taken,
    widened,
    widened_by_points,
    widened_without,
)
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.tree_shares import leaves_with_share

NO_ROW = 1 << 62
NO_GAP = 1 << 62
# In place of a number of matches that ``count_ties`` is still to find.
TO_COUNT = -1
# Queries and answers lie anywhere in memory, and so does the leaf that a query begins in, of whose records most are
# compared with some query that does: each is asked for so many queries before it is searched.
AHEAD = 8
# Ranks of 32 bits in a line of the cache.
RANKS_IN_LINE = 16
# With more ties than this the walk goes on for smaller distances only, and ties are counted afterwards by whole blocks.
FEW_TIES = 64


class Scratch(NamedTuple):
    """Arrays that one thread works in."""

    coarse_low: Coarse
    coarse_high: Coarse
    opened: Rows
    unseen: NDArray[np.uint32]
    gaps: Coarse


def new_scratch(tree: BoxTree) -> Scratch:
    """Scratch for one tree."""
    return Scratch(
        coarse_low=np.empty(tree.low.shape[1], np.uint16),
        coarse_high=np.empty(tree.low.shape[1], np.uint16),
        opened=np.empty(tree.height + 1, np.int64),
        unseen=np.empty(tree.height + 1, np.uint32),
        gaps=aligned((tree.height + 1) * WIDTH),
    )


@borrowing_kernel
def search_tree(
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
    scratch: Scratch,
) -> tuple[int, int, int]:
    """Answer the queries order[start:stop]; return how many leaves and nodes were opened and records compared.

    Each begins in its leaf, order[k] in home[k], and climbs from block to block until everything outside lies beyond
    its distance.
    """
    m = tree.low.shape[1]
    coarse_low, coarse_high, opened, unseen, gaps_of = scratch
    n_leaves, n_nodes, n_compared = 0, 0, 0
    nearest = int(np.int64(-1))
    for k in range(start, stop):
        query = order[k]
        if k + AHEAD < stop:
            later = order[k + AHEAD]
            fetch_soon(queries_low, later * m)
            fetch_soon(queries_high, later * m)
            fetch_soon(bound, later)
            fetch_soon(distance, later)
            fetch_soon(n_matches, later)
            fetch_soon(first_match, later)
            if home[k + AHEAD] != home[k + AHEAD - 1]:
                leaf = int(np.int64(home[k + AHEAD]))
                _fetch_leaf_soon(tree, leaf)
                _fetch_records_soon(tree, leaf)
        low, high = queries_low[query], queries_high[query]
        for j in range(m):
            coarse_low[j] = coarse(low[j], tree.steps, j)
            coarse_high[j] = coarse_low[j] if high[j] == low[j] else coarse(high[j], tree.steps, j)
        best = min(tree.n_records - 1, int(np.int64(bound[query])))
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
                gaps = _node_gaps(tree, node, coarse_low, coarse_high, low, limit)
                opened[level] = tree.first_child[node]
                unseen[level] = tree.in_use[block]
                if level == top:
                    unseen[level] &= ~(np.uint32(1) << np.uint32(seen - opened[level]))
                put(gaps_of, level * WIDTH, gaps)
            else:
                n_leaves += 1
                gaps = _leaf_gaps(tree, block, coarse_low, coarse_high, limit)
                mask = at_most(gaps, limit) & tree.in_use[block]
                while mask:
                    # The record that seems nearest comes first: few others remain to be compared.
                    lane = first_bit(mask & at_most(gaps, nearest_gap(gaps, mask)))
                    record = block * WIDTH + lane
                    mask &= ~(np.uint32(1) << np.uint32(lane))
                    n_compared += 1
                    gap = gap_to(tree.low, tree.high, record, low, high)
                    if gap > best or not counts(tree, record, low):
                        continue
                    if gap < best:
                        best, n_found, first_row, n_ties = gap, 0, NO_ROW, 0
                        limit = coarse_limit(best, tree.steps.shift)
                        mask &= at_most(gaps, limit)
                    if gap < gap_to_nearest:
                        nearest, gap_to_nearest = record, gap
                    n_ties += 1
                    n_found += tree.weight[record]
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
                            _fetch_leaf_soon(tree, opened[1] + first_bit(after if after else others))
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
            if top == tree.height or _has_room(tree, seen, low, high, best):
                break
            top += 1
            level, block = top, int(np.int64(tree.rooms.parent[seen]))
        if best == 0 or n_ties > FEW_TIES:
            if tree.tie_bits.n_rows:
                distance[query], n_matches[query] = best, TO_COUNT
                continue
            n_found, first_row = _count_ties(tree, low, high, int(np.int64(home[k])), best, scratch)
        if n_found == 0:
            best, n_found, first_row = tree.n_records, tree.n_records, 0
        distance[query], n_matches[query], first_match[query] = best, n_found, first_row
    return n_leaves, n_nodes, n_compared


@inner_kernel
def _count_ties(tree: BoxTree, low: Ranks, high: Ranks, home: int, best: int, scratch: Scratch) -> tuple[int, int]:
    """The number of records at distance ``best``, which is the smallest, and the first of their rows."""
    coarse_low, coarse_high, opened, unseen, _ = scratch
    limit = coarse_limit(best, tree.steps.shift)
    n_found, first_row = 0, NO_ROW
    top, block = 0, home
    while top < tree.height and not _has_room(tree, block, low, high, best):
        top, block = top + 1, int(np.int64(tree.rooms.parent[block]))
    level = top
    while True:
        if gap_to(tree.inner_low, tree.inner_high, block, low, high) <= best:
            n_found += tree.block_weight[block]
            first_row = min(first_row, tree.block_first_row[block])
            level += 1
        elif level > 0:
            node = block - tree.n_leaves
            gaps = _node_gaps(tree, node, coarse_low, coarse_high, low, limit)
            opened[level] = tree.first_child[node]
            unseen[level] = tree.in_use[block] & at_most(gaps, limit)
        else:
            gaps = _leaf_gaps(tree, block, coarse_low, coarse_high, limit)
            mask = at_most(gaps, limit) & tree.in_use[block]
            while mask:
                record = block * WIDTH + first_bit(mask)
                mask &= mask - np.uint32(1)
                if gap_to(tree.low, tree.high, record, low, high) <= best and counts(tree, record, low):
                    n_found += tree.weight[record]
                    first_row = min(first_row, tree.first_row[record])
            level = 1
        while level <= top and unseen[level] == 0:
            level += 1
        if level > top:
            return n_found, first_row
        block = opened[level] + first_bit(unseen[level])
        unseen[level] &= unseen[level] - np.uint32(1)
        level -= 1


@inlined_kernel
def counts(tree: BoxTree, record: int, query_low: Ranks) -> bool:
    """Whether a record is whole, or the one of its parts that has the query among its share of the ranks."""
    if tree.cell_low.size == 0:
        return True
    leaf = record // WIDTH
    is_within = True
    for j in range(query_low.size):
        rank = query_low[j]
        holds_rank = (tree.cell_low[leaf, j] <= rank) & (rank <= tree.cell_high[leaf, j])
        is_within &= (tree.low[record, j] != WILDCARD_LOW) | holds_rank
    return is_within


@inlined_kernel
def _has_room(tree: BoxTree, block: int, low: Ranks, high: Ranks, best: int) -> bool:
    """Whether every record outside a block is further from the query than ``best``."""
    for j in range(low.size):
        if low[j] - best < tree.rooms.low[block, j] or high[j] + best > tree.rooms.high[block, j]:
            return False
    return True


@inner_kernel
def coarse_limit(best: int, shift: int) -> np.uint16:
    """The largest gap between coarse ranks that boxes at distance ``best`` can have."""
    return np.uint16(((best - 1) >> shift) + 1)


@inlined_kernel
def _fetch_records_soon(tree: BoxTree, leaf: int) -> None:
    m, first = tree.low.shape[1], leaf * WIDTH
    for place in range(first * m, (first + WIDTH) * m, RANKS_IN_LINE):
        fetch_soon(tree.low, place)
    if tree.leaf_high.size:
        for place in range(first * m, (first + WIDTH) * m, RANKS_IN_LINE):
            fetch_soon(tree.high, place)
    for place in range(first, first + WIDTH, RANKS_IN_LINE):
        fetch_soon(tree.weight, place)
        fetch_soon(tree.first_row, place)


@inlined_kernel
def _fetch_leaf_soon(tree: BoxTree, leaf: int) -> None:
    m = tree.low.shape[1]
    for j in range(leaf * m, (leaf + 1) * m):
        fetch_soon(tree.leaf_low, j * WIDTH)
    if tree.leaf_high.size:
        for j in range(leaf * m, (leaf + 1) * m):
            fetch_soon(tree.leaf_high, j * WIDTH)


@inlined_kernel
def _leaf_gaps(tree: BoxTree, leaf: int, query_low: Coarse, query_high: Coarse, limit: np.uint16):  # type: ignore[no-untyped-def]
    """Gaps of the 32 records of a leaf, or less once all exceed the limit.

    Indices without a sign need no second look.
    """
    if tree.leaf_high.size:
        return block_gaps(tree.leaf_low, tree.leaf_high, leaf, query_low, query_high, limit)
    m = np.uint64(query_low.size)
    gaps = no_gaps()
    place = np.uint64(leaf) * m * np.uint64(WIDTH)
    first, last = np.uint64(0), min(m, np.uint64(12))
    while True:
        for j in range(first, last):
            gaps = widened_by_points(gaps, tree.leaf_low, place, query_low[j], query_high[j])
            place += np.uint64(WIDTH)
        if last == m or at_most(gaps, limit) == 0:
            break
        first, last = last, min(m, last + np.uint64(8))
    return gaps


@inlined_kernel
def _node_gaps(tree: BoxTree, node: int, query_low: Coarse, query_high: Coarse, low: Ranks, limit: np.uint16):  # type: ignore[no-untyped-def]
    """Gaps of the 32 blocks of a node, or less once all exceed the limit. ``low`` are the query's ranks in full."""
    if node >= tree.shares.n_nodes:
        return block_gaps(tree.node_low, tree.node_high, node, query_low, query_high, limit)
    m = query_low.size
    gaps = no_gaps()
    place = node * m * WIDTH
    for j in range(m):
        near = leaves_with_share(tree.shares, node, j, low[j])
        gaps = widened_without(gaps, tree.node_low, tree.node_high, place, query_low[j], query_high[j], near)
        place += WIDTH
    return gaps


@inlined_kernel
def block_gaps(low: Coarse, high: Coarse, block: int, query_low: Coarse, query_high: Coarse, limit: np.uint16):  # type: ignore[no-untyped-def]
    """Gaps of the 32 boxes of a block, or less once all exceed the limit."""
    m = np.uint64(query_low.size)
    gaps = no_gaps()
    place = np.uint64(block) * m * np.uint64(WIDTH)
    first, last = np.uint64(0), min(m, np.uint64(12))
    while True:
        for j in range(first, last):
            gaps = widened(gaps, low, high, place, query_low[j], query_high[j])
            place += np.uint64(WIDTH)
        if last == m or at_most(gaps, limit) == 0:
            break
        first, last = last, min(m, last + np.uint64(8))
    return gaps


@inner_kernel
def gap_to(low: Ranks, high: Ranks, row: int, query_low: Ranks, query_high: Ranks) -> int:
    """The largest gap between a box and the query. A wildcard is told by its low rank."""
    widest = np.int32(0)
    for j in range(query_low.size):
        first = low[row, j]
        last = np.int32(WILDCARD_HIGH) if first == WILDCARD_LOW else high[row, j]
        widest = max(widest, np.int32(first - query_high[j]), np.int32(query_low[j] - last))
    return int(np.int64(widest))
