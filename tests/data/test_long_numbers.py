"""Whole numbers that a float cannot tell apart are told, and no others."""

from __future__ import annotations

import pytest

from permdesk.compute.progress import Progress
from permdesk.data.choices import AttributeChoice, Dialect, Level, PairChoices, PairingBy
from permdesk.data.column_report import report_column
from permdesk.data.file_pair import FilePair
from permdesk.data.long_numbers import long_numbers
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Severity
from permdesk.data.text_column import column_of

LONG = ["9007199254740993", "9007199254740992", "5"]


def doubts(x, y):
    x, y = (report_column(column_of("code", cells), Dialect(), Progress()) for cells in (x, y))
    return long_numbers("code", x, y)


@pytest.mark.parametrize(("x", "y"), [(LONG, ["1", "2"]), (["1", "2"], LONG), (LONG[:1], LONG[1:])])
def test_that_numbers_read_as_equal_are_a_warning_that_names_the_attribute(x, y):
    (problem,) = doubts(x, y)
    assert (problem.severity, problem.where, problem.n_cells) == (Severity.WARNING, "code", 2)
    assert "2 different ones are read as only 1." in problem.what
    assert problem.cells


@pytest.mark.parametrize(
    "cells",
    [
        ["9007199254740990", "9007199254740991", "-9007199254740991"],
        ["9007199254740992", "9007199254740994"],
        ["9007199254740992", "+9007199254740992", "09007199254740992", "9007199254740992 "],
        ["9007199254740992", "9007199254740992.0", "9.007199254740992e15"],
        ["900719925474099x", "900719925474099y"],
    ],
)
def test_that_numbers_that_are_told_apart_or_equal_are_no_doubt(cells):
    assert not doubts(cells, cells)


def test_that_the_pair_tells_it_of_numeric_attributes_only(table):
    files = [table("code\n" + "\n".join(LONG), name=name) for name in ("x.csv", "y.csv")]
    for level, n in ((Level.NUMERIC, 1), (Level.NOMINAL, 0)):
        choices = PairChoices((AttributeChoice("code", level),), PairingBy.ROW)
        pair = make_pair(*files, choices, Progress())
        problems = pair.problems if isinstance(pair, FilePair) else ()
        assert sum("not told apart" in p.what for p in problems) == n
