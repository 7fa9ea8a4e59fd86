"""Rank boxes: missing values as values of their own, and ranks drawn from intervals."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute import boxes as boxes_module
from permdesk.compute.boxes import BoxColumns, RankBoxes, drawn_ranks, missing_as_own_value, stack_boxes
from permdesk.compute.coarse_ranks import wide_attributes
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW
from tests.compute.boxes_to_search import SHAPES, random_boxes


def boxes(low, high):
    return RankBoxes(np.array(low, np.int32), np.array(high, np.int32))


def test_that_columns_are_stacked_in_their_order():
    one, two = np.array([1, 2], np.int32), np.array([3, 4], np.int32)
    stacked = stack_boxes([(one, two), (two, two)])
    assert stacked.low.tolist() == [[1, 3], [2, 4]]
    assert stacked.high.tolist() == [[3, 3], [4, 4]]
    assert (stacked.n_records, stacked.n_attributes) == (2, 2)
    assert stacked.take(np.array([1])).low.tolist() == [[2, 4]]


def test_that_a_missing_value_of_its_own_meets_itself_and_is_beyond_all_ranks_from_all_else():
    own = missing_as_own_value(boxes([[WILDCARD_LOW, 5]], [[WILDCARD_HIGH, 6]]))
    assert own.low.tolist() == [[MISSING_RANK, 5]]
    assert own.high.tolist() == [[MISSING_RANK, 6]]
    # Differences of any two of these fit into 32 bits, and no file has so many records that it comes near.
    assert np.iinfo(np.int32).max >= 2 * WILDCARD_HIGH - 1
    assert MISSING_RANK > 100_000_000


def test_that_drawn_ranks_lie_evenly_in_their_intervals_and_wildcards_stay():
    many = boxes([[3, WILDCARD_LOW, 7]] * 4000, [[6, WILDCARD_HIGH, 7]] * 4000)
    drawn = drawn_ranks(many, np.random.default_rng(3))
    assert (drawn.low[:, 1] == WILDCARD_LOW).all()
    assert (drawn.high[:, 1] == WILDCARD_HIGH).all()
    assert (drawn.low[:, 2] == 7).all()
    assert (drawn.low[:, 0] == drawn.high[:, 0]).all()
    counts = np.bincount(drawn.low[:, 0], minlength=8)
    assert counts[:3].sum() == counts[7:].sum() == 0
    assert abs(counts[3:7] - 1000).max() < 5 * np.sqrt(4000 * 0.25 * 0.75)


def test_that_columns_become_boxes_in_whatever_order_they_are_put():
    columns = BoxColumns(2, 2)
    columns.put(1, np.array([3, 4], np.int32), np.array([5, 4], np.int32))
    columns.put(0, np.array([1, 2], np.int32), np.array([1, 2], np.int32))
    boxes = columns.boxes()
    assert boxes.low.tolist() == [[1, 3], [2, 4]]
    assert boxes.high.tolist() == [[1, 5], [2, 4]]
    assert boxes.take(np.array([1])).high.tolist() == [[2, 4]]
    assert boxes.of_attributes([1]).high.tolist() == [[5], [4]]
    assert not boxes.low.flags.writeable
    assert not boxes.high.flags.writeable


def test_that_boxes_know_which_attributes_are_wide_but_for_wildcards_and_keep_it_when_some_are_taken():
    points, n = np.array([1, 2, 3], np.int32), np.int32(3)
    some_wild = np.array([1, WILDCARD_LOW, 3], np.int32), np.array([1, WILDCARD_HIGH, 3], np.int32)
    tied = np.array([1, 1, 3], np.int32), np.array([2, 2, n], np.int32)
    both = np.array([1, WILDCARD_LOW, 2], np.int32), np.array([1, WILDCARD_HIGH, n], np.int32)
    boxes = stack_boxes([(points, points.copy()), some_wild, tied, both])
    assert boxes.is_wide.tolist() == [False, False, True, True]
    assert not boxes.is_wide.flags.writeable
    assert boxes.take(np.array([0])).is_wide is boxes.is_wide
    assert boxes.of_attributes([2, 1]).is_wide.tolist() == [True, False]


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), shape=SHAPES, wild=st.sampled_from([0.0, 0.3]))
def test_that_boxes_know_what_a_look_at_all_of_them_would_tell(seed, shape, wild):
    drawn = random_boxes(np.random.default_rng(seed), 20, 3, 20, shape, wild)
    known = stack_boxes([(drawn.low[:, j], drawn.high[:, j]) for j in range(3)])
    expected = ((drawn.low != drawn.high) & (drawn.low != WILDCARD_LOW)).any(axis=0)
    assert known.is_wide.tolist() == expected.tolist()
    assert wide_attributes(known).tolist() == expected.tolist()
    assert wide_attributes(RankBoxes(known.low, known.high)).tolist() == expected.tolist()


def test_that_points_are_held_once_also_when_some_are_taken():
    ranks = np.array([[1, 2], [3, 4]], np.int32)
    boxes = stack_boxes([(column, column) for column in ranks.T])
    for some in (boxes, boxes.take(np.array([1, 0])), boxes.of_attributes([0]), missing_as_own_value(boxes)):
        assert some.low is some.high


def test_that_what_is_drawn_for_a_record_does_not_depend_on_the_others_asked_for(monkeypatch):
    monkeypatch.setattr(boxes_module, "ROWS_AT_ONCE", 4)
    boxes = stack_boxes([(np.arange(9, dtype=np.int32), np.arange(9, dtype=np.int32) + 5)] * 2)
    rows = np.array([2, 7])
    whole, some = (drawn_ranks(boxes, np.random.default_rng(3), asked) for asked in (None, rows))
    np.testing.assert_array_equal(some.low, whole.low[rows])
