"""Columns are matched by exact name first, then by name without case and spaces, visibly."""

from __future__ import annotations

import pytest

from permdesk.data.match_names import NameMatch, match_names
from permdesk.data.problem import Problem, Severity


def matched(table, x, y):
    return match_names(table(f"{x}\n1,2,3\n", name="x.csv"), table(f"{y}\n1,2,3\n", name="y.csv"))


def test_that_exact_names_match_in_the_order_of_the_original(table):
    found = matched(table, "a,b,c", "c,d,a")
    assert isinstance(found, NameMatch)
    assert found.common == {"a": "a", "c": "c"}
    assert (found.only_original, found.only_anonymized, found.notes) == (("b",), ("d",), ())


def test_that_case_and_spaces_are_forgiven_with_a_note(table):
    found = matched(table, "Age,Sex of head,c", " age,sexofhead,C")
    assert isinstance(found, NameMatch)
    assert found.common == {"Age": " age", "Sex of head": "sexofhead", "c": "C"}
    assert [(note.severity, note.where) for note in found.notes] == [
        (Severity.NOTE, n) for n in ("Age", "Sex of head", "c")
    ]


def test_that_punctuation_is_forgiven_too(table):
    found = matched(table, "birth.year,x_1,c", "Birth-Year,X1,!")
    assert isinstance(found, NameMatch)
    assert found.common == {"birth.year": "Birth-Year", "x_1": "X1"}


def test_that_a_chosen_name_goes_before_all_others(table):
    x, y = table("age,sex,c\n1,2,3\n", name="x.csv"), table("AGE,age,sex\n1,2,3\n", name="y.csv")
    found = match_names(x, y, {"age": "AGE", "c": "age"})
    assert isinstance(found, NameMatch)
    assert found.common == {"age": "AGE", "sex": "sex", "c": "age"}
    assert not found.notes


@pytest.mark.parametrize(
    ("chosen", "words", "file"),
    [
        ({"age": "nobody"}, "no attribute named “nobody”", "y.csv"),
        ({"nobody": "age"}, "no attribute named “nobody”", "x.csv"),
        ({"age": "c", "sex": "c"}, "“c” of the release is taken for several", "y.csv"),
    ],
)
def test_that_a_chosen_name_must_be_there_and_only_once(table, chosen, words, file):
    x, y = table("age,sex,d\n1,2,3\n", name="x.csv"), table("a,b,c,age\n1,2,3,4\n", name="y.csv")
    problem = match_names(x, y, chosen)
    assert isinstance(problem, Problem)
    assert words in problem.what
    assert problem.where == file


def test_that_an_exact_match_goes_before_a_similar_one(table):
    found = matched(table, "age,AGE,c", "AGE,age,c")
    assert isinstance(found, NameMatch)
    assert found.common == {"age": "age", "AGE": "AGE", "c": "c"}
    assert not found.notes


def test_that_an_ambiguous_name_is_not_matched(table):
    found = matched(table, "Age,b,c", "age,AGE,c")
    assert isinstance(found, NameMatch)
    assert found.common == {"c": "c"}
    assert found.only_original == ("Age", "b")


def test_that_no_common_attribute_is_a_problem(table):
    problem = matched(table, "a,b,c", "d,e,f")
    assert isinstance(problem, Problem)
    assert "no attribute name in common" in problem.what
    assert problem.where == "x.csv, y.csv"
