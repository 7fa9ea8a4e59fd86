"""A tree of boxes for the vector unit: 32 records make a block, 32 blocks the next one, up to a single block.

Level 0 holds the records in tree order, level l the tight boxes of the blocks of level l - 1; child k of block b is
block (or record) 32 b + k of the level below, so that no pointers are kept. Each block is stored attribute by
attribute, its 32 boxes side by side.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.distinct_boxes import DistinctBoxes
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.share import Share
from permdesk.compute.tree_order import BLOCK, tree_order

Coarse = NDArray[np.uint16]
BLOCKS_AT_ONCE = 512


class BoxTree(NamedTuple):
    """The tree, as kernels take it.

    ``coarse_low`` and ``coarse_high`` hold the blocks of level 0, ``node_low`` and ``node_high`` those above, as ranks
    divided by 2**``shift``, 32 of one attribute side by side; ``first_block`` says where each level begins in them.
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
    shift: int
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
        block_low=np.empty((n_blocks[0] + n_above, m), np.int32),
        block_high=np.empty((n_blocks[0] + n_above, m), np.int32),
        inner_low=np.empty((n_blocks[0] + n_above, m), np.int32),
        inner_high=np.empty((n_blocks[0] + n_above, m), np.int32),
        block_weight=np.zeros(n_blocks[0] + n_above, np.int64),
        block_first_row=np.empty(n_blocks[0] + n_above, np.int64),
        # 15 bits for the ranks leave room above them for the rank of an own-value missing.
        shift=max(0, n_records.bit_length() - 15),
        n_records=n_records,
    )
    run_chunks(
        lambda a, b: _fill_records(tree, boxes.low, boxes.high, order, a, b),
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


@njit(nogil=True, cache=True)
def coarse(rank: int, shift: int) -> np.uint16:
    """A rank in units of 2**shift; what has no rank goes to the ends of the range.

    Gaps between such ranks exceed the true gap, in the same units, by less than 1.
    """
    return np.uint16(min(max(rank >> shift, 0), 0xFFFF))


@njit(nogil=True, cache=True)
def _fill_records(tree: BoxTree, low: Ranks, high: Ranks, order: Ranks, start: int, stop: int) -> None:
    for block in range(start, stop):
        first, last = block * BLOCK, min(order.size, block * BLOCK + BLOCK)
        for i in range(first, last):
            tree.low[i] = low[order[i]]
            tree.high[i] = high[order[i]]
        _fill_block(tree.coarse_low, tree.coarse_high, block, tree.low[first:last], tree.high[first:last], tree.shift)
        _bound_block(tree.block_low, tree.low[first:last], tree.block_high, tree.high[first:last], block)
        _bound_block(tree.inner_high, tree.high[first:last], tree.inner_low, tree.low[first:last], block)
        tree.block_weight[block] = tree.weight[first:last].sum()
        tree.block_first_row[block] = tree.first_row[first:last].min()


@njit(nogil=True, cache=True)
def _fill_level(tree: BoxTree, level: int) -> None:
    below, above = tree.first_whole[level - 1], tree.first_whole[level]
    n_below = tree.first_whole[level] - below
    for block in range(tree.first_whole[level + 1] - above):
        first, last = below + block * BLOCK, below + min(n_below, block * BLOCK + BLOCK)
        _fill_block(
            tree.node_low,
            tree.node_high,
            tree.first_block[level] + block,
            tree.block_low[first:last],
            tree.block_high[first:last],
            tree.shift,
        )
        low, high = tree.block_low[first:last], tree.block_high[first:last]
        _bound_block(tree.block_low, low, tree.block_high, high, above + block)
        low, high = tree.inner_low[first:last], tree.inner_high[first:last]
        _bound_block(tree.inner_high, high, tree.inner_low, low, above + block)
        tree.block_weight[above + block] = tree.block_weight[first:last].sum()
        tree.block_first_row[above + block] = tree.block_first_row[first:last].min()


@njit(nogil=True, cache=True)
def _fill_block(coarse_low: Coarse, coarse_high: Coarse, block: int, low: Ranks, high: Ranks, shift: int) -> None:
    n, m = low.shape
    for j in range(m):
        place = (block * m + j) * BLOCK
        for k in range(BLOCK):
            coarse_low[place + k] = coarse(low[k, j], shift) if k < n else np.uint16(0)
            coarse_high[place + k] = coarse(high[k, j], shift) if k < n else np.uint16(0)


@njit(nogil=True, cache=True)
def _bound_block(smallest: Ranks, of: Ranks, largest: Ranks, of_high: Ranks, block: int) -> None:
    """The smallest ranks of ``of`` and the largest of ``of_high`` (n, m), written to row ``block``."""
    for j in range(of.shape[1]):
        smallest[block, j] = of[:, j].min()
        largest[block, j] = of_high[:, j].max()
