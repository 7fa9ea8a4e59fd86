"""Releases that are plainly unsafe, each in a disguise; none of them may pass."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.audit.policy import Policy
from permdesk.data.choices import PairingBy
from tests.audit.auditing import audit_of, audited, noisy, seeded
from tests.pairs import pair_of

DISTANCE = Policy("distance", 1, None, {}, None, None, None, None)
LINKS = Policy("links", None, None, {}, None, 0.05, 20.0, None)
DEFENSIBLE = Policy("defensible", None, None, {}, None, None, None, 0)


@pytest.fixture(scope="module")
def original():
    return noisy(seeded(11), n=400)[0]


def outcomes(audit):
    return {check.name: str(check.outcome) for check in audit.verdict.checks}


@pytest.mark.parametrize("policy", [Policy(), DISTANCE, LINKS, DEFENSIBLE], ids=lambda policy: policy.name)
@pytest.mark.parametrize("settings", [{}, {"ties": "random"}, {"missing": "own-value"}], ids=str)
def test_that_an_unchanged_file_fails_under_every_setting(original, policy, settings):
    assert audit_of(original, original, policy, draws=20_000, **settings).verdict.outcome == "fail"


@pytest.mark.parametrize("decimals", [-1, 0, 1])
def test_that_ties_of_the_original_alone_do_not_help_when_they_are_broken_at_random(original, decimals):
    x = np.round(original / [1, 10, 100], decimals)
    y = x + np.arange(len(x))[:, None] * 1e-9  # every value of Y is unique, and no order was changed
    for ties in ("worst-case", "random"):
        audit = audit_of(x, y, Policy(), ties=ties)
        assert outcomes(audit)["smallest-distance"] == "fail"
        assert audit.verdict.outcome == "fail"
        assert not audit.satisfies.any()


@pytest.mark.parametrize("n_suppressed", [1, 25, 100])
def test_that_suppressing_some_records_does_not_hide_that_all_others_are_unchanged(original, n_suppressed):
    y = original.copy()
    y[:n_suppressed] = np.nan
    audit = audit_of(original, y, LINKS)
    assert audit.right_links.strongest.rate >= 0.99 * (1 - n_suppressed / 400)
    assert audit.verdict.outcome == "fail"


def test_that_suppressed_records_do_not_hide_it_after_a_change_of_scale_either(original):
    y = 1.1 * original
    y[:25] = np.nan
    assert audit_of(original, y, LINKS).right_links.strongest.rate > 0.5


@pytest.mark.parametrize("n_wide", [1, 25])
def test_that_generalizing_some_records_to_everything_does_not_hide_the_others(original, n_wide):
    low, high = original.copy(), original.copy()
    low[:n_wide], high[:n_wide] = original.min(axis=0), original.max(axis=0)
    audit = audited(pair_of(original, original, bounds=(low, high)), LINKS)
    assert audit.right_links.strongest.rate > 0.9
    assert audit.verdict.outcome == "fail"


@pytest.mark.parametrize("policy", [Policy(), DISTANCE, LINKS], ids=lambda policy: policy.name)
def test_that_one_suppressed_cell_a_record_does_not_pass_as_a_value_of_its_own(original, policy):
    y = original.copy()
    y[np.arange(400), np.arange(400) % 3] = np.nan
    for missing in ("matches-anything", "own-value"):
        audit = audit_of(original, y, policy, missing=missing)
        assert audit.verdict.outcome == "fail"


@pytest.mark.parametrize("policy", [Policy(), LINKS], ids=lambda policy: policy.name)
def test_that_a_mirrored_order_is_seen_through(original, policy):
    for sign in ([-1, -1, -1], [1, -1, 1]):
        audit = audit_of(original, original * sign, policy)
        assert audit.right_links.strongest.rate == 1.0
        assert audit.verdict.outcome == "fail"
        assert any("run against their originals" in notice.what for notice in audit.notices)
    plain = audit_of(original, noisy(seeded(11), n=400)[1], policy)
    assert not any("run against their originals" in notice.what for notice in plain.notices)


@pytest.mark.parametrize("by", [PairingBy.ROW, PairingBy.ID])
@pytest.mark.parametrize("policy", [Policy(), LINKS, DEFENSIBLE], ids=lambda policy: policy.name)
def test_that_shuffled_rows_and_new_identifiers_never_pass(original, by, policy):
    y = noisy(seeded(11), n=400, noise=0.2)[1]
    order = seeded(5).permutation(400)
    own = "row" if by is PairingBy.ROW else np.arange(400)
    audit = audit_of(original, y[order], policy, own=own)
    assert audit.right_links.strongest.rate < 0.05
    assert audit.verdict.outcome != "pass"
    assert {outcomes(audit)[name] for name in outcomes(audit) if name != "smallest-distance"} == {"not-applicable"}
    assert any("right links cannot be counted" in notice.what for notice in audit.notices)
    rightly = audit_of(original, y[order], policy, own=np.argsort(order), draws=20_000)
    assert policy is DEFENSIBLE or rightly.verdict.outcome == "fail"
    assert not any("right links cannot be counted" in notice.what for notice in rightly.notices)


def test_that_a_few_pairs_prove_nothing_about_all_other_records(original):
    y = noisy(seeded(11), n=400, noise=0.2)[1]
    own = np.full(400, -1)
    own[:3] = [10, 11, 12]
    audit = audit_of(original, y, Policy(), own=own)
    assert audit.verdict.outcome == "not-applicable"
    assert any("Only 3 of 400 records are paired" in notice.what for notice in audit.notices)
    assert any("Only 3 of 400 records are paired" in check.sentence for check in audit.verdict.checks)
    sample = audit_of(original, original[:3] + 1e6, LINKS, own=np.where(np.arange(400) < 3, np.arange(400), -1))
    assert not any("are paired" in notice.what for notice in sample.notices)  # all that were released


def test_that_a_half_released_verbatim_fails_though_the_rest_was_moved_far_and_ranks_with_it(original):
    y = original.copy()
    y[1::2] += 1e6
    for policy in (Policy(), DISTANCE, LINKS, DEFENSIBLE):
        assert audit_of(original, y, policy, draws=20_000).verdict.outcome == "fail", policy.name


def test_that_too_few_random_records_leave_the_defensible_links_open_instead_of_passing():
    random = seeded(8)
    x = random.normal(size=(300, 6))
    y = random.normal(size=(300, 6))
    y[:3] = x[:3]
    few, many = (audit_of(x, y, DEFENSIBLE, draws=draws) for draws in (300, 10_000))
    assert few.random_match.n_defensible_right == 0
    assert outcomes(few) == {"defensible-right-links": "not-applicable"}
    assert "draw more" in few.verdict.checks[0].sentence
    assert outcomes(many) == {"defensible-right-links": "fail"}


def test_that_a_threshold_for_an_attribute_that_is_not_audited_keeps_the_verdict_open(original):
    y = noisy(seeded(11), n=400)[1]
    kept = Policy("kept", None, None, {"X1": 1e-9}, None, None, None, None)
    assert audit_of(original, y, kept).verdict.outcome == "pass"
    misspelled = Policy("misspelled", None, None, {"X1": 1e-9, "x2": 5.0}, None, None, None, None)
    audit = audit_of(original, y, misspelled)
    assert audit.verdict.outcome == "not-applicable"
    assert any("x2" in check.sentence for check in audit.verdict.checks)


def test_that_a_policy_without_thresholds_and_files_without_pairing_never_pass(original):
    nothing = Policy("nothing", None, None, {}, None, None, None, None)
    assert audit_of(original, seeded().permutation(original), nothing).verdict.outcome == "not-applicable"
    synthetic = noisy(seeded(77), n=400)[0]
    audit = audit_of(original, synthetic, LINKS, own=None)
    assert audit.right_links is None
    assert audit.verdict.outcome == "not-applicable"


def test_that_a_few_released_records_out_of_many_are_found_when_they_are_true_copies(original):
    audit = audit_of(original, original[[3, 5]], Policy(), own=np.where(np.isin(np.arange(400), [3, 5]), 0, -1))
    assert audit.distances.d == 0
    assert audit.verdict.outcome == "fail"


def test_that_repeating_every_record_does_not_help(original):
    audit = audit_of(original, np.repeat(original, 25, axis=0), Policy(), own=None)
    assert audit.distances.d == 0
    assert audit.verdict.outcome == "fail"


def test_that_wide_ranges_around_true_values_are_no_distance(original):
    width = seeded(9).uniform(0, 0.5, original.shape) * original.std(axis=0)
    low, high = original - width, original + width
    audit = audited(pair_of(original, original, bounds=(low, high)), Policy())
    assert not audit.distances.distance.any()
    assert audit.verdict.outcome == "fail"


def test_that_rows_shuffled_among_neighbours_are_suspected_and_the_right_pairing_is_not():
    random = seeded(1)
    block = np.sort(random.integers(0, 10, 1000))
    x = np.column_stack([block + random.normal(size=1000) * 0.5, random.normal(size=(1000, 3))])
    x[:, 1] += 2 * block
    y = x + random.normal(size=x.shape) * 0.02
    shuffled = y[np.lexsort((random.random(1000), block))]
    wrong, right = audit_of(x, shuffled, Policy()), audit_of(x, y, Policy())
    assert wrong.right_links.strongest.rate < 0.05
    assert any("shuffled among neighbours" in notice.what for notice in wrong.notices)
    assert not any("shuffled among neighbours" in notice.what for notice in right.notices)
