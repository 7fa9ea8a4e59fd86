"""Words that are as high as their lines, and no higher."""

from __future__ import annotations

from permdesk.gui.panels.whole_words import WholeWords


def test_that_words_are_as_high_as_their_lines_whatever_the_width_and_the_text(qtbot):
    words = WholeWords("muted", 20)
    qtbot.addWidget(words)
    words.resize(600, 100)
    words.show()
    words.setText("Short.")
    assert words.minimumHeight() == 20
    words.setText("A sentence of some length. " * 12)
    wide = words.minimumHeight()
    words.resize(200, 100)
    assert words.minimumHeight() >= 2 * wide > 40
    assert words.minimumHeight() == words.heightForWidth(200)


def test_that_words_with_more_room_are_lower_again(qtbot):
    words = WholeWords()
    qtbot.addWidget(words)
    words.resize(600, 100)
    words.show()
    words.setText("A sentence of some length. " * 12)
    wide = words.minimumHeight()
    words.resize(150, 100)
    assert words.minimumHeight() > wide
    words.resize(600, 100)
    assert words.minimumHeight() == wide
    words.setText("Short.")
    assert words.minimumHeight() < wide
