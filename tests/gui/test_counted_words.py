"""Sentences of the window with a count read right where it is one, none, or thousands."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QLocale

from permdesk import subject_command
from permdesk.audit.distance_reading import read_at
from permdesk.audit.own_requirement import Requirement
from permdesk.gui import numbers
from permdesk.gui.models.link_columns import intruder_columns
from permdesk.gui.models.release_rows import Standing
from permdesk.gui.pages.data.file_card import extent_words
from permdesk.gui.panels import releases_panel
from permdesk.gui.panels.intruder_panel import distribution_sentence
from permdesk.gui.panels.map_panel import MapPanel
from permdesk.gui.panels.requirement_panel import requirement_sentence
from permdesk.gui.panels.two_releases_panel import difference_sentence
from permdesk.gui.panels.within_distance import right_sentence
from permdesk.report.derivations.matches import first_match
from permdesk.report.derivations.values import rank
from tests.gui.audits import paper_audit
from tests.gui.models.test_release_columns import release
from tests.gui.models.test_release_columns import row as release_row


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


def test_that_one_record_that_moved_further_is_one():
    one, other = release("a", distances=(0.3, 0.2, 0.1)), release("b", distances=(0.1, 0.2, 0.2))
    assert difference_sentence(one, other).startswith("1 record (33.3 %) moved further in A = a, 1 (33.3 %) in B = b,")
    assert difference_sentence(other, release("c", distances=(0.0, 0.1, 0.2))).startswith("2 records (66.7 %) moved")


@pytest.mark.parametrize(
    ("n", "words"), [(1, "↻ One release is"), (2, "↻ 2 releases are"), (1_500, "↻ 1,500 releases")]
)
def test_that_releases_that_are_out_of_date_are_counted(n, words):
    stale = release_row("a", Standing.STALE)
    assert releases_panel._status([stale] * n, None)[0].startswith(words)


@pytest.mark.parametrize(
    ("n", "words"), [(1, "One release lacks a figure and is"), (2, "2 releases lack a figure and are")]
)
def test_that_releases_without_a_figure_are_counted(qtbot, n, words):
    panel = MapPanel()
    qtbot.addWidget(panel)
    lacking = [release(f"b{place}", right_links=None) for place in range(n)]
    list(panel.show_releases([release("a"), *lacking]))
    assert words in panel.map.caption.text()


@pytest.mark.parametrize(
    ("ranks", "words"), [(0, "age: 0 ranks from record 7"), (1, "age: 1 rank from record 7"), (2, "age: 2 ranks from")]
)
def test_that_ranks_of_the_subject_command_are_counted(ranks, words):
    assert subject_command._deviation("age", ranks, 7).startswith(words)
    within = "variance within 1 rank 2.5" if ranks == 1 else f"variance within {ranks} ranks 2.5"
    assert subject_command._variance(ranks, 2.5) == within
