"""How far records are permuted from their own releases, by numpy and by the kernel, against the definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.compute import own_deviation as module
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.hurry import compiled
from permdesk.compute.own_deviation import compiled_own_deviation, own_deviation
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW
from tests import naive
from tests.stopping import StopsAfter

WAYS = pytest.mark.parametrize("find", [own_deviation, compiled_own_deviation], ids=["numpy", "kernel"])
WILD = WILDCARD_LOW, WILDCARD_HIGH
RANKS = st.tuples(st.integers(1, 9), st.integers(0, 3)).map(lambda of: (of[0], of[0] + of[1]))
CELLS = st.one_of(RANKS, RANKS, st.just(WILD), st.just((MISSING_RANK, MISSING_RANK)))


def boxes_of(records):
    ranks = np.array(records, np.int32)
    return RankBoxes(ranks[..., 0].copy(), ranks[..., 1].copy())


def points(rows):
    ranks = np.array(rows, np.int32)
    return RankBoxes(ranks, ranks)


@WAYS
@given(st.data(), st.integers(1, 3))
def test_that_the_own_deviation_is_the_largest_of_its_gaps_and_minus_one_without_an_own_record(find, data, m):
    asked = data.draw(st.lists(st.lists(CELLS, min_size=m, max_size=m), min_size=1, max_size=6))
    released = data.draw(st.lists(st.lists(CELLS, min_size=m, max_size=m), min_size=1, max_size=9))
    rows = st.integers(-1, len(released) - 1)
    own = data.draw(st.lists(rows, min_size=len(asked), max_size=len(asked)))
    found = find(boxes_of(asked), boxes_of(released), np.array(own), Progress())
    expected = [
        -1 if row < 0 else min(len(released), max(map(naive.gap, record, released[row])))
        for record, row in zip(asked, own, strict=True)
    ]
    assert found.tolist() == expected
    assert found.dtype == np.int32


@WAYS
def test_that_records_equal_to_their_releases_do_not_deviate(find):
    boxes = points([[1, 4], [2, 2], [3, 3], [4, 1]])
    assert find(boxes, boxes, np.arange(4), Progress()).tolist() == [0, 0, 0, 0]


@WAYS
def test_that_no_deviation_exceeds_the_number_of_records(find):
    assert find(points([[1]]), points([[MISSING_RANK], [1]]), np.array([0]), Progress()).tolist() == [2]


@WAYS
def test_that_records_without_attributes_do_not_deviate(find):
    boxes = RankBoxes(np.empty((2, 0), np.int32), np.empty((2, 0), np.int32))
    assert find(boxes, boxes, np.array([1, -1]), Progress()).tolist() == [0, -1]


def test_that_pieces_hear_a_stop_and_make_the_whole(monkeypatch):
    monkeypatch.setattr(module, "RECORDS_AT_ONCE", 2)
    boxes, own = points([[1], [2], [3], [4], [5]]), np.array([4, 3, -1, 0, 1])
    assert compiled_own_deviation(boxes, boxes, own, Progress()).tolist() == [4, 2, -1, 3, 3]
    with pytest.raises(Cancelled):
        compiled_own_deviation(boxes, boxes, own, StopsAfter(1))


def test_that_releases_that_lie_anywhere_are_found_by_many_records():
    generator = np.random.default_rng(1)
    asked, released = (generator.integers(1, 5_000, (5_000, 4)).astype(np.int32) for _ in range(2))
    own = generator.integers(-1, 5_000, 5_000)
    expected = np.where(own < 0, -1, np.abs(asked - released[own]).max(axis=1))
    found = own_deviation(points(asked), points(released), own, Progress())
    np.testing.assert_array_equal(found, expected)


def test_that_few_records_are_compared_by_numpy_unless_in_a_hurry(monkeypatch):
    asked = []
    monkeypatch.setattr(module, "wait_to_search", lambda n_attributes, progress: asked.append(n_attributes))
    boxes = points([[1, 1], [2, 2]])
    assert own_deviation(boxes, boxes, np.array([1, 0]), Progress()).tolist() == [1, 1]
    assert not asked
    with compiled():
        assert own_deviation(boxes, boxes, np.array([1, 0]), Progress()).tolist() == [1, 1]
    assert asked == [2]
