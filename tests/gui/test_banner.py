"""One message across the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from permdesk.data.problem import Problem, Severity
from permdesk.gui.banner import Banner, BannerOffer, StaleBar
from permdesk.gui.workspace import SMALL, State


@pytest.fixture
def banner(app, qtbot):
    banner = Banner()
    qtbot.addWidget(banner)
    return banner


def test_that_it_says_what_happened_where_and_what_to_do(banner):
    problem = Problem(what="It is empty.", where="a.csv", remedy="Choose another file.")
    banner.show_problem(problem)
    assert banner.isVisible()
    assert (banner.what.text(), banner.remedy.text()) == ("a.csv: It is empty.", "Choose another file.")
    assert banner.accessibleName() == problem.sentence


def test_that_markup_in_a_message_is_only_text(banner):
    banner.show_problem(Problem(what="<b>bold</b>", where="", remedy=""))
    assert banner.what.textFormat() is Qt.TextFormat.PlainText
    assert not banner.remedy.isVisible()


def test_that_an_offer_is_there_only_with_its_message(qtbot, banner):
    taken = []
    note = Problem(what="Written.", where="", remedy="", severity=Severity.NOTE)
    banner.show_problem(note, BannerOffer("Open", lambda: taken.append(1)))
    qtbot.mouseClick(banner.offer, Qt.MouseButton.LeftButton)
    assert taken == [1]
    banner.show_problem(note)
    assert not banner.offer.isVisible()


def test_that_it_can_be_dismissed(qtbot, banner):
    banner.show_problem(Problem(what="a", where="b", remedy="c"))
    qtbot.mouseClick(banner.dismiss, Qt.MouseButton.LeftButton)
    assert not banner.isVisible()


def test_that_only_its_own_problem_takes_a_message_back(banner):
    solved, other = (Problem(what="No room.", where="", remedy="Make room.") for _ in range(2))
    banner.show_problem(other)
    banner.take_back(solved)
    assert banner.isVisible()
    banner.take_back(other)
    assert not banner.isVisible()


@pytest.fixture
def stale_bar(app, qtbot):
    bar = StaleBar()
    qtbot.addWidget(bar)
    return bar


def test_that_results_of_other_settings_are_told_from_those_of_other_files(stale_bar, paper_state):
    stale_bar.show_state(paper_state, busy=False)
    assert not stale_bar.isVisible()
    setup = paper_state.setup
    other_settings = replace(setup, settings=replace(setup.settings, draws=5))
    stale_bar.show_state(replace(paper_state, setup=other_settings), busy=False)
    assert stale_bar.isVisible() and stale_bar.again.isEnabled()
    assert stale_bar.text.text() == "Results are older than the settings."
    other = replace(setup.original, table=replace(setup.original.table, path=Path("other.csv")))
    stale_bar.show_state(replace(paper_state, setup=replace(setup, original=other)), busy=False)
    assert stale_bar.text.text() == "Results are of other files: original.csv and anonymized.csv."


def test_that_a_long_audit_of_other_files_leaves_word_of_whose_results_are_shown(stale_bar, paper_state):
    setup = paper_state.setup
    for n_records, is_said in ((SMALL - 1, False), (SMALL, True)):
        table = replace(setup.original.table, path=Path("other.csv"), n_records=n_records)
        other = replace(setup.original, table=table)
        stale_bar.show_state(replace(paper_state, setup=replace(setup, original=other)), busy=True)
        assert stale_bar.isVisible() is is_said
        assert not stale_bar.again.isEnabled()


def test_that_files_without_results_are_one_click_from_them_unless_they_make_no_pair(stale_bar, paper_state):
    waiting = replace(paper_state, audit=None, answered=None)
    stale_bar.show_state(waiting, busy=False)
    assert stale_bar.isVisible() and stale_bar.again.isEnabled()
    assert stale_bar.text.text() == "These files have not been audited yet."
    assert (stale_bar.again.text(), stale_bar.again.accessibleName()) == ("Run (F5)", "Run")
    stale_bar.show_state(waiting, busy=True)
    assert not stale_bar.isVisible()
    stale_bar.show_state(replace(waiting, problems=(Problem(what="a", where="b", remedy="c"),)), busy=False)
    assert not stale_bar.isVisible()
    stale_bar.show_state(State(), busy=False)
    assert not stale_bar.isVisible()
