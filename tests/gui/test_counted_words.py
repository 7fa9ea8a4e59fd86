"""Sentences of the window with a count read right where it is one, none, or thousands."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QLocale

from permdesk.audit.distance_reading import read_at
from permdesk.audit.own_requirement import Requirement
from permdesk.gui import numbers
from permdesk.gui.models.link_columns import intruder_columns
from permdesk.gui.pages.data.file_card import extent_words
from permdesk.gui.panels.intruder_panel import distribution_sentence
from permdesk.gui.panels.requirement_panel import requirement_sentence
from permdesk.gui.panels.within_distance import right_sentence
from permdesk.report.derivations.matches import first_match
from permdesk.report.derivations.values import rank
from tests.gui.audits import paper_audit


@pytest.mark.parametrize(
    ("n", "m", "words"),
    [
        (1, 1, "1 record · 1 column · "),
        (0, 2, "0 records · 2 columns · "),
        (12_000, 3, "12,000 records · 3 columns · "),
    ],
)
def test_that_the_extent_of_a_file_is_counted(n, m, words):
    assert extent_words(n, m, 10, QLocale("en_US")) == f"{words}10 bytes"


def test_that_one_link_and_one_rank_are_one():
    audit = paper_audit()
    for t in range(6):
        reading = read_at(audit, t)
        said = right_sentence(reading)
        assert said.startswith(f"Within {t} {'rank' if t == 1 else 'ranks'}: ")
        if reading.records.size:
            links = "this one link" if reading.records.size == 1 else f"these {reading.records.size} links"
            assert f"Of {links}, " in said


@pytest.mark.parametrize(("n", "words"), [(1, "One link is closer"), (2, "2 links are closer"), (1_500, "1,500 links")])
def test_that_defensible_links_are_counted(n, words):
    audit = paper_audit()
    test = replace(audit.random_match, defensible=np.arange(2_000) < n)
    assert words in distribution_sentence(replace(audit, random_match=test))


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (1, "✗ 1 of 3,000 records (< 0.1 %) has your (d, v). 1 is closer than d = 2 to a record of Y or Z; 1 has too "),
        (
            0,
            "✗ 0 of 3,000 records (0.0 %) have your (d, v). 0 are closer than d = 2 to a record of Y or Z; 0 have too ",
        ),
        (2_000, "✗ 2,000 of 3,000 records (66.7 %) have your (d, v). 2,000 are closer than d = 2 "),
    ],
)
def test_that_records_with_and_without_a_requirement_are_counted(n, words):
    found = SimpleNamespace(
        near=np.zeros(3_000), satisfied=np.arange(3_000) < n, requirement=Requirement(2, ()), n_near=n, n_alike=n
    )
    assert requirement_sentence(found).startswith(words)


def test_that_a_requirement_that_asks_nothing_is_no_praise():
    everything = {"near": np.zeros(20), "satisfied": np.ones(20, np.bool_), "n_near": 0, "n_alike": 0}
    said = [
        requirement_sentence(SimpleNamespace(requirement=Requirement(*asked), **everything))
        for asked in ((0, (0.0, 0.0)), (1, (0.0, 0.0)), (0, (0.0, 0.1)))
    ]
    assert said[0].startswith("– d = 0 and v = 0 ask nothing")
    assert all(one.startswith("✓ All 20 records") for one in said[1:])


def test_that_notes_count_values_and_matches():
    values = np.array([1.0, 2.0, 2.0, 5.0])
    said = [[step.text for step in rank(values, 1, 1, "X1", record, "1", numbers).steps] for record in range(3)]
    assert said[0][:2] == ["0 values are smaller than 1", "No other value equals it"]
    assert said[1][:2] == ["1 value is smaller than 2", "2 values equal it, itself included"]
    found = paper_audit().distances
    for record in range(20):
        text = first_match(found, record, numbers).steps[-1].text
        assert text.startswith("The only match" if found.n_matches[record] == 1 else "The first of the ")


def test_that_links_of_a_record_are_counted():
    audit = paper_audit()
    column = next(column for column in intruder_columns(audit) if column.note is not None)
    notes = {column.note(row) for row in range(20)}
    assert "1 link" in notes
    assert notes <= {"1 link", *(f"{n} links" for n in range(2, 20))}
