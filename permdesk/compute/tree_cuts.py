"""Cuts records in two along the attribute that spreads most, again and again, down to leaves of at most 32.

A record without a rank in the attribute that is cut (a wildcard, which is near everything there) belongs to both
sides: it becomes two parts, each with one side's share of the ranks, so that leaves stay small boxes. Of all parts
of a record exactly one holds a given rank in every attribute that it has no rank in. Where parts would become too
many, such records are set apart instead, in leaves of their own.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from permdesk.compute.arrays import Floats, Ranks, Rows
from permdesk.compute.lanes import borrowing_kernel, fetch_row_soon, inner_kernel
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_LOW
from permdesk.compute.row_keys import Keys, centre_in, key_of, part, row_in, select

LEAF = 32
SAMPLE = 32
# Centres are ranks in 16 bits. A wildcard has none, a missing value that matches only itself one beyond all others.
WILD = 0
APART = 0xFFFF
# So many parts of a record, on average, may be made; fewer by cuts that leave out MANY without a rank or more, so that
# some are left: few would have leaves of their own, nearly empty.
MOST_PARTS = 2.5
MOST_PARTS_OF_MANY = 2.0
MANY = LEAF // 2
# Records are too few for more leaves than this: how many these are is told record by record.
FEW_LEAVES = 4
# A cut through so few without a rank that no leaf comes to be for their parts is as good as one so many times as wide.
SPARES_LEAF = 3
# The smallest keys of what has a rank, and of what is beyond all ranks (``row_keys``).
FIRST_RANKED = np.uint64((WILD + 1) << 32)
FIRST_APART = np.uint64(APART << 32)
# Rows lie anywhere in memory: each is asked for so many rows before its turn.
AHEAD = np.uint64(16)
# A value that at least this share of the records have is not cut through.
LARGE_TIE = 1 / 8

Centres = NDArray[np.uint16]


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


class Cut(NamedTuple):
    """One cut: where, and the sizes of both sides, of which ``n_both`` records are the same."""

    attribute: int
    boundary: int
    n_left: int
    n_right: int
    n_both: int


@borrowing_kernel
def centre_of(low: int, high: int, shift: int) -> int:
    """The middle of an interval of ranks, in 16 bits."""
    if low >= MISSING_RANK:
        return APART
    if low == WILDCARD_LOW:
        return WILD
    return min(APART - 1, 1 + (max(0, low + high) >> 1 >> shift))


@borrowing_kernel
def first_rank_of(boundary: int, shift: int) -> int:
    """The smallest rank that has its centre at a boundary."""
    return (boundary - 1) << shift


@borrowing_kernel
def find_centres(low: Ranks, high: Ranks, rows: Ranks, shift: int, centres: Centres, start: int, stop: int) -> None:
    """Fill columns ``start`` to ``stop`` of the centres (m, n) of n rows."""
    m, last = low.shape[1], np.uint64(rows.size - 1)
    for i in range(np.uint64(start), np.uint64(stop)):
        row, later = np.uint64(rows[i]), int(np.int64(rows[min(i + AHEAD, last)]))
        fetch_row_soon(low, later)
        fetch_row_soon(high, later)
        for j in range(np.uint64(m)):
            centres[j, i] = centre_of(low[row, j], high[row, j], shift)


@borrowing_kernel
def shares_ranks(boundary: int) -> bool:
    """Whether what has no rank belongs to both sides of a cut, and is not set apart by it."""
    return WILD + 1 < boundary < APART


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
            cut = _cut(waiting, centres, widths, keys, begin, stop, parts_of[last], stands_for)
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


@inner_kernel
def _cut(
    rows: Ranks, centres: Centres, widths: Rows, keys: Keys, start: int, stop: int, parts: float, stands_for: int
) -> Cut:
    """Cut rows[start:stop] in two. In their place come the right side and then the left, which may end beyond ``stop``.

    ``keys`` is as long as the rows, to work in.
    """
    size = stop - start
    j, differs = _most_spread(rows, centres, widths, start, stop, stands_for)
    centre = centres[j]
    n_wild, n_apart = 0, 0
    for i in range(size):
        row = rows[start + i]
        keys[i] = key_of(centre[row], row)
        n_wild += centre[row] == WILD
        n_apart += centre[row] == APART
    n_ranked = size - n_wild - n_apart
    begin, n_both = int(np.int64(0)), int(np.int64(0))
    most_parts = MOST_PARTS_OF_MANY if n_wild * stands_for >= MANY else MOST_PARTS
    boundary = APART
    if n_apart and n_apart < size:
        at = part(keys, begin, size, FIRST_APART)
    elif not differs or n_ranked < 2 or parts * (size + n_wild) > most_parts * size:
        at, boundary = part(keys, begin, size, FIRST_RANKED), WILD + 1
    else:
        n_both = part(keys, begin, size, FIRST_RANKED) if n_wild else begin
        at = _near_middle(keys, size, n_both, stands_for)
    if not 0 < at < size:
        n_both, at, boundary = 0, max(LEAF, size // 2 // LEAF * LEAF), APART
        select(keys, begin, size, at)
    for i in range(at, size):
        boundary = min(boundary, centre_in(keys[i]))
    n_right = size - at + n_both
    for i in range(size - at):
        rows[start + i] = row_in(keys[at + i])
    for i in range(n_both):
        rows[start + size - at + i] = row_in(keys[i])
    for i in range(at):
        rows[start + n_right + i] = row_in(keys[i])
    return Cut(j, boundary, at, n_right, n_both)


@inner_kernel
def _most_spread(
    rows: Ranks, centres: Centres, widths: Rows, start: int, stop: int, stands_for: int
) -> tuple[int, bool]:
    """The attribute that parts records best, by a sample, and whether its centres differ at all.

    Intervals whose centres spread as far as they are wide overlap, and a cut leaves no gap between them: so it is the
    attribute whose centres spread furthest beyond that, and among equals the one whose centres spread most. The fewer
    have a centre, the less it helps to part them; one that some have and some have not comes before one that is the
    same for all. Where few leaves are left to be filled, one that no further leaf is needed for counts more.
    """
    size = stop - start
    step = max(1, size // SAMPLE)
    widest, widest_gap, widest_spread = 0, -1, -1
    for j in range(centres.shape[0]):
        # One less than the least of those that have one: then what has none, 0, is the largest, without a branch.
        below, most, n_sampled, n_wild = np.uint16(APART), np.uint16(WILD), 0, 0
        for i in range(np.uint64(start), np.uint64(stop), np.uint64(step)):
            centre = centres[j, np.uint64(rows[i])]
            most = max(most, centre)
            below = min(below, np.uint16(centre - np.uint16(1)))
            n_wild += centre == WILD
            n_sampled += 1
        n_ranked = n_sampled - n_wild
        gap, spread = 0, 0
        if n_ranked:
            width = int(np.int64(most)) - int(np.int64(below)) - 1
            gap = max(0, width - widths[j]) * n_ranked
            total = size + n_wild * size // n_sampled
            if size * stands_for > FEW_LEAVES * LEAF or _n_leaves_of(total) == _n_leaves_of(size):
                gap *= SPARES_LEAF
            spread = 2 * width * n_ranked + (n_wild > 0)
        if gap > widest_gap or (gap == widest_gap and spread > widest_spread):
            widest, widest_gap, widest_spread = j, gap, spread
    return widest, widest_spread > 1


@inner_kernel
def _near_middle(keys: Keys, size: int, n_wild: int, stands_for: int) -> int:
    """Part keys[:size] near the middle and return where; the first ``n_wild`` come to both sides.

    What a large part of the records have in common stays on one side.
    """
    at = _share_of_parts(size, n_wild, stands_for) if n_wild else _whole_leaves(size)
    select(keys, n_wild, size, at)
    least = keys[at]
    for i in range(at, size):
        least = min(least, keys[i])
    centre = centre_in(least)
    first, n_equal = n_wild, 0
    for i in range(n_wild, size):
        other = centre_in(keys[i])
        first += other < centre
        n_equal += other == centre
    after = first + n_equal
    if first == at or n_equal < LARGE_TIE * size:
        return at
    if first > n_wild and (after == size or at - first <= after - at):
        return part(keys, n_wild, size, key_of(np.uint16(centre), np.int32(0)))
    return part(keys, n_wild, size, key_of(np.uint16(centre + 1), np.int32(0))) if after < size else at


@inner_kernel
def _whole_leaves(size: int) -> int:
    """How many of ``size`` records go to the left: whole leaves, for half of the nodes if there are some.

    Nodes become equally full. One for what is left over would also take leaves from beyond a cut, and be opened often.
    """
    unit = LEAF
    while unit * LEAF < size:
        unit *= LEAF
    n_units = (size + unit - 1) // unit
    at = (size * (n_units // 2) // n_units + LEAF // 2) // LEAF * LEAF
    return max(LEAF, min(at, (size - 1) // LEAF * LEAF))


@inner_kernel
def _n_leaves_of(n_records: int) -> int:
    return (n_records + LEAF - 1) // LEAF


@inner_kernel
def _share_of_parts(size: int, n_wild: int, stands_for: int) -> int:
    """How many of ``size`` records go to the left, ``n_wild`` of them to the right, too: as many as half of the leaves
    will hold.

    Cuts to come make more parts, about as many each as this one. To fill leaves with what there is now would
    leave most of a last leaf empty, or cut off slices so thin that they part little. Where few leaves are left to be
    filled, cuts need hardly make any.
    """
    total = size + n_wild
    n_leaves = _n_leaves_of(total * stands_for)
    if n_leaves > FEW_LEAVES:
        n_leaves = math.ceil((size * stands_for / LEAF) ** (1 / (1 - min(0.5, math.log2(1 + n_wild / size)))))
    return max(n_wild + 1, min(size - 1, total * (n_leaves // 2) // n_leaves))
