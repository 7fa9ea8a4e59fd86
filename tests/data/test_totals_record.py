"""A row of totals in one file only is told, and a last record that is one is left in peace."""

from __future__ import annotations

import pytest

from permdesk.compute.progress import Progress
from permdesk.data.file_pair import FilePair
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Severity
from permdesk.data.totals_record import totals_record

ROWS = "id,age,pay\n1,20,100\n2,30,250.5\n3,41,90\n4,57,310.25\n"


def doubts(table, x, y):
    return totals_record(table(x, name="x.csv"), table(y, name="y.csv"))


@pytest.mark.parametrize(
    ("row", "totals"),
    [
        ("Total,,", ["id"]),
        ("Summe:,148,750.75", ["id", "age", "pay"]),
        (",148,750.75", ["age", "pay"]),
        (",,750.75", ["pay"]),
        ("5,33,insgesamt", ["pay"]),
    ],
)
def test_that_a_row_of_totals_in_one_file_is_named(table, row, totals):
    (problem,) = doubts(table, ROWS, ROWS + row + "\n")
    assert (problem.severity, problem.where) == (Severity.WARNING, "y.csv")
    assert "record 5," in problem.what
    assert [(cell.record, cell.attribute) for cell in problem.cells] == [(5, name) for name in totals]
    (problem,) = doubts(table, ROWS + row + "\n", ROWS)
    assert problem.where == "x.csv"


@pytest.mark.parametrize("row", ["5,35,222", "5,,", "5,35,750.7", "totalled,35,1"])
def test_that_a_record_more_is_no_row_of_totals(table, row):
    assert not doubts(table, ROWS, ROWS + row + "\n")


def test_that_files_of_other_sizes_have_no_row_of_totals(table):
    row = "Total,148,750.75\n"
    assert not doubts(table, ROWS + row, ROWS + row)
    assert not doubts(table, ROWS, ROWS + "5,1,2\n" + row)


def test_that_a_word_of_other_records_too_and_a_sum_of_few_numbers_prove_nothing(table):
    assert not doubts(table, "sector,n\nall,0\ntotal,0\ntotal,7\n", "sector,n\nall,0\ntotal,0\ntotal,7\ntotal,7\n")


def test_that_the_pair_tells_it(table):
    original, anonymized = table(ROWS, name="x.csv"), table(ROWS + "Total,148,750.75\n", name="y.csv")
    pair = make_pair(original, anonymized, guess_choices(original, anonymized, Progress()), Progress())
    assert isinstance(pair, FilePair)
    assert [p.where for p in pair.problems if "row of totals" in p.what] == ["y.csv"]
