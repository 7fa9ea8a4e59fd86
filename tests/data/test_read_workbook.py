"""A sheet becomes the text that it would have in a CSV file, and what cannot be seen in it is said."""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile

import openpyxl
import pytest

from permdesk.data.choices import Dialect
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_workbook import cell_text


def workbook(*sheets):
    """The bytes of an xlsx file with these sheets, each a name and rows."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (34.0, "34"),
        (-0.5, "-0.5"),
        (0.1, "0.1"),
        (1e22, "1e+22"),
        (123456789012345.0, "123456789012345"),
        (7, "7"),
        (True, "TRUE"),
        (False, "FALSE"),
        (" x ", " x "),
        ("01234", "01234"),
        (dt.date(2020, 1, 2), "2020-01-02"),
        (dt.datetime(2020, 1, 2), "2020-01-02"),  # noqa: DTZ001 - workbooks know no time zones
        (dt.datetime(2020, 1, 2, 3, 4, 5), "2020-01-02T03:04:05"),  # noqa: DTZ001
        (dt.time(1, 2, 3), "01:02:03"),
        (dt.timedelta(hours=30), "1 day, 6:00:00"),
    ],
)
def test_that_a_cell_has_its_shortest_exact_text(value, text):
    assert cell_text(value) == text


def test_that_a_sheet_is_a_table_of_text(table):
    content = workbook(("Data", [["id", "postcode", "income"], [1, "01234", 1.5], [2, "04321", None]]))
    found = table(content, name="a.xlsx")
    assert found.names == ("id", "postcode", "income")
    assert [tuple(column.texts) for column in found.columns] == [("1", "2"), ("01234", "04321"), ("1.5", "")]
    assert found.dialect == Dialect(sheet="Data")
    assert not found.problems


def test_that_the_first_sheet_with_content_is_read_and_named(table):
    found = table(workbook(("Empty", []), ("Data", [["a"], [1]]), ("More", [["b"], [2]])), name="a.xlsx")
    assert found.dialect.sheet == "Data"
    assert [(p.severity, "“Data”" in p.what) for p in found.problems] == [(Severity.NOTE, True)]


def test_that_a_chosen_sheet_is_read(table):
    found = table(workbook(("A", [["a"], [1]]), ("B", [["b"], [2]])), Dialect(sheet="B"), name="a.xlsx")
    assert found.names == ("b",)


def test_that_numbers_in_a_workbook_have_a_point_whatever_the_text_dialect_says(table):
    found = table(workbook(("A", [["a"], [1.5]])), Dialect(decimal_mark=",", missing_codes=("9",)), name="a.xlsx")
    assert found.dialect == Dialect(decimal_mark=".", missing_codes=("9",), sheet="A")
    assert tuple(found.columns[0].texts) == ("1.5",)


def test_that_a_sheet_without_header_can_be_read(table):
    found = table(workbook(("A", [[1, "x"], [2, "y"]])), name="a.xlsx")
    assert found.names == ("V1", "V2")
    assert found.n_records == 2


def test_that_blank_rows_at_the_end_are_no_records(table):
    found = table(workbook(("A", [["a", "b"], [1, 2], [None, ""], ["", ""]])), name="a.xlsx")
    assert found.n_records == 1


def test_that_rows_of_empty_text_at_the_end_are_no_records(table):
    source = zipfile.ZipFile(io.BytesIO(workbook(("A", [["a", "b"], [1, 2], ["empty", "empty"]]))))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as target:
        for name in source.namelist():
            target.writestr(name, source.read(name).replace(b"<t>empty</t>", b"<t></t>"))
    assert table(stream.getvalue(), name="a.xlsx").n_records == 1


def test_that_missing_codes_in_a_sheet_are_recognized(table):
    found = table(workbook(("A", [["a"], [1], ["N/A"], [2]])), name="a.xlsx")
    assert found.dialect.missing_codes == ("", "N/A")


def test_that_cells_that_only_look_blank_are_counted(table):
    content = workbook(("A", [["a", "b"], [1, "=1+1"], [2, "#N/A"], [3, "#DIV/0!"], [4, 5]]))
    whats = [p.what for p in table(content, name="a.xlsx").problems if p.severity is Severity.WARNING]
    assert whats == [
        "Cells of “A” that hold an error such as #N/A, read as blank: 2.",
        "Cells of “A” with a formula that was never calculated, read as blank: 1.",
    ]


def hiding(rows=(), columns=()):
    """A sheet of two records and three columns, some of them hidden."""
    book = openpyxl.Workbook()
    for row in (["a", "b", "c"], [1, 2, 3], [4, 5, 6]):
        book.active.append(row)
    for row in rows:
        book.active.row_dimensions[row].hidden = True
    for column in columns:
        book.active.column_dimensions[column].hidden = True
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("rows", "columns", "words"),
    [
        ((3,), (), "rows (1) or columns (0)"),
        ((), ("B", "C"), "rows (0) or columns (2)"),
        ((2,), ("A",), "(1) or columns (1)"),
    ],
)
def test_that_hidden_rows_and_columns_are_read_and_told(table, rows, columns, words):
    found = table(hiding(rows, columns), name="a.xlsx")
    assert (found.n_records, found.names) == (2, ("a", "b", "c"))
    (problem,) = [p for p in found.problems if p.severity is Severity.WARNING]
    assert words in problem.what


@pytest.mark.parametrize("columns", [(), ("F",)])
def test_that_hidden_columns_without_cells_are_not_told(table, columns):
    assert not [p for p in table(hiding(columns=columns), name="a.xlsx").problems if p.severity is Severity.WARNING]


def test_that_a_calculated_formula_is_a_value(table):
    stream = io.BytesIO()
    source = zipfile.ZipFile(io.BytesIO(workbook(("A", [["a"], ["=1+1"], [3]]))))
    with zipfile.ZipFile(stream, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            target.writestr(name, re.sub(rb"</f><v\s*/>|</f><v></v>", b"</f><v>2</v>", content))
    found = table(stream.getvalue(), name="a.xlsx")
    assert tuple(found.columns[0].texts) == ("2", "3")
    assert not found.problems


@pytest.mark.parametrize("sheet", ["", "A"])
@pytest.mark.parametrize("declared", [True, False])
def test_that_a_stray_cell_far_out_is_a_problem_and_not_the_end_of_all_memory(declared, sheet, read):
    book = openpyxl.Workbook()
    book.active.title = "A"
    book.active["A1"], book.active["A2"], book.active["XFD1048576"] = "a", 1, "x"
    stream = io.BytesIO()
    book.save(stream)
    content = stream.getvalue() if declared else without_dimension(stream.getvalue())
    problem = read(content, Dialect(sheet=sheet), name="a.xlsx")
    assert isinstance(problem, Problem)
    assert "spans 1048576 rows and 16384 columns" in problem.what


def without_dimension(content):
    stream = io.BytesIO()
    source = zipfile.ZipFile(io.BytesIO(content))
    with zipfile.ZipFile(stream, "w") as target:
        for name in source.namelist():
            target.writestr(name, re.sub(rb"<dimension[^>]*/>", b"", source.read(name)))
    return stream.getvalue()


class PanicException(BaseException):
    """What the reader's panics look like from here."""


def test_that_a_panic_of_the_reader_is_a_damaged_workbook(read, monkeypatch):
    def panic(_stream):
        raise PanicException("slice index starts at 4608 but ends at 4488")

    monkeypatch.setattr("python_calamine.load_workbook", panic)
    problem = read(workbook(("A", [["a"], [1]])), name="a.xlsx")
    assert isinstance(problem, Problem)
    assert "damaged" in problem.what


def test_that_an_interrupt_is_not_taken_for_a_panic(read, monkeypatch):
    def interrupt(_stream):
        raise KeyboardInterrupt

    monkeypatch.setattr("python_calamine.load_workbook", interrupt)
    with pytest.raises(KeyboardInterrupt):
        read(workbook(("A", [["a"], [1]])), name="a.xlsx")


def with_hidden_first(state):
    book = openpyxl.Workbook()
    for row in (("age", "v"), (40, 1), (41, 2)):
        book.active.append(row)
    book.active.title = "raw"
    book.active.sheet_state = state
    public = book.create_sheet("public")
    for row in (("age", "v"), (4, 1), (5, 2)):
        public.append(row)
    book.active = 1
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_that_a_hidden_sheet_is_not_read_unasked_and_is_told(table, state):
    read = table(with_hidden_first(state), None, "t.xlsx")
    assert (read.dialect.sheet, read.column("age").cell(0)) == ("public", "4")
    [warning] = [p for p in read.problems if "hidden sheets: “raw”" in p.what]
    assert warning.severity is Severity.WARNING
    assert table(with_hidden_first(state), Dialect(sheet="raw"), "t.xlsx").column("age").cell(0) == "40"


def test_that_the_first_visible_sheet_is_read_and_none_is_called_hidden(table):
    read = table(with_hidden_first("visible"), None, "t.xlsx")
    assert read.dialect.sheet == "raw"
    assert not any("hidden" in p.what for p in read.problems)
