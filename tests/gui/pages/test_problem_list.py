"""Problems and notes: all of them, the gravest first, with the cells."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from permdesk.data.problem import Cell, Problem, Severity
from permdesk.gui.pages.data.problem_list import ProblemList, cells_words

NOTE = Problem("A note.", "x", "", Severity.NOTE)
WARNING = Problem("A warning.", "y", "Look.", Severity.WARNING, (Cell(3, "age", "ten"),), 9)
ERROR = Problem("An error.", "z", "Mend it.")


@pytest.fixture
def problems(app, qtbot):
    problems = ProblemList()
    qtbot.addWidget(problems)
    return problems


def words(widget):
    return [label.text() for label in widget.findChildren(QLabel) if label.text() and not label.isHidden()]


def test_that_the_gravest_comes_first(problems):
    problems.show_problems([NOTE, WARNING, ERROR])
    assert problems.sentences == (ERROR.sentence, WARNING.sentence, NOTE.sentence)
    assert "Problems and notes (3)" in words(problems)


def test_that_cells_are_named_and_the_rest_counted(problems):
    problems.show_problems([WARNING])
    assert "age of record 3: “ten”; and 8 more" in words(problems)


def test_that_nothing_doubtful_is_said_aloud(problems):
    problems.show_problems([ERROR])
    problems.show_problems([])
    assert "✓ Nothing was doubtful." in words(problems)
    assert "An error." not in [label.text() for label in problems.findChildren(QLabel) if label.isVisibleTo(problems)]


def test_that_all_cells_shown_leave_nothing_to_count():
    assert cells_words((Cell(1, "a", "x"),), 1) == "a of record 1: “x”"
