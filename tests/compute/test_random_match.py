"""Is a match chance? Each number against its definition."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from permdesk.compute.random_match import (
    bin_width,
    binned,
    critical_distance,
    defensible,
    expected_critical_distance,
    hellinger,
    kolmogorov_smirnov,
    overlap,
    p_values,
    relative_frequencies,
)
from permdesk.compute.random_records import RandomDistances
from tests import naive

WEIGHTS = st.lists(st.integers(0, 9), min_size=1, max_size=8).filter(any)
ALPHAS = st.sampled_from([0.01, 0.05, 0.2, 0.5, 1.0])


def random_of(weights, is_exhaustive=True):
    return RandomDistances(np.array(weights, float), float(sum(weights)), is_exhaustive)


def shares_of(weights):
    return [weight / sum(weights) for weight in weights]


@given(WEIGHTS, st.data())
def test_that_a_p_value_is_the_share_of_random_records_that_match_as_closely(weights, data):
    distances = data.draw(st.lists(st.integers(0, len(weights) - 1), min_size=1, max_size=5))
    at = np.array(distances, np.int32)
    assert p_values(at, random_of(weights)).tolist() == pytest.approx(
        [float(naive.share_within(weights, d)) for d in distances], rel=1e-12
    )
    drawn = [(1 + sum(weights[: d + 1])) / (1 + sum(weights)) for d in distances]
    assert p_values(at, random_of(weights, is_exhaustive=False)).tolist() == pytest.approx(drawn, rel=1e-12)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=12), ALPHAS)
def test_that_links_stand_as_benjamini_and_hochberg_say(fortieths, alpha):
    p = [k / 40 for k in fortieths]
    assert defensible(np.array(p), alpha).tolist() == naive.defended(p, alpha)


def test_that_scipy_agrees_on_what_stands():
    p = np.random.default_rng(3).beta(0.3, 2, 400)
    assert 0 < defensible(p, 0.05).sum() < 400
    np.testing.assert_array_equal(defensible(p, 0.05), false_discovery_control(p) <= 0.05)


def test_that_the_step_goes_up_beyond_links_that_fail_on_their_own():
    # 0.03 > 0.05 * 1/3, but the third of three stands and takes the others with it.
    assert defensible(np.array([0.03, 0.04, 0.05]), 0.05).all()


@given(WEIGHTS, ALPHAS)
def test_that_the_critical_distance_is_the_largest_that_chance_reaches_rarely(weights, alpha):
    assert critical_distance(random_of([*weights, 1]), alpha) == naive.critical([*weights, 1], alpha)


def test_that_the_estimate_before_any_run_is_the_formula():
    assert expected_critical_distance(1000, 3, 0.05) == pytest.approx((1000 * (0.05 / 1000) ** (1 / 3) - 1) / 2)
    assert expected_critical_distance(10, 1, 0.05) == 0.0


def test_that_the_estimate_is_near_the_truth_for_independent_attributes():
    n, m, alpha = 400, 2, 0.05
    random = np.random.default_rng(5)
    target = np.column_stack([random.permutation(n) for _ in range(m)])
    asked = random.integers(0, n, (4000, m))
    nearest = abs(asked[:, None, :] - target[None]).max(axis=2).min(axis=1)
    truth = critical_distance(random_of(np.bincount(nearest, minlength=n)), alpha)
    assert abs(truth - expected_critical_distance(n, m, alpha)) <= 1.5


@given(WEIGHTS, st.data())
def test_that_distributions_are_compared_by_definition(first, data):
    second = data.draw(st.lists(st.integers(0, 9), min_size=len(first), max_size=len(first)).filter(any))
    p, q = shares_of(first), shares_of(second)
    a, b = np.array(p), np.array(q)
    assert hellinger(a, b) == pytest.approx(naive.hellinger(p, q), abs=1e-7)
    assert kolmogorov_smirnov(a, b) == pytest.approx(naive.kolmogorov_smirnov(p, q), abs=1e-12)
    assert overlap(a, b) == pytest.approx(sum(map(min, p, q)), abs=1e-12)


def test_that_distributions_that_never_meet_are_as_far_apart_as_can_be():
    a, b = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    assert (hellinger(a, b), overlap(a, b), kolmogorov_smirnov(a, b)) == (1.0, 0.0, 1.0)
    assert (hellinger(a, a), overlap(a, a), kolmogorov_smirnov(a, a)) == (0.0, 1.0, 0.0)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=20))
def test_that_relative_frequencies_are_shares_of_all_records(distances):
    expected = [distances.count(d) / len(distances) for d in range(7)]
    assert relative_frequencies(np.array(distances, np.int32), 7).tolist() == pytest.approx(expected)


@given(st.integers(1, 700))
def test_that_bins_are_at_most_fifty_and_lose_nothing(n):
    shares = np.full(n, 1 / n)
    width = bin_width(n)
    found = binned(shares, width)
    assert found.size == math.ceil(n / width) <= 50
    assert found.sum() == pytest.approx(1)
    assert found[0] == pytest.approx(min(width, n) / n)
    assert n > 50 or width == 1
