"""The memory that an audit takes is known before it runs, and an audit that cannot fit is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from permdesk.audit import memory_need
from permdesk.audit.findings import Audit
from permdesk.audit.memory_need import needed_memory
from permdesk.audit.policy import Policy
from permdesk.audit.run import run_audit
from permdesk.audit.settings import MissingRule, Settings, Ties
from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from tests.pairs import pair_of, paper_pair

GB = 10**9


def of_size(n, m):
    """The paper's pair as if it were so large."""
    pair = paper_pair()
    source = replace(pair.original, n_records=n)
    return replace(pair, original=source, anonymized=source, attributes=(pair.attributes[0],) * m)


def test_that_an_audit_that_cannot_fit_is_refused_in_a_sentence_before_anything_is_ranked(monkeypatch):
    monkeypatch.setattr(memory_need, "available_memory", lambda: GB)
    progress = Progress()
    refused = run_audit(of_size(1_000_000, 10), Settings(), Policy(), progress)
    assert isinstance(refused, Problem)
    assert "1,000,000 original" in refused.what
    assert "1.0 GB are free" in refused.what
    assert "fewer attributes" in refused.remedy
    assert progress.stage == ""


def test_that_an_audit_that_just_fits_runs(monkeypatch):
    needed = needed_memory(paper_pair(), Settings())
    for free, kind in ((needed, Audit), (needed - 1, Problem)):
        monkeypatch.setattr(memory_need, "available_memory", lambda free=free: free)
        assert isinstance(run_audit(paper_pair(), Settings(), Policy(), Progress()), kind)


def test_that_a_million_records_with_ten_attributes_are_said_to_fit_into_a_small_computer():
    assert 1.2 * GB < needed_memory(of_size(1_000_000, 10), Settings()) < 1.6 * GB


@pytest.mark.parametrize(
    ("n", "m", "measured"), [(50_000, 10, 0.19), (200_000, 10, 0.38), (200_000, 20, 0.52), (1_000_000, 10, 1.25)]
)
def test_that_the_estimate_is_a_little_more_than_what_was_measured(n, m, measured):
    assert measured * GB < needed_memory(of_size(n, m), Settings()) < 1.2 * measured * GB


@pytest.mark.parametrize(("n", "m", "measured"), [(200_000, 10, 0.414), (200_000, 20, 0.714)])
def test_that_the_estimate_is_a_little_more_than_what_was_measured_with_gaps(n, m, measured):
    values = np.array([[1.0], [np.nan], [3.0]])
    gaps = pair_of(values, values).attributes
    needed = needed_memory(replace(of_size(n, m), attributes=gaps * m), Settings())
    assert measured * GB < needed < 1.2 * measured * GB


@pytest.mark.parametrize("settings", [Settings(ties=Ties.RANDOM), Settings(missing=MissingRule.OWN_VALUE)])
def test_that_a_second_search_takes_more(settings):
    assert needed_memory(paper_pair(), settings) > needed_memory(paper_pair(), Settings())


def test_that_missing_and_generalized_values_take_more():
    plain = np.arange(12.0).reshape(6, 2)
    missing = plain.copy()
    missing[2, 1] = np.nan
    whole = needed_memory(pair_of(plain, plain), Settings())
    assert needed_memory(pair_of(plain, missing), Settings()) > whole
    assert needed_memory(pair_of(plain, plain, bounds=(plain - 1, plain + 1)), Settings()) > whole
