"""What the officer sees before she decides is what the table will hold."""

from __future__ import annotations

from permdesk.data.choices import Dialect
from permdesk.data.preview import Preview, preview
from permdesk.data.problem import Problem


def test_that_a_preview_shows_the_first_rows_and_why_they_are_cut_so(save):
    shown = preview(save("a.csv", "name;größe\n" + "x;1,5\n" * 99 + "NA;2,5\n"), None, 3)
    assert isinstance(shown, Preview)
    assert shown.header == ("name", "größe")
    assert shown.rows == (("x", "1,5"),) * 3
    assert shown.dialect == Dialect(separator=";", decimal_mark=",", missing_codes=("", "NA"))
    assert shown.reasons.separator == "The semicolon cuts every row into 2 cells."
    assert shown.reasons.decimal_mark == "Numbers are written with a decimal comma, as in “1,5”."
    assert shown.reasons.encoding == "All bytes are valid UTF-8."
    assert shown.reasons.header == "The first row holds names: “größe” stands above numbers."


def test_that_a_headerless_file_has_no_header_row(save):
    shown = preview(save("a.csv", "1,2\n3,4\n"), None)
    assert isinstance(shown, Preview)
    assert shown.header == ()
    assert shown.rows == (("1", "2"), ("3", "4"))


def test_that_a_chosen_dialect_is_shown_without_reasons(save):
    dialect = Dialect(separator=";", has_header=False)
    shown = preview(save("a.csv", "a,b\n1,2\n"), dialect)
    assert isinstance(shown, Preview)
    assert shown.dialect == dialect
    assert shown.rows == (("a,b",), ("1,2",))
    assert shown.reasons.separator == ""


def test_that_repeated_names_are_shown_with_their_problem(save):
    shown = preview(save("a.csv", "a,a\n1,2\n"), None)
    assert isinstance(shown, Preview)
    assert shown.header == ("a", "a")
    assert "same name" in shown.problems[0].what


def test_that_an_impossible_dialect_shows_nothing_but_its_problem(save):
    assert isinstance(preview(save("a.csv", "a,b\n1,2\n"), Dialect(separator="")), Problem)


def test_that_a_byte_order_mark_is_not_shown_even_where_rows_are_ragged(save):
    shown = preview(save("a.csv", "a,b\n1\n".encode("utf-8-sig")), Dialect(encoding="utf-8"))
    assert isinstance(shown, Preview)
    assert shown.header == ("a", "b")
