"""Spearman's correlation against its definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from scipy.stats import spearmanr

from permdesk.compute.correlation import spearman, spearman_matrix
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import average_ranks, value_classes
from tests import naive
from tests.strategies import NUMBERS, files


def ranks_of(values):
    return average_ranks(value_classes(values, values))


@given(files(m=2))
def test_that_it_is_the_correlation_of_average_ranks_over_the_records_that_have_both(rows):
    x, y = naive.column(naive.file_of(rows), 0), naive.column(naive.file_of(rows), 1)
    both = [(a, b) for a, b in zip(x, y, strict=True) if a is not None and b is not None]
    expected = naive.correlation(
        [naive.average_rank(x, a) for a, _ in both], [naive.average_rank(y, b) for _, b in both]
    ) if both else None  # fmt: skip
    found = spearman(ranks_of(rows[:, 0]), ranks_of(rows[:, 1]))
    if expected is None:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(expected, abs=1e-12)


@given(files(cells=NUMBERS, m=3))
def test_that_the_matrix_is_symmetric_and_agrees_with_the_pairs(rows):
    ranks = np.column_stack([ranks_of(column) for column in rows.T])
    matrix = spearman_matrix(ranks, Progress())
    np.testing.assert_array_equal(matrix, matrix.T)
    np.testing.assert_array_equal(matrix[0, 2], spearman(ranks[:, 0], ranks[:, 2]))
    varies = [np.ptp(column) > 0 for column in rows.T]
    assert [value == pytest.approx(1.0) for value in np.diag(matrix)] == varies


def test_that_scipy_agrees_where_nothing_is_missing():
    rows = np.random.default_rng(1).integers(0, 6, (200, 2)).astype(float)
    assert spearman(ranks_of(rows[:, 0]), ranks_of(rows[:, 1])) == pytest.approx(spearmanr(rows)[0], abs=1e-12)


def test_that_it_never_leaves_the_range_from_minus_one_to_one():
    ranks = np.arange(6.0)
    third = ranks / 3  # rounding alone takes this correlation beyond 1
    assert spearman(ranks, third) == 1.0
    assert spearman(ranks, -third) == -1.0
