"""Entropy, mutual information and power means against their definitions, scipy and scikit-learn's way of counting."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from permdesk.compute.information import entropy, mutual_information, number_of_classes, power_mean, rank_classes


def seeded(seed=0):
    return np.random.default_rng(seed)


PAIRS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=40)


@given(PAIRS)
def test_that_mutual_information_is_the_sum_over_cells(pairs):
    n, cells = len(pairs), Counter(pairs)
    rows, columns = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    expected = sum(k / n * math.log2(k * n / (rows[a] * columns[b])) for (a, b), k in cells.items())
    found = mutual_information(*np.array(pairs).T, 4)
    assert found.plug_in == pytest.approx(expected, abs=1e-12)
    assert found.most == pytest.approx(-sum(k / n * math.log2(k / n) for k in rows.values()), abs=1e-12)
    assert found.bias == pytest.approx((len(cells) - len(rows) - len(columns) + 1) / (2 * n * math.log(2)))
    assert 0 <= found.estimate <= found.most + 1e-12


def test_that_a_copy_tells_all_and_scipy_agrees_on_entropy():
    values = seeded().integers(0, 8, 4000)
    found = mutual_information(values, values, 8)
    assert found.plug_in == pytest.approx(found.most)
    assert found.most == pytest.approx(stats.entropy(np.bincount(values), base=2))


def test_that_the_correction_takes_the_bias_of_independent_variables_away():
    plug_in, estimate = [], []
    for seed in range(200):
        first, second = seeded(seed).integers(0, 6, (2, 400))
        found = mutual_information(first, second, 6)
        plug_in.append(found.plug_in)
        estimate.append(found.plug_in - found.bias)
    error = np.std(plug_in) / np.sqrt(200)
    assert abs(np.mean(estimate)) < 4 * error
    assert np.mean(plug_in) > 20 * error


def test_that_normal_variables_tell_what_theory_says():
    correlation = 0.8
    x = seeded().normal(size=200_000)
    y = correlation * x + math.sqrt(1 - correlation**2) * seeded(1).normal(size=x.size)
    ranks = (stats.rankdata(v) for v in (x, y))
    found = mutual_information(*(rank_classes(r, x.size, 32) for r in ranks), 32)
    # Classes lose a little.
    assert found.estimate == pytest.approx(-0.5 * math.log2(1 - correlation**2), rel=0.03)
    assert found.estimate < -0.5 * math.log2(1 - correlation**2)


@pytest.mark.parametrize(("n", "classes"), [(0, 0), (19, 1), (20, 2), (45, 3), (500, 10), (5120, 32), (10**7, 32)])
def test_that_classes_leave_five_records_a_cell(n, classes):
    assert number_of_classes(n) == classes


@given(st.integers(1, 200), st.integers(1, 32))
def test_that_classes_have_nearly_the_same_number_of_ranks(n, classes):
    sizes = np.bincount(rank_classes(np.arange(1.0, n + 1), n, classes), minlength=classes)
    assert sizes.sum() == n
    assert sizes.size == classes
    assert np.ptp(sizes) <= 1


def test_that_entropy_is_in_bits_and_empty_shares_do_not_count():
    assert entropy(np.array([0.5, 0.25, 0.25, 0.0])) == 1.5


VALUES = st.lists(st.integers(0, 1000).map(float), min_size=1, max_size=20)


@given(VALUES)
def test_that_power_means_are_those_of_the_definition(values):
    array = np.array(values)
    assert power_mean(array, 1) == pytest.approx(array.mean())
    assert power_mean(array, 2) == pytest.approx(math.sqrt((array**2).mean()))
    assert (power_mean(array, -math.inf), power_mean(array, math.inf)) == (min(values), max(values))
    if min(values) > 0:
        assert power_mean(array, 0) == pytest.approx(stats.gmean(array))
        assert power_mean(array, -1) == pytest.approx(stats.hmean(array))
    else:
        assert power_mean(array, 0) == power_mean(array, -1) == 0


@given(VALUES, st.lists(st.sampled_from([-math.inf, -300.0, -1.0, 0.0, 0.5, 1.0, 2.0, 300.0, math.inf]), min_size=2,
                        max_size=2).map(sorted))  # fmt: skip
def test_that_power_means_grow_with_the_exponent_and_never_overflow(values, exponents):
    low, high = (power_mean(np.array(values), exponent) for exponent in exponents)
    assert low <= high * (1 + 1e-9)
    assert math.isfinite(high)
