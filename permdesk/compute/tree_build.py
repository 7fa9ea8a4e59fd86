"""Builds the box tree: cuts the target into leaves, groups them into nodes, and has all blocks filled."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.band_places import n_kept
from permdesk.compute.bands import Bands, find_bands, have_one_band, own_bands
from permdesk.compute.best_cut import LEAF
from permdesk.compute.box_tree import BoxTree
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.coarse_ranks import Steps, aligned, find_ends, find_steps, wide_attributes
from permdesk.compute.distinct_boxes import distinct_boxes
from permdesk.compute.few_attributes import FEW_ATTRIBUTES
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.share import Share
from permdesk.compute.tie_bits import GROUP, Records, make_tie_bits, no_tie_bits
from permdesk.compute.tie_edges import NO_EDGES, find_edges
from permdesk.compute.tree_fill import fill_leaves, fill_nodes, new_scratch
from permdesk.compute.tree_leaves import Leaves, find_leaves
from permdesk.compute.tree_rooms import empty_rooms, fill_rooms
from permdesk.compute.tree_shares import REACHES

LEAVES_AT_ONCE = 512
# With more blocks in a node at least, nodes reach beyond cuts and are opened more often. With 8 to 14 it took as long.
FULL_ENOUGH = 12


def build_tree(target: RankBoxes, progress: Progress) -> BoxTree:
    """The tree over the boxes of the target, equal ones as one. ``progress`` advances by records. Raises Cancelled."""
    n = target.n_records
    distinct = distinct_boxes(target, Share(progress, n // 8, n))
    boxes = distinct.boxes
    is_wide = wide_attributes(boxes)
    is_end = find_ends(boxes, n, is_wide, Share(progress, 0, boxes.n_records))
    steps = find_steps(is_end, is_wide)
    leaves = find_leaves(boxes, steps.shift, Share(progress, n // 2, boxes.n_records))
    bands = own_bands() if boxes.n_attributes <= FEW_ATTRIBUTES else find_bands(is_end, is_wide, steps)
    tree = _empty_tree(boxes, leaves, steps, bands, n, distinct.weight.size > 0)
    in_groups = leaves.cell_low.size > 0 and boxes.n_attributes <= FEW_ATTRIBUTES
    # Points overlap where they are equal, and equal ones are one by now.
    edges = NO_EDGES if in_groups or _are_points(boxes, leaves) else find_edges(boxes, is_end, is_wide)
    for_bits = n // 8 if edges.rank.size else 0
    of_boxes = distinct.weight, distinct.first_row
    run_chunks(
        lambda a, b: fill_leaves(tree, boxes.low, boxes.high, *of_boxes, leaves, new_scratch(tree), a, b),
        tree.n_leaves,
        LEAVES_AT_ONCE,
        Share(progress, n - n // 8 - n // 2 - for_bits, tree.n_leaves),
    )
    fill_nodes(tree)
    fill_rooms(tree.rooms, tree.cuts, tree.first_child, tree.block_low, tree.block_high, tree.steps)
    if edges.rank.size:
        weight = tree.weight if tree.weight.size else np.ones(tree.first_row.size, np.int32)
        records = Records(tree.low, tree.high, weight, tree.first_row, tree.in_use)
        of_bits = Share(progress, for_bits, -(-boxes.n_records // GROUP))
        tree = tree._replace(tie_bits=make_tie_bits(edges, records, boxes.n_records, n, of_bits))
    return tree


def _empty_tree(
    boxes: RankBoxes, leaves: Leaves, steps: Steps, bands: Bands, n_records: int, has_weights: bool
) -> BoxTree:
    m, n_leaves = boxes.n_attributes, leaves.cut_before.size
    first_child, n_children, height = _nodes_over(leaves.cut_before)
    n_nodes = first_child.size
    n_blocks = n_leaves + n_nodes
    have_one_rank = boxes.low is boxes.high
    kind = bands.of_coarse.dtype
    in_block = n_kept(m, kind) * LEAF
    are_points = _are_points(boxes, leaves)
    low = np.empty((n_leaves * LEAF, m), np.int32)
    # In one array, as the system gives what is large in large pages, each at once.
    block_low, block_high, inner_low, inner_high, near_low, near_high = np.empty((6, n_blocks, m), np.int32)
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
        weight=np.ones(n_leaves * LEAF if has_weights else 0, np.int32),
        first_row=np.empty(n_leaves * LEAF, np.int32),
        cell_low=leaves.cell_low,
        cell_high=leaves.cell_high,
        block_low=block_low,
        block_high=block_high,
        # Of points the largest low rank is the largest high rank.
        inner_low=block_high if are_points else inner_low,
        inner_high=block_low if are_points else inner_high,
        block_weight=np.empty(n_blocks, np.int64),
        block_first_row=np.empty(n_blocks, np.int64),
        near_low=near_low if has_parts else block_low,
        near_high=near_high if has_parts else block_high,
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


def _are_points(boxes: RankBoxes, leaves: Leaves) -> bool:
    """Whether every box has one rank in each attribute: none has more, or is a wildcard."""
    return boxes.low is boxes.high and leaves.cell_low.size == 0


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
    """Where groups of at most 32 begin: each ends at the highest of the cuts that leave it full enough."""
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
        for k in range(start + FULL_ENOUGH, start + LEAF):
            if cut_before[k] < cut_before[end]:
                end = k
        start = end
    return n_groups
