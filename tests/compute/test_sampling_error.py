"""Standard errors against the spread of repeated draws and against formulas; the Kolmogorov chance against scipy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from permdesk.compute import random_records
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.random_match import (
    binned,
    critical_distance,
    hellinger,
    kolmogorov_smirnov,
    overlap,
    relative_frequencies,
)
from permdesk.compute.random_records import RandomDistances, draw_more, pass_over, random_distances
from permdesk.compute.sampling_error import kolmogorov_p_value, sampling_errors
from tests.stopping import StopsAfter

N_DISTANCES, WIDTH, DRAWS = 120, 3, 5_000


def seeded(seed=1):
    return np.random.default_rng(seed)


@pytest.fixture(scope="module")
def distributions():
    """Shares of original records, and the shares that random records are drawn with."""
    original = relative_frequencies(np.clip(seeded().normal(40, 12, 800), 0, 119).astype(np.int32), N_DISTANCES)
    true = stats.norm.pdf(np.arange(N_DISTANCES), 55, 15)
    return original, true / true.sum()


def drawn(true, seed):
    return RandomDistances(seeded(seed).multinomial(DRAWS, true).astype(float), float(DRAWS), False)


def test_that_errors_are_the_spread_of_repeated_draws(distributions):
    original, true = distributions

    def figures(random):
        share = random.weights / random.n
        return (
            hellinger(binned(original, WIDTH), binned(share, WIDTH)),
            kolmogorov_smirnov(original, share),
            overlap(binned(original, WIDTH), binned(share, WIDTH)),
            critical_distance(random, 0.05),
        )

    spread = np.std([figures(drawn(true, seed)) for seed in range(400)], axis=0, ddof=1)
    errors = sampling_errors(original, drawn(true, 1000), WIDTH, 0.05, seeded())
    found = np.array([errors.hellinger, errors.ks, errors.overlap, errors.critical_distance])
    np.testing.assert_allclose(found[:3], spread[:3], rtol=0.25)
    # Whole ranks: the fourth figure jumps.
    assert abs(found[3] - spread[3]) < 0.3


def test_that_errors_are_those_of_the_delta_method(distributions):
    original, true = distributions
    random = drawn(true, 7)
    share = random.weights / DRAWS
    p, q = binned(original, WIDTH), binned(share, WIDTH)
    errors = sampling_errors(original, random, WIDTH, 0.05, seeded())
    common = np.sqrt(p * q).sum()
    by_delta = np.sqrt((p[q > 0].sum() - common**2) / (4 * DRAWS)) / (2 * hellinger(p, q))
    assert errors.hellinger == pytest.approx(by_delta, rel=0.2)
    within = np.cumsum(share)[np.abs(np.cumsum(original) - np.cumsum(share)).argmax()]
    assert errors.ks == pytest.approx(np.sqrt(within * (1 - within) / DRAWS), rel=0.2)
    shared = q[q < p].sum()
    assert errors.overlap == pytest.approx(np.sqrt(shared * (1 - shared) / DRAWS), rel=0.2)


def test_that_four_times_as_many_draws_halve_the_errors(distributions):
    original, true = distributions
    few = sampling_errors(original, RandomDistances(np.rint(true * 1e4), 1e4, False), WIDTH, 0.05, seeded())
    many = sampling_errors(original, RandomDistances(np.rint(true * 4e4), 4e4, False), WIDTH, 0.05, seeded())
    assert few.ks / many.ks == pytest.approx(2, rel=0.2)
    assert few.hellinger / many.hellinger == pytest.approx(2, rel=0.2)


@pytest.mark.parametrize("statistic", [0.001, 0.03, 0.05, 0.2, 0.9])
@pytest.mark.parametrize(("n", "n_random"), [(1000, 10_000), (1000, None), (50, 50)])
def test_that_scipy_agrees_on_the_chance_of_a_kolmogorov_smirnov_statistic(statistic, n, n_random):
    size = n if n_random is None else n * n_random / (n + n_random)
    expected = stats.kstwobign.sf(np.sqrt(size) * statistic)
    assert kolmogorov_p_value(statistic, n, n_random) == pytest.approx(expected, abs=1e-9)


def points(rows):
    ranks = np.asarray(rows, np.int32)
    return RankBoxes(ranks, ranks)


@pytest.fixture
def boxes(monkeypatch):
    monkeypatch.setattr(random_records, "MOST_COMBINATIONS", 10)
    return points(seeded(3).permuted(np.tile(np.arange(1, 38), (3, 1)), axis=1).T)


@pytest.mark.parametrize("at_once", [1, 7, 1000])
def test_that_draws_in_pieces_are_those_of_a_single_run(boxes, monkeypatch, at_once):
    whole = random_distances(boxes, boxes, 501, seeded(), Progress())
    monkeypatch.setattr(random_records, "RECORDS_AT_ONCE", at_once)
    first = random_distances(boxes, boxes, 101, seeded(), Progress())
    stream = seeded()
    pass_over(boxes, 101, stream)
    more = draw_more(boxes, boxes, first, 33, stream, Progress())
    more = draw_more(boxes, boxes, more, 367, stream, Progress())
    assert (more.n, more.weights.tolist()) == (501, whole.weights.tolist())
    assert first.n == first.weights.sum() == 101


def test_that_drawing_more_hears_a_stop(boxes):
    first = random_distances(boxes, boxes, 5, seeded(), Progress())
    with pytest.raises(Cancelled):
        draw_more(boxes, boxes, first, 5, seeded(), StopsAfter(0))
