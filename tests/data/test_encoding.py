"""Bytes become the text that their writer meant, or a warning says that this is a guess."""

from __future__ import annotations

import pytest

from permdesk.data.choices import Dialect
from permdesk.data.problem import Severity

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
