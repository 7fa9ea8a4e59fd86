"""Window variances against exact fractions, by both ways of computing them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.compute import windows
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.windows import window_bounds, window_variances
from tests.stopping import StopsAfter

RELATIVE = 1e-9


@pytest.fixture(params=["in numpy", "compiled"])
def either_way(request, monkeypatch):
    if request.param == "compiled":
        monkeypatch.setattr(windows, "FEW", 0)
    return request.param


def exact_variance(values):
    values = [Fraction(float(value)) for value in values]
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / len(values)


def differ(found, ordered, first, last):
    """The largest relative difference from the exact variances; windows without variance must have exactly 0."""
    worst = 0.0
    for variance, a, b in zip(found, first, last, strict=True):
        exact = exact_variance(ordered[a - 1 : b])
        if exact == 0:
            assert variance == 0
        else:
            worst = max(worst, float(abs(Fraction(float(variance)) - exact) / exact))
    return worst


def some_windows(n, count, seed=0):
    random = np.random.default_rng(seed)
    bounds = np.sort(random.integers(1, n + 1, (count, 2)), axis=1).astype(np.int32)
    bounds[0] = 1, n
    bounds[1 : 1 + n // 2, 1] = bounds[1 : 1 + n // 2, 0]
    return bounds[:, 0].copy(), bounds[:, 1].copy()


VALUES = {
    "plain": lambda random, n: random.normal(50, 10, n),
    "large values that differ little": lambda random, n: 1e9 + random.integers(0, 1000, n) * 1e-3,
    "larger values that differ by their last digits": lambda random, n: 1e15 + random.integers(0, 9, n),
    "ties": lambda random, n: random.integers(0, 4, n).astype(float),
    "skewed": lambda random, n: random.lognormal(0, 4, n),
    "huge": lambda random, n: random.normal(0, 1, n) * 1e150,
    "tiny": lambda random, n: random.normal(0, 1, n) * 1e-150,
    "both signs": lambda random, n: random.choice([-1e9, 1e9], n) + random.normal(size=n),
}


@pytest.mark.parametrize("kind", VALUES)
@pytest.mark.parametrize("n", [1, 2, 3, 63, 64, 65, 200])
def test_that_variances_are_right_to_nine_digits(either_way, kind, n):
    ordered = np.sort(VALUES[kind](np.random.default_rng(n), n))
    first, last = some_windows(n, 150)
    found = window_variances(ordered, first, last, Progress())
    assert differ(found, ordered, first, last) < RELATIVE


def test_that_long_windows_of_large_values_are_right_to_nine_digits(either_way):
    ordered = np.sort(1e9 + np.random.default_rng(2).integers(0, 100_000, 5000) * 1e-3)
    first, last = np.array([1, 2, 7, 1024], np.int32), np.array([5000, 4999, 4999, 3072], np.int32)
    assert differ(window_variances(ordered, first, last, Progress()), ordered, first, last) < RELATIVE


def test_that_thousands_of_windows_are_compiled_without_being_asked():
    n = 6000
    ordered = np.sort(np.random.default_rng(4).normal(size=n))
    first = np.arange(1, n - 40, dtype=np.int32)
    last = first + 40
    found = window_variances(ordered, first, last, Progress())
    rows = np.arange(0, first.size, 500)
    assert first.size > windows.FEW
    assert differ(found[rows], ordered, first[rows], last[rows]) < RELATIVE


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=12), st.data())
def test_that_both_ways_agree_on_windows_of_every_kind(tenths, data):
    ordered = np.sort(np.array(tenths) / 10)
    n = ordered.size
    pairs = data.draw(st.lists(st.tuples(st.integers(1, n), st.integers(1, n)).map(sorted), min_size=1, max_size=6))
    first, last = (np.array(side, np.int32) for side in zip(*pairs, strict=True))
    few, windows.FEW = windows.FEW, 0
    try:
        compiled = window_variances(ordered, first, last, Progress())
    finally:
        windows.FEW = few
    assert differ(compiled, ordered, first, last) < RELATIVE
    assert differ(window_variances(ordered, first, last, Progress()), ordered, first, last) < RELATIVE


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 12), st.integers(9, 12))
def test_that_windows_reach_d_ranks_beyond_the_interval_and_are_clipped_at_both_ends(a, b, d, n):
    low, high = np.array([min(a, b)], np.int32), np.array([max(a, b)], np.int32)
    for distance in (d, np.array([d], np.int32)):
        first, last = window_bounds(low, high, distance, n)
        assert (first[0], last[0]) == (max(1, min(a, b) - d), min(n, max(a, b) + d))


@pytest.mark.parametrize("distance", [np.array([2**31 - 1], np.int32), 2**63 - 1])
def test_that_distances_beyond_all_ranks_do_not_overflow(distance):
    wild_low, wild_high = np.array([-(2**29)], np.int32), np.array([2**29], np.int32)
    first, last = window_bounds(wild_low, wild_high, distance, 5)
    assert (first[0], last[0]) == (1, 5)


def test_that_a_column_without_values_has_no_variance():
    none = np.empty(0)
    assert np.isnan(window_variances(none, np.array([1], np.int32), np.array([1], np.int32), Progress())).all()


def test_that_a_stop_is_heard_between_pieces(monkeypatch):
    monkeypatch.setattr(windows, "FEW", 0)
    monkeypatch.setattr(windows, "WINDOWS_AT_ONCE", 10)
    ordered = np.arange(100.0)
    first = np.arange(1, 90, dtype=np.int32)
    with pytest.raises(Cancelled):
        window_variances(ordered, first, first + 5, StopsAfter(3))


def test_that_variances_of_the_largest_numbers_are_right_or_the_largest_float(either_way):
    ordered = np.array([-1e308, -1.0, 0.0, 2.0, 1e160, 1.0001e160, 1e308])
    first, last = np.array([1, 2, 6, 5, 1], np.int32), np.array([7, 4, 6, 6, 1], np.int32)
    variances = window_variances(ordered, first, last, Progress())
    most = np.finfo(np.float64).max
    assert variances[0] == most
    assert variances[1] == pytest.approx(14 / 9, rel=1e-6)
    assert variances[2] == variances[4] == 0
    assert variances[3] == most
    ordered = np.ldexp(np.arange(1.0, 9.0), 505)
    (variance,) = window_variances(ordered, np.array([1], np.int32), np.array([8], np.int32), Progress())
    assert variance == np.ldexp(5.25, 1010)
