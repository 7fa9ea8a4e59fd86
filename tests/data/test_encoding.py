"""Bytes become the text that their writer meant, or a warning says that this is a guess."""

from __future__ import annotations

import pytest

from permdesk.data.choices import Dialect
from permdesk.data.problem import Problem, Severity

TEXT = "name,größe\nJosé,1\nŁukasz,2\n"
WESTERN = "name,größe\nJosé,1\nŒuvre €,2\n"


@pytest.mark.parametrize(
    ("encoding", "detected"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8-sig"), ("utf-16", "utf-16"), ("utf-16-le", "utf-16-le"),
     ("utf-16-be", "utf-16-be"), ("utf-32", "utf-32")],
)  # fmt: skip
def test_that_unicode_encodings_are_recognized(encoding, detected, table):
    found = table(TEXT.encode(encoding))
    assert found.dialect.encoding == detected
    assert found.names == ("name", "größe")
    assert tuple(found.columns[0].texts) == ("José", "Łukasz")
    assert not found.problems


def test_that_windows_1252_is_a_guess_with_a_warning(table):
    found = table(WESTERN.encode("cp1252"))
    assert found.dialect.encoding == "cp1252"
    assert tuple(found.columns[0].texts) == ("José", "Œuvre €")
    assert [(p.severity, "Windows-1252" in p.what) for p in found.problems] == [(Severity.WARNING, True)]


def test_that_bytes_outside_windows_1252_are_latin_1(table):
    found = table(b"a,b\n\xe9\x81,1\n")
    assert found.dialect.encoding == "latin-1"
    assert tuple(found.columns[0].texts) == ("é\x81",)


def test_that_plain_ascii_needs_no_warning(table):
    found = table("a,b\n1,2\n")
    assert found.dialect.encoding == "utf-8"
    assert not found.problems


def test_that_the_chosen_encoding_is_used(table):
    found = table("a,b\nŁ,1\n".encode("cp1250"), Dialect(encoding="cp1250"))
    assert tuple(found.columns[0].texts) == ("Ł",)
    assert not found.problems


def test_that_a_byte_order_mark_is_no_part_of_a_name(table):
    assert table("a,b\n1,2\n".encode("utf-8-sig"), Dialect(encoding="utf-8")).names == ("a", "b")


def test_that_the_end_mark_of_dos_is_no_record(table):
    assert table(b"a,b\r\n1,2\r\n\x1a").n_records == 1


@pytest.mark.parametrize("step", range(1, 12))
def test_that_text_is_the_same_wherever_it_is_cut_into_chunks(step, table, monkeypatch):
    monkeypatch.setattr("permdesk.data.encoding.CHUNK", step)
    for encoding in ("utf-16", "utf-32", "utf-8-sig"):
        found = table((TEXT + "\x1a\x1a").encode(encoding))
        assert (found.names, tuple(found.columns[0].texts)) == (("name", "größe"), ("José", "Łukasz"))


@pytest.mark.parametrize("step", range(1, 12))
@pytest.mark.parametrize(
    ("content", "encoding", "where"),
    [
        (b"a,b\n1,2\n\xc3(,3\n", "utf-8", "Byte 0xC3 in line 3"),
        (b"a,b\n1,\x81\n2,3\n", "cp1252", "Byte 0x81 in line 2"),
        ("a,b\n1,2\n3,".encode("utf-16-le") + b"\x00\xdc\n\x00", "utf-16-le", "in line 3"),
        (b"a,b\n1,2\n3,\x00\n", "utf-8", "Line 3 holds a NUL"),
    ],
)
def test_that_the_line_of_a_wrong_byte_is_named_wherever_the_text_is_cut(
    step, content, encoding, where, read, monkeypatch
):
    monkeypatch.setattr("permdesk.data.encoding.CHUNK", step)
    problem = read(content, Dialect(encoding=encoding))
    assert isinstance(problem, Problem)
    assert where in problem.what


def test_that_utf_8_with_few_wrong_bytes_is_not_taken_for_another_encoding(read, monkeypatch):
    monkeypatch.setattr("permdesk.data.encoding.CHUNK", 5)
    problem = read("ä,ö\né,ü\n".encode() + b"\xff,1\n")
    assert isinstance(problem, Problem)
    assert "Byte 0xFF in line 3 is not valid utf-8" in problem.what
