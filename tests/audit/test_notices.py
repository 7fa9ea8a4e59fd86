"""Sentences beside the numbers: there where they are needed, not there where they are not, the gravest first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from permdesk.audit.findings import LinkageRate, Searches, Target
from permdesk.audit.notices import audit_notices
from permdesk.audit.other_linkages import MIRRORED
from permdesk.audit.settings import Settings
from permdesk.data.problem import Problem, Severity
from tests.audit.auditing import audit_of, audited, noisy, seeded
from tests.pairs import pair_of


def said(audit, words):
    return [notice for notice in audit.notices if words in notice.what]


@pytest.fixture(scope="module")
def files():
    return noisy(seeded(51), n=150, noise=0.5)


def test_that_a_changed_scale_is_called_by_its_name_and_an_honest_release_is_not(files):
    x, y = files
    assert said(audit_of(x, 1.1 * x), "Nothing was protected")
    assert said(audit_of(x, x), "distance 0")
    assert not said(audit_of(x, x), "Nothing was protected")
    for words in ("Nothing was protected", "distance 0", "change of scale"):
        assert not said(audit_of(x, y), words)
    nearly = noisy(seeded(51), n=150, noise=0.02)[1]
    assert said(audit_of(x, 1.1 * nearly), "change of scale")


def test_that_similar_distances_are_not_called_safe():
    # Figure 2 of the paper: noise of half a standard deviation.
    x = seeded(52).normal(size=(1000, 3)) * [10, 50, 200] + [100, 1000, 5000]
    audit = audit_of(x, x + seeded(53).normal(size=(1000, 3)) * [5, 25, 100], draws=5000)
    assert audit.random_match.n_defensible == 0
    assert 0.03 < audit.right_links.expected_correct_rate < 0.08
    assert audit.right_links.expected_correct_rate * 1000 > 30
    assert said(audit, "Similar distances do not mean safe")
    unrelated = audit_of(x, seeded(54).permutation(x), draws=1000)
    assert not said(unrelated, "Similar distances do not mean safe")


def test_that_ties_and_what_random_breaking_would_claim_are_told(files):
    x, y = np.round(files[0], -1), np.round(files[1], -1)
    assert not said(audit_of(*files), "ties")
    assert said(audit_of(x, y), "ties broken at random")[0].severity is Severity.NOTE
    chosen = said(audit_of(x, y, ties="random"), "ties broken at random")[0]
    assert chosen.severity is Severity.WARNING
    assert "worst case" in chosen.remedy


def test_that_a_missing_value_of_its_own_is_told_and_so_are_small_files_and_other_sizes(files):
    x, y = files
    assert said(audit_of(x, y, missing="own-value"), "missing value")
    assert not said(audit_of(x, y), "missing value")
    assert said(audit_of(x[:50], y[:50]), "chance alone")
    assert not said(audit_of(x, y), "chance alone")
    assert said(audit_of(x, y[:50], own=None), "no longer a permutation")
    assert not said(audit_of(x, y), "permutation of")


def test_that_problems_of_reading_are_kept_and_the_gravest_come_first(files):
    x, y = files
    problems = tuple(Problem(str(grade), "file", "", grade) for grade in (Severity.NOTE, Severity.WARNING))
    audit = audited(replace(pair_of(np.round(x), np.round(y)), problems=problems))
    grades = [["error", "warning", "note"].index(notice.severity) for notice in audit.notices]
    assert grades == sorted(grades)
    assert set(problems) <= set(audit.notices)


MIRRORED_NOTICE = "run against their originals"


def test_that_rows_in_reverse_order_are_not_called_mirrored():
    x = seeded(5).normal(size=(50, 3)).round(2)
    audit = audit_of(x, x[::-1])
    assert audit.right_links.strongest.name.startswith(MIRRORED)
    assert not said(audit, MIRRORED_NOTICE)


@pytest.mark.parametrize(
    ("mirrored", "plain_rate", "is_told"),
    [
        (LinkageRate(MIRRORED, Target.REVERSE_MAPPED, 0.5, 75.0, (0.42, 0.58)), 0.02, True),
        (LinkageRate(MIRRORED, Target.REVERSE_MAPPED, 0.5, 4.9, (0.42, 0.58)), 0.02, False),
        (LinkageRate(MIRRORED, Target.REVERSE_MAPPED, 0.5, 75.0, (0.005, 0.99)), 0.0, False),
        (LinkageRate(MIRRORED, Target.REVERSE_MAPPED, 0.5, 75.0, (0.42, 0.58)), 0.45, False),
        (LinkageRate("maximum of ranks", Target.REVERSE_MAPPED, 0.5, 75.0, (0.42, 0.58)), 0.02, False),
    ],
    ids=["well above all", "little above chance", "chance in its interval", "another as good", "not mirrored"],
)
def test_that_a_mirrored_linkage_is_told_only_where_it_beats_chance_and_the_others(
    files, mirrored, plain_rate, is_told
):
    pair = pair_of(*files)
    audit = audited(pair)
    plain = LinkageRate("another", Target.ANONYMIZED, plain_rate, 1.0)
    searches = Searches(
        audit.distances,
        audit.distances_z,
        audit.variances,
        audit.links,
        replace(audit.right_links, battery=(plain, mirrored), chance=1 / 150),
        audit.random_match,
        None,
    )
    notices = audit_notices(pair, Settings(), audit.mapping, searches, None, "")
    assert any(MIRRORED_NOTICE in notice.what for notice in notices) is is_told


def test_that_nearly_all_records_are_not_called_all():
    x = seeded(54).normal(size=(1000, 2))
    y = x.copy()
    two = np.argsort(x[:, 0])[:2]
    y[two, 0] = x[two[::-1], 0]
    (notice,) = said(audit_of(x, y), "Of the records")
    assert "Of the records, more than 99 % have" in notice.what
    assert "100 %" not in notice.what


def test_that_one_rank_among_small_counts_is_no_change_of_scale(files):
    audit = audit_of(*files)
    for median_y, is_said in ((1, False), (2, True)):
        searches = Searches(
            replace(audit.distances, distance=np.full(150, median_y)),
            replace(audit.distances_z, distance=np.arange(150) % 3 // 2),
            audit.variances,
            audit.links,
            audit.right_links,
            audit.random_match,
            None,
        )
        notices = audit_notices(audit.pair, Settings(), audit.mapping, searches, None, "")
        assert any("change of scale" in notice.what for notice in notices) is is_said
