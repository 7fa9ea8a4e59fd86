"""What need not be seen first is shown in turns of its own, and only while its audit is the newest."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from permdesk.gui.pages import result_page
from permdesk.gui.pages.result_page import ResultPage
from tests.gui.audits import paper_audit, tied_audit

PARTS = ("first", "second", "third")


class Page(ResultPage):
    """Writes down what it shows."""

    def __init__(self):
        super().__init__("A page", "What does it answer?")
        self.shown = []

    def build(self):
        yield
        return QWidget()

    def refresh(self, audit):
        for part in PARTS:
            self.show_rest(audit, lambda of, part=part: self.shown.append((part, of)))

    def colour(self, theme):
        pass


@pytest.fixture
def page(qtbot):
    page = Page()
    qtbot.addWidget(page)
    return page


def test_that_everything_of_a_small_audit_is_shown_at_once(page):
    audit = paper_audit()
    page.show_audit(audit)
    assert page.shown == [(part, audit) for part in PARTS]


def test_that_each_part_of_a_large_audit_has_a_turn_of_its_own_with_one_to_paint_in_between(page, qtbot, monkeypatch):
    monkeypatch.setattr(result_page, "AT_ONCE", 1)
    counts = []
    clock = QTimer(interval=0)
    clock.timeout.connect(lambda: counts.append(len(page.shown)))
    page.show_audit(paper_audit())
    assert not page.shown
    clock.start()
    qtbot.waitUntil(lambda: len(page.shown) == len(PARTS))
    assert [part for part, _ in page.shown] == list(PARTS)
    assert counts.count(1) >= 2
    assert counts.count(2) >= 2


def test_that_parts_of_an_audit_that_was_replaced_are_not_shown(page, qtbot, monkeypatch):
    monkeypatch.setattr(result_page, "AT_ONCE", 1)
    page.show_audit(paper_audit())
    newest = tied_audit()
    page.show_audit(newest)
    qtbot.waitUntil(lambda: len(page.shown) >= len(PARTS))
    assert {id(audit) for _, audit in page.shown} == {id(newest)}
    page.shown.clear()
    page.show_audit(newest)
    page.show_audit(None)
    qtbot.wait(20)
    assert not page.shown
