"""The walk through the box tree, for one query after the other."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.box_tree import BoxTree
from permdesk.compute.coarse_ranks import Coarse, coarse
from permdesk.compute.lanes import (
    WIDTH,
    at_most,
    borrowing_kernel,
    first_bit,
    nearest_gap,
    no_gaps,
    put,
    taken,
    widened,
)

NO_ROW = 1 << 62
# So many ties of one query are counted one by one before whole blocks are looked at, which costs about as much as
# opening them and rarely helps where ties are few.
FEW_TIES = 64
# 32**12 records
MOST_LEVELS = 12


class Scratch(NamedTuple):
    """Arrays that one thread works in."""

    coarse_low: Coarse
    coarse_high: Coarse
    opened: Rows
    unseen: NDArray[np.uint32]
    gaps: Coarse


def new_scratch(n_attributes: int) -> Scratch:
    """Scratch for a tree of any height."""
    return Scratch(
        coarse_low=np.empty(n_attributes, np.uint16),
        coarse_high=np.empty(n_attributes, np.uint16),
        opened=np.empty(MOST_LEVELS, np.int64),
        unseen=np.empty(MOST_LEVELS, np.uint32),
        gaps=np.empty(MOST_LEVELS * WIDTH, np.uint16),
    )


@borrowing_kernel
def search_tree(
    tree: BoxTree,
    queries_low: Ranks,
    queries_high: Ranks,
    order: Ranks,
    bound: Ranks,
    distance: Ranks,
    n_matches: Rows,
    first_match: Rows,
    start: int,
    stop: int,
    scratch: Scratch,
) -> tuple[int, int, int]:
    """Answer the queries order[start:stop]; return how many leaves and nodes were opened and records compared."""
    m = tree.low.shape[1]
    top = tree.n_boxes.size - 2
    coarse_low, coarse_high, opened, unseen, gaps_of = scratch
    n_leaves, n_nodes, n_compared = 0, 0, 0
    nearest = int(np.int64(-1))
    for k in range(start, stop):
        query = order[k]
        low, high = queries_low[query], queries_high[query]
        for j in range(m):
            coarse_low[j] = coarse(low[j], tree.steps, j)
            coarse_high[j] = coarse(high[j], tree.steps, j)
        best = min(tree.n_records - 1, int(bound[query]))
        if nearest >= 0:
            # The match of the query before is near this one, too.
            best = min(best, _gap(tree.low, tree.high, nearest, low, high))
        n_found, first_row, n_ties = 0, NO_ROW, 0
        limit = _limit(best, tree.steps.shift)
        level, block = top, int(np.int64(0))
        while True:
            if level > 0:
                n_nodes += 1
                node = tree.first_block[level] + block
                gaps = _block_gaps(tree.node_low, tree.node_high, node, coarse_low, coarse_high, limit)
                opened[level] = block
                unseen[level] = at_most(gaps, limit) & _lanes_in_use(tree.n_boxes[level] - block * WIDTH)
                put(gaps_of, level * WIDTH, gaps)
            else:
                n_leaves += 1
                gaps = _block_gaps(tree.coarse_low, tree.coarse_high, block, coarse_low, coarse_high, limit)
                mask = at_most(gaps, limit) & _lanes_in_use(tree.n_boxes[0] - block * WIDTH)
                while mask:
                    record = block * WIDTH + first_bit(mask)
                    mask &= mask - np.uint32(1)
                    n_compared += 1
                    gap = _gap(tree.low, tree.high, record, low, high)
                    if gap > best:
                        continue
                    if gap < best:
                        best, n_found, first_row = gap, 0, NO_ROW
                        limit = _limit(best, tree.steps.shift)
                        mask &= at_most(gaps, limit)
                    nearest = record
                    n_ties += 1
                    n_found += tree.weight[record]
                    first_row = min(first_row, tree.first_row[record])
                level = 1
            goes_on = False
            while level <= top and not goes_on:
                gaps = taken(gaps_of, level * WIDTH)
                gap_of_box = nearest_gap(gaps, unseen[level])
                if unseen[level] == 0 or gap_of_box > limit:
                    level += 1
                    continue
                lane = first_bit(at_most(gaps, gap_of_box) & unseen[level])
                unseen[level] &= ~(np.uint32(1) << np.uint32(lane))
                block = opened[level] * WIDTH + lane
                goes_on = True
                if n_ties > FEW_TIES:
                    whole = tree.first_whole[level - 1] + block
                    furthest = _gap(tree.inner_low, tree.inner_high, whole, low, high)
                    if furthest < best:
                        best, n_found, first_row = furthest, 0, NO_ROW
                        limit = _limit(best, tree.steps.shift)
                    if furthest == best == _gap(tree.block_low, tree.block_high, whole, low, high):
                        n_found += tree.block_weight[whole]
                        first_row = min(first_row, tree.block_first_row[whole])
                        goes_on = False
            if not goes_on:
                break
            level -= 1
        if n_found == 0:
            best, n_found, first_row = tree.n_records, tree.n_records, 0
        distance[query], n_matches[query], first_match[query] = best, n_found, first_row
    return n_leaves, n_nodes, n_compared


@borrowing_kernel
def _lanes_in_use(n_boxes: int) -> np.uint32:
    """The mask of the first boxes of a block; the last of each level may not be full."""
    return np.uint32((1 << min(n_boxes, WIDTH)) - 1)


@borrowing_kernel
def _limit(best: int, shift: int) -> np.uint16:
    """The largest gap between coarse ranks that boxes at distance ``best`` can have."""
    return np.uint16(((best - 1) >> shift) + 1)


@borrowing_kernel
def _block_gaps(low: Coarse, high: Coarse, block: int, query_low: Coarse, query_high: Coarse, limit: np.uint16):  # type: ignore[no-untyped-def]
    """Gaps of the 32 boxes of a block, or less once all exceed the limit."""
    m = query_low.size
    gaps = no_gaps()
    place = block * m * WIDTH
    first, last = 0, min(m, 12)
    while True:
        for j in range(first, last):
            gaps = widened(gaps, low, high, place, query_low[j], query_high[j])
            place += WIDTH
        if last == m or at_most(gaps, limit) == 0:
            break
        first, last = last, min(m, last + 8)
    return gaps


@borrowing_kernel
def _gap(low: Ranks, high: Ranks, row: int, query_low: Ranks, query_high: Ranks) -> int:
    """The largest gap between a box and the query."""
    widest = np.int32(0)
    for j in range(query_low.size):
        widest = max(widest, np.int32(low[row, j] - query_high[j]), np.int32(query_low[j] - high[row, j]))
    return int(widest)
