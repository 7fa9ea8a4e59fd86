"""Ranks in 16 bits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute import coarse_ranks
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.coarse_ranks import (
    BEYOND,
    NO_PLACE,
    PLACE_BITS,
    Steps,
    coarse,
    find_ends,
    find_steps,
    wide_attributes,
)
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW
from tests.compute.boxes_to_search import random_boxes
from tests.stopping import StopsAfter


def classes_of(sizes):
    high = np.cumsum(sizes)
    low = high - np.asarray(sizes) + 1
    return RankBoxes(low[:, None].astype(np.int32), high[:, None].astype(np.int32)), int(high[-1])


def steps_for(boxes, n):
    is_wide = wide_attributes(boxes)
    return find_steps(find_ends(boxes, n, is_wide, Progress()), is_wide)


def coarsened(ranks, steps):
    return np.array([coarse(int(rank), steps, 0) for rank in ranks], np.int64)


@settings(max_examples=50, deadline=None)
@given(sizes=st.lists(st.sampled_from([1, 2, 3, 7, 50_000, 100_001]), min_size=2, max_size=40))
def test_that_coarse_gaps_never_exceed_what_the_gap_allows(sizes):
    boxes, n = classes_of(sizes)
    steps = steps_for(boxes, n)
    ranks = np.unique(np.r_[boxes.low[:, 0], boxes.high[:, 0], np.arange(1, n, 1_009)])
    found = coarsened(ranks, steps)
    above, below = np.tril_indices(ranks.size, -1)
    gaps, seen = ranks[above] - ranks[below], found[above] - found[below]
    assert (seen >= 0).all()
    assert (seen <= ((gaps - 1) >> steps.shift) + 1).all()


@pytest.mark.parametrize("n", [1_000, 100_000, 1_000_000])
def test_that_neighbouring_values_of_a_binary_attribute_differ(n):
    boxes, _ = classes_of([n // 2, n - n // 2])
    steps = steps_for(boxes, n)
    assert coarse(n // 2 + 1, steps, 0) == coarse(n // 2, steps, 0) + 1


@pytest.mark.parametrize("last", [60_000, 1])
def test_that_a_value_that_ends_within_others_differs_from_the_next(last):
    """In Z a record may have both values of a binary attribute: then no interval begins where the other ends."""
    boxes = RankBoxes(np.array([[1], [1]], np.int32), np.array([[last], [100_000]], np.int32))
    steps = steps_for(boxes, 100_000)
    assert coarse(last + 1, steps, 0) == coarse(last, steps, 0) + 1


def test_that_ranks_of_large_classes_stay_far_apart():
    boxes, n = classes_of([100_000] * 10)
    found = coarsened(boxes.low[:, 0], steps_for(boxes, n))
    assert (np.diff(found) >= (100_000 >> 5) - 1).all()


@settings(max_examples=50, deadline=None)
@given(sizes=st.lists(st.sampled_from([1, 2, 3, 7, 5_000, 40_001]), min_size=2, max_size=40))
def test_that_a_step_stands_at_each_end_that_lies_far_enough_above_the_one_before(sizes):
    boxes, n = classes_of([*sizes, 40_000])
    steps = steps_for(boxes, n)
    apart = 1 << steps.shift
    found = coarsened(np.arange(1, n + 2), steps)
    rises = np.diff(np.r_[1, found])
    stands = np.flatnonzero(rises) + 1
    assert rises.max() == 1
    assert (np.diff(stands) >= apart).all()
    for end in {*boxes.low[:, 0]} - {1}:
        below = stands[stands < end]
        assert end in stands or end - below[-1] < apart


def test_that_the_last_place_of_a_cell_is_told_from_none_with_as_many_ranks_as_there_can_be():
    cells = np.array([[NO_PLACE, 0xFFFF, 1 << PLACE_BITS, NO_PLACE | 2 << PLACE_BITS]], np.uint32)
    steps = Steps(cells, np.zeros(1, np.bool_), 16)
    ranks = [0, 0xFFFF, 0x10000, 0x1FFFE, 0x1FFFF, 0x20000, 0x2FFFF, 0x30000, 0x3FFFF, 0x40000, MISSING_RANK - 1]
    assert coarsened(ranks, steps).tolist() == [1, 1, 1, 1, 2, 3, 3, 3, 3, 3, 3]


def test_that_what_has_no_rank_lies_at_the_ends():
    boxes, n = classes_of([100_000] * 2)
    steps = steps_for(boxes, n)
    assert coarse(WILDCARD_LOW, steps, 0) == 0
    assert coarse(WILDCARD_HIGH, steps, 0) == coarse(MISSING_RANK, steps, 0) == BEYOND
    assert BEYOND - coarse(n, steps, 0) > n >> steps.shift


def test_that_wildcards_need_no_steps_of_their_own():
    low = np.arange(1, 100_001, dtype=np.int32)[:, None]
    high = low.copy()
    low[::20], high[::20] = WILDCARD_LOW, WILDCARD_HIGH
    assert steps_for(RankBoxes(low, high), 100_000).is_even.all()
    low[1] = 1
    assert not steps_for(RankBoxes(low, high), 100_000).is_even.any()


@pytest.mark.parametrize("at_once", [1, 7, 1 << 15])
@pytest.mark.parametrize("n_ranks", [30, 40])
def test_that_ends_are_where_intervals_begin_or_have_ended_however_many_are_looked_at_at_once(
    monkeypatch, at_once, n_ranks
):
    """Of 40 ranks the last ten are beyond the 30 that there are."""
    monkeypatch.setattr(coarse_ranks, "BOXES_AT_ONCE", at_once)
    boxes = random_boxes(np.random.default_rng(4), 60, 3, n_ranks, wild=0.2, missing=0.2)
    progress = Progress()
    is_end = find_ends(boxes, 30, np.array([True, False, True]), progress)
    expected = np.zeros((3, 32), np.bool_)
    for j in (0, 2):
        has_rank = (boxes.low[:, j] != WILDCARD_LOW) & (boxes.low[:, j] != MISSING_RANK)
        ends = {*boxes.low[has_rank, j], *(boxes.high[has_rank, j] + 1)}
        expected[j, [rank for rank in ends if rank <= 31]] = True
        expected[j, 31], expected[j, 0] = True, boxes.high[has_rank, j].max() > 30
    np.testing.assert_array_equal(is_end, expected)
    assert progress.done == 60


def test_that_a_stop_is_heard_between_boxes(monkeypatch):
    monkeypatch.setattr(coarse_ranks, "BOXES_AT_ONCE", 1)
    boxes = random_boxes(np.random.default_rng(4), 60, 3, 30)
    with pytest.raises(Cancelled):
        find_ends(boxes, 30, np.ones(3, np.bool_), StopsAfter(3))
