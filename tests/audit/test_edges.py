"""Files at the edge of what can be audited, and audits that are stopped."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.audit.audit_json import audit_json
from permdesk.audit.policy import Policy
from permdesk.audit.records_csv import records_csv
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings, Ties
from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.problem import Problem
from tests.audit.auditing import audit_of, noisy, seeded
from tests.pairs import pair_of
from tests.stopping import StopsAfter

SETTINGS = [{}, {"ties": "random"}, {"missing": "own-value"}, {"ties": "random", "missing": "own-value"}]
GAPS = np.array([[np.nan, 1.0], [np.nan, 2.0], [np.nan, 2.0]])
FILES = {
    "two records": ([[1.0, 2.0], [3.0, 4.0]], [[1.0, 3.0], [2.0, 4.0]]),
    "two equal records": ([[1.0], [1.0]], [[1.0], [1.0]]),
    "all tied": (np.ones((5, 2)), np.ones((5, 2))),
    "constant in Y": (np.arange(10.0).reshape(5, 2), np.ones((5, 2))),
    "constant in X": (np.ones((5, 2)), np.arange(10.0).reshape(5, 2)),
    "an attribute missing in X": (GAPS, np.arange(6.0).reshape(3, 2)),
    "an attribute missing in Y": (np.arange(6.0).reshape(3, 2), GAPS),
    "an attribute missing in both": (GAPS, GAPS),
    "everything missing": (np.full((3, 2), np.nan), np.full((3, 2), np.nan)),
    "everything missing in Y": (np.arange(6.0).reshape(3, 2), np.full((3, 2), np.nan)),
    "huge and tiny": ([[1e300, -0.0], [-1e300, 5e-324], [1e-300, 1e-300]], [[1e-300, 0.0], [1e300, 1.0], [-1.0, 0.0]]),
}


@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize("kind", FILES)
def test_that_every_file_is_audited_without_a_nan_and_can_be_written(kind, paired, settings):
    x, y = (np.asarray(rows, float) for rows in FILES[kind])
    audit = audit_of(x, y, Policy(), own="row" if paired else None, **settings)
    for d in (audit.distances, audit.distances_z):
        assert ((d.distance >= 0) & (d.distance <= len(y))).all()
        assert (d.n_matches >= 1).all()
    random = audit.random_match
    for numbers in (random.p_values, random.share_original, random.share_random):
        assert ((numbers >= 0) & (numbers <= 1 + 1e-12)).all()
    assert np.isfinite([random.hellinger, random.ks, random.overlap, random.expected_critical]).all()
    assert audit.verdict.outcome != "pass"
    assert b"NaN" not in audit_json(audit)
    assert records_csv(audit).count(b"\n") == len(x) + 1


def test_that_a_release_of_two_records_can_be_audited_against_thousands():
    x = seeded(1).normal(size=(3000, 3))
    audit = audit_of(x, x[:2] + 0.01, Policy(), own=np.where(np.arange(3000) < 2, np.arange(3000), -1))
    assert not audit.mapping.is_permutation
    assert audit.mapping.values.shape == (2, 3)
    assert audit.distances.max <= 2
    assert audit.right_links.chance == 0.5
    noise = audit.mapping.noise(1)
    assert (noise[:2] == pytest.approx(0.01)) and np.isnan(noise[2:]).all()
    np.testing.assert_array_equal(audit.mapping.noise(1, np.array([5, 1])), noise[[5, 1]])


def test_that_one_attribute_leaves_nothing_to_test_and_says_so():
    x, y = noisy(seeded(2), m=1)
    audit = audit_of(x, y, Policy())
    assert audit.random_match.reason
    assert {check.outcome for check in audit.verdict.checks if check.name == "defensible-right-links"} == {
        "not-applicable"
    }
    assert any(notice.what == audit.random_match.reason for notice in audit.notices)


@pytest.mark.parametrize("n", [0, 1])
@pytest.mark.parametrize("which", ["original", "anonymized"])
def test_that_fewer_than_two_records_are_a_problem_and_no_audit(n, which):
    x, y = np.ones((3, 1)), np.ones((3, 1))
    x, y = (x[:n], y) if which == "original" else (x, y[:n])
    found = run_audit(pair_of(x, y, None), Settings(), Policy(), Progress())
    assert isinstance(found, Problem)
    assert which in found.where


def test_that_files_without_a_common_attribute_are_a_problem():
    found = run_audit(pair_of(np.ones((3, 0)), np.ones((3, 0)), None), Settings(), Policy(), Progress())
    assert isinstance(found, Problem)


@pytest.mark.parametrize("name", ["draws", "replicates", "alpha"])
def test_that_settings_that_cannot_be_meant_are_a_problem_and_no_audit(name):
    found = run_audit(pair_of(np.ones((3, 1)), np.ones((3, 1))), Settings(**{name: 0}), Policy(), Progress())
    assert isinstance(found, Problem)
    assert found.what.startswith(f"{name} is 0")


@pytest.mark.parametrize("ties", ["worst-case", "random"])
def test_that_an_audit_stops_wherever_it_is(ties, without_the_clock):
    x, y = noisy(seeded(3), n=30)
    x[0, 0] = np.nan
    arguments = pair_of(np.round(x), np.round(y)), Settings(ties=Ties(ties), draws=100), Policy()
    counted = StopsAfter(10**9)
    whole = run_audit(*arguments, counted)
    assert counted.asked > 20
    for calls in {*range(0, counted.asked, max(1, counted.asked // 12)), counted.asked - 1}:
        with pytest.raises(Cancelled):
            run_audit(*arguments, StopsAfter(calls))
    again = run_audit(*arguments, Progress())
    np.testing.assert_array_equal(again.distances.distance, whole.distances.distance)
    assert again.verdict == whole.verdict


def test_that_progress_never_exceeds_its_stage_and_names_its_stages():
    class Watched(Progress):
        stages: tuple[str, ...] = ()

        def begin(self, stage, total):
            super().begin(stage, total)
            self.stages += (stage,)

        def advance(self, units=1):
            super().advance(units)
            assert self.done <= self.total, self.stage

    progress = Watched()
    x, y = noisy(seeded(3), n=30)
    run_audit(pair_of(np.round(x), np.round(y)), Settings(draws=100), Policy(), progress)
    assert {"ranks", "reverse-mapping", "distances-anonymized", "distances-reverse-mapped", "variances"} <= set(
        progress.stages
    )
    assert {"random-records", "random-ties"} <= set(progress.stages)


def test_that_findings_cannot_be_written_to():
    audit = audit_of(*noisy(seeded(4)))
    for owner, name in (
        *((audit.distances, name) for name in ("low", "high", "closest_low", "distance", "n_matches", "own_matches")),
        *((audit.mapping, name) for name in ("values", "original", "anonymized", "own", "ranks_original")),
        *((audit.variances, name) for name in ("at_d", "at_own", "at_required", "v")),
        *((audit.random_match, name) for name in ("p_values", "defensible", "share_random")),
        (audit, "satisfies"),
    ):
        with pytest.raises(ValueError, match="read-only"):
            getattr(owner, name)[0] = 0
