"""Chances of right links by sums and squares: comparison and blocks against the definition."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute import right_chance as module
from permdesk.compute.blocks import blocks_in_order
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.right_chance import Total, blocks_for, distinct_for, has_missing, right_chance
from permdesk.compute.right_chance_kernel import TOGETHER
from permdesk.compute.value_boxes import ValueBoxes, mean_and_deviation, standardize
from tests import naive
from tests.compute.boxes_to_search import random_boxes, searches
from tests.stopping import StopsAfter

TOTALS = st.sampled_from(Total)


@pytest.fixture(params=["comparison", "blocks"])
def way(request, monkeypatch):
    """Both ways of answering: the second compiles, which small files never do."""
    monkeypatch.setattr(module, "SMALL", 1 << 60 if request.param == "comparison" else 0)


def intervals(boxes):
    return [
        [None if a in (WILDCARD_LOW, -np.inf) else (a, b) for a, b in zip(low, high, strict=True)]
        for low, high in zip(boxes.low.tolist(), boxes.high.tolist(), strict=True)
    ]


def points(rows):
    ranks = np.array(rows, np.int32)
    return RankBoxes(ranks, ranks.copy())


@pytest.mark.usefixtures("way")
@settings(max_examples=60, deadline=None)
@given(boxes=searches(st.sampled_from([1, 2, 31, 33, 65])), total=TOTALS, data=st.data())
def test_that_chances_of_rank_boxes_are_those_of_the_definition(boxes, total, data):
    queries, target = boxes
    own = np.array(data.draw(st.lists(st.integers(0, target.n_records - 1), min_size=queries.n_records,
                                      max_size=queries.n_records)))  # fmt: skip
    for_missing = data.draw(st.sampled_from([0, 1, 7.5, 1000]))
    found = right_chance(queries, target, own, total, Progress(), for_missing)
    right = naive.right_chances(intervals(queries), intervals(target), own, total.value, target.n_records, for_missing)
    assert found.tolist() == [float(chance) for chance in right]


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([1, 31, 32, 33, 1023, 1025, 2500]), st.sampled_from([4, 9]), TOTALS,
       st.sampled_from([0, 0.1, 1]), st.sampled_from([0, 100]))  # fmt: skip
def test_that_blocks_find_what_comparison_finds(seed, n, m, total, wild, for_missing):
    generator = np.random.default_rng(seed)
    queries, target = (random_boxes(generator, size, m, n, "intervals", wild) for size in (50, n))
    own = generator.integers(0, n, 50)
    answers = []
    for small in (1 << 60, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "SMALL", small)
            answers.append(right_chance(queries, target, own, total, Progress(), for_missing))
    np.testing.assert_array_equal(*answers)
    assert n < 33 or wild or (answers[0] < 1).any()


@pytest.mark.usefixtures("way")
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([1, 40, 300]), TOTALS, st.sampled_from([0, 7.5]))
def test_that_a_box_with_a_weight_is_as_many_equal_records(seed, n, total, for_missing):
    generator = np.random.default_rng(seed)
    queries, boxes = (random_boxes(generator, size, 3, 5, "intervals", 0.1) for size in (20, n))
    weight = generator.integers(1, 5, n)
    own = generator.integers(0, n, 20)
    found = right_chance(queries, boxes, own, total, Progress(), for_missing, weight=weight)
    records, own_record = boxes.take(np.repeat(np.arange(n), weight)), (np.cumsum(weight) - weight)[own]
    right = naive.right_chances(
        intervals(queries), intervals(records), own_record, total.value, records.n_records, for_missing
    )
    assert found.tolist() == [float(chance) for chance in right]


@pytest.mark.usefixtures("way")
def test_that_gaps_count_up_to_the_number_of_records_and_not_of_boxes():
    # Of nine records: 9 + 0 for the own one, which lacks a value, and 4 + 4 for the others.
    queries, target = points([[1, 1]]), points([[MISSING_RANK, 1], [5, 5]])
    weight = np.array([1, 8])
    assert right_chance(queries, target, np.array([0]), Total.SUM, Progress(), weight=weight).tolist() == [0]


@pytest.mark.parametrize(("own", "others", "chance"), [
    # The first two sums have 24 bits, and the reach of roundings goes beyond the next one.
    ([3_000_000, 0, 0], [3_000_001, 0, 0], 1), ([3_000_001, 0, 0], [3_000_000, 0, 0], 0),
    # These are equal in 24 bits.
    ([16_777_216, 1, 0], [16_777_216, 0, 0], 0), ([16_777_216, 0, 0], [16_777_216, 1, 0], 1),
])  # fmt: skip
def test_that_sums_of_24_bits_and_of_more_are_told_apart(own, others, chance, monkeypatch):
    monkeypatch.setattr(module, "SMALL", 0)
    boxes = points([own, others])
    found = right_chance(
        points([[0, 0, 0]]), boxes, np.array([0]), Total.SUM, Progress(), weight=np.array([1, 2**24 - 1])
    )
    assert found.tolist() == [chance]


def test_that_totals_are_compared_exactly_where_ranks_or_what_a_missing_value_adds_need_more_than_24_bits(monkeypatch):
    monkeypatch.setattr(module, "SMALL", 0)
    # The own release lacks a value, which adds very little, and is 1 away; so is the other.
    low, high = np.array([[WILDCARD_LOW, 2], [1, 2]], np.int32), np.array([[WILDCARD_HIGH, 2], [1, 2]], np.int32)
    asked, own = points([[1, 1]]), np.array([0])
    for for_missing, chance in ((0, 0.5), (2.0**-30, 0)):
        found = right_chance(asked, RankBoxes(low, high), own, Total.SUM, Progress(), for_missing)
        assert found.tolist() == [chance]
    far = 2**24
    target, weight = points([[far + 3], [far + 2]]), np.array([1, far + 3])
    assert right_chance(points([[far + 3]]), target, own, Total.SUM, Progress(), weight=weight).tolist() == [1]


@pytest.mark.usefixtures("way")
def test_that_sums_and_squares_disagree_where_they_should():
    # From (10, 10): (13, 10) is nearer by the sum, (12, 12) by the squares; the largest gap also prefers the latter.
    queries, target = points([[10, 10], [10, 10]]), points([[13, 10], [12, 12], *[[30, 30]] * 38])
    own = np.array([0, 1])
    assert right_chance(queries, target, own, Total.SUM, Progress()).tolist() == [1, 0]
    assert right_chance(queries, target, own, Total.SQUARES, Progress()).tolist() == [0, 1]


@pytest.mark.usefixtures("way")
def test_that_values_equal_in_decimals_are_equally_far_though_binary_differs():
    x, y = np.array([[0.3, 0.0]]), np.array([[0.2, 0.0], [0.4, 0.0], [0.3, 0.1], [0.3, 0.5]])
    assert len({abs(0.3 - 0.2), abs(0.4 - 0.3), 0.1}) > 1
    found = right_chance(ValueBoxes(x, x), ValueBoxes(y, y), np.array([2]), Total.SQUARES, Progress())
    assert found.tolist() == [1 / 3]


@pytest.mark.usefixtures("way")
@settings(max_examples=60, deadline=None)
@given(data=st.data(), total=TOTALS)
def test_that_chances_of_values_are_those_of_the_definition(data, total):
    m = data.draw(st.integers(1, 3))
    # Eighths are exact in binary, so that the definition needs no tolerance.
    cell = st.none() | st.tuples(st.integers(-40, 40), st.integers(0, 9))
    rows = st.lists(st.lists(cell, min_size=m, max_size=m), min_size=1, max_size=40)
    queries, target = data.draw(rows), data.draw(rows)
    own = np.array([data.draw(st.integers(0, len(target) - 1)) for _ in queries])

    def exact(records):
        return [
            [None if c is None else (Fraction(c[0], 8), Fraction(c[0] + c[1], 8)) for c in record] for record in records
        ]

    def boxes(records):
        low = [[-np.inf if c is None else float(c[0]) for c in record] for record in records]
        high = [[np.inf if c is None else float(c[1]) for c in record] for record in records]
        return ValueBoxes(np.array(low), np.array(high))

    asked, searched = exact(queries), exact(target)
    for_missing = data.draw(st.sampled_from([0, 0.5, 2]))
    found = right_chance(boxes(asked), boxes(searched), own, total, Progress(), for_missing)
    right = naive.right_chances(asked, searched, own, total.value, None, for_missing)
    assert found.tolist() == [float(chance) for chance in right]


@pytest.mark.usefixtures("way")
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), TOTALS)
def test_that_the_order_of_records_and_attributes_changes_nothing(seed, total):
    generator = np.random.default_rng(seed)
    x = generator.normal(size=(40, 5))
    y = x + generator.normal(size=x.shape)
    order, columns = generator.permutation(40), generator.permutation(5)
    plain = right_chance(ValueBoxes(x, x), ValueBoxes(y, y), np.arange(40), total, Progress())
    own = np.argsort(order)
    x2, y2 = x[:, columns], y[order][:, columns]
    np.testing.assert_array_equal(right_chance(ValueBoxes(x2, x2), ValueBoxes(y2, y2), own, total, Progress()), plain)


@pytest.mark.usefixtures("way")
def test_that_a_stop_is_heard(monkeypatch):
    monkeypatch.setattr(module, "QUERIES_AT_ONCE", 1)
    monkeypatch.setattr(module, "CELLS_AT_ONCE", 1)
    boxes = points([[1], [2], [3]])
    with pytest.raises(Cancelled):
        right_chance(boxes, boxes, np.arange(3), Total.SUM, StopsAfter(1))


@pytest.mark.usefixtures("way")
def test_that_progress_ends_at_the_number_of_queries():
    progress, boxes = Progress(), points([[1], [2], [3]])
    right_chance(boxes, boxes, np.arange(3), Total.SUM, progress)
    assert progress.done == 3


def test_that_standardized_values_have_mean_0_and_deviation_1_and_missing_ones_reach_everywhere():
    values = np.array([1.0, np.nan, 5.0, 3.0])
    mean, deviation = mean_and_deviation(values)
    assert (mean, deviation) == (3.0, pytest.approx(np.sqrt(8 / 3)))
    low, high = standardize(values, values + 1, mean, deviation)
    assert (low[1], high[1]) == (-np.inf, np.inf)
    np.testing.assert_allclose(low[[0, 2, 3]], np.array([-2, 2, 0]) / deviation)
    np.testing.assert_allclose(high[[0, 2, 3]], np.array([-1, 3, 1]) / deviation)


def test_that_the_mean_does_not_depend_on_the_order_of_records():
    values = np.random.default_rng(1).normal(size=1001) * 1e6
    orders = [np.random.default_rng(seed).permutation(values) for seed in range(9)]
    assert len({mean_and_deviation(order) for order in orders}) == 1
    assert len({float(order.mean()) for order in orders}) > 1


def test_that_means_and_deviations_of_the_largest_numbers_are_right_and_standardize_them():
    values = np.array([1.7e308, -1.7e308, 1.7e308, -1.7e308])
    mean, deviation = mean_and_deviation(values)
    assert (mean, deviation) == (0.0, pytest.approx(1.7e308))
    assert standardize(values, values, mean, deviation)[0].tolist() == pytest.approx([1, -1, 1, -1])
    mean, deviation = mean_and_deviation(np.array([1.0, 3.0]) * 1e200)
    assert (mean, deviation) == (pytest.approx(2e200), pytest.approx(1e200))
    distant = standardize(np.array([-1.7e308]), np.array([-1.7e308]), 1.7e308, 1.6e308)
    assert distant[0] == pytest.approx(-3.4 / 1.6)


def test_that_bounds_that_are_one_array_stay_one_unless_a_value_is_missing():
    values = np.array([1.0, 3.0])
    low, high = standardize(values, values, 2.0, 1.0)
    assert low is high
    low, high = standardize(np.append(values, np.nan), np.append(values, np.nan), 2.0, 1.0)
    assert low is not high


def test_that_without_values_there_is_no_mean():
    assert np.isnan(mean_and_deviation(np.array([np.nan]))).all()


@pytest.mark.parametrize("total", Total)
def test_that_blocks_can_be_shared_by_several_linkages(total, monkeypatch):
    monkeypatch.setattr(module, "SMALL", 0)
    generator = np.random.default_rng(3)
    queries, target = (random_boxes(generator, size, 4, 300, "permutation") for size in (50, 300))
    own = generator.integers(0, 300, 50)
    shared = blocks_for(target, queries.n_records, Progress())
    assert shared is not None
    alone = right_chance(queries, target, own, total, Progress())
    of_others = blocks_in_order(generator.permutation(300), target.low, target.high, Progress())
    for blocks in (shared, of_others):
        np.testing.assert_array_equal(right_chance(queries, target, own, total, Progress(), 0, blocks), alone)


@pytest.mark.parametrize("total", Total)
@pytest.mark.parametrize("for_missing", [0, 333, 40_000])
def test_that_records_grouped_by_what_they_lack_are_all_found(total, for_missing, monkeypatch):
    generator = np.random.default_rng(5)
    target = random_boxes(generator, 9_000, 3, 9_000, "permutation", wild=0.2)
    queries = random_boxes(generator, 60, 3, 9_000, "permutation", wild=0.1)
    own = generator.integers(0, 9_000, 60)
    # The own release is the nearest of some, which have all others counted.
    target.low[own[:40]], target.high[own[:40]] = queries.low[:40], queries.high[:40]
    monkeypatch.setattr(module, "SMALL", 1 << 60)
    compared = right_chance(queries, target, own, total, Progress(), for_missing)
    monkeypatch.setattr(module, "SMALL", 0)
    np.testing.assert_array_equal(right_chance(queries, target, own, total, Progress(), for_missing), compared)
    assert (compared > 0).sum() > 9


@pytest.mark.usefixtures("way")
def test_that_rounding_to_fewer_digits_hides_no_record():
    # In 32 bits some of these sums come out larger than they are; so do squares near the smallest number there is.
    generator = np.random.default_rng(6)
    few_digits = [generator.uniform(1, 3, 16).astype(np.float32).astype(np.float64) for _ in range(20)]
    for gaps in (*few_digits, np.full(16, 2.0**-74.7)):
        x, y = np.zeros((40, 16)), np.tile(gaps, (40, 1))
        found = right_chance(ValueBoxes(x, x), ValueBoxes(y, y), np.arange(40), Total.SQUARES, Progress())
        assert found.tolist() == [1 / 40] * 40


def test_that_equal_records_are_one_box_where_there_are_many_and_many_comparisons(monkeypatch):
    target = points([[rank % 7] for rank in range(200)])
    assert distinct_for(target, 5, Progress()) is None
    monkeypatch.setattr(module, "SMALL", 0)
    progress = Progress()
    distinct = distinct_for(target, 5, progress)
    assert distinct is not None
    assert sorted(distinct.weight.tolist()) == [28, 28, 28, 29, 29, 29, 29]
    assert progress.done == 0
    assert distinct_for(points([[rank] for rank in range(3000)]), 5, Progress()) is None
    with pytest.raises(Cancelled):
        distinct_for(target, 5, StopsAfter(0))


def test_that_few_comparisons_need_no_blocks_and_cutting_them_hears_a_stop(monkeypatch):
    target = points([[rank] for rank in range(200)])
    assert blocks_for(target, 5, Progress()) is None
    monkeypatch.setattr(module, "SMALL", 0)
    with pytest.raises(Cancelled):
        blocks_for(target, 5, StopsAfter(2))


def test_that_wildcards_are_near_everything():
    wild = RankBoxes(np.array([[WILDCARD_LOW]], np.int32), np.array([[WILDCARD_HIGH]], np.int32))
    assert right_chance(wild, points([[1], [2]]), np.array([1]), Total.SUM, Progress()).tolist() == [0.5]


@pytest.mark.usefixtures("way")
def test_that_an_interval_of_values_is_no_wildcard_however_wide():
    asked, low, high = np.zeros((1, 1)), np.array([[-1e9], [1.0]]), np.array([[1e9], [1.0]])
    target = ValueBoxes(low, high)
    assert right_chance(ValueBoxes(asked, asked), target, np.array([0]), Total.SUM, Progress(), 2.0).tolist() == [1.0]
    assert not has_missing(target)


def test_that_wildcards_are_seen_in_ranks_and_values():
    wild = RankBoxes(np.array([[1], [WILDCARD_LOW]], np.int32), np.array([[1], [WILDCARD_HIGH]], np.int32))
    values = np.array([[1.0], [-np.inf]])
    assert has_missing(wild)
    assert has_missing(ValueBoxes(values, -values))
    assert not has_missing(points([[1], [2**28]]))
    assert not has_missing(ValueBoxes(values[:1], values[:1]))


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("total", list(Total))
def test_that_a_missing_value_of_its_own_is_as_far_as_there_are_records_and_no_further(total):
    # Of four records: 4 + 0 for the own one, which lacks a value, and 4 + 4 for the others.
    queries, target = points([[1, 1]]), points([[MISSING_RANK, 1], [5, 5], [5, 5], [5, 5]])
    assert right_chance(queries, target, np.array([0]), total, Progress()).tolist() == [1.0]


@pytest.mark.parametrize("total", Total)
def test_that_queries_whose_nearest_wides_hold_no_closer_record_are_held_against_all_others(total, monkeypatch):
    generator = np.random.default_rng(7)
    target = random_boxes(generator, 12_000, 3, 12_000, "permutation")
    queries = random_boxes(generator, 2 * TOGETHER + 3, 3, 12_000, "permutation")
    # Own releases far away: whole wides tie with them, or hold the one record that is closer.
    target.low[:6_000] = target.high[:6_000] = 6_000
    own = generator.integers(0, 12_000, queries.n_records)
    own[::2] = generator.integers(0, 6_000, own[::2].size)
    queries.low[::2] = queries.high[::2] = generator.integers(5_990, 6_011, queries.low[::2].shape)
    answers = []
    for small in (1 << 60, 0):
        monkeypatch.setattr(module, "SMALL", small)
        answers.append(right_chance(queries, target, own, total, Progress()))
    np.testing.assert_array_equal(*answers)
    assert (answers[0] == 1 / 6_000).any()
    assert (answers[0] == 0).any()
