"""Sentences whose lines never end before a sign of percent, and titles whose lines are about equally long."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from permdesk.gui.panels.figure_card import FigureCard
from permdesk.gui.panels.whole_words import WholeWords
from permdesk.gui.panels.words import caption, statement
from permdesk.gui.parts import label as made_label
from permdesk.gui.wrapped_label import BalancedLabel, WrappedLabel


def shown(label):
    """What the screen has, whatever the label says that it was told."""
    return QLabel.text(label)


@pytest.mark.parametrize("make", [WrappedLabel, WholeWords, caption, statement])
def test_that_no_line_of_a_sentence_ends_between_a_number_and_its_sign(qtbot, make):
    label = make()
    qtbot.addWidget(label)
    label.setText("Within 5.0 % of 20 records, and 7 %.")
    assert shown(label) == "Within 5.0\u00a0% of 20 records, and 7\u00a0%."
    assert label.text() == "Within 5.0 % of 20 records, and 7 %."


def test_that_no_line_of_a_sentence_ends_inside_a_number_with_its_letter(qtbot):
    label = WrappedLabel("Against Y: d = 1, median 3; t = 20 ranks. Noise E = Y - X.")
    qtbot.addWidget(label)
    assert shown(label) == "Against Y: d\u00a0=\u00a01, median 3; t\u00a0=\u00a020 ranks. Noise E = Y - X."


def test_that_no_line_of_a_formula_ends_inside_its_logarithm(qtbot):
    label = WrappedLabel("less its bias (cells - 1) / (2 n ln 2)")
    qtbot.addWidget(label)
    assert shown(label) == "less its bias (cells - 1) / (2\u00a0n\u00a0ln\u00a02)"


def test_that_no_line_of_a_sentence_ends_between_a_sign_and_its_name(qtbot):
    label = WrappedLabel("Not beaten: ✕ noise-0.5.csv, ✓ other.csv")
    qtbot.addWidget(label)
    assert shown(label) == "Not beaten: ✕\u00a0noise-0.5.csv, ✓\u00a0other.csv"


def test_that_a_sentence_that_a_label_begins_with_is_shown_so_too(qtbot):
    label = WrappedLabel("5 %")
    qtbot.addWidget(label)
    assert (shown(label), label.text()) == ("5\u00a0%", "5 %")


def test_that_a_card_keeps_the_sign_at_its_number(qtbot):
    card = FigureCard("Right links", "What that means")
    qtbot.addWidget(card)
    card.show_figure("60.0 %", "20.0 % to 59.1 %", lambda: None)
    assert shown(card.findChild(WrappedLabel)) == "20.0\u00a0% to 59.1\u00a0%"


TITLE = "Here you will see how much of the anonymization is permutation, and how little is noise."


def drawn_columns(label):
    """The columns of pixels that hold ink."""
    picture = label.grab().toImage()
    paper = picture.pixel(0, 0)
    return [x for x in range(picture.width()) if any(picture.pixel(x, y) != paper for y in range(picture.height()))]


@pytest.mark.parametrize("side", [Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignLeft])
def test_that_no_word_of_a_title_stands_alone_on_its_last_line(qtbot, side):
    label = made_label(TITLE, "heading", wraps=True)
    qtbot.addWidget(label)
    label.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    width = label.fontMetrics().horizontalAdvance(TITLE) - 20  # the last word has no room on the first line
    label.resize(width, label.heightForWidth(width))
    assert isinstance(label, BalancedLabel) and label.narrowest < 0.75 * width
    ink = drawn_columns(label)
    assert max(ink) - min(ink) <= label.narrowest
    assert (min(ink) > 0.1 * width) is (side is Qt.AlignmentFlag.AlignHCenter)


def test_that_a_title_that_has_room_on_one_line_has_one(qtbot):
    label = BalancedLabel(TITLE)
    qtbot.addWidget(label)
    width = label.fontMetrics().horizontalAdvance(TITLE) + 20
    label.resize(width, label.heightForWidth(width))
    ink = drawn_columns(label)
    assert max(ink) - min(ink) > 0.9 * (width - 20)
