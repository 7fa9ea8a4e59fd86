"""Fills the blocks of a box tree: leaves with records, their bands and bounds, nodes with those of the blocks below."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.band_lanes import IN_WORD
from permdesk.compute.band_places import finish, n_kept, place_of
from permdesk.compute.bands import LAST_BAND, band_at, even_band
from permdesk.compute.best_cut import LEAF
from permdesk.compute.box_tree import BoxTree
from permdesk.compute.coarse_ranks import NO_STEP, even_coarse
from permdesk.compute.lanes import borrowing_kernel, fetch_row_soon, inlined_kernel, n_bits
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.tree_leaves import Leaves
from permdesk.compute.tree_rooms import NOWHERE
from permdesk.compute.tree_shares import begin_within, end_within

# Records lie anywhere in memory: each is asked for so many before its turn.
AHEAD = np.uint64(24)


class Scratch(NamedTuple):
    """Arrays that one thread works in: the ``ranks`` (n_kept(m), 32) of one leaf's records side by side, none in
    attributes that do not exist. ``words`` and ``halves`` are the bands of all leaves, four and two in a number."""

    ranks: Ranks
    words: NDArray[np.uint32]
    halves: NDArray[np.uint16]


class Bounds(NamedTuple):
    """The smallest and the largest of low ranks, and of high ones."""

    least_low: np.int32
    most_low: np.int32
    least_high: np.int32
    most_high: np.int32


def new_scratch(tree: BoxTree) -> Scratch:
    """Scratch for one tree."""
    ranks = np.full((n_kept(tree.low.shape[1], tree.leaf_low.dtype), LEAF), WILDCARD_LOW, np.int32)
    return Scratch(ranks, tree.leaf_low.view(np.uint32), tree.leaf_low.view(np.uint16))


@borrowing_kernel
def fill_leaves(
    tree: BoxTree,
    low: Ranks,
    high: Ranks,
    weight: Rows,
    first_row: Rows,
    leaves: Leaves,
    scratch: Scratch,
    start: int,
    stop: int,
) -> None:
    """Fill the leaves ``start`` to ``stop`` with records, whose boxes are from ``low`` to ``high`` (n, m). Each is that
    of ``weight`` (n,) rows, the first of them ``first_row`` (n,); empty where each is that of its own row."""
    m = low.shape[1]
    have_one_rank, last = tree.have_one_rank, np.uint64(leaves.start[stop] - 1)
    for leaf in range(start, stop):
        first, begin, end = leaf * LEAF, leaves.start[leaf], leaves.start[leaf + 1]
        for k in range(np.uint64(end - begin)):
            record, row = np.uint64(first) + k, np.uint64(leaves.rows[np.uint64(begin) + k])
            later = int(np.int64(leaves.rows[min(np.uint64(begin) + k + AHEAD, last)]))
            fetch_row_soon(low, later)
            tree.first_row[record] = row
            if weight.size:
                tree.weight[record], tree.first_row[record] = weight[row], first_row[row]
            if have_one_rank:
                for j in range(np.uint64(m)):
                    tree.low[record, j] = scratch.ranks[j, k] = low[row, j]
            else:
                fetch_row_soon(high, later)
                for j in range(np.uint64(m)):
                    tree.low[record, j] = low[row, j]
                for j in range(np.uint64(m)):
                    tree.high[record, j] = high[row, j]
        if have_one_rank:
            has_parts = _fill_with_points(tree, leaf, end - begin, scratch)
        else:
            has_parts = _fill_with_intervals(tree, leaf, end - begin)
        if has_parts:
            tree.inner_low[leaf, 0] = NOWHERE
        _add_up(tree.weight, tree.first_row, first, first + end - begin, tree.block_weight, tree.block_first_row, leaf)


@inlined_kernel
def _fill_with_points(tree: BoxTree, leaf: int, n_here: int, scratch: Scratch) -> bool:
    """The bands of a leaf's records that have one rank in each attribute, or none, and the bounds of their ranks;
    return whether any are parts. Written for the vector unit: no number is looked at by a branch."""
    m = np.uint64(tree.low.shape[1])
    ranks, has_parts = scratch.ranks, False
    # In a loop of its own: the processor has to wait where it reads together what it has just written apart.
    for j in range(m):
        for k in range(np.uint64(n_here), np.uint64(LEAF)):
            ranks[j, k] = ranks[j, 0]
    for j in range(m):
        smallest, least, most = np.int32(MISSING_RANK), np.int32(MISSING_RANK), np.int32(WILDCARD_LOW)
        for k in range(LEAF):
            rank = ranks[j, np.uint64(k)]
            least = min(least, np.int32(MISSING_RANK) if rank == WILDCARD_LOW else rank)
            smallest = min(smallest, rank)
            most = max(most, rank)
        has_parts |= _bound(tree, leaf, int(np.int64(j)), smallest == WILDCARD_LOW, Bounds(least, most, least, most))
    if tree.bands.scale:
        _put_bands(tree, leaf, scratch)
    else:
        for j in range(m):
            place = place_of(tree.leaf_low, tree.low.shape[1], leaf, int(np.int64(j)))
            for k in range(np.uint64(LEAF)):
                tree.leaf_low[place + k] = even_coarse(ranks[j, k], tree.steps)
    return has_parts


@inlined_kernel
def _put_bands(tree: BoxTree, leaf: int, scratch: Scratch) -> None:
    """Write the bands of a leaf's records at once as they are to stand together. Where no rank is tied, steps and bands
    are even."""
    ranks = scratch.ranks
    begin, n = place_of(tree.leaf_low, tree.low.shape[1], leaf, 0), np.uint64(ranks.shape[0])
    in_words = n - n % np.uint64(IN_WORD)
    for j in range(np.uint64(0), in_words, np.uint64(IN_WORD)):
        place = (begin + j * np.uint64(LEAF)) // np.uint64(IN_WORD)
        for k in range(np.uint64(LEAF)):
            word = np.uint32(0)
            for other in range(np.uint64(IN_WORD)):
                word |= _even_band(tree, ranks[j + other, k]) << np.uint32(8 * other)
            scratch.words[place + k] = word
    if in_words < n:
        place = (begin + in_words * np.uint64(LEAF)) // np.uint64(2)
        for k in range(np.uint64(LEAF)):
            next_one = _even_band(tree, ranks[in_words + np.uint64(1), k]) << np.uint32(8)
            scratch.halves[place + k] = np.uint16(_even_band(tree, ranks[in_words, k]) | next_one)


@inlined_kernel
def _even_band(tree: BoxTree, rank: int) -> np.uint32:
    return np.uint32(even_band(even_coarse(rank, tree.steps), tree.bands))


@inlined_kernel
def _fill_with_intervals(tree: BoxTree, leaf: int, n_here: int) -> bool:
    """As ``_fill_with_points``, of records that have more than one rank."""
    m, first, n = np.uint64(tree.low.shape[1]), np.uint64(leaf) * np.uint64(LEAF), np.uint64(n_here)
    has_parts = False
    for j in range(m):
        place = place_of(tree.leaf_low, tree.low.shape[1], leaf, int(np.int64(j)))
        share_low, share_high = _share(tree, leaf, int(np.int64(j)))
        has_wild = False
        least_low, most_low = np.int32(MISSING_RANK), np.int32(WILDCARD_LOW)
        least_high, most_high = np.int32(MISSING_RANK), np.int32(WILDCARD_LOW)
        for k in range(n):
            low, high = tree.low[first + k, j], tree.high[first + k, j]
            is_wild = low == WILDCARD_LOW
            has_wild |= is_wild
            begin = _band(tree, int(np.int64(share_low if is_wild else low)), j)
            end = _band(tree, int(np.int64(share_high if is_wild else high)), j)
            if tree.leaf_high.size:
                tree.leaf_low[place + k], tree.leaf_high[place + k] = begin, end
            else:
                tree.leaf_low[place + k] = begin if begin == end else NO_STEP
            least_low = min(least_low, np.int32(MISSING_RANK) if is_wild else low)
            most_low = max(most_low, low)
            least_high = min(least_high, np.int32(MISSING_RANK) if is_wild else high)
            most_high = max(most_high, np.int32(WILDCARD_LOW) if is_wild else high)
        for k in range(n, np.uint64(LEAF)):
            tree.leaf_low[place + k] = tree.leaf_low[place]
            if tree.leaf_high.size:
                tree.leaf_high[place + k] = tree.leaf_high[place]
        has_parts |= _bound(tree, leaf, int(np.int64(j)), has_wild, Bounds(least_low, most_low, least_high, most_high))
    finish(tree.leaf_low, tree.low.shape[1], leaf, np.uint8(NO_STEP))
    if tree.leaf_high.size:
        finish(tree.leaf_high, tree.low.shape[1], leaf, LAST_BAND)
    return has_parts


@inlined_kernel
def _bound(tree: BoxTree, leaf: int, attribute: int, has_wild: bool, ranked: Bounds) -> bool:
    """Note the bounds of a leaf in an attribute, in which those of the records that have a rank are ``ranked``; return
    whether there are parts: wildcards with a share that is not all of the ranks."""
    share_low, share_high = _share(tree, leaf, attribute)
    least_low, most_low, least_high, most_high = ranked
    near_low, near_high = least_low, most_high
    if has_wild:
        near_low = min(near_low, np.int32(begin_within(int(share_low), tree.reach)))
        near_high = max(near_high, np.int32(end_within(int(share_high), tree.reach)))
        least_low, most_low = min(least_low, share_low), max(most_low, share_low)
        least_high, most_high = min(least_high, share_high), max(most_high, share_high)
    # Where there are no parts, these are the same arrays, and the same numbers.
    tree.near_low[leaf, attribute], tree.near_high[leaf, attribute] = near_low, near_high
    tree.block_low[leaf, attribute], tree.block_high[leaf, attribute] = least_low, most_high
    tree.inner_low[leaf, attribute], tree.inner_high[leaf, attribute] = most_low, least_high
    return bool(has_wild and (share_low > WILDCARD_LOW or share_high < WILDCARD_HIGH))


@inlined_kernel
def _share(tree: BoxTree, leaf: int, attribute: int) -> tuple[np.int32, np.int32]:
    """The first and the last of the ranks that a leaf's wildcards in an attribute stand for."""
    if tree.cell_low.size == 0:
        return np.int32(WILDCARD_LOW), np.int32(WILDCARD_HIGH)
    return tree.cell_low[leaf, attribute], tree.cell_high[leaf, attribute]


@inlined_kernel
def _band(tree: BoxTree, rank: int, attribute: int) -> np.uint16:
    return band_at(rank, tree.bands, tree.steps, attribute)


@borrowing_kernel
def fill_nodes(tree: BoxTree) -> None:
    """Fill the nodes, from those of the leaves up to the root."""
    m = tree.low.shape[1]
    for node in range(tree.first_child.size):
        block, first = tree.n_leaves + node, tree.first_child[node]
        last = first + n_bits(tree.in_use[block])
        for j in range(m):
            place = place_of(tree.node_low, m, node, j)
            for k in range(LEAF):
                child = min(first + k, last - 1)
                tree.node_low[place + np.uint64(k)] = _band(tree, tree.near_low[child, j], j)
                tree.node_high[place + np.uint64(k)] = _band(tree, tree.near_high[child, j], j)
            near_low, near_high = tree.near_low[first, j], tree.near_high[first, j]
            low, high = tree.block_low[first, j], tree.block_high[first, j]
            inner_low, inner_high = tree.inner_low[first, j], tree.inner_high[first, j]
            for child in range(first + 1, last):
                near_low = min(near_low, tree.near_low[child, j])
                near_high = max(near_high, tree.near_high[child, j])
                low, high = min(low, tree.block_low[child, j]), max(high, tree.block_high[child, j])
                inner_low = max(inner_low, tree.inner_low[child, j])
                inner_high = min(inner_high, tree.inner_high[child, j])
            tree.near_low[block, j], tree.near_high[block, j] = near_low, near_high
            tree.block_low[block, j], tree.block_high[block, j] = low, high
            tree.inner_low[block, j], tree.inner_high[block, j] = inner_low, inner_high
        finish(tree.node_low, m, node, np.uint8(NO_STEP))
        finish(tree.node_high, m, node, LAST_BAND)
        _add_up(tree.block_weight, tree.block_first_row, first, last, tree.block_weight, tree.block_first_row, block)


@inlined_kernel
def _add_up(
    weight: Ranks | Rows,
    first_row: Ranks | Rows,
    first: int,
    last: int,
    total_weight: Rows,
    least_row: Rows,
    block: int,
) -> None:
    """The number of records below a block, and the first of their rows."""
    total, least = last - first, first_row[first]
    for i in range(first, last):
        least = min(least, first_row[i])
    if weight.size:
        total = 0
        for i in range(first, last):
            total += weight[i]
    total_weight[block], least_row[block] = total, least
