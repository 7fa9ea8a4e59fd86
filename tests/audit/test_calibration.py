"""Do the statistics keep what they promise? Many files of a known kind, and how often each promise was kept."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.compute.linkage import wilson_interval
from tests.audit.auditing import audit_of, noisy, seeded

N_FILES = 60
N_RECORDS = 150


@pytest.fixture(scope="module")
def independent():
    """Audits of releases that have nothing to do with their originals."""
    audits = []
    for seed in range(N_FILES):
        x, _ = noisy(seeded(seed), n=N_RECORDS)
        y = seeded(1000 + seed).permuted(x, axis=0)
        audits.append(audit_of(x, y, draws=2000, replicates=1, seed=seed))
    return audits


@pytest.fixture(scope="module")
def masked():
    """Audits of releases with moderate noise, all of the same kind."""
    files = (noisy(seeded(seed), n=N_RECORDS, noise=0.3) for seed in range(N_FILES))
    return [audit_of(*pair, draws=100, replicates=1) for pair in files]


def test_that_one_in_twenty_p_values_is_at_most_a_twentieth_if_x_and_z_are_independent(independent):
    shares = np.array([(audit.random_match.p_values <= 0.05).mean() for audit in independent])
    error = shares.std(ddof=1) / np.sqrt(N_FILES)
    assert error < 0.005
    # Distances are whole ranks: p-values jump, and a jump over 0.05 makes fewer.
    assert 0.05 - 4 * error - 0.01 <= shares.mean() <= 0.05 + 4 * error


def test_that_hardly_any_link_is_defensible_if_x_and_z_are_independent(independent):
    with_any = sum(audit.random_match.n_defensible > 0 for audit in independent)
    # Benjamini and Hochberg: in at most alpha of such files, beyond 4 standard errors of 60 files.
    assert with_any / N_FILES <= 0.05 + 4 * np.sqrt(0.05 * 0.95 / N_FILES)


def test_that_distributions_are_seldom_told_apart_if_x_and_z_are_independent(independent):
    apart = np.mean([audit.random_match.ks_p_value <= 0.05 for audit in independent])
    assert apart <= 0.05 + 4 * np.sqrt(0.05 * 0.95 / N_FILES)


def test_that_every_linkage_is_right_by_chance_if_x_and_z_are_independent(independent):
    names = [linkage.name for linkage in independent[0].right_links.battery]
    for place, name in enumerate(names):
        rates = np.array([audit.right_links.battery[place].rate for audit in independent])
        error = rates.std(ddof=1) / np.sqrt(N_FILES)
        assert abs(rates.mean() - 1 / N_RECORDS) <= 4 * error, name
        covers = [low <= 1 / N_RECORDS <= high for low, high in intervals(independent, place)]
        assert np.mean(covers) >= 0.9, name


def intervals(audits, place):
    return [audit.right_links.battery[place].interval for audit in audits]


def test_that_intervals_of_linkage_rates_cover_what_many_files_give(masked):
    for place, linkage in enumerate(masked[0].right_links.battery):
        rates = [audit.right_links.battery[place].rate for audit in masked]
        covers = [low <= np.mean(rates) <= high for low, high in intervals(masked, place)]
        # 95 % less 3 standard errors; records of one file are not independent, which may widen or narrow it.
        assert np.mean(covers) >= 0.95 - 3 * np.sqrt(0.95 * 0.05 / N_FILES), linkage.name
        assert 0.05 < np.mean(rates) < 0.95


@pytest.mark.parametrize("rate", [0.02, 0.2, 0.5, 0.9])
@pytest.mark.parametrize("n", [50, 1000])
def test_that_wilson_intervals_cover_at_their_level(rate, n):
    counts = seeded(int(rate * 100)).binomial(n, rate, 4000)
    covers = [low <= rate <= high for low, high in (wilson_interval(count / n, n) for count in counts)]
    assert np.mean(covers) == pytest.approx(0.95, abs=0.035)


def test_that_if_z_is_x_every_link_is_right_and_defensible():
    x, _ = noisy(seeded(1), n=N_RECORDS)
    audit = audit_of(x, np.exp(x / 100), draws=20_000)
    assert audit.random_match.n_defensible == audit.random_match.n_defensible_right == N_RECORDS
    assert audit.right_links.strongest.rate == 1
    assert audit.random_match.ks_p_value < 1e-9
