"""How many records lie at a distance that is known: where attributes have few distinct values, told by bits.

A record lies within the distance if it overlaps the query, were that wider by the distance on both sides. What is
smaller was looked for before (``tree_kernel``), so that all such records are at the distance. Queries go through the
nodes above leaves together, so that the bits of a node stay in the caches for all that are near it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.bit_lanes import all_bits, both, least_of, leaves_of, total_of
from permdesk.compute.box_tree import BoxTree
from permdesk.compute.coarse_ranks import Coarse, aligned, coarse
from permdesk.compute.lanes import WIDTH, at_most, borrowing_kernel, first_bit, inlined_kernel, put
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_LOW
from permdesk.compute.tie_bits import place_of
from permdesk.compute.tree_kernel import NO_ROW, TO_COUNT, block_gaps, counts, gap_to
from permdesk.compute.tree_rooms import NOWHERE

# So many queries go through the tree together: the bits of a node stay in the caches meanwhile.
AT_ONCE = 512
# After so many rows it is worth a look whether any record is left.
ROWS_BETWEEN = 4


class Counted(NamedTuple):
    """Queries whose ties are counted together, in arrays that one thread works in.

    ``queries`` (AT_ONCE,) are their rows, ``n_found`` and ``first_row`` their answers so far. ``low`` and ``high``
    (AT_ONCE, m) are their coarse ranks, wider by their distances; ``rows`` (AT_ONCE, 2 m) begins with the ``n_rows``
    rows of bits that a record must be in. Bit k of ``near`` says whether child k of a node is near.
    """

    queries: Rows
    n_found: Rows
    first_row: Rows
    low: Coarse
    high: Coarse
    rows: Rows
    n_rows: Rows
    near: NDArray[np.uint32]
    words: NDArray[np.uint32]


def new_counted(tree: BoxTree) -> Counted:
    """Room for queries to one tree."""
    m = tree.low.shape[1]
    n = AT_ONCE if tree.tie_bits.n_rows else 0
    return Counted(
        queries=np.empty(n, np.int64),
        n_found=np.empty(n, np.int64),
        first_row=np.empty(n, np.int64),
        low=np.empty((n, m), np.uint16),
        high=np.empty((n, m), np.uint16),
        rows=np.empty((n, 2 * m), np.int64),
        n_rows=np.empty(n, np.int64),
        near=np.empty(n, np.uint32),
        words=aligned(2 * WIDTH).view(np.uint32),
    )


@borrowing_kernel
def count_ties(
    tree: BoxTree,
    queries_low: Ranks,
    queries_high: Ranks,
    order: Ranks,
    distance: Ranks,
    n_matches: Rows,
    first_match: Rows,
    start: int,
    stop: int,
    counted: Counted,
) -> None:
    """Answer those of the queries order[start:stop] whose distance is known and whose matches are ``TO_COUNT``."""
    root = tree.in_use.size - 1
    k = start
    while k < stop:
        n = 0
        while k < stop and n < AT_ONCE:
            query = order[k]
            k += 1
            if n_matches[query] != TO_COUNT:
                continue
            low, high, best = queries_low[query], queries_high[query], distance[query]
            if gap_to(tree.inner_low, tree.inner_high, root, low, high) <= best:
                n_matches[query], first_match[query] = tree.block_weight[root], tree.block_first_row[root]
                continue
            counted.queries[n] = query
            _find_rows(tree, low, high, best, counted, n)
            n += 1
        _walk(tree, queries_low, queries_high, distance, n, counted)
        for i in range(n):
            query = counted.queries[i]
            if counted.n_found[i] == 0:
                # Nothing attains a bound that was wrong: as where nothing is within it (``search_tree``).
                distance[query], n_matches[query], first_match[query] = tree.n_records, tree.n_records, 0
            else:
                n_matches[query], first_match[query] = counted.n_found[i], counted.first_row[i]


@inlined_kernel
def _find_rows(tree: BoxTree, low: Ranks, high: Ranks, best: int, counted: Counted, i: int) -> None:
    """Find what a record overlaps that is within the distance ``best``: the query, if it were wider by as much."""
    bits = tree.tie_bits
    n_rows = 0
    for j in range(low.size):
        first, last = low[j], high[j]
        if first != WILDCARD_LOW and first < MISSING_RANK:
            # What lies beyond all ranks is no match, however large the distance.
            first, last = first - best, min(last + best, tree.n_records)
        counted.low[i, j], counted.high[i, j] = coarse(first, tree.steps, j), coarse(last, tree.steps, j)
        place = place_of(bits, j, last)
        if place < bits.middle[j] - bits.first[j]:
            counted.rows[i, n_rows] = bits.first[j] + place
            n_rows += 1
        place = place_of(bits, j, first)
        if place > 0:
            counted.rows[i, n_rows] = bits.middle[j] + place - 1
            n_rows += 1
    counted.n_rows[i] = n_rows
    counted.n_found[i], counted.first_row[i] = 0, NO_ROW


@inlined_kernel
def _walk(tree: BoxTree, queries_low: Ranks, queries_high: Ranks, distance: Ranks, n: int, counted: Counted) -> None:
    """Count what lies below each node above leaves, for all queries that are near it."""
    above_leaves = tree.n_leaves + tree.tie_bits.n_nodes
    if tree.in_use.size == above_leaves:
        for i in range(n):
            _count_below(tree, queries_low, 0, i, counted)
        return
    block = above_leaves
    while n and block < tree.in_use.size and tree.first_child[block - tree.n_leaves] < above_leaves:
        node = block - tree.n_leaves
        near_any = np.uint32(0)
        for i in range(n):
            gaps = block_gaps(tree.node_low, tree.node_high, node, counted.low[i], counted.high[i], np.uint16(0))
            near = at_most(gaps, np.uint16(0)) & tree.in_use[block]
            query = counted.queries[i]
            low, high = queries_low[query], queries_high[query]
            if near and gap_to(tree.inner_low, tree.inner_high, block, low, high) <= distance[query]:
                counted.n_found[i] += tree.block_weight[block]
                counted.first_row[i] = min(counted.first_row[i], tree.block_first_row[block])
                near = np.uint32(0)
            counted.near[i] = near
            near_any |= near
        while near_any:
            lane = first_bit(near_any)
            near_any &= near_any - np.uint32(1)
            child = tree.first_child[node] + lane - tree.n_leaves
            for i in range(n):
                if counted.near[i] >> np.uint32(lane) & np.uint32(1):
                    _count_below(tree, queries_low, child, i, counted)
        block += 1


@inlined_kernel
def _count_below(tree: BoxTree, queries_low: Ranks, node: int, i: int, counted: Counted) -> None:
    """Count the records below a node above leaves that are in all rows of query i."""
    bits, begin = all_bits(), np.uint64(node * tree.tie_bits.n_rows * WIDTH)
    n_rows = np.uint64(counted.n_rows[i])
    r = np.uint64(0)
    while r < n_rows and leaves_of(bits):
        end = min(n_rows, r + np.uint64(ROWS_BETWEEN))
        while r < end:
            bits = both(bits, tree.tie_bits.rows, begin + np.uint64(counted.rows[i, r]) * np.uint64(WIDTH))
            r += np.uint64(1)
    leaves = leaves_of(bits) & tree.in_use[tree.n_leaves + node]
    if leaves == 0:
        return
    put(counted.words, 0, bits)
    n_found, first_row = counted.n_found[i], counted.first_row[i]
    while leaves:
        k = first_bit(leaves)
        leaves &= leaves - np.uint32(1)
        leaf = tree.first_child[node] + k
        mask = counted.words[k] & tree.in_use[leaf]
        if tree.inner_low[leaf, 0] != NOWHERE:
            n_found += total_of(mask, tree.weight, leaf * WIDTH)
            if tree.block_first_row[leaf] < first_row:
                first_row = min(first_row, least_of(mask, tree.first_row, leaf * WIDTH))
            continue
        while mask:
            record = leaf * WIDTH + first_bit(mask)
            mask &= mask - np.uint32(1)
            if counts(tree, record, queries_low[counted.queries[i]]):
                n_found += tree.weight[record]
                first_row = min(first_row, tree.first_row[record])
    counted.n_found[i], counted.first_row[i] = n_found, first_row
