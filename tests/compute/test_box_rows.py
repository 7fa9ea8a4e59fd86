"""Boxes in rows of 32: what they bound, in which order, and that a stop is heard."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.compute import box_rows as module
from permdesk.compute.box_rows import BLOCK, LARGEST, are_wild, bounds_of_rows, box_rows, outwards
from permdesk.compute.lanes import WIDTH
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW
from tests.compute.boxes_to_search import random_boxes
from tests.stopping import StopsAfter

ENDS = st.floats(allow_nan=False, allow_infinity=False) | st.floats(-3, 3)


def test_that_a_block_is_as_wide_as_the_vector():
    assert BLOCK == WIDTH


@given(st.tuples(ENDS, ENDS), st.tuples(ENDS, ENDS))
def test_that_no_gap_between_intervals_grows(one, other):
    low, high = (np.array(ends) for ends in zip(sorted(one), sorted(other), strict=True))
    first, last = (ends.astype(object) for ends in outwards(low, high))
    exact = max(int(low[1] > high[0]) and low[1] - high[0], int(low[0] > high[1]) and low[0] - high[1], 0)
    assert max(float(first[1]) - float(last[0]), float(first[0]) - float(last[1]), 0) <= exact


def test_that_only_wildcards_have_infinite_ends():
    low, high = outwards(np.array([-np.inf, -np.inf, 65.0, -1e300]), np.array([np.inf, 5.0, np.inf, 1e300]))
    assert low.tolist() == [-np.inf, -LARGEST, 65, -LARGEST]
    assert high.tolist() == [np.inf, 5, LARGEST, LARGEST]


def test_that_wildcards_are_seen_in_ranks_and_values():
    ranks = np.array([1, WILDCARD_LOW, MISSING_RANK], np.int32), np.array([1, WILDCARD_HIGH, MISSING_RANK], np.int32)
    assert are_wild(*ranks).tolist() == [False, True, False]
    assert are_wild(np.array([-np.inf, -np.inf, 1]), np.array([np.inf, 2, np.inf])).tolist() == [True, False, False]


@pytest.mark.parametrize("n", [1, 31, 32, 33, 100])
@pytest.mark.parametrize("cells", [1, module.CELLS_AT_ONCE])
def test_that_boxes_stand_in_their_order_and_the_last_one_fills_its_row(monkeypatch, n, cells):
    monkeypatch.setattr(module, "CELLS_AT_ONCE", cells)
    generator = np.random.default_rng(n)
    boxes, order = random_boxes(generator, n, 3, 50, wild=0.2), generator.permutation(n)
    rows = box_rows(boxes.low, boxes.high, order, Progress())
    filled = np.r_[order, order[-1:].repeat(-n % BLOCK)]
    for found, ends in zip((rows.low, rows.high), outwards(boxes.low, boxes.high), strict=True):
        np.testing.assert_array_equal(found.transpose(0, 2, 1).reshape(-1, 3), ends[filled])
        assert not found.flags.writeable


@pytest.mark.parametrize("cells", [1, module.CELLS_AT_ONCE])
def test_that_bounds_are_wildcards_only_where_every_box_is_one(monkeypatch, cells):
    monkeypatch.setattr(module, "CELLS_AT_ONCE", cells)
    low, high = np.arange(70.0)[:, None] * [1, 1, 1], np.arange(70.0)[:, None] * [1, 1, 1] + 0.5
    low[3:40, 1], high[3:40, 1] = -np.inf, np.inf
    low[:, 2], high[:, 2] = -np.inf, np.inf
    bounds = bounds_of_rows(box_rows(low, high, np.arange(70), Progress()), Progress())
    assert bounds.low[0, :, :3].tolist() == [[0, 32, 64], [-LARGEST, -LARGEST, 64], [-np.inf] * 3]
    assert bounds.high[0, :, :3].tolist() == [[31.5, 63.5, 69.5], [LARGEST, LARGEST, 69.5], [np.inf] * 3]


@pytest.mark.parametrize("last", [1, 2])
def test_that_both_hear_a_stop_between_pieces(monkeypatch, last):
    monkeypatch.setattr(module, "CELLS_AT_ONCE", 1)
    boxes = np.zeros((100, 1))
    rows = box_rows(boxes, boxes, np.arange(100), Progress())
    with pytest.raises(Cancelled):
        box_rows(boxes, boxes, np.arange(100), StopsAfter(last))
    with pytest.raises(Cancelled):
        bounds_of_rows(rows, StopsAfter(last))
