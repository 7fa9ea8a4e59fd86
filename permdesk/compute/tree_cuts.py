"""Cuts records in two along the attribute that spreads most, again and again, down to leaves of at most 32.

A record without a rank in the attribute that is cut (a wildcard, which is near everything there) belongs to both
sides: it becomes two parts, each with one side's share of the ranks, so that leaves stay small boxes. Of all parts
of a record exactly one holds a given rank in every attribute that it has no rank in. Where parts would become too
many, such records are set apart instead, in leaves of their own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from permdesk.compute.arrays import Floats, Ranks, Rows
from permdesk.compute.best_cut import MOST_PARTS, Cut, best_cut
from permdesk.compute.centres import Centres, first_rank_of, shares_ranks
from permdesk.compute.lanes import inner_kernel


class Cuts(NamedTuple):
    """A binary tree of cuts, the first of them at its root. What lies below ``boundary`` in ``attribute`` goes to
    ``children[:, 0]``, the rest to ``children[:, 1]``: another cut c as c, a leaf k as ~k."""

    attribute: Ranks
    boundary: Ranks
    children: Ranks


class Sets(NamedTuple):
    """Sets of records between cuts, leaves in the end: set k holds the records ``rows[start[k] : start[k + 1]]``.

    ``depth`` (n_sets,) is the number of cuts above it, ``cut_before`` (n_sets,) how deep the cut lies that parts it
    from the set before. Of each of its records cuts have made ``parts`` (n_sets,), on average. ``cell_low`` and
    ``cell_high`` (n_sets, m) are its share of the ranks; (n_sets, 0) where there are no wildcards.
    """

    rows: Ranks
    start: Rows
    depth: Ranks
    cut_before: Ranks
    parts: Floats
    cell_low: Ranks
    cell_high: Ranks


def cut_into_leaves(
    sets: Sets, centres: Centres, widths: Rows, leaf: int, stands_for: int, shift: int
) -> tuple[Sets, Cuts, Ranks]:
    """Cut sets of records, whose centres stand in the same columns of ``centres`` (m, n), into leaves.

    These have at most ``leaf`` records, which is LEAF or more. Where each record ``stands_for`` several, those with
    equal centres stay together, so that a boundary tells the side of all; they remain one leaf, however many, where all
    are equal. ``widths`` (m,) are those of the intervals, in centres, and ``shift`` is that of the centres.

    Returns the leaves, the cuts, and the child that each set is, a cut or a leaf as in ``Cuts``.
    """
    most, n_bounds = sets.rows.size, sets.cell_low.shape[1]
    if n_bounds:
        more = np.diff(sets.start) * np.maximum(0.0, MOST_PARTS / sets.parts - 1.0)
        most += int((more.astype(np.int64) + 1).sum())
    leaves = Sets(
        np.empty(most, np.int32),
        np.empty(most + 1, np.int64),
        np.empty(most, np.int32),
        np.empty(most, np.int32),
        np.empty(most),
        np.empty((most, n_bounds), np.int32),
        np.empty((most, n_bounds), np.int32),
    )
    cuts = Cuts(np.empty(most, np.int32), np.empty(most, np.int32), np.empty((most, 2), np.int32))
    child_of = np.empty(sets.depth.size, np.int32)
    n_found, n_leaves, n_cuts = _cut_into_leaves(sets, centres, widths, leaf, stands_for, shift, leaves, cuts, child_of)
    return (
        Sets(
            leaves.rows[:n_found].copy(),
            leaves.start[: n_leaves + 1].copy(),
            *(of_leaves[:n_leaves].copy() for of_leaves in leaves[2:]),  # type: ignore[arg-type]
        ),
        Cuts(*(of_cuts[:n_cuts].copy() for of_cuts in cuts)),
        child_of,
    )


@njit(nogil=True, cache=True)
def _cut_into_leaves(sets, centres, widths, leaf, stands_for, shift, leaves, cuts, child_of):  # type: ignore[no-untyped-def]
    """Fill what ``cut_into_leaves`` returns, and say how much of it. A kernel that returns arrays crashes the process
    if an interrupt is heard while numba makes them."""
    n, n_bounds, most = sets.rows.size, sets.cell_low.shape[1], leaves.rows.size
    found, start, before = leaves.rows, leaves.start, leaves.cut_before
    depth_of, parts_made, lows, highs = leaves.depth, leaves.parts, leaves.cell_low, leaves.cell_high
    attribute, boundary, children = cuts.attribute, cuts.boundary, cuts.children
    n_found, n_leaves, n_cuts = 0, 0, 0
    # The sets of records that wait lie one after the other in ``waiting``; the last one is cut next.
    waiting, keys = np.empty(most + n, np.int32), np.empty(most, np.uint64)
    first, parts_of = np.empty(most, np.int64), np.empty(most, np.float64)
    level, parted, link = np.empty(most, np.int32), np.empty(most, np.int32), np.empty(most, np.int32)
    set_low, set_high = np.empty_like(lows), np.empty_like(highs)
    last, stop = -1, 0
    for k in range(sets.depth.size - 1, -1, -1):
        last += 1
        first[last], parts_of[last], link[last] = stop, sets.parts[k], ~k
        level[last], parted[last] = sets.depth[k], sets.cut_before[k]
        set_low[last], set_high[last] = sets.cell_low[k], sets.cell_high[k]
        for i in range(sets.start[k], sets.start[k + 1]):
            waiting[stop] = i
            stop += 1
    while last >= 0:
        begin = first[last]
        is_leaf = stop - begin <= leaf
        cut = Cut(0, 0, 0, 0, 0)
        if not is_leaf:
            cut = best_cut(waiting, centres, widths, keys, begin, stop, parts_of[last], stands_for)
            if stands_for > 1:
                cut = _keep_equal_together(waiting, centres, begin, cut)
                is_leaf = cut.n_left == cut.n_both
        child = ~n_leaves if is_leaf else n_cuts
        if link[last] >= 0:
            children[link[last] >> 1, link[last] & 1] = child
        else:
            child_of[~link[last]] = child
        if is_leaf:
            start[n_leaves], before[n_leaves] = n_found, parted[last]
            depth_of[n_leaves], parts_made[n_leaves] = level[last], parts_of[last]
            for j in range(n_bounds):
                lows[n_leaves, j], highs[n_leaves, j] = set_low[last, j], set_high[last, j]
            for i in range(begin, stop):
                found[n_found] = sets.rows[waiting[i]]
                n_found += 1
            n_leaves += 1
            last, stop = last - 1, begin
            continue
        attribute[n_cuts], boundary[n_cuts] = cut.attribute, cut.boundary
        left, right = last + 1, last
        first[left] = begin + cut.n_right
        parts_of[left] = parts_of[right] = parts_of[last] * (stop - begin + cut.n_both) / (stop - begin)
        parted[left], parted[right] = parted[last], level[last]
        level[left] = level[right] = level[last] + 1
        link[left], link[right] = 2 * n_cuts, 2 * n_cuts + 1
        for j in range(n_bounds):
            set_low[left, j], set_high[left, j] = set_low[last, j], set_high[last, j]
        if n_bounds and (cut.n_both or shares_ranks(cut.boundary)):
            rank = first_rank_of(cut.boundary, shift)
            set_high[left, cut.attribute] = min(set_high[left, cut.attribute], rank - 1)
            set_low[right, cut.attribute] = max(set_low[right, cut.attribute], rank)
        n_cuts += 1
        last, stop = left, first[left] + cut.n_left
    start[n_leaves] = n_found
    return n_found, n_leaves, n_cuts


@inner_kernel
def _keep_equal_together(rows: Ranks, centres: Centres, start: int, cut: Cut) -> Cut:
    """The cut without those on its left whose centres are not below its boundary: they come to the right."""
    first_left = start + cut.n_right
    n_moved = int(np.int64(0))
    for i in range(first_left, first_left + cut.n_left):
        row = rows[i]
        if centres[cut.attribute, row] >= cut.boundary:
            rows[i] = rows[first_left + n_moved]
            rows[first_left + n_moved] = row
            n_moved += 1
    return Cut(cut.attribute, cut.boundary, cut.n_left - n_moved, cut.n_right + n_moved, cut.n_both)
