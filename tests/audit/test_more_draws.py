"""Drawing on until figures are exact enough gives what a longer audit gives, and reports on the way."""

from __future__ import annotations

import json

import numpy as np
import pytest

from permdesk.audit.audit_json import audit_json
from permdesk.audit.findings import RandomRecords
from permdesk.audit.intruder_findings import compare_with_random
from permdesk.audit.more_draws import Precision, draw_until_exact, is_exact_enough
from permdesk.audit.policy import Policy
from permdesk.compute.parallel import in_one_thread
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.random_records import RandomDistances
from tests.audit.auditing import audit_of, audited, noisy, seeded
from tests.pairs import paper_pair
from tests.stopping import StopsAfter


@pytest.fixture(scope="module")
def files():
    return noisy(seeded(4), n=150)


@pytest.fixture(scope="module")
def audit(files):
    return audit_of(*files, draws=500)


def test_that_the_answer_is_that_of_an_audit_with_as_many_draws(files, audit):
    reports = []
    found = draw_until_exact(audit, Precision(0.004, most_draws=30_000), reports.append, Progress())
    assert reports[-1] is found
    assert [report.n for report in reports] == sorted({report.n for report in reports})
    longer = audit_of(*files, draws=found.n).random_match
    assert found.share_random.tolist() == longer.share_random.tolist()
    assert found.p_values.tolist() == longer.p_values.tolist()
    assert (found.hellinger, found.ks, found.overlap) == (longer.hellinger, longer.ks, longer.overlap)
    assert (found.errors, found.n_defensible_right) == (longer.errors, longer.n_defensible_right)


def test_that_drawing_ends_when_errors_are_small_enough(audit):
    precision = Precision(0.006, decide_links=False)
    found = draw_until_exact(audit, precision, lambda _: None, Progress())
    assert max(found.errors.ks, found.errors.hellinger, found.errors.overlap) <= 0.006
    assert found.n < precision.most_draws
    assert max(audit.random_match.errors.ks, audit.random_match.errors.hellinger) > 0.006


def test_that_drawing_ends_at_the_most_draws_however_inexact(audit):
    reports = []
    found = draw_until_exact(audit, Precision(1e-9, most_draws=5_700), reports.append, Progress())
    assert [report.n for report in reports] == [5_500, 5_700]
    assert found.n == 5_700
    assert not is_exact_enough(found, Precision(1e-9))


def test_that_links_left_open_are_drawn_for_until_they_are_decided():
    x = seeded(5).normal(size=(150, 3))
    y = seeded(6).permuted(x, axis=0)
    y[:4] = x[:4]
    audit = audit_of(x, y, draws=100)
    assert audit.random_match.n_undecided > 0
    coarse = Precision(1.0, decide_links=True)
    found = draw_until_exact(audit, coarse, lambda _: None, Progress())
    assert found.n_undecided == 0
    assert draw_until_exact(audit, Precision(1.0, decide_links=False), lambda _: None, Progress()).n <= found.n


def test_that_counted_combinations_have_no_error_and_ask_for_nothing_more():
    audit = audited(paper_pair())
    assert audit.random_match.method is RandomRecords.EXHAUSTIVE
    assert audit.random_match.errors is None
    assert draw_until_exact(audit, Precision(1e-9), pytest.fail, Progress()) is audit.random_match


def test_that_a_stop_is_heard(audit):
    with pytest.raises(Cancelled):
        draw_until_exact(audit, Precision(1e-9), lambda _: None, StopsAfter(2))


@pytest.mark.parametrize("calls", range(5))
def test_that_every_step_of_the_comparison_with_random_records_hears_a_stop(audit, calls):
    weights = np.zeros(audit.links.n_records + 1)
    weights[3] = 500.0
    random = RandomDistances(weights, 500.0, False)
    with in_one_thread():  # which never asks while it waits
        with pytest.raises(Cancelled):
            compare_with_random(audit.links, audit.pair.own, random, audit.settings, StopsAfter(calls))
        compare_with_random(audit.links, audit.pair.own, random, audit.settings, StopsAfter(5))


def test_that_audit_json_holds_the_errors(audit):
    written = json.loads(audit_json(audit))["random_match"]
    assert written["standard_errors"]["ks"] == audit.random_match.errors.ks
    assert written["ks_p_value"] == audit.random_match.ks_p_value


def test_that_alike_distributions_are_not_significantly_apart_and_small_noise_is():
    random = seeded(8)
    x, _ = noisy(random, n=400)
    apart = audit_of(x, x + random.normal(size=x.shape) * 0.001 * x.std(axis=0), draws=2_000)
    assert apart.random_match.ks_p_value < 1e-6
    alike = audit_of(x, random.permuted(x, axis=0), draws=2_000)
    assert alike.random_match.ks_p_value > 0.01


@pytest.mark.parametrize("n_varied", [0, 1])
@pytest.mark.parametrize("value", [3.0, float("nan")])
def test_that_chance_cannot_be_tested_where_fewer_than_two_attributes_vary(n_varied, value):
    x = seeded(1).normal(size=(30, 3))
    x[:, n_varied:] = value
    audit = audit_of(x, x, Policy())
    assert "fewer than two attributes" in audit.random_match.reason
    assert {c.name: c.outcome for c in audit.verdict.checks}["defensible-right-links"] == "not-applicable"
    assert draw_until_exact(audit, Precision(), pytest.fail, Progress()) is audit.random_match


def test_that_chance_is_tested_where_two_attributes_vary():
    x = seeded(1).normal(size=(30, 3))
    x[:, 2] = 1
    assert audit_of(x, x).random_match.reason == ""
