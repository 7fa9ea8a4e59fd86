"""What each demonstration method promises: on ties, missing values, one record, one attribute, constants."""

from __future__ import annotations

from threading import Event, current_thread

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from permdesk.compute.progress import Cancelled, Progress
from permdesk.masking import mdav_kernel, swap_kernel
from permdesk.masking.coding import rounding_base
from permdesk.masking.methods import ORDER_IS_ENOUGH, Masking, masked
from permdesk.masking.microaggregation import BLOCK, aggregate_attributes, aggregate_records, mdav_groups
from permdesk.masking.parameters import PARAMETERS, Method
from permdesk.masking.swap_kernel import swap_partners
from tests.stopping import StopsAfter

TABLES = st.tuples(st.integers(1, 25), st.integers(1, 4)).flatmap(
    lambda shape: arrays(float, shape, elements=st.sampled_from([np.nan, -3.0, 0.0, 0.5, 1.0, 2.0, 7.0, 100.0]))
)
PERMUTING = (Method.RANK_SWAPPING, Method.SHUFFLING)
RANDOMIZED = (
    *(Method.NOISE, Method.CORRELATED_NOISE, Method.MULTIPLICATIVE_NOISE, Method.RANK_SWAPPING, Method.SHUFFLING),
    *(Method.PRAM, Method.SYNTHETIC),
)


def released(values, method, strength=None, seed=1, are_numbers=None):
    values = np.asarray(values, float)
    numbers = np.ones(values.shape[1], bool) if are_numbers is None else np.asarray(are_numbers)
    usual = PARAMETERS[method].usual if strength is None else strength
    return masked(values, numbers, Masking(method, usual, seed), Progress())


def normal(n=500, m=3, seed=3, correlation=0.6):
    random = np.random.default_rng(seed)
    covariance = np.full((m, m), correlation) + (1 - correlation) * np.eye(m)
    return random.multivariate_normal(np.arange(m) * 100.0, covariance, n) * ([1, 10, 100, 1000] * m)[:m]


@pytest.mark.parametrize("method", Method)
@given(values=TABLES)
def test_that_missing_values_stay_missing_and_no_other_becomes_so(method, values):
    y = released(values, method)
    assert y.shape == values.shape
    if method is Method.SYNTHETIC:
        for before, after in zip(values.T, y.T, strict=True):
            assert set(after[~np.isnan(after)]) <= set(before)
    else:
        assert np.array_equal(np.isnan(y), np.isnan(values))


@pytest.mark.parametrize("method", Method)
@given(values=TABLES)
def test_that_the_same_seed_gives_the_same_release_and_the_original_is_left_alone(method, values):
    before = values.copy()
    assert np.array_equal(released(values, method), released(values, method), equal_nan=True)
    assert np.array_equal(values, before, equal_nan=True)


@pytest.mark.parametrize("method", RANDOMIZED)
def test_that_another_seed_gives_another_release(method):
    assert not np.array_equal(released(normal(), method, seed=1), released(normal(), method, seed=2))


@pytest.mark.parametrize("method", Method)
def test_that_the_least_strength_leaves_the_values_or_is_refused_below(method):
    parameter = PARAMETERS[method]
    if parameter.least == 0:
        assert np.allclose(released(normal(), method, 0.0), normal(), rtol=1e-12)
    with pytest.raises(ValueError, match="goes from"):
        released(normal(), method, parameter.least - 1)
    with pytest.raises(ValueError, match="goes from"):
        released(normal(), method, parameter.most + 1)


def test_that_the_seed_is_not_in_what_is_printed_of_a_masking():
    assert "98765" not in repr(Masking(Method.NOISE, 0.5, 98765))


@pytest.mark.parametrize("method", [method for method in Method if method not in ORDER_IS_ENOUGH])
def test_that_attributes_that_are_no_numbers_are_left_as_they_are(method):
    y = released(normal(), method, are_numbers=[True, False, True])
    assert np.array_equal(y[:, 1], normal()[:, 1])
    assert not np.array_equal(y[:, 0], normal()[:, 0])


@pytest.mark.parametrize("method", PERMUTING)
@given(values=TABLES)
def test_that_permuting_methods_keep_every_value(method, values):
    y = released(values, method, 0.4)
    for before, after in zip(values.T, y.T, strict=True):
        assert np.array_equal(np.sort(before), np.sort(after), equal_nan=True)


# Noise


def test_that_noise_has_the_share_of_each_attributes_deviation():
    x = normal(200_000)
    noise = released(x, Method.NOISE, 0.5) - x
    assert noise.std(axis=0) == pytest.approx(0.5 * x.std(axis=0), rel=0.01)
    assert np.abs(np.corrcoef(noise.T) - np.eye(3)).max() < 0.01


def test_that_correlated_noise_has_the_correlations_of_the_file():
    x = normal(200_000)
    noise = released(x, Method.CORRELATED_NOISE, 0.5) - x
    assert noise.std(axis=0) == pytest.approx(0.5 * x.std(axis=0), rel=0.01)
    assert np.corrcoef(noise.T) == pytest.approx(np.corrcoef(x.T), abs=0.01)


def test_that_multiplicative_noise_has_mean_one_and_keeps_signs():
    x = normal(200_000)
    x[0] = 0.0
    y = released(x, Method.MULTIPLICATIVE_NOISE, 0.3)
    factors = y[1:] / x[1:]
    assert factors.mean() == pytest.approx(1, abs=0.01)
    assert factors.std() == pytest.approx(0.3, abs=0.01)
    assert (np.sign(y) == np.sign(x)).all()


# Rank swapping


@given(n=st.integers(0, 60), reach=st.integers(0, 70), seed=st.integers(0, 5))
def test_that_partners_swap_with_each_other_within_reach(n, reach, seed):
    partner = np.arange(n)
    swap_partners(reach, np.random.default_rng(seed).random((n, 3)), np.ones(n, bool), partner)
    assert np.array_equal(partner[partner], np.arange(n))
    assert np.abs(partner - np.arange(n)).max(initial=0) <= reach
    alone = np.flatnonzero(partner == np.arange(n))
    assert (np.diff(alone) > reach).all()  # of two free ones within reach, the first would have taken the second


def test_that_no_attribute_moves_further_than_the_share_of_ranks():
    x = normal(1000)
    y = released(x, Method.RANK_SWAPPING, 0.07)
    moved = np.abs(y.argsort(axis=0).argsort(axis=0) - x.argsort(axis=0).argsort(axis=0))
    assert 60 <= moved.max() <= 70


# Data shuffling


def test_that_shuffling_keeps_rank_correlations_with_an_order_drawn_anew():
    x = normal(50_000)
    y = released(x, Method.SHUFFLING, 1.0)

    def ranks(values):
        return values.argsort(axis=0).argsort(axis=0)

    assert np.corrcoef(ranks(y).T) == pytest.approx(np.corrcoef(ranks(x).T), abs=0.02)
    assert np.abs(np.corrcoef(ranks(x).T, ranks(y).T)[:3, 3:]).max() < 0.02


# Microaggregation


@given(values=TABLES, k=st.integers(2, 6))
def test_that_every_value_is_shared_by_a_group_of_at_least_k(values, k):
    y = aggregate_attributes(values, k, Progress())
    for before, after in zip(values.T, y.T, strict=True):
        present = ~np.isnan(before)
        _, counts = np.unique(after[present], return_counts=True)
        assert (counts >= min(k, present.sum())).all()
        assert after[present].sum() == pytest.approx(before[present].sum(), abs=1e-9)


@given(values=TABLES, k=st.integers(2, 6))
def test_that_mdav_makes_groups_of_k_to_twice_k(values, k):
    points = np.nan_to_num(values)
    sizes = np.bincount(mdav_groups(points, k, Progress()))
    assert ((min(k, len(points)) <= sizes) & (sizes < 2 * k)).all()


def test_that_mdav_starts_around_the_record_farthest_from_the_centroid():
    points = np.array([[0.0], [1.0], [2.0], [10.0], [11.0], [30.0], [31.0], [4.0]])
    assert mdav_groups(points, 2, Progress()).tolist() == [1, 1, 2, 3, 3, 0, 0, 2]


def test_that_groups_hold_at_least_k_equal_records_in_blocks_too():
    x = normal(2 * BLOCK + 7, 2)
    y = aggregate_records(x, 4, Progress())
    _, counts = np.unique(y, axis=0, return_counts=True)
    assert counts.min() >= 4
    assert counts.max() < 8
    assert y.mean(axis=0) == pytest.approx(x.mean(axis=0))


def test_that_means_of_large_numbers_keep_their_digits():
    x = 1e9 + np.array([[0.001], [0.002], [0.003], [0.004]])
    y = aggregate_attributes(x, 2, Progress())
    assert np.abs(y - (1e9 + np.array([[0.0015], [0.0015], [0.0035], [0.0035]]))).max() < 2e-7


# Coding


@pytest.mark.parametrize(("size", "base"), [(0.9, 1), (1.3, 1), (1.5, 2), (30, 20), (33, 50), (8, 10), (0.04, 0.05)])
def test_that_bases_are_one_two_or_five_times_a_power_of_ten(size, base):
    assert rounding_base(size) == pytest.approx(base)


def test_that_rounding_moves_no_value_by_more_than_half_the_base():
    x = normal()
    y = released(x, Method.ROUNDING, 0.5)
    for j in range(3):
        base = rounding_base(0.5 * x[:, j].std())
        assert np.abs(y[:, j] - x[:, j]).max() <= base / 2 * (1 + 1e-9)
        assert y[:, j] / base == pytest.approx(np.round(y[:, j] / base))


def test_that_extremes_are_coded_at_both_ends():
    x = np.arange(100.0)[:, None]
    y = released(x, Method.TOP_AND_BOTTOM_CODING, 0.05)
    assert (y.min(), y.max()) == (5, 94)
    assert np.array_equal(y[5:95], x[5:95])


@given(values=TABLES)
def test_that_an_increasing_map_keeps_every_order_and_changes_every_value(values):
    y = released(values, Method.INCREASING_MAP, 1.0)
    for before, after in zip(values.T, y.T, strict=True):
        present = ~np.isnan(before)
        order = np.argsort(before[present], kind="stable")
        assert (np.sign(np.diff(before[present][order])) == np.sign(np.diff(after[present][order]))).all()


# Drawing


def test_that_pram_keeps_the_share_of_values_and_frequencies():
    x = np.random.default_rng(1).choice([1.0, 2.0, 3.0, 4.0], (200_000, 1), p=[0.5, 0.3, 0.15, 0.05])
    y = released(x, Method.PRAM, 0.4)
    frequencies = [float((x == value).mean()) for value in (1, 2, 3, 4)]
    kept = 0.6 + 0.4 * sum(share**2 for share in frequencies)
    assert (x == y).mean() == pytest.approx(kept, abs=0.005)
    assert [float((y == value).mean()) for value in (1, 2, 3, 4)] == pytest.approx(frequencies, abs=0.005)


def test_that_synthetic_attributes_have_nothing_to_do_with_each_other():
    y = released(normal(50_000), Method.SYNTHETIC)
    assert np.abs(np.corrcoef(y.T) - np.eye(3)).max() < 0.02


@pytest.mark.parametrize("method", Method, ids=lambda method: method.value)
def test_that_a_stop_is_heard(method):
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        masked(normal(), np.ones(3, bool), Masking(method, PARAMETERS[method].usual, 1), progress)


@pytest.mark.parametrize("method", [Method.ROUNDING, Method.TOP_AND_BOTTOM_CODING])
def test_that_a_stop_is_heard_before_the_next_attribute(method):
    progress = StopsAfter(2)
    with pytest.raises(Cancelled):
        masked(normal(), np.ones(3, bool), Masking(method, PARAMETERS[method].usual, 1), progress)
    assert progress.asked == 3


def test_that_shuffling_hears_a_stop_while_it_scores_and_while_it_orders_attributes():
    progress, m = StopsAfter(10**6), 20
    masked(normal(m=m), np.ones(m, bool), Masking(Method.SHUFFLING, 0.5, 1), progress)
    assert progress.asked >= 2 * m


@pytest.mark.parametrize(
    ("method", "module", "kernel"),
    [
        (Method.RANK_SWAPPING, swap_kernel, "swap_partners"),
        (Method.MICROAGGREGATION, mdav_kernel, "make_groups"),
    ],
)
def test_that_nobody_waits_for_the_compiler_of_a_method(monkeypatch, method, module, kernel):
    progress, may_end, here = Progress(), Event(), current_thread()

    def compiles_for_ever(*_):
        assert current_thread() is not here
        progress.cancel()
        may_end.wait()

    monkeypatch.setattr(module, kernel, compiles_for_ever)
    try:
        with pytest.raises(Cancelled):
            masked(normal(), np.ones(3, bool), Masking(method, PARAMETERS[method].usual, 1), progress)
        assert not may_end.is_set()
    finally:
        may_end.set()
