"""Algorithm 1 against its definition."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW, broken_ranks, record_ranks, value_classes
from permdesk.compute.reverse_mapping import (
    quantile_ranks,
    reverse_map,
    reverse_mapped_classes,
    reverse_mapped_ranks,
    sorted_reverse_mapped,
)
from tests import naive
from tests.strategies import columns, generalized_columns


@given(st.integers(1, 40), st.integers(1, 40))
def test_that_quantile_ranks_follow_the_rule_exactly_and_are_the_rank_itself_for_equal_sizes(n_x, n_y):
    ranks = np.arange(1, n_y + 1, dtype=np.int32)
    expected = [math.ceil(n_x * (rank - Fraction(1, 2)) / n_y) for rank in range(1, n_y + 1)]
    assert quantile_ranks(ranks, n_x, n_y).tolist() == expected
    assert quantile_ranks(ranks, n_y, n_y).tolist() == ranks.tolist()


def test_that_quantile_ranks_of_files_with_many_records_do_not_overflow():
    ranks = np.array([1, 2_000_000_000], np.int32)
    assert quantile_ranks(ranks, 2_000_000_000, 2_000_000_000).tolist() == [1, 2_000_000_000]


@given(columns(), columns())
def test_that_sorted_z_takes_quantiles_of_x(original, anonymized):
    x, y = naive.column_of(*original), naive.column_of(*anonymized)
    n_y = len(naive.present(y))
    assert sorted_reverse_mapped(original[0], n_y).tolist() == [float(v) for v in naive.reverse_mapped(x, y)]


@given(columns(least=2), st.integers(0, 20))
def test_that_z_is_a_permutation_of_x_in_the_order_of_y(original, seed):
    values = original[0]
    y = np.random.default_rng(seed).permutation(values.size).astype(float)
    y[np.isnan(values)] = np.nan  # as many values as X has
    low, high = record_ranks(value_classes(y, y))
    ranks = broken_ranks(low, high, np.random.default_rng(seed))
    z = reverse_map(sorted_reverse_mapped(values, int((ranks > 0).sum())), ranks)
    np.testing.assert_array_equal(np.sort(z), np.sort(values))
    order = np.argsort(y)[: (ranks > 0).sum()]
    assert (np.diff(z[order]) >= 0).all()


@given(columns(), columns() | generalized_columns())
def test_that_ranks_in_z_cover_every_breaking_of_ties_and_every_value_inside_a_range(original, anonymized):
    classes = value_classes(*anonymized)
    z = reverse_mapped_classes(value_classes(original[0], original[0]), classes.n_ranked)
    low, high = reverse_mapped_ranks(*record_ranks(classes), z, None if classes.are_points else anonymized)
    x, y = naive.column_of(*original), naive.column_of(*anonymized)
    expected = naive.reverse_mapped_intervals(x, y)
    found = [None if (a, b) == (WILDCARD_LOW, WILDCARD_HIGH) else (a, b) for a, b in zip(low, high, strict=True)]
    assert found == expected


@pytest.mark.parametrize(
    ("lower", "upper", "ranks"),
    [(3.6, 4.4, (1, 4)), (2.5, 4.5, (1, 4)), (4.2, 4.4, (1, 1)), (-9.0, 99.0, (1, 6)), (4.0, 4.0, (1, 1))],
)
def test_that_a_range_may_be_any_original_value_inside_it_beyond_the_ranks_of_its_middle(lower, upper, ranks):
    low, high = np.full(6, 50.0), np.full(6, 50.0)
    low[0], high[0] = lower, upper  # the lowest of Y, so that by its rank it is 1
    low[1:] += np.arange(5)
    high[1:] += np.arange(5)
    classes = value_classes(low, high)
    original = value_classes(np.arange(1.0, 7.0), np.arange(1.0, 7.0))
    first, last = reverse_mapped_ranks(*record_ranks(classes), reverse_mapped_classes(original, 6), (low, high))
    assert (first[0], last[0]) == ranks
    assert first[1:].tolist() == last[1:].tolist() == [2, 3, 4, 5, 6]


@given(generalized_columns(), st.integers(1, 12))
def test_that_generalized_originals_enter_z_by_their_midpoints(original, n_anonymized):
    middles = (original[0] + original[1]) / 2
    z = reverse_mapped_classes(value_classes(*original), n_anonymized)
    values = sorted_reverse_mapped(middles, n_anonymized)
    np.testing.assert_allclose(z.lower[z.of_record] if values.size else [], values, rtol=1e-15)


def test_that_a_column_without_values_has_no_z():
    assert sorted_reverse_mapped(np.array([np.nan]), 3).size == 0
    assert np.isnan(reverse_map(np.empty(0), np.array([0, 1], np.int32))).all()
