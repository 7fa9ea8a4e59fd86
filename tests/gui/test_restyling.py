"""Widgets are given another style sheet once, and parts that nobody sees when somebody will."""

from __future__ import annotations

from collections import Counter

import pytest
import shiboken6
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLabel, QTabBar, QVBoxLayout, QWidget

from permdesk.gui.appearance import POINTS, PRESENTED, apply_theme
from permdesk.gui.parts import label, set_role
from permdesk.gui.restyling import OWN_STYLE, put_style_sheet, take_look
from permdesk.gui.theme import DARK, HIGH_CONTRAST, LIGHT


class Listening(QLabel):
    """Counts what it is told."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.told: Counter[QEvent.Type] = Counter()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.told[event.type()] += 1


def colour(word: QLabel) -> str:
    return word.palette().color(word.foregroundRole()).name()


@pytest.fixture
def page(look, qtbot):
    """A page of words that was seen in light colours."""
    apply_theme(look, LIGHT)
    page = QWidget()
    qtbot.addWidget(page)
    words = QVBoxLayout(page)
    page.title, page.muted, page.plain = label("title", "title"), label("muted", "muted"), Listening("plain")
    for word in (page.title, page.muted, page.plain):
        words.addWidget(word)
    page.tabs = QTabBar()
    page.tabs.addTab("tab")
    words.addWidget(page.tabs)
    page.show()
    page.hide()
    page.plain.told.clear()
    return page


def test_that_a_widget_is_told_once_of_another_sheet(look, page):
    put_style_sheet(look, "QLabel { color: #ff0000; }")
    assert page.plain.told[QEvent.Type.StyleChange] == 1
    assert colour(page.plain) == "#ff0000"
    assert not page.plain.testAttribute(OWN_STYLE)


def test_that_what_a_sheet_says_no_more_is_gone(look, page):
    put_style_sheet(look, "QLabel { font-size: 30pt; min-width: 900px; }")
    assert page.plain.font().pointSizeF() == pytest.approx(30)
    put_style_sheet(look, "QLabel { color: #ff0000; }")
    assert page.plain.font().pointSizeF() == pytest.approx(POINTS)
    assert page.plain.minimumWidth() == 0


def test_that_an_unseen_page_keeps_its_look_until_it_takes_the_new_one(look, page):
    apply_theme(look, DARK, PRESENTED, [page])
    assert not page.plain.told
    assert [colour(word) for word in (page.plain, page.muted)] == [LIGHT.text, LIGHT.muted]
    assert page.plain.font().pointSizeF() == pytest.approx(POINTS)
    take_look(page)
    assert page.plain.told[QEvent.Type.StyleChange] == 1
    assert [colour(word) for word in (page.plain, page.muted)] == [DARK.text, DARK.muted]
    assert page.plain.font().pointSizeF() == pytest.approx(POINTS * PRESENTED)
    assert page.title.font().pointSizeF() == pytest.approx(17 * PRESENTED)
    assert page.tabs.font().pointSizeF() == pytest.approx(POINTS * PRESENTED)
    apply_theme(look, DARK, 1.0, [page])
    take_look(page)
    assert page.tabs.font().pointSizeF() == pytest.approx(POINTS)


def test_that_looks_that_an_unseen_page_has_missed_leave_no_trace(look, page):
    apply_theme(look, HIGH_CONTRAST, PRESENTED, [page])
    apply_theme(look, DARK, 1.0, [page])
    for word in (page.muted, page.title):
        set_role(word, "plain")
    take_look(page)
    for word in (page.muted, page.title):
        assert colour(word) == DARK.text
        assert word.font().pointSizeF() == pytest.approx(POINTS)
    apply_theme(look, LIGHT)
    assert [colour(word) for word in (page.plain, page.muted)] == [LIGHT.text] * 2


def test_that_what_comes_into_an_unseen_page_has_its_type_in_the_end(look, page):
    apply_theme(look, LIGHT, PRESENTED, [page])
    late = label("late")
    page.layout().addWidget(late)
    late.ensurePolished()
    take_look(page)
    assert late.font().pointSizeF() == pytest.approx(POINTS * PRESENTED)


def test_that_what_goes_from_an_unseen_page_is_not_asked_any_more(look, page):
    apply_theme(look, DARK, PRESENTED, [page])
    for word in (page.title, page.muted):
        shiboken6.delete(word)
    apply_theme(look, HIGH_CONTRAST, 1.0, [page])
    take_look(page)
    assert colour(page.plain) == HIGH_CONTRAST.text


def test_that_a_widget_with_a_sheet_of_its_own_keeps_that(look, page):
    page.plain.setStyleSheet("color: #123456;")
    for unseen in ([], [page]):
        apply_theme(look, DARK, PRESENTED, unseen)
        take_look(page)
        assert colour(page.plain) == "#123456"
        assert page.plain.font().pointSizeF() == pytest.approx(POINTS * PRESENTED)
        apply_theme(look, LIGHT)
