"""A tree of boxes for the vector unit: 32 records make a block, 32 blocks the next one, up to a single block.

Level 0 holds the records in tree order, level l the tight boxes of the blocks of level l - 1; child k of block b is
block (or record) 32 b + k of the level below, so that no pointers are kept. Each block is stored attribute by
attribute, its 32 boxes side by side.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.coarse_ranks import Coarse, Steps, coarse, find_steps
from permdesk.compute.distinct_boxes import DistinctBoxes
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.share import Share
from permdesk.compute.tree_order import BLOCK, tree_order

BLOCKS_AT_ONCE = 512


class BoxTree(NamedTuple):
    """The tree, as kernels take it.

    ``coarse_low`` and ``coarse_high`` hold the blocks of level 0, ``node_low`` and ``node_high`` those above, as
    coarse ranks, 32 of one attribute side by side; ``first_block`` says where each level begins in them.
    ``n_boxes`` is the number of boxes in each level.
    ``low``, ``high`` (n, m), ``weight`` and ``first_row`` (n,) are the records in tree order; ``block_low`` and so on
    the same of each block of all levels, which begin at ``first_whole``. ``inner_low`` is the largest low and
    ``inner_high`` the smallest high rank in a block: what lies within them lies near every box of it.
    """

    coarse_low: Coarse
    coarse_high: Coarse
    node_low: Coarse
    node_high: Coarse
    first_block: Rows
    n_boxes: Rows
    low: Ranks
    high: Ranks
    weight: Rows
    first_row: Rows
    first_whole: Rows
    block_low: Ranks
    block_high: Ranks
    inner_low: Ranks
    inner_high: Ranks
    block_weight: Rows
    block_first_row: Rows
    steps: Steps
    n_records: int


def build_tree(distinct: DistinctBoxes, n_records: int, progress: Progress) -> BoxTree:
    """The tree over the distinct boxes of ``n_records`` records. ``progress`` advances by boxes. Raises Cancelled."""
    boxes, n, m = distinct.boxes, distinct.boxes.n_records, distinct.boxes.n_attributes
    order = tree_order(boxes, BLOCK, Share(progress, n // 2, n))
    n_boxes = [n, -(-n // BLOCK)]
    while n_boxes[-1] > 1:
        n_boxes.append(-(-n_boxes[-1] // BLOCK))
    n_blocks = n_boxes[1:]
    n_above = sum(n_blocks[1:])
    are_points = all(np.array_equal(boxes.low[a : a + 4096], boxes.high[a : a + 4096]) for a in range(0, n, 4096))
    low, coarse_low = np.empty((n, m), np.int32), _aligned(n_blocks[0] * m * BLOCK)
    high, coarse_high = (low, coarse_low) if are_points else (np.empty_like(low), _aligned(coarse_low.size))
    block_low, block_high = (np.empty((n_blocks[0] + n_above, m), np.int32) for _ in range(2))
    # Of points the largest low rank is the largest high rank.
    inner_low, inner_high = (
        (block_high, block_low) if are_points else (np.empty_like(block_low), np.empty_like(block_low))
    )
    tree = BoxTree(
        coarse_low=coarse_low,
        coarse_high=coarse_high,
        node_low=_aligned(n_above * m * BLOCK),
        node_high=_aligned(n_above * m * BLOCK),
        first_block=np.cumsum([0, 0, *n_blocks[1:]]),
        n_boxes=np.array(n_boxes),
        low=low,
        high=high,
        weight=distinct.weight[order],
        first_row=distinct.first_row[order],
        first_whole=np.cumsum([0, *n_blocks]),
        block_low=block_low,
        block_high=block_high,
        inner_low=inner_low,
        inner_high=inner_high,
        block_weight=np.empty(n_blocks[0] + n_above, np.int64),
        block_first_row=np.empty(n_blocks[0] + n_above, np.int64),
        steps=find_steps(boxes, n_records),
        n_records=n_records,
    )
    run_chunks(
        lambda a, b: _fill_records(tree, boxes.low, boxes.high, order, are_points, a, b),
        n_blocks[0],
        BLOCKS_AT_ONCE,
        Share(progress, n - n // 2, n_blocks[0]),
    )
    for level in range(1, len(n_blocks)):
        _fill_level(tree, level)
    return tree


def _aligned(size: int) -> Coarse:
    """An array that begins with a cache line, so that no block of 32 lies across two."""
    spare = np.empty(size + 32, np.uint16)
    begin = -spare.ctypes.data % 64 // 2
    return spare[begin : begin + size]


@borrowing_kernel
def _fill_records(
    tree: BoxTree, low: Ranks, high: Ranks, order: Ranks, are_points: bool, start: int, stop: int
) -> None:
    for block in range(start, stop):
        first, last = block * BLOCK, min(order.size, block * BLOCK + BLOCK)
        _fill_block(tree.low, low, order, first, last, tree.coarse_low, tree.block_low, tree.inner_low, tree.steps)
        if not are_points:
            _fill_block(
                tree.high, high, order, first, last, tree.coarse_high, tree.inner_high, tree.block_high, tree.steps
            )
        _add_up(tree.weight, tree.first_row, first, last, tree.block_weight, tree.block_first_row, block)


@borrowing_kernel
def _fill_block(
    in_order: Ranks,
    ranks: Ranks,
    order: Ranks,
    first: int,
    last: int,
    lanes: Coarse,
    smallest: Ranks,
    largest: Ranks,
    steps: Steps,
) -> None:
    """Bring one bound of the records order[first:last] into the tree, and its smallest and largest ranks."""
    m, block = ranks.shape[1], first // BLOCK
    for i in range(first, last):
        row = order[i]
        for j in range(m):
            in_order[i, j] = ranks[row, j]
    for j in range(m):
        place = (block * m + j) * BLOCK
        least, most = in_order[first, j], in_order[first, j]
        for i in range(first, last):
            rank = in_order[i, j]
            lanes[place + i - first] = coarse(rank, steps, j)
            least, most = min(least, rank), max(most, rank)
        for k in range(last - first, BLOCK):
            lanes[place + k] = 0
        smallest[block, j], largest[block, j] = least, most


@borrowing_kernel
def _fill_level(tree: BoxTree, level: int) -> None:
    m = tree.low.shape[1]
    below, above = tree.first_whole[level - 1], tree.first_whole[level]
    for whole in range(above, tree.first_whole[level + 1]):
        first = below + (whole - above) * BLOCK
        last = min(above, first + BLOCK)
        place = (tree.first_block[level] + whole - above) * m * BLOCK
        for j in range(m):
            for k in range(BLOCK):
                child = min(first + k, last - 1)
                tree.node_low[place + k] = coarse(tree.block_low[child, j], tree.steps, j)
                tree.node_high[place + k] = coarse(tree.block_high[child, j], tree.steps, j)
            place += BLOCK
            low, high = tree.block_low[first, j], tree.block_high[first, j]
            inner_low, inner_high = tree.inner_low[first, j], tree.inner_high[first, j]
            for child in range(first, last):
                low, high = min(low, tree.block_low[child, j]), max(high, tree.block_high[child, j])
                inner_low = max(inner_low, tree.inner_low[child, j])
                inner_high = min(inner_high, tree.inner_high[child, j])
            tree.block_low[whole, j], tree.block_high[whole, j] = low, high
            tree.inner_low[whole, j], tree.inner_high[whole, j] = inner_low, inner_high
        _add_up(tree.block_weight, tree.block_first_row, first, last, tree.block_weight, tree.block_first_row, whole)


@borrowing_kernel
def _add_up(
    weight: Rows, first_row: Rows, first: int, last: int, total_weight: Rows, least_row: Rows, block: int
) -> None:
    """The number of records below a block, and the first of their rows."""
    total, least = 0, first_row[first]
    for i in range(first, last):
        total += weight[i]
        least = min(least, first_row[i])
    total_weight[block], least_row[block] = total, least
