"""A tree of boxes for the vector unit: up to 32 records make a leaf, up to 32 leaves a node, and so on up to one.

Leaves and nodes are both called blocks and numbered together, leaves first, the root last. Of a block's boxes, those of
records or of the blocks below, the bands of 32 stand side by side (``band_places``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.band_places import finish, n_kept, place_of
from permdesk.compute.bands import LAST_BAND, BandArray, Bands, band_at, even_band, find_bands, have_one_band, own_bands
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.coarse_ranks import (
    NO_STEP,
    Steps,
    aligned,
    even_coarse,
    find_ends,
    find_steps,
    wide_attributes,
)
from permdesk.compute.distinct_boxes import distinct_boxes
from permdesk.compute.few_attributes import FEW_ATTRIBUTES
from permdesk.compute.lanes import borrowing_kernel, fetch_row_soon, inlined_kernel, inner_kernel
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.share import Share
from permdesk.compute.tie_bits import GROUP, Records, TieBits, make_tie_bits, no_tie_bits
from permdesk.compute.tie_edges import NO_EDGES, find_edges
from permdesk.compute.tree_cuts import LEAF, Cuts
from permdesk.compute.tree_leaves import Leaves, find_leaves
from permdesk.compute.tree_rooms import NOWHERE, Rooms, empty_rooms, fill_rooms
from permdesk.compute.tree_shares import REACHES, begin_within, end_within

LEAVES_AT_ONCE = 512
# Records lie anywhere in memory: each is asked for so many before its turn.
AHEAD = np.uint64(24)


class BoxTree(NamedTuple):
    """The tree, as kernels take it.

    ``leaf_low`` and ``leaf_high`` hold the bands of the leaves' records. ``leaf_high`` is empty where these lie in one
    band in each attribute: ``leaf_low`` is that band then, or 0 of what has more than one, as wildcards have, and is
    near everything that may open its leaf. ``node_low`` and ``node_high`` are the bands of the nodes' blocks, of what
    something that counts must be near: ``near_low`` to ``near_high`` (n_blocks, m), if queries look as far as the
    ``reach`` (``tree_shares``). Where there are no parts, these are all ranks of a block, and the reach is 0.
    Bit k of ``in_use[b]`` says that block b has a box k; that of a leaf is record 32 b + k, that of a node is block
    ``first_child[b - n_leaves] + k``. ``tie_bits`` are there where records have many ties.
    ``low``, ``high`` (32 n_leaves, m), ``weight`` and ``first_row`` are the records. Where none has more than one rank
    in an attribute, ``high`` is ``low``, even of wildcards. ``cell_low`` and ``cell_high`` (n_leaves, m) are a leaf's
    share of the ranks, of which its wildcards are parts (``tree_cuts``); (n_leaves, 0) where there are none.
    ``block_low`` and so on are the same of all records of a block, wildcards by their shares. ``inner_low`` is the
    largest low and ``inner_high`` the smallest high rank in a block: what lies within them lies near every box of it.
    Blocks with parts have none, since parts are not counted together.
    """

    leaf_low: BandArray
    leaf_high: BandArray
    node_low: BandArray
    node_high: BandArray
    in_use: NDArray[np.uint32]
    first_child: Rows
    low: Ranks
    high: Ranks
    weight: Ranks
    first_row: Ranks
    cell_low: Ranks
    cell_high: Ranks
    block_low: Ranks
    block_high: Ranks
    inner_low: Ranks
    inner_high: Ranks
    block_weight: Rows
    block_first_row: Rows
    near_low: Ranks
    near_high: Ranks
    reach: int
    rooms: Rooms
    cuts: Cuts
    tie_bits: TieBits
    steps: Steps
    bands: Bands
    have_one_rank: bool
    n_leaves: int
    height: int
    n_records: int


def build_tree(target: RankBoxes, progress: Progress) -> BoxTree:
    """The tree over the boxes of the target, equal ones as one. ``progress`` advances by records. Raises Cancelled."""
    n = target.n_records
    distinct = distinct_boxes(target, Share(progress, n // 8, n))
    boxes = distinct.boxes
    is_wide = wide_attributes(boxes)
    is_end = find_ends(boxes, n, is_wide)
    steps = find_steps(is_end, is_wide)
    leaves = find_leaves(boxes, steps.shift, Share(progress, n // 2, boxes.n_records))
    bands = own_bands() if boxes.n_attributes <= FEW_ATTRIBUTES else find_bands(is_end, is_wide, steps)
    tree = _empty_tree(boxes, leaves, steps, bands, n)
    in_groups = leaves.cell_low.size > 0 and boxes.n_attributes <= FEW_ATTRIBUTES
    edges = NO_EDGES if in_groups else find_edges(boxes, is_end, is_wide)
    for_bits = n // 8 if edges.rank.size else 0
    run_chunks(
        lambda a, b: _fill_leaves(tree, boxes.low, boxes.high, distinct.weight, distinct.first_row, leaves, a, b),
        tree.n_leaves,
        LEAVES_AT_ONCE,
        Share(progress, n - n // 8 - n // 2 - for_bits, tree.n_leaves),
    )
    _fill_nodes(tree)
    fill_rooms(tree.rooms, tree.cuts, tree.first_child, tree.block_low, tree.block_high, tree.steps)
    if edges.rank.size:
        records = Records(tree.low, tree.high, tree.weight, tree.first_row, tree.in_use)
        of_bits = Share(progress, for_bits, -(-boxes.n_records // GROUP))
        tree = tree._replace(tie_bits=make_tie_bits(edges, records, boxes.n_records, n, of_bits))
    return tree


def _empty_tree(boxes: RankBoxes, leaves: Leaves, steps: Steps, bands: Bands, n_records: int) -> BoxTree:
    m, n_leaves = boxes.n_attributes, leaves.cut_before.size
    first_child, n_children, height = _nodes_over(leaves.cut_before)
    n_nodes = first_child.size
    n_blocks = n_leaves + n_nodes
    have_one_rank = boxes.low is boxes.high
    kind = bands.of_coarse.dtype
    in_block = n_kept(m, kind) * LEAF
    are_points = have_one_rank and leaves.cell_low.size == 0
    low = np.empty((n_leaves * LEAF, m), np.int32)
    block_low, block_high = np.empty((n_blocks, m), np.int32), np.empty((n_blocks, m), np.int32)
    has_parts = leaves.rows.size > boxes.n_records
    sizes = np.concatenate([np.diff(leaves.start), n_children])
    return BoxTree(
        leaf_low=aligned(n_leaves * in_block, kind),
        leaf_high=aligned(0 if have_one_band(boxes, bands, steps) else n_leaves * in_block, kind),
        node_low=aligned(n_nodes * in_block, kind),
        node_high=aligned(n_nodes * in_block, kind),
        in_use=((np.int64(1) << sizes) - 1).astype(np.uint32),
        first_child=first_child,
        low=low,
        high=low if have_one_rank else np.empty_like(low),
        weight=np.ones(n_leaves * LEAF, np.int32),
        first_row=np.empty(n_leaves * LEAF, np.int32),
        cell_low=leaves.cell_low,
        cell_high=leaves.cell_high,
        block_low=block_low,
        block_high=block_high,
        # Of points the largest low rank is the largest high rank.
        inner_low=block_high if are_points else np.empty_like(block_low),
        inner_high=block_low if are_points else np.empty_like(block_low),
        block_weight=np.empty(n_blocks, np.int64),
        block_first_row=np.empty(n_blocks, np.int64),
        near_low=np.empty_like(block_low) if has_parts else block_low,
        near_high=np.empty_like(block_high) if has_parts else block_high,
        reach=n_records // REACHES if has_parts else 0,
        rooms=empty_rooms(first_child, n_children, n_leaves, m),
        cuts=leaves.cuts,
        tie_bits=no_tie_bits(m),
        steps=steps,
        bands=bands,
        have_one_rank=have_one_rank,
        n_leaves=n_leaves,
        height=height,
        n_records=n_records,
    )


def _nodes_over(cut_before: Ranks) -> tuple[Rows, Rows, int]:
    """The first child and the number of children of each node, level by level, and the number of levels."""
    firsts, sizes, below = [], [], 0
    while True:
        first = _grouped(cut_before)
        firsts.append(first + below)
        sizes.append(np.diff(np.append(first, cut_before.size)))
        below += cut_before.size
        cut_before = cut_before[first]
        if first.size == 1:
            return np.concatenate(firsts), np.concatenate(sizes), len(firsts)


def _grouped(cut_before: Ranks) -> Rows:
    """Where groups of at most 32 begin: each ends at the highest of the cuts that leave it at least half full."""
    first = np.empty(cut_before.size, np.int64)
    return first[: _group(cut_before, first)]


@borrowing_kernel
def _group(cut_before: Ranks, first: Rows) -> int:
    n_groups, start = 0, 0
    while start < cut_before.size:
        first[n_groups] = start
        n_groups += 1
        if cut_before.size - start <= LEAF:
            break
        end = start + LEAF
        for k in range(start + LEAF // 2, start + LEAF):
            if cut_before[k] < cut_before[end]:
                end = k
        start = end
    return n_groups


@borrowing_kernel
def _fill_leaves(
    tree: BoxTree,
    low: Ranks,
    high: Ranks,
    weight: Rows,
    first_row: Rows,
    leaves: Leaves,
    start: int,
    stop: int,
) -> None:
    m = low.shape[1]
    have_one_rank, last = tree.have_one_rank, np.uint64(leaves.start[stop] - 1)
    for leaf in range(start, stop):
        first, begin, end = leaf * LEAF, leaves.start[leaf], leaves.start[leaf + 1]
        for k in range(np.uint64(end - begin)):
            record, row = np.uint64(first) + k, np.uint64(leaves.rows[np.uint64(begin) + k])
            later = int(np.int64(leaves.rows[min(np.uint64(begin) + k + AHEAD, last)]))
            fetch_row_soon(low, later)
            if not have_one_rank:
                fetch_row_soon(high, later)
            tree.first_row[record] = row
            if weight.size:
                tree.weight[record], tree.first_row[record] = weight[row], first_row[row]
            for j in range(np.uint64(m)):
                tree.low[record, j] = low[row, j]
            if not have_one_rank:
                for j in range(np.uint64(m)):
                    tree.high[record, j] = high[row, j]
        if _sum_up(tree, leaf, end - begin):
            tree.inner_low[leaf, 0] = NOWHERE
        _add_up(tree.weight, tree.first_row, first, first + end - begin, tree.block_weight, tree.block_first_row, leaf)


@inlined_kernel
def _sum_up(tree: BoxTree, leaf: int, n_here: int) -> bool:
    """The coarse ranks of a leaf's records, and the smallest and the largest of their ranks in each attribute.

    Says whether there are parts: wildcards with a share that is not all of the ranks. What has a rank is not told
    from what has none by a branch, which the processor would guess wrong.
    """
    m, first, n = np.uint64(tree.low.shape[1]), np.uint64(leaf) * np.uint64(LEAF), np.uint64(n_here)
    share_low, share_high = np.int32(WILDCARD_LOW), np.int32(WILDCARD_HIGH)
    has_parts = False
    for j in range(m):
        place = place_of(tree.leaf_low, tree.low.shape[1], leaf, int(np.int64(j)))
        if tree.cell_low.size:
            share_low, share_high = tree.cell_low[leaf, j], tree.cell_high[leaf, j]
        has_wild = False
        # Those of all records that have a rank.
        least_low, most_low = np.int32(MISSING_RANK), np.int32(WILDCARD_LOW)
        least_high, most_high = np.int32(MISSING_RANK), np.int32(WILDCARD_LOW)
        for k in range(n):
            low, high = tree.low[first + k, j], tree.high[first + k, j]
            is_wild = low == WILDCARD_LOW
            has_wild |= is_wild
            if tree.have_one_rank:
                # Where no rank is tied, steps are even.
                coarse_rank = even_coarse(low, tree.steps)
                tree.leaf_low[place + k] = even_band(coarse_rank, tree.bands) if tree.bands.scale else coarse_rank
            else:
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
            tree.leaf_low[place + k] = 0
            if tree.leaf_high.size:
                tree.leaf_high[place + k] = 0
        near_low, near_high = least_low, most_high
        if has_wild:
            near_low = min(near_low, np.int32(begin_within(int(share_low), tree.reach)))
            near_high = max(near_high, np.int32(end_within(int(share_high), tree.reach)))
            least_low, most_low = min(least_low, share_low), max(most_low, share_low)
            least_high, most_high = min(least_high, share_high), max(most_high, share_high)
        has_parts |= bool(has_wild and (share_low > WILDCARD_LOW or share_high < WILDCARD_HIGH))
        # Where there are no parts, these are the same arrays, and the same numbers.
        tree.near_low[leaf, j], tree.near_high[leaf, j] = near_low, near_high
        tree.block_low[leaf, j], tree.block_high[leaf, j] = least_low, most_high
        tree.inner_low[leaf, j], tree.inner_high[leaf, j] = most_low, least_high
    finish(tree.leaf_low, tree.low.shape[1], leaf, np.uint8(NO_STEP))
    if tree.leaf_high.size:
        finish(tree.leaf_high, tree.low.shape[1], leaf, LAST_BAND)
    return has_parts


@inlined_kernel
def _band(tree: BoxTree, rank: int, attribute: int) -> np.uint16:
    return band_at(rank, tree.bands, tree.steps, attribute)


@borrowing_kernel
def _fill_nodes(tree: BoxTree) -> None:
    m = tree.low.shape[1]
    for node in range(tree.first_child.size):
        block, first = tree.n_leaves + node, tree.first_child[node]
        last = first + _n_boxes(tree.in_use[block])
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


@inner_kernel
def _n_boxes(in_use: np.uint32) -> int:
    n = 0
    while in_use >> np.uint32(n) & np.uint32(1) and n < LEAF:
        n += 1
    return n


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
    total, least = 0, first_row[first]
    for i in range(first, last):
        total += weight[i]
        least = min(least, first_row[i])
    total_weight[block], least_row[block] = total, least
