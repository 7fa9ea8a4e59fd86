"""One message across the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from permdesk.data.problem import Problem, Severity
from permdesk.gui.banner import Banner, BannerOffer


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
