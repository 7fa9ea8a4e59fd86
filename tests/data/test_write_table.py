"""Any table written in any format is read back the same, or the writer says in one sentence what does not fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.progress import Cancelled, Progress
from permdesk.data import read_back
from permdesk.data import write_table as module
from permdesk.data.choices import Dialect
from permdesk.data.column_meaning import MissingRange, ValueLabel
from permdesk.data.output_column import OutputColumn, OutputKind, number_output, text_output
from permdesk.data.output_format import CAPACITIES, ENDINGS, Capacity, OutputFormat, output_format
from permdesk.data.output_names import NameRule, fitting_names
from permdesk.data.output_of_column import output_of_column
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_table import read_table
from permdesk.data.table import Table
from permdesk.data.write_table import write_table
from permdesk.data.writing import safe_cell

ALL_ENDINGS = tuple(ENDINGS)
FLOATS = st.floats(allow_nan=True, allow_infinity=False) | st.integers(-(2**53), 2**53).map(float)
LETTERS = st.characters(codec="utf-8", exclude_characters="\0")
TEXTS = st.text(LETTERS, max_size=12) | st.sampled_from(
    ["=1+1", "-5", "007", " a ", "a\nb", "a\r\nb", '"', "NA", "*", ""]
)
NAMES = st.text(LETTERS, min_size=1, max_size=12).filter(lambda name: bool(name.strip()) and "\r" not in name)


@st.composite
def tables(draw):
    """One to four columns of numbers, dates or texts with as many records."""
    n = draw(st.integers(1, 8))
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    return [draw(columns(name, n)) for name in names]


@st.composite
def columns(draw, name, n):
    kind = draw(st.sampled_from(["number", "text", "day"]))
    if kind == "text":
        return text_output(name, draw(st.lists(TEXTS, min_size=n, max_size=n)))
    if kind == "number":
        return number_output(name, np.array(draw(st.lists(FLOATS, min_size=n, max_size=n))))
    days = draw(st.lists(st.integers(-600_000, 2_900_000) | st.none(), min_size=n, max_size=n))
    cells = ["" if day is None else str(np.datetime64(day, "D")) for day in days]
    column = text_output(name, cells)
    amounts = [np.nan if text == "" else float(np.datetime64(text, "D").astype(int)) for text in column.column.texts]
    return replace(column, kind=OutputKind.DATE, amounts=np.array(amounts))


@pytest.mark.parametrize("ending", ALL_ENDINGS)
@settings(max_examples=40)
@given(columns=tables())
def test_that_a_table_is_read_back_the_same_or_the_writer_says_why_not(ending, columns):
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"å table{ending}"
        notes = write_table(columns, path, Dialect(), Progress())
        left = [file.name for file in Path(folder).iterdir()]
        if isinstance(notes, Problem):
            assert left == []
            assert notes.what.endswith(".")
            assert "read back" not in notes.what, notes  # said before anything was written, not found out after
            return
        assert left == [path.name]
        form = output_format(path)
        dialect = Dialect(separator="\t" if ending == ".tsv" else ",", suppressed_codes=())
        table = read_table(path, dialect, Progress())
        assert isinstance(table, Table), table
        assert table.n_records == columns[0].n_records
        for column, report in zip(columns, table.reports, strict=True):
            found = [report.column.cell(i) for i in range(table.n_records)]
            if form is OutputFormat.CSV:
                assert found == [safe_cell(column.column.cell(i)) for i in range(table.n_records)]
            elif column.kind is OutputKind.NUMBER:
                numbers = np.array([float(text) if text else np.nan for text in found])
                assert np.array_equal(numbers, column.numbers, equal_nan=True)
            elif column.kind is OutputKind.DATE:
                assert [text[:10] for text in found] == [column.column.cell(i) for i in range(table.n_records)]
            else:
                # XPT and SAV keep no spaces at the end; the writer says so.
                sent = [column.column.cell(i) for i in range(table.n_records)]
                assert found == sent or (notes and found == [text.rstrip(" ") for text in sent])


def test_that_a_table_read_from_a_file_is_the_same_when_written(tmp_path):
    (tmp_path / "a.csv").write_text("code;x;y;z\n007;1,50;a;NA\n012;2,25;;3\n", "utf-8")
    table = read_table(tmp_path / "a.csv", None, Progress())
    for mark, expected in ((",", "1,50"), (".", "1.50")):
        columns = [output_of_column(report, table.dialect, mark) for report in table.reports]
        assert [column.kind.value for column in columns] == ["text", "number", "text", "number"]
        notes = write_table(columns, tmp_path / "b.csv", replace(table.dialect, decimal_mark=mark), Progress())
        assert notes == ()
        assert (tmp_path / "b.csv").read_text(
            "utf-8"
        ) == f"code;x;y;z\n007;{expected};a;NA\n012;{expected[0].replace('1', '2')}{mark}25;;3\n"


@pytest.mark.parametrize(
    ("name", "cells", "words"),
    [
        ("a.xpt", ["å"], "beyond ASCII"),
        ("a.xpt", ["x" * 201], "longer than 200"),
        ("a.dta", ["x" * 2046], "longer than 2045"),
        ("a.sav", ["x" * 32768], "longer than 32767"),
        ("a.xlsx", ["x" * 32768], "longer than 32767"),
        ("a.xlsx", ["a\x01"], "control character"),
        ("a.xlsx", ["a", ""], "The last record"),
        ("a.xpt", ["a", " "], "The last record"),
        ("a.csv", ["a\0"], "control character"),
    ],
)
def test_that_text_that_does_not_fit_is_said_before_anything_is_written(tmp_path, name, cells, words):
    problem = write_table([text_output("a", cells)], tmp_path / name, Dialect(), Progress())
    assert isinstance(problem, Problem)
    assert words in problem.what
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "value"), [("a.xpt", 1e76), ("a.xpt", 1e-80), ("a.dta", 1e308), ("a.sav", 1.7976931348623157e308)]
)
def test_that_numbers_that_do_not_fit_are_said_before_anything_is_written(tmp_path, name, value):
    problem = write_table([number_output("a", np.array([1.0, -value]))], tmp_path / name, Dialect(), Progress())
    assert isinstance(problem, Problem)
    assert "too large or too close to 0" in problem.what
    assert problem.cells[0].record == 2
    assert list(tmp_path.iterdir()) == []


def test_that_too_many_records_for_a_workbook_are_said(tmp_path):
    n = 1_048_576
    problem = write_table([number_output("a", np.zeros(n))], tmp_path / "a.xlsx", Dialect(), Progress())
    assert isinstance(problem, Problem)
    assert "1048575 records" in problem.what


def test_that_an_encoding_without_the_characters_gives_way_to_utf_8_and_says_so(tmp_path):
    notes = write_table([text_output("a", ["ł"])], tmp_path / "a.csv", Dialect(encoding="cp1252"), Progress())
    assert [note.severity for note in notes] == [Severity.NOTE]
    assert "cp1252" in notes[0].what
    assert (tmp_path / "a.csv").read_bytes() == "a\nł\n".encode()
    assert write_table([text_output("a", ["å"])], tmp_path / "a.csv", Dialect(encoding="cp1252"), Progress()) == ()
    assert (tmp_path / "a.csv").read_bytes() == b"a\n\xe5\n"


def test_that_formulas_are_written_as_text_and_numbers_as_numbers(tmp_path):
    notes = write_table([text_output("a", ["=1+1", "-5", "+cmd"])], tmp_path / "a.csv", Dialect(), Progress())
    assert (tmp_path / "a.csv").read_text() == "a\n'=1+1\n-5\n'+cmd\n"
    assert [(note.severity, note.n_cells) for note in notes] == [(Severity.NOTE, 2)]


def test_that_a_file_that_reads_back_otherwise_is_never_put_in_place(tmp_path, monkeypatch):
    (tmp_path / "a.csv").write_text("old")
    monkeypatch.setattr(read_back, "safe_cell", lambda text: text + "!")
    problem = write_table([text_output("a", ["x"])], tmp_path / "a.csv", Dialect(), Progress())
    assert isinstance(problem, Problem)
    assert "when it is read back" in problem.what
    assert (tmp_path / "a.csv").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_that_one_changed_cell_is_noticed(tmp_path, monkeypatch, ending):
    columns = [number_output("a", np.array([1.0, 2.0])), text_output("b", ["x", "y"])]
    for changed in ([columns[0], text_output("b", ["x", "z"])], [number_output("a", np.array([1.0, 3.0])), columns[1]]):
        sneaky = {".csv": module.csv_bytes, ".xlsx": module.xlsx_bytes}[ending]
        monkeypatch.setattr(module, "csv_bytes", lambda _, dialect, c=changed, w=sneaky: w(c, dialect))
        monkeypatch.setitem(module.BINARY, OutputFormat.XLSX, lambda _, c=changed, w=sneaky: w(c))
        problem = write_table(columns, tmp_path / f"a{ending}", Dialect(), Progress())
        monkeypatch.undo()
        assert isinstance(problem, Problem)
        assert "differs when it is read back" in problem.what


def test_that_a_stop_leaves_nothing(tmp_path):
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        write_table([text_output("a", ["x"])], tmp_path / "a.csv", Dialect(), progress)
    assert list(tmp_path.iterdir()) == []


def test_that_what_a_format_cannot_say_is_noted(tmp_path):
    column = replace(
        number_output("a", np.array([1.0, 9.0])),
        title="A",
        labels=(ValueLabel("1", "one"),),
        missing=(MissingRange("9", "9"),),
    )
    notes = write_table([column], tmp_path / "a.csv", Dialect(), Progress())
    assert [note.severity for note in notes] == [Severity.NOTE, Severity.WARNING, Severity.NOTE]
    assert "Labels" in notes[0].what
    assert "missing" in notes[1].what
    assert "title" in notes[2].what


def test_that_a_code_among_numbers_is_missing_in_a_workbook_and_noted(tmp_path):
    (tmp_path / "a.csv").write_text("a\n1\nNA\n2\n")
    table = read_table(tmp_path / "a.csv", None, Progress())
    columns = [output_of_column(report, table.dialect, ".") for report in table.reports]
    notes = write_table(columns, tmp_path / "a.xlsx", Dialect(), Progress())
    assert ["“NA”" in note.what for note in notes] == [True]
    assert notes[0].cells[0].record == 2


SPSS = NameRule("[A-Za-z0-9._å]", "[A-Za-zå]", 8, frozenset(["ALL"]), ignores_case=True)


@pytest.mark.parametrize(
    ("names", "fitting"),
    [
        (["a", "b"], ["a", "b"]),
        (["a", "A"], ["a", "A_2"]),
        (["a b", "a_b"], ["a_b_2", "a_b"]),
        (["abcdefghi", "abcdefghj"], ["abcdefgh", "abcdef_2"]),
        (["all", "1a", "x."], ["all_2", "V1a", "x"]),
        (["ååååå"], ["åååå"]),
        (["_", "?"], ["V_", "V__2"]),
    ],
)
def test_that_names_are_changed_only_where_they_must_and_stay_different(names, fitting):
    assert fitting_names(names, SPSS) == fitting


@given(st.lists(NAMES, min_size=1, max_size=30, unique=True))
def test_that_fitting_names_fit_and_stay_different(names):
    for form in (OutputFormat.SAV, OutputFormat.DTA, OutputFormat.XPT):
        rule = CAPACITIES[form].names
        found = fitting_names(names, rule)
        keys = [name.casefold() if rule.ignores_case else name for name in found]
        assert len(set(keys)) == len(names)
        assert all(0 < len(name.encode()) <= rule.longest and name.upper() not in rule.reserved for name in found)
        assert fitting_names(found, rule) == found


def test_that_the_ending_is_the_format_and_others_are_refused(tmp_path):
    assert output_format(tmp_path / "a.SAV") is OutputFormat.SAV
    for name in ("a.doc", "a", "a.csv.gz"):
        problem = write_table([text_output("a", ["x"])], tmp_path / name, Dialect(), Progress())
        assert isinstance(problem, Problem)
        assert ".parquet" in problem.remedy


def test_that_a_format_without_limits_holds_anything():
    assert Capacity().names is None


def test_that_long_paths_and_letters_beyond_ascii_can_be_written(tmp_path):
    folder = tmp_path / ("å ä ö " * 20)
    folder.mkdir()
    path = folder / ("ö" * 100 + " x.csv")
    assert write_table([text_output("a", ["x"])], path, Dialect(), Progress()) == ()
    assert [file.name for file in folder.iterdir()] == [path.name]


def test_that_columns_know_their_names(tmp_path):
    column = number_output("a", np.array([1, 2]))
    assert isinstance(column, OutputColumn)
    assert (column.name, column.n_records, list(column.numbers)) == ("a", 2, [1.0, 2.0])


LABELLED = replace(
    number_output("a", np.array([1.0, 9.0, -2.0])),
    title="Hur många?",
    labels=(ValueLabel("-2", "minus två"), ValueLabel("1", "ett"), ValueLabel("9", "vet ej")),
)
LABELLED_TEXT = replace(
    text_output("b", ["x", "y" * 12, "z"]), labels=(ValueLabel("x", "X"), ValueLabel("y" * 12, "Y"))
)


@pytest.mark.parametrize("ending", [".sav", ".dta", ".parquet"])
def test_that_labels_and_titles_come_back(tmp_path, ending):
    columns = [LABELLED, LABELLED_TEXT] if ending != ".dta" else [LABELLED]
    assert write_table(columns, tmp_path / f"a{ending}", Dialect(), Progress()) == ()
    table = read_table(tmp_path / f"a{ending}", Dialect(), Progress())
    for column, report in zip(columns, table.reports, strict=True):
        assert set(report.meaning.value_labels) == set(column.labels)
        assert report.meaning.label == column.title


def test_that_long_labels_are_cut_and_noted_in_an_spss_file(tmp_path):
    long = replace(LABELLED, labels=(ValueLabel("1", "å" * 100), ValueLabel("9", "b")))
    notes = write_table([long], tmp_path / "a.sav", Dialect(), Progress())
    assert ["cuts labels" in note.what for note in notes] == [True]
    table = read_table(tmp_path / "a.sav", Dialect(), Progress())
    assert table.reports[0].meaning.value_labels[0].label == "å" * 60


@pytest.mark.parametrize("ending", [".sav", ".dta", ".parquet"])
def test_that_a_lost_label_is_noticed(tmp_path, monkeypatch, ending):
    form = output_format(tmp_path / f"a{ending}")
    write = module.BINARY[form]
    monkeypatch.setitem(module.BINARY, form, lambda columns: write([replace(columns[0], labels=columns[0].labels[1:])]))
    problem = write_table([LABELLED], tmp_path / f"a{ending}", Dialect(), Progress())
    assert isinstance(problem, Problem)
    assert "differs when it is read back" in problem.what


def test_that_labels_of_text_and_of_fractions_do_not_fit_into_a_stata_file(tmp_path):
    half = replace(
        number_output("c", np.array([0.5, 1, 2])), labels=(ValueLabel("0.5", "half"), ValueLabel("1", "one"))
    )
    notes = write_table([LABELLED_TEXT, half], tmp_path / "a.dta", Dialect(), Progress())
    assert [note.what for note in notes] == [
        "Labels of values that DTA cannot keep: 2.",
        "Labels of values that DTA cannot keep: 1.",
    ]
