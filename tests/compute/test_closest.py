"""Ranks of closest values against their definition, equally close ones included."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from permdesk.compute.closest import closest_ranks, closest_ranks_of_records
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW, value_classes
from tests import naive
from tests.stopping import StopsAfter
from tests.strategies import columns, generalized_columns


def found(target, asked):
    low, high = closest_ranks(value_classes(*target), *asked)
    return [None if a == WILDCARD_LOW and b == WILDCARD_HIGH else (a, b) for a, b in zip(low, high, strict=True)]


def by_definition(target, asked):
    return [naive.closest(naive.column_of(*target), value) for value in naive.column_of(*asked)]


@given(columns(), columns())
def test_that_plain_values_find_the_ranks_of_all_values_that_none_is_closer_than(target, asked):
    assert found(target, asked) == by_definition(target, asked)


@given(columns(), generalized_columns())
def test_that_a_generalized_original_finds_every_value_inside_it_or_the_closest_to_its_ends(target, asked):
    assert found(target, asked) == by_definition(target, asked)


@given(generalized_columns(), columns())
def test_that_a_value_is_at_no_distance_from_a_range_that_holds_it(target, asked):
    assert found(target, asked) == by_definition(target, asked)


@given(generalized_columns(), generalized_columns())
def test_that_ranges_find_the_ranges_that_they_overlap(target, asked):
    assert found(target, asked) == by_definition(target, asked)


def test_that_decimals_that_are_equally_far_count_together_though_binary_tells_them_apart():
    target = np.array([0.2, 0.4])
    assert 0.3 - 0.2 != 0.4 - 0.3
    assert found((target, target), (np.array([0.3]), np.array([0.3]))) == [(1, 2)]
    shifted = target + 1000
    assert found((shifted, shifted), (np.array([1000.3]), np.array([1000.3]))) == [(1, 2)]


def test_that_forgiving_rounding_does_not_reach_values_that_really_are_closer():
    target = np.array([0.2, 0.4])
    asked = np.array([0.3 + 1e-12, 0.3 - 1e-12])
    assert found((target, target), (asked, asked)) == [(2, 2), (1, 1)]


def test_that_a_value_that_occurs_is_its_own_closest_however_close_its_neighbours_are():
    target = np.array([1.0, np.nextafter(1.0, 2), np.nextafter(1.0, 0)])
    assert found((target, target), (target, target)) == [(2, 2), (3, 3), (1, 1)]


def test_that_values_beyond_both_ends_find_the_ends():
    target = np.array([1e300, -1e300, 1e-300])
    asked = np.array([1.7e308, -1.7e308, -1e-300])
    assert found((target, target), (asked, asked)) == [(3, 3), (1, 1), (2, 2)]


def test_that_a_target_without_values_rules_nothing_out():
    nothing, asked = np.array([np.nan]), np.array([1.0, np.nan])
    assert found((nothing, nothing), (asked, asked)) == [None, None]


@given(columns() | generalized_columns(), columns() | generalized_columns())
def test_that_records_of_one_class_are_looked_up_once_and_find_the_same(target, asked):
    classes = value_classes(*target)
    found = closest_ranks_of_records(classes, value_classes(*asked), Progress())
    np.testing.assert_array_equal(found, closest_ranks(classes, *asked))


def test_that_many_overlapping_ranges_are_searched_as_the_definition_says():
    random = np.random.default_rng(1)
    lower = np.round(random.normal(size=120) * 20)
    target = lower, lower + np.round(np.abs(random.normal(size=120)) * 10)
    asked = np.round(random.normal(size=60) * 30, 1)
    assert found(target, (asked, asked)) == by_definition(target, (asked, asked))


def test_that_a_search_among_ranges_hears_a_stop():
    classes = value_classes(np.arange(9.0), np.arange(9.0) + 2)
    with pytest.raises(Cancelled):
        closest_ranks(classes, np.arange(9.0), np.arange(9.0), StopsAfter(1))


def test_that_values_further_apart_than_the_largest_number_are_compared_without_overflow():
    target = np.array([-1.7e308])
    assert found((target, target), (-target, -target)) == [(1, 1)]
    assert found((target, target + 1e300), (-target, -target)) == [(1, 1)]
