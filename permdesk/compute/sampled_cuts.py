"""Leaves of many records that all have ranks: the first cuts follow a sample, the others are made piece by piece.

To part a set of records in two equal halves takes several times as long as to tell on which side of known cuts each of
them lies. So a sample is cut into leaves, whose cuts part all records into pieces (``query_order`` finds them) that
the sample says are equally large. Pieces are cut further on all cores, by where half of them lies.
"""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.query_order import query_order
from permdesk.compute.share import Share
from permdesk.compute.tree_cuts import Cuts, Leaves, cut_into_leaves, find_centres

# Each record of the sample stands for so many.
SAMPLED = 64
# Pieces that are cut in one go have so many records.
AT_ONCE = 1 << 14
# A piece that is many times as large as it should be was not cut at all by the sample, nor can be soon.
LARGEST = 1 << 15
NO_CELL = np.empty(0, np.int32)


def leaves_by_sample(boxes: RankBoxes, shift: int, progress: Progress) -> Leaves | None:
    """The leaves of boxes without wildcards, as ``tree_leaves`` finds them; None if the sample does not part them.

    ``progress`` advances by the boxes. Raises Cancelled.
    """
    n = boxes.n_records
    no_cut = np.zeros(1, np.int32)
    sample = np.arange(0, n, SAMPLED, dtype=np.int32)
    top, _, depth = _cut(boxes, sample, np.array([0, sample.size]), no_cut, no_cut, True, shift)
    order, home = query_order(boxes, top.cuts, shift, depth.size, Share(progress, 0, n))
    begin_of = np.searchsorted(home, np.arange(depth.size + 1, dtype=np.int32))
    if np.diff(begin_of).max() > LARGEST:
        return None
    edges = np.unique(np.append(np.searchsorted(begin_of[:-1], np.arange(0, n, AT_ONCE)), depth.size))
    found: list[tuple[Leaves, Ranks]] = [None] * (edges.size - 1)  # type: ignore[list-item]

    def cut(start: int, stop: int) -> None:
        for k in range(start, stop):
            pieces = slice(edges[k], edges[k + 1])
            begins = begin_of[edges[k] : edges[k + 1] + 1]
            rows = order[begins[0] : begins[-1]]
            leaves, child_of, _ = _cut(
                boxes, rows, begins - begins[0], depth[pieces], top.cut_before[pieces], False, shift
            )
            found[k] = leaves, child_of

    run_chunks(cut, len(found), 1, Share(progress, n, len(found)))
    return _joined(top.cuts, found)


def _cut(
    boxes: RankBoxes, rows: Ranks, begin_of: Rows, depth: Ranks, cut_before: Ranks, for_all: bool, shift: int
) -> tuple[Leaves, Ranks, Ranks]:
    centres = np.empty((boxes.n_attributes, rows.size), np.uint16)
    find_centres(boxes.low, boxes.high, rows, shift, centres, 0, rows.size)
    return cut_into_leaves(rows, centres, begin_of, depth, cut_before, for_all, shift, 1.0, NO_CELL, NO_CELL)


def _joined(top: Cuts, found: list[tuple[Leaves, Ranks]]) -> Leaves:
    """The leaves one after the other, below the cuts that part the pieces."""
    children, child_of, starts = [top.children], [], []
    n_cuts, n_leaves, n_rows = top.attribute.size, 0, 0
    for leaves, own in found:
        children.append(_moved(leaves.cuts.children, n_cuts, n_leaves))
        child_of.append(_moved(own, n_cuts, n_leaves))
        starts.append(leaves.start[:-1] + n_rows)
        n_cuts, n_leaves = n_cuts + leaves.cuts.attribute.size, n_leaves + leaves.cut_before.size
        n_rows += leaves.rows.size
    pieces = np.concatenate(child_of)
    below = top.children
    children[0] = np.where(below < 0, pieces[np.minimum(~below, pieces.size - 1)], below)
    every = [leaves for leaves, _ in found]
    return Leaves(
        rows=np.concatenate([leaves.rows for leaves in every]),
        start=np.concatenate([*starts, [n_rows]]),
        cut_before=np.concatenate([leaves.cut_before for leaves in every]),
        cell_low=every[0].cell_low,
        cell_high=every[0].cell_high,
        cuts=Cuts(
            np.concatenate([top.attribute, *(leaves.cuts.attribute for leaves in every)]),
            np.concatenate([top.boundary, *(leaves.cuts.boundary for leaves in every)]),
            np.concatenate(children),
        ),
    )


def _moved(children: Ranks, n_cuts: int, n_leaves: int) -> Ranks:
    """Children of which there are so many before."""
    return np.where(children < 0, children - np.int32(n_leaves), children + np.int32(n_cuts))
