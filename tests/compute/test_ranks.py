"""Rank intervals against their definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.compute import ranks as module
from permdesk.compute import tie_order
from permdesk.compute.ranks import (
    WILDCARD_HIGH,
    WILDCARD_LOW,
    average_ranks,
    broken_ranks,
    middle_ranks,
    n_draws_to_break,
    record_ranks,
    value_classes,
)
from permdesk.compute.tie_order import ranks_by_dice
from tests import naive
from tests.strategies import NUMBERS, WIDE, columns, generalized_columns


def intervals(lower, upper):
    low, high = record_ranks(value_classes(lower, upper))
    return [None if a == WILDCARD_LOW and b == WILDCARD_HIGH else (a, b) for a, b in zip(low, high, strict=True)]


@given(columns() | generalized_columns())
def test_that_every_record_has_the_ranks_that_its_value_occupies(bounds):
    assert intervals(*bounds) == naive.target_intervals(naive.column_of(*bounds))


@given(columns(cells=WIDE))
def test_that_huge_and_tiny_values_and_negative_zero_rank_by_their_size(bounds):
    assert intervals(*bounds) == naive.target_intervals(naive.column_of(*bounds))


def test_that_the_largest_numbers_that_a_file_can_hold_are_ranked_without_overflow():
    values = np.array([1.7e308, -1.7e308, 1.7e308])
    assert intervals(values, values) == [(2, 3), (1, 1), (2, 3)]


def test_that_a_value_keeps_one_class_beside_others_whose_middles_rounding_cannot_tell_apart():
    tiny = 5e-324  # half of it is 0, which is the middle of 0 too
    lower = np.array([tiny, 0.0, tiny, 1.0])
    upper = np.array([tiny, 0.0, tiny, 2.0])
    assert intervals(lower, upper)[0] == intervals(lower, upper)[2]
    assert value_classes(lower, upper).first.size == 3


def test_that_ranges_with_the_same_middle_are_classes_of_their_own_the_narrower_first():
    classes = value_classes(np.array([0.0, 4.0, 5.0]), np.array([10.0, 6.0, 5.0]))
    assert classes.lower.tolist() == [5.0, 4.0, 0.0]
    assert not classes.are_points


def test_that_a_column_without_values_has_no_classes_and_is_all_wildcards():
    classes = value_classes(np.array([np.nan, np.nan]), np.array([np.nan, np.nan]))
    assert classes.n_ranked == 0
    assert classes.are_points
    assert intervals(np.array([np.nan]), np.array([np.nan])) == [None]
    assert np.isnan(average_ranks(classes)).all()


@given(columns() | generalized_columns())
def test_that_average_ranks_are_the_middle_of_the_interval(bounds):
    cells = naive.column_of(*bounds)
    expected = [np.nan if value is None else float(naive.average_rank(cells, value)) for value in cells]
    np.testing.assert_array_equal(average_ranks(value_classes(*bounds)), expected)
    np.testing.assert_array_equal(middle_ranks(*record_ranks(value_classes(*bounds))), expected)


@given(columns(), st.integers(0, 99))
def test_that_broken_ranks_are_a_permutation_that_respects_the_order_of_values(bounds, seed):
    low, high = record_ranks(value_classes(*bounds))
    ranks = broken_ranks(low, high, np.random.default_rng(seed))
    has_value = ~np.isnan(bounds[0])
    assert sorted(ranks[has_value]) == list(range(1, has_value.sum() + 1))
    assert (ranks[~has_value] == 0).all()
    assert ((low <= ranks) & (ranks <= high))[has_value].all()


@given(st.lists(NUMBERS, min_size=1, max_size=9, unique_by=lambda value: value + 0.0))
def test_that_without_ties_intervals_are_the_plain_ranks_and_nothing_is_left_to_chance(values):
    values = np.array(values)
    low, high = record_ranks(value_classes(values, values))
    plain = values.argsort().argsort() + 1
    assert low.tolist() == high.tolist() == plain.tolist()
    assert broken_ranks(low, high, np.random.default_rng(5)).tolist() == plain.tolist()


def test_that_every_order_of_tied_records_is_equally_likely():
    low, high = np.ones(3, np.int32), np.full(3, 3, np.int32)
    random = np.random.default_rng(7)
    seen = [tuple(broken_ranks(low, high, random).tolist()) for _ in range(3000)]
    counts = np.array([seen.count(order) for order in set(seen)])
    assert counts.size == 6
    # Multinomial: 500 expected each, standard deviation 20.4.
    assert abs(counts - 500).max() < 5 * 20.4


def test_that_classes_cannot_be_written_to():
    classes = value_classes(np.array([1.0, 2.0]), np.array([1.0, 2.0]))
    for name in ("lower", "upper", "first", "last", "of_record"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(classes, name)[0] = 9


def test_that_classes_without_ties_or_ranges_hold_their_bounds_and_ranks_once():
    plain = value_classes(np.array([2.0, 1.0]), np.array([2.0, 1.0]))
    assert plain.lower is plain.upper
    assert plain.first is plain.last
    assert not plain.has_ties
    tied = value_classes(np.array([2.0, 2.0]), np.array([2.0, 2.0]))
    assert tied.has_ties
    assert tied.first is not tied.last


@given(columns() | generalized_columns())
def test_that_ordered_values_are_the_sorted_middles(bounds):
    middles = bounds[0] / 2 + bounds[1] / 2
    np.testing.assert_allclose(value_classes(*bounds).ordered, np.sort(middles[~np.isnan(middles)]), rtol=1e-15)


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 3)), min_size=1, max_size=20), st.integers(0, 99))
def test_that_as_many_numbers_are_drawn_to_break_ties_as_is_said(intervals, seed):
    low = np.array([a for a, _ in intervals], np.int32)
    high = low + np.array([width for _, width in intervals], np.int32)
    one, other = np.random.default_rng(seed), np.random.default_rng(seed)
    broken_ranks(low, high, one)
    other.random(n_draws_to_break(low[:, None], high[:, None]))
    assert one.random() == other.random()


def test_that_numbers_to_draw_are_counted_for_each_attribute_over_all_pieces(monkeypatch):
    monkeypatch.setattr(module, "ROWS_AT_ONCE", 2)
    low = np.array([[1, 1, 1, WILDCARD_LOW], [2, 2, WILDCARD_LOW, WILDCARD_LOW], [3, 2, 2, WILDCARD_LOW]], np.int32)
    high = np.array(
        [[1, 1, 1, WILDCARD_HIGH], [2, 3, WILDCARD_HIGH, WILDCARD_HIGH], [3, 3, 3, WILDCARD_HIGH]], np.int32
    )
    assert n_draws_to_break(low, high).tolist() == [0, 3, 2, 0]
    assert n_draws_to_break(low, low).tolist() == [0] * 4


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 3)), min_size=1, max_size=20), st.integers(0, 99))
def test_that_overlapping_intervals_are_ordered_by_their_beginnings_and_the_dice(intervals, seed):
    low = np.array([a for a, _ in intervals], np.int32)
    high = low + np.array([1 + width for _, width in intervals], np.int32)
    dice = np.random.default_rng(seed).random(low.size)
    order = np.lexsort((dice, low))
    expected = np.empty(low.size, np.int32)
    expected[order] = np.arange(1, low.size + 1)
    assert broken_ranks(low, high, np.random.default_rng(seed)).tolist() == expected.tolist()


@pytest.mark.parametrize("share_tied", [0.0, 0.2, 0.5, 1.0])
def test_that_many_ties_are_broken_as_few_are(share_tied, monkeypatch):
    generator = np.random.default_rng(2)
    values = np.where(generator.random(400) < share_tied, generator.integers(0, 5, 400), generator.random(400) * 5)
    values[::9] = np.nan
    low, high = record_ranks(value_classes(values, values))
    few = broken_ranks(low, high, np.random.default_rng(3))
    compared = []

    def counted(*arguments):
        compared.append(arguments)
        return ranks_by_dice(*arguments)

    monkeypatch.setattr(tie_order, "ranks_by_dice", counted)
    monkeypatch.setattr(module, "FEW_TIED", 30)
    np.testing.assert_array_equal(broken_ranks(low, high, np.random.default_rng(3)), few)
    assert len(compared) == (share_tied > module.MOSTLY_UNTIED)
