"""How many records lie at a distance that is known: by a walk through the box tree, block by block.

It counts blocks whole if all of their records are within the distance. Where queries have many ties and attributes few
distinct values, ``tie_count`` is faster.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.band_places import n_kept
from permdesk.compute.bands import Range
from permdesk.compute.box_tree import BoxTree, weight_of
from permdesk.compute.coarse_ranks import Coarse
from permdesk.compute.gaps import NO_ROW, gap_to
from permdesk.compute.lanes import WIDTH, first_bit, inner_kernel
from permdesk.compute.near_blocks import counts, look, near_children, near_records
from permdesk.compute.tree_rooms import has_room


class Ties(NamedTuple):
    """Arrays that one thread works in."""

    near: Range
    opened: Rows
    unseen: NDArray[np.uint32]


def new_ties(tree: BoxTree) -> Ties:
    """Room for one query to one tree."""
    m, kind = tree.low.shape[1], tree.leaf_low.dtype
    return Ties(
        near=Range(np.empty(2 * n_kept(m, kind), kind), np.uint64(0), np.uint64(n_kept(m, kind))),
        opened=np.empty(tree.height + 1, np.int64),
        unseen=np.empty(tree.height + 1, np.uint32),
    )


@inner_kernel
def walk_ties(
    tree: BoxTree, low: Ranks, high: Ranks, coarse_low: Coarse, coarse_high: Coarse, home: int, best: int, ties: Ties
) -> tuple[int, int]:
    """The number of records at distance ``best``, which is the smallest, and the first of their rows, for the query
    from ``low`` to ``high`` that lies in the leaf ``home``."""
    near, opened, unseen = ties.near, ties.opened, ties.unseen
    look(tree, coarse_low, coarse_high, best, near)
    n_found, first_row = 0, NO_ROW
    top, block = 0, home
    while top < tree.height and not has_room(tree.rooms, block, low, high, best):
        top, block = top + 1, int(np.int64(tree.rooms.parent[block]))
    level = top
    while True:
        if gap_to(tree.inner_low, tree.inner_high, block, low, high) <= best:
            n_found += tree.block_weight[block]
            first_row = min(first_row, tree.block_first_row[block])
            level += 1
        elif level > 0:
            opened[level], unseen[level] = tree.first_child[block - tree.n_leaves], near_children(tree, block, near)
        else:
            mask = near_records(tree, block, near)
            while mask:
                record = block * WIDTH + first_bit(mask)
                mask &= mask - np.uint32(1)
                if gap_to(tree.low, tree.high, record, low, high) <= best and counts(tree, record, low):
                    n_found += weight_of(tree, record)
                    first_row = min(first_row, tree.first_row[record])
            level = 1
        while level <= top and unseen[level] == 0:
            level += 1
        if level > top:
            return n_found, first_row
        block = opened[level] + first_bit(unseen[level])
        unseen[level] &= unseen[level] - np.uint32(1)
        level -= 1
