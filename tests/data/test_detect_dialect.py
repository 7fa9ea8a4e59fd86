"""The dialect that is found out, and the sentence that says why."""

from __future__ import annotations

import pyarrow as pa
import pytest

from permdesk.data.choices import Dialect
from permdesk.data.detect_dialect import detect_dialect, find_decimal_mark, find_header, find_separator
from permdesk.data.encoding import Decoded
from permdesk.data.problem import Severity


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ("a,b\n1,2\n3,4\n", ","),
        ("a;b\n1,5;2,5\n3,5;4,5\n", ";"),
        ("1,5;2,5\n3,5;4,5\n", ";"),
        ("a\tb\n1,5\t2\n", "\t"),
        ("a|b\n1|2\n", "|"),
        ('a,b\n"x;y",1\n"p;q",2\n', ","),
        ("a;b;c\n1;2;x, y, z\n3;4;u\n", ";"),
        ("a,b,c\n1,2,3\n1,2\n4,5,6\n", ","),
        ("a\n1\n", ","),
        ("a;b\n1;2;3\n1;2;3\n1;2;3;4\n1;2;3;4;5\n1;2;3;4;5;6\n", ","),
    ],
)
def test_that_the_separator_cuts_rows_evenly(text, separator):
    assert find_separator(text).mark == separator


@pytest.mark.parametrize(
    ("cells", "mark", "words"),
    [
        (["1.5", "2"], ".", "decimal point"),
        (["1,5", "2"], ",", "decimal comma, as in “1,5”"),
        (["1,234", "12,345"], ".", "may be a thousands mark"),
        (["1,234", "1,5"], ",", "decimal comma"),
        (["0,123"], ",", "decimal comma"),
        (["1.5", "2.5", "3,5"], ".", "decimal point"),
        (["1", "x"], ".", "No number has a decimal mark"),
        (["a,b", "1,2,3"], ".", "No number has a decimal mark"),
    ],
)
def test_that_the_decimal_mark_is_the_one_in_numbers(cells, mark, words):
    finding = find_decimal_mark([[cell] for cell in cells])
    assert finding.mark == mark
    assert words in finding.reason


@pytest.mark.parametrize(
    ("rows", "has_header", "words"),
    [
        ([["age", "sex"], ["1", "m"], ["2", "f"]], True, "“age” stands above numbers"),
        ([["id", "2019"], ["1", "5"], ["2", "6"]], True, "“id” stands above numbers"),
        ([["1", "m"], ["2", "f"]], False, "holds the number “1”"),
        ([["*", "5"], ["1", "6"], ["2", "7"]], False, "holds the number “5”"),
        ([["NA", "5"], ["1", "6"], ["2", "7"]], False, "holds the number “5”"),
        ([["sex", "job"], ["m", "x"]], True, "taken for names"),
        ([["age", "sex"]], True, "taken for names"),
    ],
)
def test_that_a_header_is_told_from_a_record(rows, has_header, words):
    found, reason = find_header(rows)
    assert found is has_header
    assert words in reason


def test_that_every_setting_has_its_reason():
    detected = detect_dialect(Decoded(pa.py_buffer(b"a;b\n1,5;x\n2,5;y\n"), "utf-8", "All bytes are valid UTF-8."))
    assert (detected.dialect.separator, detected.dialect.decimal_mark, detected.dialect.has_header) == (";", ",", True)
    reasons = detected.reasons
    assert reasons.separator == "The semicolon cuts every row into 2 cells."
    assert all(r.endswith(".") for r in (reasons.decimal_mark, reasons.encoding, reasons.header))


@pytest.mark.parametrize(("mark", "n_columns"), [(";", 2), ("\t", 2), (";", 3), (",", 1)])
def test_that_the_line_that_tells_excel_the_separator_is_no_header(mark, n_columns, table):
    rows = (("a", "b", "c"), ("1", "2,5", "3"), ("4", "5,5", "6"))
    text = "".join(mark.join(row[:n_columns]) + "\r\n" for row in rows)
    read = table(f"sep={mark}\r\n{text}", None)
    assert read.names == ("a", "b", "c")[:n_columns]
    assert (read.dialect.separator, read.dialect.rows_to_skip, read.n_records) == (mark, 1, 2)


def test_that_a_first_row_taken_for_a_record_is_told(table):
    read = table("region,2019,2020\nA,1,2\nB,3,4\n", None)
    [warning] = [p for p in read.problems if "named by their place" in p.what]
    assert warning.severity is Severity.WARNING
    assert "“2019”" in warning.what
    assert not table("region,y\nA,1\nB,3\n", None).problems
    assert not table("1,2\n3,4\n", Dialect(has_header=False)).problems
