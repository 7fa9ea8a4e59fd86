"""Titles before the header are skipped, aloud, in texts and workbooks; a short header never is."""

from __future__ import annotations

import io

import openpyxl
import pytest

from permdesk.data.choices import Dialect
from permdesk.data.problem import Problem, Severity
from permdesk.data.rows_before_header import count_rows_before_header


@pytest.mark.parametrize("title", ["Survey 2026\n\n", "Survey 2026;;\n;;\n"])
def test_that_a_title_is_skipped_and_said(title, table):
    read = table(title + "a;b;c\n1;2;3\n4;5;6\n")
    assert read.dialect.rows_to_skip == 2
    assert read.names == ("a", "b", "c")
    assert read.n_records == 2
    assert [(p.severity, "2" in p.what) for p in read.problems if "skipped" in p.what] == [(Severity.NOTE, True)]


def test_that_chosen_rows_are_skipped(table, read):
    found = table("x;y\na;b\n1;2\n", Dialect(separator=";", rows_to_skip=1))
    assert found.names == ("a", "b")
    assert isinstance(read("x;y\na;b\n", Dialect(separator=";", rows_to_skip=5)), Problem)
    assert isinstance(read("x;y\na;b\n", Dialect(separator=";", rows_to_skip=-1)), Problem)


def test_that_lines_of_ragged_rows_are_counted_from_the_first_of_the_file(read):
    problem = read("title\na;b\n1;2\n3\n", Dialect(separator=";", rows_to_skip=1))
    assert isinstance(problem, Problem)
    assert "lines 4" in problem.what


@pytest.mark.parametrize(
    ("rows", "n"),
    [
        ([["t", "", ""], ["a", "b", "c"], ["1", "2", "3"]], 1),
        ([["a", "b"], ["r1", "1", "2"], ["r2", "1", "2"]], 0),
        ([["x"], ["r1", "1"], ["r2", "2"]], 0),
        ([["a"], ["1"], ["2"]], 0),
        ([["t"], ["a", "b", "c"]], 0),
        ([["a", "b", "c"], ["1", "", ""], ["1", "2", "3"]], 0),
    ],
)
def test_that_only_lone_cells_above_three_columns_are_titles(rows, n):
    assert count_rows_before_header(rows) == n


def workbook(rows, *merged):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for cells in merged:
        book.active.merge_cells(cells)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


ROWS = [["Title"], ["a", "b", "c"], [1, 2, 3], ["4", 5, 6], ["05", 7, None]]


def test_that_a_title_of_a_sheet_is_skipped_and_its_merged_cells_are_no_matter(table):
    read = table(workbook(ROWS, "A1:C1"), name="a.xlsx")
    assert read.dialect.rows_to_skip == 1
    assert read.names == ("a", "b", "c")
    assert not [p for p in read.problems if "Merged" in p.what]
    again = table(workbook(ROWS, "A1:C1"), read.dialect, name="a.xlsx")
    assert again.names == read.names


def test_that_numbers_stored_as_text_are_read_and_named(table):
    read = table(workbook(ROWS), name="a.xlsx")
    [note] = [p for p in read.problems if "as text" in p.what]
    assert [(cell.record, cell.text) for cell in note.cells] == [(2, "4"), (3, "05")]
    assert note.severity is Severity.NOTE
    assert read.report("a").n_plain == 3


def test_that_merged_records_are_named(table):
    read = table(workbook(ROWS, "B4:B5"), name="a.xlsx")
    [warning] = [p for p in read.problems if "Merged" in p.what]
    assert (warning.severity, warning.n_cells) == (Severity.WARNING, 1)
    assert read.report("b").n_missing == 1
