"""A row that becomes a column where there is no room for it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from permdesk.gui.pages.result_page import Content
from permdesk.gui.turning import Turning


@pytest.fixture
def shown(qtbot):
    """Two parts, 200 and 300 wide and 40 and 60 high at least, in a window."""

    def make(one, other):
        for part, width, height in ((one, 200, 40), (other, 300, 60)):
            part.setMinimumSize(width, height)
        window = QWidget()
        layout = QVBoxLayout(window)
        layout.setContentsMargins(0, 0, 0, 0)
        turning = Turning(one, other, gap=10)
        layout.addLayout(turning)
        qtbot.addWidget(window)
        window.show()
        return window, turning

    return make


def test_that_parts_are_beside_each_other_only_where_both_have_room(shown):
    one, other = QWidget(), QWidget()
    window, turning = shown(one, other)
    for width, is_column in ((510, False), (509, True), (800, False), (300, True)):
        window.resize(width, 300)
        assert turning.is_column is is_column
        assert (one.y() == other.y()) is not is_column


def test_that_it_may_be_as_narrow_as_its_widest_part(shown):
    window, turning = shown(QWidget(), QWidget())
    window.resize(800, 300)
    assert turning.minimumSize().width() == 300


def test_that_a_hidden_part_takes_no_room(shown):
    one, other = QWidget(), QWidget()
    window, turning = shown(one, other)
    one.hide()
    window.resize(320, 300)
    assert not turning.is_column
    assert turning.heightForWidth(320) == 60


def test_that_its_height_is_that_of_the_higher_or_of_both(shown):
    _, turning = shown(QWidget(), QWidget())
    assert turning.heightForWidth(510) == 60
    assert turning.heightForWidth(509) == 40 + 10 + 60


def test_that_sentences_have_the_lines_that_they_need_and_contents_their_least(shown):
    sentence, content = QLabel("word " * 60), Content()
    sentence.setWordWrap(True)
    layout = QVBoxLayout(content)
    layout.addWidget(QLabel("word " * 3))
    _, turning = shown(sentence, content)
    assert turning.heightForWidth(320) == sentence.heightForWidth(320) + 10 + 60


def words(text):
    label = QLabel(text)
    label.setWordWrap(True)
    return label


@pytest.mark.parametrize("stretches", [(2, 3), (0, 1), (1, 1)])
def test_that_words_have_the_height_that_they_need_at_the_width_that_they_get(qtbot, stretches):
    narrow, wide = words("several words " * 12), words("several words " * 12)
    narrow.setMinimumWidth(120)
    wide.setMinimumWidth(180)
    turning = Turning(narrow, wide, stretches=stretches)
    holder = QWidget()
    outer = QVBoxLayout(holder)
    outer.setContentsMargins(0, 0, 0, 0)
    outer.addLayout(turning)
    outer.addStretch(1)
    qtbot.addWidget(holder)
    holder.resize(640, 600)
    holder.show()
    for label in (narrow, wide):
        assert label.height() >= label.heightForWidth(label.width())


def test_that_it_says_whenever_it_turns(shown, qtbot):
    window, turning = shown(QWidget(), QWidget())
    window.resize(800, 300)
    for width in (320, 800):
        with qtbot.waitSignal(turning.turned):
            window.resize(width, 300)
    with qtbot.assertNotEmitted(turning.turned):
        window.resize(700, 300)


def test_that_a_height_is_found_once_until_a_part_changes(shown, qtbot, monkeypatch):
    one = QWidget()
    window, turning = shown(one, QWidget())
    window.resize(600, 300)
    qtbot.waitExposed(window)
    asked = []
    find = turning._found_height
    monkeypatch.setattr(turning, "_found_height", lambda width: asked.append(width) or find(width))
    assert [turning.heightForWidth(777), turning.heightForWidth(777)] == [60, 60]
    assert asked.count(777) == 1
    one.setMinimumHeight(90)
    qtbot.waitUntil(lambda: turning.heightForWidth(777) == 90)
