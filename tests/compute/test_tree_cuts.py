"""Cuts into leaves: what is in them, how full they are, and what happens to ties and wildcards."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.best_cut import FEW_LEAVES, LEAF, MANY, MOST_PARTS, MOST_PARTS_OF_MANY
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.centres import APART, WILD, centre_of, find_centres, first_rank_of, shares_ranks
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.tree_cuts import Sets, cut_into_leaves
from permdesk.compute.tree_leaves import Leaves
from tests.compute.boxes_to_search import random_boxes


def centres_of(boxes, shift=0):
    centres = np.empty((boxes.n_attributes, boxes.n_records), np.uint16)
    find_centres(boxes.low, boxes.high, np.arange(boxes.n_records, dtype=np.int32), shift, centres, 0, boxes.n_records)
    return centres


def whole(n, m, with_cells, parts=1.0):
    """All records as one set."""
    cells = [np.full((1, m if with_cells else 0), bound, np.int32) for bound in (WILDCARD_LOW, WILDCARD_HIGH)]
    none = np.zeros(1, np.int32)
    return Sets(np.arange(n, dtype=np.int32), np.array([0, n]), none, none, np.array([parts]), *cells)


def cut_up(boxes, with_cells, stands_for=1):
    sets = whole(boxes.n_records, boxes.n_attributes, with_cells)
    leaves, cuts, _ = cut_into_leaves(sets, centres_of(boxes), no_widths(boxes.n_attributes), LEAF, stands_for, 0)
    return Leaves(leaves.rows, leaves.start, leaves.cut_before, leaves.cell_low, leaves.cell_high, cuts)


def no_widths(m):
    return np.zeros(m, np.int64)


def cut_in_two(centres, parts=1.0, widths=None, stands_for=1):
    """The attribute and the boundary of the first cut, and the records on both sides of it."""
    widths = no_widths(len(centres)) if widths is None else np.array(widths)
    sets = whole(centres.shape[1], len(centres), True, parts)
    leaves, cuts, _ = cut_into_leaves(sets, centres, widths, LEAF, stands_for, 0)
    of_all = Leaves(leaves.rows, leaves.start, leaves.cut_before, leaves.cell_low, leaves.cell_high, cuts)
    return cuts.attribute[0], cuts.boundary[0], *(np.unique(records_below(of_all, c)) for c in cuts.children[0])


@pytest.mark.parametrize(
    ("low", "high", "shift", "centre"),
    [(1, 1, 0, 2), (1, 2, 0, 2), (1, 3, 0, 3), (8, 8, 2, 3), (0, 0, 0, 1), (-5, 1, 0, 1)],
)
def test_that_a_centre_is_the_middle_rank_shortened_and_counted_from_one(low, high, shift, centre):
    assert centre_of(low, high, shift) == centre


def test_that_what_has_no_rank_has_a_centre_of_its_own():
    assert centre_of(WILDCARD_LOW, WILDCARD_HIGH, 0) == WILD
    assert centre_of(MISSING_RANK, MISSING_RANK, 0) == APART
    assert centre_of(2**20, 2**20, 0) == APART - 1


@given(rank=st.integers(1, 2**18), shift=st.integers(3, 8))
def test_that_the_first_rank_of_a_boundary_is_where_its_centre_begins(rank, shift):
    boundary = centre_of(rank, rank, shift)
    first = first_rank_of(boundary, shift)
    assert centre_of(first, first, shift) == boundary
    assert first == 0 or centre_of(first - 1, first - 1, shift) == boundary - 1


def test_that_a_cut_goes_through_the_attribute_that_spreads_most():
    generator = np.random.default_rng(1)
    ranks = np.column_stack([generator.permutation(100) // 10, generator.permutation(100)]).astype(np.uint16) + 1
    attribute, boundary, left, right = cut_in_two(ranks.T.copy())
    assert attribute == 1
    assert ranks[left, 1].max() < boundary <= ranks[right, 1].min()
    assert sorted([*left, *right]) == list(range(100))


@pytest.mark.parametrize(("widths", "cut"), [([0, 0], 0), ([50, 0], 1), ([50, 49], 0), ([100, 99], 0), ([0, 99], 0)])
def test_that_a_cut_goes_where_centres_spread_further_than_intervals_are_wide(widths, cut):
    """What is left of the spreads: 99 and 49; 49 and 49; 49 and 0; 0 and 0; where both are equal the wider spread."""
    generator = np.random.default_rng(1)
    centres = np.stack([generator.permutation(100), generator.permutation(100) // 2]).astype(np.uint16) + np.uint16(1)
    assert cut_in_two(centres, widths=[widths[0] + 1 if cut else widths[0], widths[1]])[0] == cut


@pytest.mark.parametrize(
    ("n", "n_wild", "stands_for", "spread", "cut"),
    [
        (2 * LEAF - 2, 2, 1, 2, 0),  # the parts fill what two leaves have left
        (2 * LEAF - 2, 3, 1, 2, 1),  # they would need a third
        (2 * LEAF - 2, 3, 1, 4, 0),  # unless the other cut parts too little
        (FEW_LEAVES * LEAF, 8, 1, 2, 1),
        (FEW_LEAVES * LEAF - 4, 8, 1, 2, 1),  # two of them in a sample of 42 records stand for five
        (FEW_LEAVES * LEAF + 1, 8, 1, 2, 0),  # leaves to come are too many to tell
        (2 * LEAF - 2, 3, FEW_LEAVES, 2, 0),
    ],
)
def test_that_a_cut_through_as_few_without_a_rank_as_leaves_have_room_for_comes_first(
    n, n_wild, stands_for, spread, cut
):
    """Centres of the first attribute, which some records lack, spread so many times as far as those of the second."""
    centres = np.stack([np.arange(n) * spread, np.arange(n)]).astype(np.uint16) + np.uint16(1)
    centres[0, n // 2 : n // 2 + 2 * n_wild : 2] = WILD
    assert cut_in_two(centres, stands_for=stands_for)[0] == cut


@pytest.mark.parametrize(
    ("n", "n_wild", "stands_for", "n_left"),
    [(90, 3, 1, 31), (90, 7, 1, 48), (62, 2, 1, 32), (120, 8, 1, 64), (90, 3, 16, 45)],
)
def test_that_few_leaves_are_filled_by_what_there_is_now(n, n_wild, stands_for, n_left):
    """93 and 97 records fill three and four leaves: one of these lies on the left, or two."""
    centre = np.arange(1, n + 1).astype(np.uint16)
    centre[n // 2 : n // 2 + n_wild] = WILD
    assert len(cut_in_two(centre[None, :].copy(), stands_for=stands_for)[2]) == n_left


def test_that_a_value_that_many_records_have_stays_on_one_side():
    centre = np.repeat([1, 2, 3], [40, 40, 20]).astype(np.uint16)
    _, _, left, right = cut_in_two(centre[None, :].copy())
    assert not set(centre[left]) & set(centre[right])


def test_that_records_without_a_rank_come_to_both_sides_while_there_may_be_parts():
    centre = np.arange(1, 101).astype(np.uint16)
    centre[[3, 50, 77]] = WILD
    _, boundary, left, right = cut_in_two(centre[None, :].copy())
    assert set(left) & set(right) == {3, 50, 77}
    assert shares_ranks(boundary)
    _, boundary, left, right = cut_in_two(centre[None, :].copy(), MOST_PARTS)
    assert set(left) == {3, 50, 77}
    assert not set(left) & set(right)
    assert not shares_ranks(boundary)


@pytest.mark.parametrize(
    ("n_wild", "stands_for", "is_shared"),
    [(MANY - 1, 1, True), (MANY, 1, False), (1, MANY - 1, True), (1, MANY, False)],
)
def test_that_records_without_a_rank_are_set_apart_only_if_they_fill_half_a_leaf(n_wild, stands_for, is_shared):
    centre = np.arange(1, 101).astype(np.uint16)
    centre[:n_wild] = WILD
    _, boundary, left, right = cut_in_two(centre[None, :].copy(), MOST_PARTS_OF_MANY, stands_for=stands_for)
    assert shares_ranks(boundary) is is_shared
    assert len(set(left) & set(right)) == (n_wild if is_shared else 0)


def test_that_values_of_their_own_are_cut_off_first():
    centre = np.arange(1, 101).astype(np.uint16)
    centre[[3, 50]] = APART
    _, boundary, _, right = cut_in_two(centre[None, :].copy())
    assert set(right) == {3, 50}
    assert not shares_ranks(boundary)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    n=st.sampled_from([1, 2, 32, 33, 100, 1025]),
    m=st.integers(1, 5),
    shape=st.sampled_from(["points", "permutation", "classes", "intervals"]),
    n_ranks=st.sampled_from([1, 2, 1025]),
)
def test_that_every_record_lies_in_one_leaf_on_its_side_of_every_cut(seed, n, m, shape, n_ranks):
    boxes = random_boxes(np.random.default_rng(seed), n, m, min(n, n_ranks), shape)
    leaves = cut_up(boxes, with_cells=False)
    assert sorted(leaves.rows) == list(range(n))
    sizes = np.diff(leaves.start)
    assert sizes.min() >= 1
    assert sizes.max() <= LEAF
    assert leaves.cuts.attribute.size == sizes.size - 1
    centres = centres_of(boxes)
    for cut in range(leaves.cuts.attribute.size):
        centre = centres[leaves.cuts.attribute[cut]]
        left, right = (records_below(leaves, child) for child in leaves.cuts.children[cut])
        # Equal centres may lie on both sides where cutting between them would leave no side, or unequal ones.
        assert centre[left].max() <= leaves.cuts.boundary[cut] == centre[right].min()


@pytest.mark.parametrize("n_ranks", [1, 3, 300])
def test_that_cuts_for_all_keep_equal_centres_together(n_ranks):
    boxes = random_boxes(np.random.default_rng(1), 300, 2, n_ranks, "points")
    centres, leaves = centres_of(boxes), cut_up(boxes, with_cells=False, stands_for=2)
    assert sorted(leaves.rows) == list(range(300))
    assert np.diff(leaves.start).min() >= 1
    for cut in range(leaves.cuts.attribute.size):
        centre = centres[leaves.cuts.attribute[cut]]
        left, right = (records_below(leaves, child) for child in leaves.cuts.children[cut])
        assert centre[left].max() < leaves.cuts.boundary[cut] == centre[right].min()
    # Only what is equal in every attribute remains together.
    for first, stop in zip(leaves.start[:-1], leaves.start[1:], strict=True):
        assert stop - first <= LEAF or len(set(map(tuple, boxes.low[leaves.rows[first:stop]]))) == 1


def test_that_sets_are_cut_one_after_the_other_as_each_would_be_alone():
    boxes = random_boxes(np.random.default_rng(1), 300, 2, 300, "permutation")
    rows, start = np.arange(300, dtype=np.int32)[::-1].copy(), np.array([0, 20, 150, 300])
    cells = np.array([[-9, -8], [-7, -6], [-5, -4]], np.int32), np.array([[999, 998], [997, 996], [995, 994]], np.int32)
    depth, before = np.array([2, 2, 1], np.int32), np.array([0, 1, 0], np.int32)
    sets = Sets(rows, start, depth, before, np.array([1.0, 1.5, 2.0]), *cells)
    near = np.ascontiguousarray(centres_of(boxes)[:, rows])
    leaves, cuts, child_of = cut_into_leaves(sets, near, no_widths(2), LEAF, 1, 0)
    n_leaves = n_cuts = 0
    for k in range(3):
        own = slice(start[k], start[k + 1])
        alone = Sets(rows[own], np.array([0, own.stop - own.start]), *(of_sets[k : k + 1] for of_sets in sets[2:]))
        right, right_cuts, child = cut_into_leaves(alone, near[:, own].copy(), no_widths(2), LEAF, 1, 0)
        here = slice(n_leaves, n_leaves + right.depth.size)
        np.testing.assert_array_equal(leaves.rows[own], right.rows)
        np.testing.assert_array_equal(leaves.start[here] - leaves.start[n_leaves], right.start[:-1])
        for one, same in zip(leaves[2:], right[2:], strict=True):
            np.testing.assert_array_equal(one[here], same)
        assert child_of[k] == (~n_leaves if child[0] < 0 else n_cuts)
        n_leaves, n_cuts = here.stop, n_cuts + right_cuts.attribute.size
    assert (leaves.depth.size, cuts.attribute.size) == (n_leaves, n_cuts)
    assert leaves.depth[0] == 2
    assert leaves.depth.max() > 2


def records_below(leaves, child):
    if child < 0:
        return leaves.rows[leaves.start[~child] : leaves.start[~child + 1]]
    return np.concatenate([records_below(leaves, below) for below in leaves.cuts.children[child]])


def test_that_leaves_of_points_are_full():
    for n in (1024, 32 * 1024):
        boxes = random_boxes(np.random.default_rng(1), n, 3, n, "permutation")
        assert (np.diff(cut_up(boxes, with_cells=False).start) == LEAF).all()


@pytest.mark.parametrize("wild", [0.05, 0.2])
def test_that_leaves_of_parts_are_nearly_full(wild):
    boxes = random_boxes(np.random.default_rng(1), 20_000, 10, 20_000, "permutation", wild)
    sizes = np.diff(cut_up(boxes, with_cells=True).start)
    assert (sizes <= LEAF // 4).mean() < 0.01
    assert sizes.mean() > 0.9 * LEAF


@pytest.mark.parametrize("n_ranked", [2, 3, 40])
def test_that_cuts_end_where_nearly_all_lack_a_rank(n_ranked):
    generator = np.random.default_rng(1)
    boxes = random_boxes(generator, 1_000, 3, 1_000, "permutation", 1.0)
    some = generator.permutation(1_000)[:n_ranked]
    boxes.low[some], boxes.high[some] = np.arange(n_ranked)[:, None], np.arange(n_ranked)[:, None]
    leaves = cut_up(boxes, with_cells=True)
    assert set(leaves.rows) == set(range(1_000))
    assert np.diff(leaves.start).max() <= LEAF


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), m=st.integers(1, 5), wild=st.sampled_from([0.02, 0.3, 1.0]))
def test_that_exactly_one_part_of_a_record_holds_each_rank_and_parts_stay_few(seed, m, wild):
    generator = np.random.default_rng(seed)
    n = 400
    boxes = random_boxes(generator, n, m, n, "permutation", wild)
    leaves = cut_up(boxes, with_cells=True)
    assert leaves.rows.size <= MOST_PARTS * n
    leaf_of = np.repeat(np.arange(leaves.start.size - 1), np.diff(leaves.start))
    for point in generator.integers(1, n + 1, (10, m)):
        holds = (leaves.cell_low[leaf_of] <= point) & (point <= leaves.cell_high[leaf_of])
        counts = (holds | (boxes.low[leaves.rows] != WILDCARD_LOW)).all(axis=1)
        assert (np.bincount(leaves.rows[counts], minlength=n) == 1).all()


@pytest.mark.parametrize("wild", [0.02, 0.3, 0.9])
def test_that_boundaries_for_all_say_where_records_without_a_rank_are(wild):
    boxes = random_boxes(np.random.default_rng(1), 3_000, 3, 3_000, "permutation", wild)
    centres, leaves = centres_of(boxes), cut_up(boxes, with_cells=True, stands_for=16)
    assert leaves.rows.size <= MOST_PARTS * 3_000
    n_shared = 0
    for cut in range(leaves.cuts.attribute.size):
        centre, boundary = centres[leaves.cuts.attribute[cut]], leaves.cuts.boundary[cut]
        left, right = (records_below(leaves, child) for child in leaves.cuts.children[cut])
        assert centre[left].max() < boundary
        wild_right = set(right[centre[right] == WILD])
        if shares_ranks(boundary):
            assert wild_right == set(left[centre[left] == WILD])
            n_shared += bool(wild_right)
        else:
            assert not wild_right
        assert (centre[np.setdiff1d(right, list(wild_right))] >= boundary).all()
    assert n_shared or wild == 0.9


@pytest.mark.parametrize(("n", "share", "is_cut"), [(500, 0.2, True), (500, 0.4, False), (2_000, 0.2, False)])
def test_that_a_value_that_many_have_is_cut_through_where_few_leaves_are_left(n, share, is_cut):
    first, last = int((0.45 - share / 4) * n), int((0.45 + share * 3 / 4) * n)
    low = np.arange(1, n + 1, dtype=np.int32)[:, None]
    low[first:last] = first + 1
    high = low.copy()
    high[first:last] = last
    leaves = cut_up(RankBoxes(low, high), with_cells=False)
    left, right = (set(low[records_below(leaves, child), 0]) for child in leaves.cuts.children[0])
    assert (first + 1 in left & right) == is_cut


def nearly_all_wild():
    """Of 100 records the only three with a rank, of which two are tied and come first, are seen by a sample of 32."""
    ranks = np.full((100, 1), WILDCARD_LOW, np.int32)
    ranks[[0, 3, 6], 0] = 0, 0, 4
    return RankBoxes(ranks, np.where(ranks == WILDCARD_LOW, np.int32(WILDCARD_HIGH), ranks))


def test_that_parts_have_shares_of_their_own_where_a_cut_lies_within_the_first_ranks():
    leaves = cut_up(nearly_all_wild(), with_cells=True)
    leaf_of = np.repeat(np.arange(leaves.start.size - 1), np.diff(leaves.start))
    holds = (leaves.cell_low[leaf_of, 0] <= 2) & (leaves.cell_high[leaf_of, 0] >= 2)
    assert leaves.rows.size > 100
    assert (np.bincount(leaves.rows[holds & (leaves.rows > 6)], minlength=100)[7:] == 1).all()


def test_that_no_cut_for_all_has_only_records_without_a_rank_on_its_left_and_all_of_them_on_its_right():
    leaves = cut_up(nearly_all_wild(), with_cells=True, stands_for=2)
    assert (leaves.rows.size, leaves.cuts.attribute.size) == (100, 0)


INTERRUPTED = """
import signal, threading, time
import numpy as np
from permdesk.compute.best_cut import LEAF
from permdesk.compute.tree_cuts import Sets, cut_into_leaves
signal.signal(signal.SIGINT, signal.default_int_handler)
def cut(n):
    none = np.zeros(1, np.int32)
    sets = Sets(np.arange(n, dtype=np.int32), np.array([0, n]), none, none, np.ones(1), *np.zeros((2, 1, 0), np.int32))
    centres = np.random.default_rng(1).integers(1, 60_000, (9, n)).astype(np.uint16)
    threading.Timer(0.03, signal.pthread_kill, (threading.get_ident(), signal.SIGINT)).start() if n > 100 else None
    cut_into_leaves(sets, centres, np.zeros(9, np.int64), LEAF, 1, 0)
cut(100)
try:
    cut(500_000)
except KeyboardInterrupt:
    print("left")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a thread there cannot send another one a signal")
def test_that_an_interrupt_while_records_are_cut_is_no_crash():
    ended = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout.strip()) == (0, "left")
