"""The verdict: each threshold at its border, and what stricter policies and other settings may do to it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from permdesk.audit.policy import Policy
from tests.audit.auditing import ANYTHING_GOES, audit_of, audited, noisy, seeded
from tests.pairs import pair_of


@pytest.fixture(scope="module")
def files():
    return noisy(seeded(21), n=120, noise=1.5)


@pytest.fixture(scope="module")
def audit(files):
    return audit_of(*files)


def outcome(files, **thresholds):
    found = audit_of(*files, replace(ANYTHING_GOES, **thresholds))
    assert len(found.verdict.checks) == 1
    check = found.verdict.checks[0]
    assert check.outcome == found.verdict.outcome
    return check


def smaller(audit):
    return np.minimum(audit.distances.distance, audit.distances_z.distance)


def test_that_the_smallest_distance_is_the_smaller_of_both_and_at_least_suffices(files, audit):
    least = int(smaller(audit).min())
    assert outcome(files, min_distance=least).outcome == "pass"
    check = outcome(files, min_distance=least + 1)
    assert (check.outcome, check.value, check.threshold) == ("fail", least, least + 1)
    assert list(check.records) == np.flatnonzero(smaller(audit) < least + 1).tolist()
    assert check.n_records == len(check.records)


def test_that_the_distance_against_z_decides_where_it_is_the_smaller_one(files):
    x, _ = files
    check = outcome((x, 1.1 * x), min_distance=1)
    assert (check.value, check.n_records, len(check.records)) == (0, 120, 100)


@pytest.mark.parametrize(("share", "ranks"), [(0.07, 7), (0.071, 8), (0.29, 29), (0.0, 0), (1.0, 100)])
def test_that_a_share_of_the_release_is_taken_as_it_is_written(share, ranks):
    files = noisy(seeded(1), n=100, m=2)
    assert outcome(files, min_distance_share=share).threshold == ranks


def test_that_the_larger_of_both_distances_counts(files):
    both = audit_of(*files, replace(ANYTHING_GOES, min_distance=5, min_distance_share=0.1))
    assert both.verdict.checks[0].threshold == 12


def test_that_the_smallest_variance_is_compared_unrounded_in_units_and_as_a_share(files, audit):
    v = float(audit.variances.v[1])
    assert outcome(files, min_variance={"X2": v}).outcome == "pass"
    check = outcome(files, min_variance={"X2": float(np.nextafter(v, np.inf))})
    assert check.outcome == "fail"
    assert list(check.records) == np.flatnonzero(audit.variances.at_d[:, 1] <= v).tolist()
    ratio = (audit.variances.v / files[1].var(axis=0)).min()
    assert outcome(files, min_variance_share=float(ratio) * 0.999).outcome == "pass"
    assert outcome(files, min_variance_share=float(ratio) * 1.001).outcome == "fail"


@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
def test_that_a_variance_beyond_all_numbers_passes_no_share_of_another_one(files):
    x, y = (rows / 60 * 1e200 for rows in files)
    check = outcome((x, y), min_variance_share=0.9)
    assert (check.outcome, check.n_records) == ("fail", 120)
    assert not audit_of(x, y, replace(ANYTHING_GOES, min_variance_share=0.9)).satisfies.any()


def test_that_variances_are_those_at_the_distance_that_the_policy_asks_for(files):
    found = audit_of(*files, replace(ANYTHING_GOES, min_distance=7, min_variance_share=0.01))
    assert found.variances.required_distance == 7
    wider = audit_of(*files, replace(ANYTHING_GOES, min_distance=30)).variances.at_required
    assert wider.sum() > found.variances.at_required.sum()


@pytest.mark.parametrize(
    ("threshold", "number"),
    [
        ("max_right_links", lambda audit: audit.right_links.strongest.rate),
        ("max_lift", lambda audit: audit.right_links.strongest.lift),
    ],
)
def test_that_right_links_may_be_as_many_as_the_threshold_and_no_more(files, audit, threshold, number):
    value = number(audit)
    assert value > 0
    assert outcome(files, **{threshold: value}).outcome == "pass"
    check = outcome(files, **{threshold: float(np.nextafter(value, 0))})
    assert (check.outcome, check.value) == ("fail", value)


def test_that_defensible_right_links_may_be_as_many_as_the_threshold_and_no_more():
    x, y = noisy(seeded(22), n=120, noise=0.02)
    right = audit_of(x, y, draws=20_000).random_match.n_defensible_right
    assert right > 10
    results = [
        audit_of(x, y, replace(ANYTHING_GOES, max_defensible_right=most), draws=20_000).verdict.outcome
        for most in (right - 1, 120)
    ]
    assert results == ["fail", "pass"]


def test_that_records_satisfy_by_distance_and_by_every_variance(files, audit):
    policy = replace(ANYTHING_GOES, min_distance=6, min_variance_share=0.02)
    found = audit_of(*files, policy)
    enough = found.variances.at_required >= 0.02 * files[1].var(axis=0)
    assert found.satisfies.tolist() == ((smaller(found) >= 6) & enough.all(axis=1)).tolist()
    assert 0 < found.satisfies.sum() < 120


def test_that_a_missing_original_value_asks_nothing_of_its_window(files):
    x, y = files[0].copy(), files[1]
    x[0, 0] = np.nan
    found = audit_of(x, y, replace(ANYTHING_GOES, min_variance={"X1": 1e9}))
    assert np.isnan(found.variances.at_d[0, 0])
    assert found.satisfies.tolist() == [True] + [False] * 119
    assert 0 not in found.verdict.checks[0].records


STRICTER = {
    "min_distance": (None, 0, 1, 5, 60),
    "min_distance_share": (None, 0.0, 0.05, 0.5, 1.0),
    "min_variance_share": (None, 0.0, 0.01, 0.5),
    "max_right_links": (None, 1.0, 0.1, 0.0),
    "max_lift": (None, 120.0, 3.0, 0.0),
    "max_defensible_right": (None, 120, 1, 0),
}


@pytest.mark.parametrize("name", STRICTER)
def test_that_a_stricter_threshold_never_turns_a_failure_into_a_pass(files, name):
    policies = [replace(ANYTHING_GOES, **{"max_right_links": 0.5, name: value}) for value in STRICTER[name]]
    outcomes = [audit_of(*files, policy, draws=5000).verdict.outcome for policy in policies]
    assert "fail" not in outcomes or set(outcomes[outcomes.index("fail") :]) == {"fail"}
    assert outcomes[-1] == "fail" or name == "max_defensible_right"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("policy", [Policy(), replace(ANYTHING_GOES, min_distance=1)], ids=lambda policy: policy.name)
def test_that_no_setting_turns_a_failure_into_a_pass(seed, policy):
    random = seeded(seed)
    x = random.integers(0, 6, (40, 3)).astype(float)
    y = np.where(random.random((40, 3)) < 0.5, x, random.integers(0, 6, (40, 3)))
    y[random.random((40, 3)) < 0.1] = np.nan
    pair = pair_of(x, y)
    plain = audited(pair, policy)
    for settings in (
        {"ties": "random", "seed": seed},
        {"missing": "own-value"},
        {"ties": "random", "missing": "own-value"},
    ):
        other = audited(pair, policy, **settings)
        assert other.verdict.outcome == plain.verdict.outcome
        np.testing.assert_array_equal(other.satisfies, plain.satisfies)


@pytest.mark.parametrize("asked", [{"min_distance": 0}, {"min_distance_share": 0.0}, {"max_right_links": 1.0}])
def test_that_a_threshold_that_every_release_keeps_judges_nothing(files, asked):
    x, _ = files
    check = outcome((x, x), **asked)
    assert check.outcome == "not-applicable"
    assert "judges nothing" in check.sentence
    assert (check.value, check.threshold) == (next(iter(asked.values())), next(iter(asked.values())))
    both = audit_of(x, x, replace(ANYTHING_GOES, max_lift=1000.0, **asked))
    assert [one.outcome for one in both.verdict.checks].count("pass") == 1
    assert both.verdict.outcome == "not-applicable"
