"""Where a set of records is cut in two: along which attribute, at which centre, and what becomes of wildcards."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.centres import APART, WILD, Centres
from permdesk.compute.lanes import inner_kernel
from permdesk.compute.row_keys import Keys, centre_in, key_of, part, row_in, select

LEAF = 32
SAMPLE = 32
# So many parts of a record, on average, may be made; fewer by cuts that leave out MANY without a rank or more, so that
# some are left: few would have leaves of their own, nearly empty.
MOST_PARTS = 2.5
MOST_PARTS_OF_MANY = 2.0
MANY = LEAF // 2
# Of records that fill no more leaves than so many it is told how many these are, with all parts that a cut makes.
FEW_LEAVES = 4
# A cut through so few without a rank that their parts need no further leaf counts like one that parts so many times as
# far.
SPARES_LEAF = 3
# The smallest keys of what has a rank, and of what is beyond all ranks (``row_keys``).
FIRST_RANKED = np.uint64((WILD + 1) << 32)
FIRST_APART = np.uint64(APART << 32)
# A value that at least this share of the records have is not cut through. Of records that fill SOME_LEAVES or fewer it
# has to be a larger share: leaves would be a quarter empty otherwise.
LARGE_TIE = 1 / 8
LARGE_TIE_IN_SOME = 0.3
SOME_LEAVES = 16


class Cut(NamedTuple):
    """One cut: where, and the sizes of both sides, of which ``n_both`` records are the same."""

    attribute: int
    boundary: int
    n_left: int
    n_right: int
    n_both: int


@inner_kernel
def best_cut(
    rows: Ranks, centres: Centres, widths: Rows, keys: Keys, start: int, stop: int, parts: float, stands_for: int
) -> Cut:
    """Cut rows[start:stop] in two where that is best. In their place come the right side and then the left, which may
    end beyond ``stop``.

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
    large = LARGE_TIE if size * stands_for > SOME_LEAVES * LEAF else LARGE_TIE_IN_SOME
    if first == at or n_equal < large * size:
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
