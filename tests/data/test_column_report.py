"""What a column holds is counted cell by cell, and nothing is taken for missing that the dialect does not name."""

from __future__ import annotations

import pytest

from permdesk.compute.progress import Cancelled
from permdesk.data.choices import Dialect
from permdesk.data.column_report import report_column
from permdesk.data.missing import RECOGNIZED
from permdesk.data.problem import MOST_CELLS, Severity
from tests.stopping import StopsAfter


def column(table, cells, dialect=None):
    found = table("a,z\n" + "".join(f'"{cell}",x\n' for cell in cells), dialect)
    return found.report("a")


def test_that_cells_are_counted_by_what_they_are(table):
    report = column(table, ["1", " 1 ", "[2, 3[", "inf", "x", "*", " *", "", " ", "NA"])
    assert (report.n_records, report.n_present, report.n_missing, report.n_suppressed) == (10, 5, 3, 2)
    assert (report.n_plain, report.n_ranges, report.n_infinite, report.n_not_numeric) == (2, 1, 1, 2)
    assert report.n_distinct == 4
    assert [(c.code, c.n_cells) for c in report.missing_codes] == [("", 2), ("NA", 1)]


def test_that_the_first_cells_are_named_as_in_the_file(table):
    report = column(table, ["1", " x", "x", *["y"] * 50])
    cells = report.first_cells(report.is_not_numeric)
    assert len(cells) == MOST_CELLS
    assert [(c.record, c.attribute, c.text) for c in cells[:3]] == [(2, "a", " x"), (3, "a", "x"), (4, "a", "y")]


@pytest.mark.parametrize(("cells", "zero"), [(["1", "01"], "01"), (["0", "0.5", "10"], None), (["", "-007"], "-007")])
def test_that_the_first_leading_zero_is_found(cells, zero, table):
    assert column(table, cells).first_leading_zero == zero


def test_that_a_suppressed_code_that_is_also_a_missing_code_counts_once(table):
    report = column(table, ["*", "1"], Dialect(missing_codes=("*",)))
    assert (report.n_missing, report.n_suppressed) == (1, 0)


def test_that_missing_codes_are_compared_whole_and_as_written(table):
    report = column(table, ["NA", "na", "NAB", "1"], Dialect(missing_codes=("NA",)))
    assert report.n_missing == 1


@pytest.mark.parametrize("code", [code for code in RECOGNIZED if code])
def test_that_a_recognized_code_is_said_with_its_count(code, table):
    found = table(f"a,b\n1,{code}\n2, {code}\n3,5\n")
    assert code in found.dialect.missing_codes
    [note] = found.problems
    assert note.severity is Severity.NOTE
    assert note.n_cells == 2
    assert f"“{code}”" in note.what and "“b”" in note.what
    assert [(cell.record, cell.attribute) for cell in note.cells] == [(1, "b")]


@pytest.mark.parametrize("cell", ["9", "99", "-1", "9999", "-", "x", "Unknown"])
def test_that_a_code_that_only_an_officer_can_know_is_not_taken_for_missing(cell, table):
    found = table(f"a,b\n1,{cell}\n2,5\n3,6\n")
    assert found.dialect.missing_codes == ("",)
    assert not found.problems


def test_that_codes_are_not_looked_for_where_a_dialect_was_chosen(table):
    found = table("a,b\n1,NA\n", Dialect())
    assert found.dialect.missing_codes == ("",)
    assert not found.problems


@pytest.mark.parametrize("calls", range(5))
def test_that_reading_a_column_stops_between_any_two_of_its_passes(table, calls):
    found = column(table, ["1", "2,5"]).column
    with pytest.raises(Cancelled):
        report_column(found, Dialect(decimal_mark=","), StopsAfter(calls))
