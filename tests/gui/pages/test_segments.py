"""Buttons side by side of which one is down, in several rows where one has no room."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from permdesk.gui.panels.segments import GAP, Segments

WORDS = ("some words", "some other words", "word", "some more words")


@pytest.fixture
def shown(qtbot):
    """Four buttons at the top of a window."""

    def make(*, wraps):
        segments = Segments("Words", [(text, "") for text in WORDS], wraps=wraps)
        window = QWidget()
        layout = QVBoxLayout(window)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(segments)
        layout.addStretch(1)
        qtbot.addWidget(window)
        window.resize(1_000, 400)
        window.show()
        return segments, window

    return make


def rows(segments):
    """How many buttons each row has, from the top."""
    tops = [button.y() for button in segments.buttons]
    return [tops.count(top) for top in sorted(set(tops))]


def test_that_buttons_take_as_few_rows_as_have_room_and_are_never_cut(shown, qtbot):
    segments, window = shown(wraps=True)
    whole = segments.sizeHint().width()
    wide = [button.sizeHint().width() for button in segments.buttons]
    two = max(wide[0], wide[2]) + max(wide[1], wide[3]) + GAP
    for width, wanted in ((whole, [4]), (whole - 1, [2, 2]), (two, [2, 2]), (two - 1, [1] * 4), (whole, [4])):
        window.resize(width, 400)
        qtbot.waitUntil(lambda wanted=wanted: rows(segments) == wanted)
        for button in segments.buttons:
            assert button.width() >= button.sizeHint().width()
            assert button.height() >= button.sizeHint().height()
            assert segments.rect().contains(button.geometry())


def test_that_buttons_that_wrap_hold_their_place_no_wider_than_the_widest(shown):
    segments, _window = shown(wraps=True)
    assert segments.minimumSizeHint().width() == max(button.sizeHint().width() for button in segments.buttons)


def test_that_buttons_that_do_not_wrap_stay_beside_each_other(shown):
    segments, window = shown(wraps=False)
    window.resize(10, 400)
    assert rows(segments) == [4]
    assert segments.width() == segments.sizeHint().width()


def test_that_buttons_are_next_to_each_other_in_their_order_when_they_wrap(shown, qtbot):
    segments, window = shown(wraps=True)
    window.resize(segments.sizeHint().width() - 1, 400)
    qtbot.waitUntil(lambda: rows(segments) == [2, 2])
    places = [(button.y(), button.x()) for button in segments.buttons]
    assert places == sorted(places)


def test_that_buttons_take_more_rows_when_their_type_becomes_larger(shown, qtbot):
    segments, window = shown(wraps=True)
    window.resize(segments.sizeHint().width(), 400)
    qtbot.waitUntil(lambda: rows(segments) == [4])
    larger = segments.font()
    larger.setPointSizeF(1.3 * larger.pointSizeF())
    for button in segments.buttons:
        button.setFont(larger)
    qtbot.waitUntil(lambda: rows(segments) == [2, 2])
