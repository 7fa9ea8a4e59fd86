"""Every file that cannot be read gives one clear sentence with a remedy, and never an exception."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import openpyxl
import pytest

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.preview import Preview, preview
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_table import read_table


def archive(*names):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        for name in names:
            file.writestr(name, "x")
    return stream.getvalue()


def workbook(*rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600

BAD_FILES = {
    "an empty file": ("a.csv", b"", "is empty"),
    "nothing but blank lines": ("a.csv", b"\n\n \r\n", "nothing but blanks"),
    "only a header": ("a.csv", b"a,b\n", "header and no record"),
    "only a header without a line end": ("a.csv", b"a,b", "header and no record"),
    "a name that repeats": ("a.csv", b"a,b,a\n1,2,3\n", "same name: “a”"),
    "a row that is too short": ("a.csv", b"a,b\n1,2\n3\n4,5\n", "1 of 4 differ, first in lines 3."),
    "a row that is too long": ("a.csv", b"a,b\n1,2\n3,4,5\n", "(the first row: 2): 1 of 3 differ"),
    "a quotation mark never closed": ("a.csv", b'a,b\n1,"2\n3,4\n', "never closed"),
    "a last quotation mark never closed": ("a.csv", b'a,b\n1,2\n3,"4', "never closed"),
    "a first quotation mark never closed": ("a.csv", b'"a,b\n1,2\n', "never closed"),
    "a NUL character": ("a.csv", b"a,b\n" + b"1,2\n" * 2000 + b"3,\x00\n", "Line 2002 holds a NUL"),
    "binary data": ("a.csv", bytes(range(256)) * 8, "binary data"),
    "a compressed file": ("a.csv", gzip.compress(b"a,b\n1,2\n"), "kind gzip, but the name ends with “.csv”"),
    "a csv that is a PDF": ("a.csv", b"%PDF-1.7\n1 0 obj\n", "binary data"),
    "a PDF": ("a.pdf", b"%PDF-1.7\n1 0 obj\n", "Files of the kind .pdf"),
    "a document": ("a.docx", archive("word/document.xml"), "Files of the kind .docx"),
    "a compressed object of R": ("a.rds", gzip.compress(b"X"), "Files of the kind .rds"),
    "JSON": ("a.json", b'[{"a": 1,\n"b": 2},\n{"a": 3,\n"b": 4}]\n', "Files of the kind .json"),
    "a web page": ("a.csv", b"\xef\xbb\xbf <!DOCTYPE html>\n<html><table>a,b\n1,2\n", "a web page or a document"),
    "an xls that is a web page": ("a.xls", b"<html><table><tr><td>1</td></tr></table>", "content is a web page"),
    "an archive without a file": ("a.zip", archive(), "holds no file"),
    "an xlsx that is a PDF": ("a.xlsx", b"%PDF-1.7\n1 0 obj\n", "no workbook"),
    "a csv that is a zip": ("a.csv", archive("a.csv"), "ZIP archive"),
    "a csv that is a workbook": ("a.csv", workbook(["a"], [1]), "Excel workbook"),
    "a csv that is an old workbook": ("a.csv", OLD_OFFICE, "old Office document"),
    "an xlsx that is text": ("a.xlsx", b"a,b\n1,2\n", "ends with .xlsx, but the content is text"),
    "an xls that is text": ("a.xls", b"a,b\n1,2\n", "ends with .xls, but the content is text"),
    "an xls that is an xlsx": ("a.xls", workbook(["a"], [1]), "newer workbook"),
    "an xlsx that is an xls or locked": ("a.xlsx", OLD_OFFICE, "password"),
    "an xlsx that is binary": ("a.xlsx", b"\0\1\2\3" * 99, "no workbook"),
    "an xlsx that is another archive": ("a.xlsx", archive("b.txt"), "damaged"),
    "a workbook cut short": ("a.xlsx", workbook(["a"], [1])[:-300], "damaged"),
    "an old workbook that is damaged": ("a.xls", OLD_OFFICE, "damaged"),
    "a workbook with nothing": ("a.xlsx", workbook(), "no data"),
    "a workbook with only a header": ("a.xlsx", workbook(["a", "b"]), "header and no record"),
    "a workbook whose name repeats": ("a.xlsx", workbook(["a", "a"], [1, 2]), "same name"),
    "a file of another program that is damaged": ("a.sav", b"$FL2" + b"\0" * 99, "is damaged"),
    "mostly UTF-8 with a broken byte": ("a.csv", "a,b\nä,é\nö,ü\n".encode() + b"x,\xff\n", "0xFF in line 4"),
}  # fmt: skip


def is_clear(problem: Problem) -> bool:
    whole = [problem.what, problem.remedy]
    return all(text.endswith(".") and "\n" not in text and "Traceback" not in text for text in whole) and bool(
        problem.where
    )


@pytest.mark.parametrize("name", BAD_FILES)
def test_that_a_bad_file_is_one_clear_problem(name, save):
    file, content, words = BAD_FILES[name]
    problem = read_table(save(file, content), None, Progress())
    assert isinstance(problem, Problem)
    assert words in problem.what
    assert problem.severity is Severity.ERROR
    assert is_clear(problem)


@pytest.mark.parametrize("name", BAD_FILES)
def test_that_a_preview_of_a_bad_file_says_the_same(name, save):
    file, content, words = BAD_FILES[name]
    shown = preview(save(file, content), None)
    problems = shown.problems if isinstance(shown, Preview) else (shown,)
    assert any(words in problem.what for problem in problems)


def test_that_a_file_that_does_not_exist_is_a_problem(tmp_path):
    problem = read_table(tmp_path / "none.csv", None, Progress())
    assert isinstance(problem, Problem)
    assert problem.what == "This file does not exist."
    assert problem.where == str(tmp_path / "none.csv")


def test_that_a_folder_is_a_problem(tmp_path):
    problem = read_table(tmp_path, None, Progress())
    assert isinstance(problem, Problem)
    assert "folder" in problem.what


def test_that_a_name_that_no_file_can_have_is_a_problem(tmp_path):
    problem = read_table(tmp_path / ("x" * 300 + ".csv"), None, Progress())
    assert isinstance(problem, Problem)
    assert problem.what == "No file can have so long a name."
    assert is_clear(problem)


def test_that_a_pipe_is_refused_before_it_blocks():
    problem = read_table(Path("/dev/zero"), None, Progress())
    assert isinstance(problem, Problem)
    assert "device" in problem.what


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(13, "Permission denied"), "no permission"),
        (OSError(5, "Input/output error"), "Input/output error"),
    ],
)
def test_that_a_file_that_cannot_be_read_is_a_problem(error, words, save, monkeypatch):
    path = save("a.csv", "a,b\n1,2\n")

    def refuse(*_args, **_kwargs):
        raise error

    monkeypatch.setattr(Path, "open", refuse)
    problem = read_table(path, None, Progress())
    assert isinstance(problem, Problem)
    assert words in problem.what
    assert is_clear(problem)


@pytest.mark.parametrize(
    ("content", "encoding", "words"),
    [
        (b"a,b\n1,2\n\xe4,3\n", "utf-8", "Byte 0xE4 in line 3 is not valid utf-8"),
        (b"a,b\n1,\x81\n", "cp1252", "Byte 0x81 in line 2 is not valid cp1252"),
        (b"a,b\n1,2\n3", "utf-16", "utf-16"),
        (b"a,b\n1,2\n", "utf-99", "no encoding named “utf-99”"),
        (b"a,b\n1,2\n", "rot13", "no encoding named “rot13”"),
        ("a,b\n1,2\n".encode("utf-16"), "cp1252", "NUL"),
    ],
)
def test_that_a_wrong_encoding_is_a_problem(content, encoding, words, read):
    problem = read(content, Dialect(encoding=encoding))
    assert isinstance(problem, Problem)
    assert words in problem.what
    assert is_clear(problem)


@pytest.mark.parametrize(
    "dialect",
    [
        Dialect(separator=""),
        Dialect(separator=",,"),
        Dialect(separator="\n"),
        Dialect(separator="§"),
        Dialect(quote=","),
        Dialect(quote="''"),
        Dialect(decimal_mark=""),
        Dialect(decimal_mark="1"),
    ],
)
def test_that_a_dialect_that_no_file_can_have_is_a_problem(dialect, read):
    problem = read("a,b\n1,2\n", dialect)
    assert isinstance(problem, Problem)
    assert "cannot" in problem.what
    assert is_clear(problem)


def test_that_a_wrong_sheet_names_the_right_ones(save):
    path = save("a.xlsx", workbook(["a"], [1]))
    problem = read_table(path, Dialect(sheet="Data"), Progress())
    assert isinstance(problem, Problem)
    assert "“Data”" in problem.what
    assert "“Sheet”" in problem.remedy


def test_that_ragged_rows_are_cells_of_the_problem_with_their_records(read):
    problem = read('a,b\n"x\ny",2\n3\n4,5\n6,7,8\n')
    assert isinstance(problem, Problem)
    assert "first in lines 4, 6." in problem.what
    assert [(cell.record, cell.text) for cell in problem.cells] == [(2, "3"), (4, "6,7,8")]
    assert problem.n_cells == 2


def test_that_ranges_cut_by_the_separator_are_told_from_other_ragged_rows(read):
    problem = read("a,b\n1,2\n[0, 60[,3\n4,5\n", Dialect(separator=","))
    assert isinstance(problem, Problem)
    assert "quotation marks round ranges that hold the separator, such as “[0, 60[”" in problem.remedy
    assert is_clear(problem)
    problem = read("a,b\n1,2\n3,4,5\n", Dialect(separator=","))
    assert isinstance(problem, Problem)
    assert "Mend these lines" in problem.remedy


def test_that_a_preview_shows_ragged_rows_as_they_are(save):
    shown = preview(save("a.csv", "a;b\n1;2\n3;4;5\n"), None)
    assert isinstance(shown, Preview)
    assert shown.header == ("a", "b")
    assert shown.rows == (("1", "2"), ("3", "4", "5"))
    assert shown.problems[0].severity is Severity.ERROR
