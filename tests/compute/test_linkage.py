"""Right links against their definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.compute import linkage
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.linkage import count_links, expected_right, own_deviation, wilson_interval
from permdesk.compute.progress import Cancelled, Progress
from tests import naive
from tests.stopping import StopsAfter


def points(rows):
    ranks = np.array(rows, np.int32)
    return RankBoxes(ranks, ranks.copy())


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=6), st.data())
def test_that_the_own_deviation_is_the_largest_of_its_gaps_and_minus_one_without_an_own_record(asked, data):
    released = data.draw(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=9, max_size=9))
    own = data.draw(st.lists(st.integers(-1, 8), min_size=len(asked), max_size=len(asked)))
    found = own_deviation(points(asked), points(released), np.array(own), Progress())
    expected = [
        -1 if p < 0 else max(naive.gap((a, a), (b, b)) for a, b in zip(record, released[p], strict=True))
        for record, p in zip(asked, own, strict=True)
    ]
    assert found.tolist() == expected


@pytest.mark.parametrize(
    ("own", "expected"),
    [([0, 1, 2], [1, 1, 1]), ([2, 3, 4], [4, 2, 3]), ([-1, 0, 1], [-1, 0, 1]), ([2, 1, 0], [4, 1, 2]), ([4], [0])],
)
def test_that_own_deviations_are_the_same_where_releases_follow_each_other(own, expected):
    asked = points([[1], [2], [4]][: len(own)])
    found = own_deviation(asked, points([[2], [3], [5], [4], [1]]), np.array(own), Progress())
    assert found.tolist() == expected


def test_that_own_deviations_come_in_pieces_that_hear_a_stop(monkeypatch):
    monkeypatch.setattr(linkage, "RANKS_AT_ONCE", 2)
    asked = points([[1], [2], [3], [4], [5]])
    own = np.array([4, 3, -1, 0, 1])
    assert own_deviation(asked, asked, own, Progress()).tolist() == [4, 2, -1, 3, 3]
    with pytest.raises(Cancelled):
        own_deviation(asked, asked, own, StopsAfter(1))


def test_that_no_deviation_exceeds_the_number_of_records():
    assert own_deviation(points([[1]]), points([[2**28], [1]]), np.array([0]), Progress()).tolist() == [2]


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 4)), min_size=1, max_size=9))
def test_that_links_are_counted_as_in_table_5(links):
    own, n = np.array([a for a, _ in links]), np.array([b for _, b in links])
    counts = count_links(own, n)
    assert counts.sole_correct == sum(right and found == 1 for right, found in links)
    assert counts.wrong == sum(not right and found == 1 for right, found in links)
    assert counts.multiple == sum(found > 1 for _, found in links)
    assert counts.among_several == sum(right and found > 1 for right, found in links)
    np.testing.assert_array_equal(expected_right(own, n), [1 / found if right else 0 for right, found in links])


def test_that_the_interval_is_wilsons():
    # Agresti and Coull (1998): 0 of 10 and 5 of 10.
    assert wilson_interval(0.0, 10) == pytest.approx((0.0, 0.27753), abs=1e-5)
    assert wilson_interval(0.5, 10) == pytest.approx((0.23659, 0.76341), abs=1e-5)


@given(st.floats(0, 1), st.integers(1, 10**7))
def test_that_the_interval_holds_its_rate_and_is_one_of_shares(rate, n):
    low, high = wilson_interval(rate, n)
    assert 0 <= low <= rate <= high <= 1
