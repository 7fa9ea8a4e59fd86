"""Which boxes of a block of the tree are near a query, by their bands: 32 at once.

Indices without a sign need no second look. How the bounds of the loops are written decides what machine code they
become: the same in other words took up to 30 % longer.
"""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Ranks
from permdesk.compute.band_lanes import all_zero, apart, farther, half_zero, inside, n_together, outside, widest
from permdesk.compute.band_places import in_words
from permdesk.compute.bands import BandArray, Range, find_range
from permdesk.compute.box_tree import BoxTree
from permdesk.compute.coarse_ranks import Coarse
from permdesk.compute.gaps import coarse_limit
from permdesk.compute.lanes import WIDTH, inlined_kernel, larger
from permdesk.compute.ranks import WILDCARD_LOW


@inlined_kernel
def look(tree: BoxTree, low: Coarse, high: Coarse, distance: int, near: Range) -> None:
    """Find what is ``near`` a query, from ``low`` to ``high`` (m,) in coarse ranks: all within a distance, or within
    the tree's reach, as far as every query has to look."""
    find_range(tree.bands, tree.steps, low, high, coarse_limit(max(distance, tree.reach), tree.steps.shift), near)


@inlined_kernel
def near_records(tree: BoxTree, leaf: int, near: Range) -> np.uint32:
    """The records of a leaf whose bands are ``near`` the query."""
    records: np.uint32 = tree.in_use[np.uint64(leaf)]
    if tree.leaf_high.size:
        return records & _near_boxes(tree.leaf_low, tree.leaf_high, leaf, near)
    bands, m = tree.leaf_low, near.last - near.first
    half, place = in_words(bands, m), np.uint64(leaf) * m * np.uint64(WIDTH)
    boxes: np.uint32 = inside(outside_in_words(bands, place, near, half))
    if half < m:
        place += half * np.uint64(WIDTH)
        boxes &= inside(outside(half_zero(bands), bands, place, near.bands, near.first + half, near.last + half))
    return records & boxes


@inlined_kernel
def outside_in_words(bands: BandArray, place: np.uint64, near: Range, n_attributes: np.uint64):  # type: ignore[no-untyped-def]
    """Which boxes, whose bands begin at a place, are not ``near`` a query in the first attributes, so many of those
    that stand in whole words."""
    far, at = all_zero(bands), np.uint64(0)
    while at < n_attributes:
        far = outside(far, bands, place, near.bands, near.first + at, near.last + at)
        place += np.uint64(n_together(bands) * WIDTH)
        at += np.uint64(n_together(bands))
    return far


@inlined_kernel
def near_children(tree: BoxTree, block: int, near: Range) -> np.uint32:
    """Which blocks of a node are ``near`` the query."""
    children: np.uint32 = tree.in_use[np.uint64(block)]
    return children & _near_boxes(tree.node_low, tree.node_high, block - tree.n_leaves, near)


@inlined_kernel
def _near_boxes(low: BandArray, high: BandArray, block: int, near: Range) -> np.uint32:
    """Which boxes of a block overlap what is ``near`` a query."""
    m = near.last - near.first
    step, half, far = np.uint64(n_together(low)), in_words(low, m), all_zero(low)
    place, at = np.uint64(block) * m * np.uint64(WIDTH), np.uint64(0)
    stop = place + half * np.uint64(WIDTH)
    while place < stop:
        far = apart(far, low, high, place, near.bands, near.first + at, near.last + at)
        place += step * np.uint64(WIDTH)
        at += step
    boxes: np.uint32 = inside(far)
    if half < m:
        boxes &= inside(apart(half_zero(low), low, high, stop, near.bands, near.first + half, near.last + half))
    return boxes


@inlined_kernel
def record_gaps(tree: BoxTree, leaf: int, own: BandArray):  # type: ignore[no-untyped-def]
    """By how many bands the 32 records of a leaf are apart from where a query begins, ``own`` (n_kept(m),)."""
    high = tree.leaf_high if tree.leaf_high.size else tree.leaf_low
    gaps, step = all_zero(tree.leaf_low), np.uint64(n_together(tree.leaf_low))
    place, half = np.uint64(leaf) * np.uint64(own.size) * np.uint64(WIDTH), in_words(own, own.size)
    for at in range(np.uint64(0), half, step):
        gaps = farther(gaps, tree.leaf_low, high, place, own, at)
        place += step * np.uint64(WIDTH)
    found = widest(gaps)
    if half < own.size:
        found = larger(found, widest(farther(half_zero(own), tree.leaf_low, high, place, own, half)))
    return found


@inlined_kernel
def counts(tree: BoxTree, record: int, query_low: Ranks) -> bool:
    """Whether a record is whole, or the one of its parts that has the query among its share of the ranks."""
    if tree.cell_low.size == 0:
        return True
    leaf = record // WIDTH
    for j in range(query_low.size):
        # Shares lie anywhere in memory: only those that matter are read.
        if tree.low[record, j] == WILDCARD_LOW:
            rank = query_low[j]
            if rank < tree.cell_low[leaf, j] or tree.cell_high[leaf, j] < rank:
                return False
    return True
