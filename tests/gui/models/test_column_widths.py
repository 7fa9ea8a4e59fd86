"""Titles break where words end, and columns become narrower only where that helps."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QFont, QFontMetrics

from permdesk.gui.models.array_table import ArrayTableModel
from permdesk.gui.models.column_widths import BAR_SPACE, broken_title, wanted_widths
from permdesk.gui.models.columns import Column


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("Record of X", ("Record", "of X")),
        ("Distance", ("", "Distance")),
        ("|E′| < |E|", ("", "|E′| < |E|")),
        ("|(X1) − 10|", ("", "|(X1) − 10|")),
        ("original-rank-swapping-0.05.csv", ("original-rank-", "swapping-0.05.csv")),
        ("d at own (d, v)", ("d at own", "(d, v)")),
    ],
)
def test_that_a_title_breaks_before_a_word_and_inside_a_name_but_never_before_a_sign_or_a_number(qapp, title, lines):
    assert broken_title(title, QFontMetrics(QFont())) == lines


def widths_of(*columns):
    rows = ArrayTableModel()
    rows.show_columns(list(columns), 3)
    return wanted_widths(rows, (), QFont())


def test_that_titles_on_two_lines_are_offered_only_where_columns_become_narrower(qapp):
    narrow = Column("A title of several words", str)
    wide = Column("A title", lambda _row: "a cell that is wider than its title", np.arange(3))
    assert [widths.title_lines for widths in widths_of(wide)] == [1, 1]
    roomy, tight, broken = widths_of(narrow, wide)
    assert (roomy.title_lines, tight.title_lines, broken.title_lines) == (1, 1, 2)
    assert roomy.of > tight.of
    assert broken.of[0] < tight.of[0]
    assert broken.of[1] == tight.of[1]


def test_that_a_bar_needs_room_beside_the_number_and_not_beside_the_title(qapp):
    def width(title, bar):
        return widths_of(Column(title, str, bar=bar))[0].of[0]

    assert width("", lambda _row: 1.0) == width("", None) + BAR_SPACE
    assert width("A long title of a column", lambda _row: 1.0) == width("A long title of a column", None)
