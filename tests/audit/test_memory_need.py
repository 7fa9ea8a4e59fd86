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
from permdesk.compute.best_cut import MOST_PARTS
from permdesk.compute.progress import Progress
from permdesk.data.file_pair import Values
from permdesk.data.problem import Problem
from permdesk.data.side_by_side import side_by_side
from tests.pairs import pair_of, paper_pair

GB = 10**9


@pytest.fixture(autouse=True)
def _two_cores(monkeypatch):
    monkeypatch.setattr(memory_need, "available_cores", lambda: 2)


def of_size(n, m, values=((1.0,), (2.0,), (3.0,)), n_y=None, own="row"):
    """A pair of these values as if it were so large, its files one matrix each."""
    columns = np.repeat(np.array(values), m, axis=1)
    pair = pair_of(columns, columns, own=own)
    plain = tuple(
        replace(
            a,
            original=Values(a.original.lower, a.original.lower),
            anonymized=Values(a.anonymized.lower, a.anonymized.lower),
        )
        for a in pair.attributes
    )
    original, anonymized = (replace(pair.original, n_records=size) for size in (n, n if n_y is None else n_y))
    return replace(pair, original=original, anonymized=anonymized, attributes=side_by_side(plain))


GAPS = ((1.0,), (np.nan,), (3.0,))


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
    needed = needed_memory(of_size(n, m, GAPS), Settings())
    assert measured * GB < needed < 1.2 * measured * GB


@pytest.mark.parametrize(
    ("values", "measured"), [(((1.0,), (2.0,), (3.0,)), (0.688, 0.620, 0.598)), (GAPS, (0.826, 0.763))]
)
def test_that_the_estimate_is_at_most_half_again_what_was_measured_of_files_of_every_kind(values, measured):
    needed = needed_memory(of_size(300_000, 20, values), Settings())
    assert max(measured) * GB < needed < 1.5 * min(measured) * GB


# 130 MB for the program, 2 threads with 120 bytes for each record; then of each of 10 attributes what lasts, 36 for X
# and 28 for Y, and the peak.
@pytest.mark.parametrize(
    ("n", "n_y", "values", "own", "peak"),
    [
        pytest.param(300_000, 100_000, ((1.0,),), None, 300_000 * 24, id="variances"),
        pytest.param(100_000, 300_000, ((1.0,),), None, 300_000 * (14 + 8), id="a tree with bits for ties"),
        pytest.param(100_000, 300_000, GAPS, None, 300_000 * (35 + 8 + 8), id="a tree with parts of records"),
        pytest.param(
            100_000, 300_000, GAPS, "row", 100_000 * 16 + 300_000 * (24 + 14 + 8), id="a tree beside plain ranks"
        ),
    ],
)
def test_that_the_estimate_counts_what_lasts_and_the_stage_that_takes_most(n, n_y, values, own, peak):
    needed = needed_memory(of_size(n, 10, values, n_y, own), Settings())
    assert needed == 130_000_000 + 2 * 400_000 * 120 + 10 * (n * 36 + n_y * 28 + peak)


def test_that_values_that_are_in_no_matrix_are_counted_once_more():
    shared = of_size(100_000, 10, n_y=300_000)
    apart = replace(shared, attributes=shared.attributes[:1] * 10)
    assert needed_memory(apart, Settings()) == needed_memory(shared, Settings()) + 10 * 400_000 * 8


def test_that_each_core_works_on_an_attribute_of_its_own(monkeypatch):
    few, many = of_size(100_000, 3), of_size(100_000, 10)
    before = needed_memory(few, Settings()), needed_memory(many, Settings())
    monkeypatch.setattr(memory_need, "available_cores", lambda: 8)
    assert needed_memory(few, Settings()) == before[0] + 1 * 200_000 * 120
    assert needed_memory(many, Settings()) == before[1] + 6 * 200_000 * 120


def test_that_eight_cores_take_what_was_measured(monkeypatch):
    monkeypatch.setattr(memory_need, "available_cores", lambda: 8)
    apart = of_size(200_000, 20)
    apart = replace(apart, attributes=apart.attributes[:1] * 20)
    assert 0.858 * GB < needed_memory(apart, Settings()) < 1.2 * 0.858 * GB


def test_that_the_estimate_counts_as_many_parts_as_the_tree_makes():
    assert memory_need.PARTS == MOST_PARTS


@pytest.mark.parametrize("settings", [Settings(ties=Ties.RANDOM), Settings(missing=MissingRule.OWN_VALUE)])
def test_that_a_second_search_takes_more(settings):
    pair = of_size(100_000, 10, n_y=300_000)
    kept = 10 * (100_000 * 40 + 300_000 * 16)
    assert needed_memory(pair, settings) == needed_memory(pair, Settings()) + kept


def test_that_missing_and_generalized_values_take_more():
    plain = np.arange(12.0).reshape(6, 2)
    missing = plain.copy()
    missing[2, 1] = np.nan
    whole = needed_memory(pair_of(plain, plain), Settings())
    assert needed_memory(pair_of(plain, missing), Settings()) > whole
    assert needed_memory(pair_of(plain, plain, bounds=(plain - 1, plain + 1)), Settings()) > whole
