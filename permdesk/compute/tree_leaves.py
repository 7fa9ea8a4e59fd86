"""Leaves of the search tree: records that are near each other, 32 at a time, cut out on all cores."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.best_cut import LEAF
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.centres import find_centres
from permdesk.compute.few_attributes import FEW_ATTRIBUTES
from permdesk.compute.parallel import run_chunks
from permdesk.compute.presence_cuts import cut_by_presence
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.sampled_cuts import PIECE, SAMPLED, filled, sample_of
from permdesk.compute.share import Share
from permdesk.compute.tree_cuts import Cuts, Sets, cut_into_leaves

# The centres of so many records with a dozen attributes fit the second cache of a core: they are cut in one go.
AT_ONCE = 1 << 14
# The widths of intervals are those of so many records.
WIDTHS_OF = 1 << 11


class Leaves(NamedTuple):
    """Leaf k holds the records ``rows[start[k] : start[k + 1]]``; see ``Sets`` and ``Cuts``."""

    rows: Ranks
    start: Rows
    cut_before: Ranks
    cell_low: Ranks
    cell_high: Ranks
    cuts: Cuts


class _Found(NamedTuple):
    """Sets that were cut further: their leaves, the cuts, and the child that each set is."""

    leaves: Sets
    cuts: Cuts
    child_of: Ranks


def find_leaves(boxes: RankBoxes, shift: int, progress: Progress) -> Leaves:
    """Cut the boxes into leaves by their centres, which are ranks shortened by ``shift`` bits.

    Where no record has more than one rank in an attribute, ``high`` may be ``low`` even if there are wildcards.
    ``progress`` advances by the boxes. Raises Cancelled.
    """
    n, m = boxes.n_records, boxes.n_attributes
    cells = np.empty((2, 1, 0), np.int32)
    if has_wildcards(boxes.low):
        cells = np.repeat(np.array([WILDCARD_LOW, WILDCARD_HIGH], np.int32), m).reshape(2, 1, m)
    rows, none = np.arange(n, dtype=np.int32), np.zeros(1, np.int32)
    sets = Sets(rows, np.array([0, n], np.int64), none, none, np.ones(1), *cells)
    top = Cuts(none[:0], none[:0], np.empty((0, 2), np.int32))
    if cells.size and m <= FEW_ATTRIBUTES:
        top, sets = cut_by_presence(boxes.low, sets, Share(progress, 0, n))
    widths = _typical_widths(boxes, shift)
    if n > AT_ONCE:
        found = _cut(boxes, sample_of(sets), widths, max(LEAF, PIECE // SAMPLED), SAMPLED, shift)
        pieces, top = _joined(top, [found])
        sets = filled(pieces, sets, boxes, top, shift, Share(progress, n // 4, n))
    leaves, cuts = _joined(
        top, _cut_all(boxes, sets, widths, shift, Share(progress, n - n // 4 if n > AT_ONCE else n, n))
    )
    return Leaves(leaves.rows, leaves.start, leaves.cut_before, leaves.cell_low, leaves.cell_high, cuts)


def has_wildcards(low: Ranks) -> bool:
    """Whether any of the low ranks is that of a wildcard: looked for until one is found."""
    return any((low[start : start + AT_ONCE] == WILDCARD_LOW).any() for start in range(0, low.shape[0], AT_ONCE))


def _cut_all(boxes: RankBoxes, sets: Sets, widths: Rows, shift: int, progress: Progress) -> list[_Found]:
    """Cut the sets further, neighbours in one go. ``progress`` advances by the boxes."""
    begins = np.searchsorted(sets.start[:-1], np.arange(0, sets.rows.size, AT_ONCE))
    edges = np.unique(np.append(begins, sets.depth.size))
    found: list[_Found] = [None] * (edges.size - 1)  # type: ignore[list-item]

    def cut(first: int, last: int) -> None:
        for k in range(first, last):
            found[k] = _cut(boxes, _some(sets, slice(edges[k], edges[k + 1])), widths, LEAF, 1, shift)

    run_chunks(cut, len(found), 1, Share(progress, boxes.n_records, len(found)))
    return found


def _some(sets: Sets, chosen: slice) -> Sets:
    start = sets.start[chosen.start : chosen.stop + 1]
    return Sets(
        sets.rows[start[0] : start[-1]],
        start - start[0],
        sets.depth[chosen],
        sets.cut_before[chosen],
        sets.parts[chosen],
        sets.cell_low[chosen],
        sets.cell_high[chosen],
    )


def _cut(boxes: RankBoxes, sets: Sets, widths: Rows, leaf: int, stands_for: int, shift: int) -> _Found:
    centres = np.empty((boxes.n_attributes, sets.rows.size), np.uint16)
    find_centres(boxes.low, boxes.high, sets.rows, shift, centres, 0, sets.rows.size)
    return _Found(*cut_into_leaves(sets, centres, widths, leaf, stands_for, shift))


def _typical_widths(boxes: RankBoxes, shift: int) -> Rows:
    """How wide the intervals of each attribute (m,) are, in centres: the mean of some records that have ranks."""
    if boxes.low is boxes.high:
        return np.zeros(boxes.n_attributes, np.int64)
    some = boxes.take(np.linspace(0, boxes.n_records - 1, min(boxes.n_records, WIDTHS_OF)).astype(np.int64))
    has_rank = (some.low != WILDCARD_LOW) & (some.low < MISSING_RANK)
    total = np.where(has_rank, some.high - some.low, 0).sum(axis=0, dtype=np.int64)
    widths: Rows = total // np.maximum(1, has_rank.sum(axis=0)) >> shift
    return widths


def _joined(top: Cuts, found: list[_Found]) -> tuple[Sets, Cuts]:
    """The leaves one after the other, and their cuts below those that part the sets which were cut."""
    children, child_of, starts = [top.children], [], []
    n_cuts, n_leaves, n_rows = top.attribute.size, 0, 0
    for leaves, cuts, own in found:
        children.append(_moved(cuts.children, n_cuts, n_leaves))
        child_of.append(_moved(own, n_cuts, n_leaves))
        starts.append(leaves.start[:-1] + n_rows)
        n_cuts, n_leaves, n_rows = n_cuts + cuts.attribute.size, n_leaves + leaves.depth.size, n_rows + leaves.rows.size
    of_sets, below = np.concatenate(child_of), top.children
    children[0] = np.where(below < 0, of_sets[np.minimum(~below, of_sets.size - 1)], below)
    every = [one.leaves for one in found]
    return (
        Sets(
            np.concatenate([leaves.rows for leaves in every]),
            np.concatenate([*starts, [n_rows]]),
            *(np.concatenate(of_leaves) for of_leaves in zip(*(leaves[2:] for leaves in every), strict=True)),
        ),
        Cuts(
            np.concatenate([top.attribute, *(one.cuts.attribute for one in found)]),
            np.concatenate([top.boundary, *(one.cuts.boundary for one in found)]),
            np.concatenate(children),
        ),
    )


def _moved(children: Ranks, n_cuts: int, n_leaves: int) -> Ranks:
    """Children of which there are so many before."""
    return np.where(children < 0, children - np.int32(n_leaves), children + np.int32(n_cuts))
