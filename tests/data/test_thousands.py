"""Thousands marks are taken out where they were chosen and never guessed: both readings are told."""

from __future__ import annotations

from dataclasses import replace

import pyarrow as pa
import pytest

from permdesk.data.choices import Dialect
from permdesk.data.problem import Problem, Severity
from permdesk.data.thousands import without_thousands


def doubts(table):
    return [p for p in table.problems if "two ways" in p.what]


@pytest.mark.parametrize(
    ("mark", "decimal", "cells", "expected"),
    [
        (",", ".", ["1,234", "12,345,678.5", "0,435", "1,23", "12"], ["1234", "12345678.5", "0,435", "1,23", "12"]),
        (".", ",", ["1.234,5", "-9.876", "1.5"], ["1234,5", "-9876", "1.5"]),
        (" ", ".", ["1 234", "1 23 4"], ["1234", "1 23 4"]),
    ],
)
def test_that_only_groups_of_three_digits_are_joined(mark, decimal, cells, expected):
    dialect = Dialect(decimal_mark=decimal, thousands_mark=mark)
    assert without_thousands(pa.array(cells), dialect).to_pylist() == expected
    assert without_thousands(pa.array(cells), replace(dialect, thousands_mark="")).to_pylist() == cells


def test_that_chosen_thousands_are_numbers(table):
    read = table("a;b\n1.234;x\n22.345,5;y\n", Dialect(separator=";", decimal_mark=",", thousands_mark="."))
    report = read.report("a")
    assert report.numbers.lower.tolist() == [1234, 22345.5]
    assert read.column("a").cell(0) == "1.234"
    assert not doubts(read)


def test_that_a_point_before_three_digits_is_asked_about(table):
    read = table("a;b\n1.234;x\n22.345;y\n3.456;z\n4.567;z\n")
    [doubt] = doubts(read)
    assert doubt.severity is Severity.WARNING
    assert "“1.234”, as now, or “1234”" in doubt.what
    assert [cell.text for cell in doubt.cells] == ["1.234", "22.345", "3.456"]
    assert doubt.n_cells == 4
    assert "“.” as the thousands mark" in doubt.remedy
    assert read.report("a").numbers.lower[0] == 1.234


@pytest.mark.parametrize("other", ["1.5", "0.435", "1234.567", ".5"])
def test_that_a_fraction_that_is_no_group_settles_the_mark(other, table):
    assert not doubts(table(f"a;b\n1.234;x\n{other};y\n"))
    assert not doubts(table(f"a;b\n1.234;{other}\n5.678;2\n"))


def test_that_commas_in_groups_are_asked_about_though_they_are_words_now(table):
    read = table('a;b\n"1,234";x\n"22,345";y\n')
    [doubt] = doubts(read)
    assert "a word, or “1.234” with a decimal comma or point, as now, or “1234”" in doubt.what
    read = table("a;b\n1 234 567;x\n22 345;y\n")
    assert "a word, as now, or “1234567”" in doubts(read)[0].what


def test_that_a_zero_before_the_comma_makes_it_a_decimal_comma(table):
    read = table("a;b\n0,435;x\n1,234;y\n")
    assert read.dialect.decimal_mark == ","
    assert read.report("a").numbers.lower.tolist() == [0.435, 1.234]
    assert not doubts(read)


def test_that_words_and_dates_are_no_grouped_numbers(table):
    assert not doubts(table("a;b\n2026.11.28;New York\n2026.12.01;x 123\n"))


@pytest.mark.parametrize("mark", [".", "5", "ab"])
def test_that_an_impossible_thousands_mark_is_a_problem(mark, read):
    problem = read("a;b\n1;2\n", Dialect(separator=";", thousands_mark=mark))
    assert isinstance(problem, Problem)
    assert "thousands mark" in problem.what


@pytest.mark.parametrize(
    ("mark", "decimal", "cell", "expected"),
    [
        (".", ",", "[1.000, 2.000[", "[1000, 2000["),
        (".", ",", "[500; 1.234.567,5)", "[500; 1234567,5)"),
        (",", ".", "1,000-1,999", "1000-1999"),
        (" ", ",", "12 000 \u2013 15 000", "12000 \u2013 15000"),
        ("'", ".", ">=100'000", ">=100000"),
        (".", ",", "1.000+", "1000+"),
        (".", ",", "1.00-2.00", "1.00-2.00"),
        (".", ",", "24.12.2001", "24.12.2001"),
    ],
)
def test_that_ends_of_ranges_are_joined_too(mark, decimal, cell, expected):
    dialect = Dialect(decimal_mark=decimal, thousands_mark=mark)
    assert without_thousands(pa.array([cell, "7"]), dialect).to_pylist() == [expected, "7"]


def test_that_a_point_in_ranges_is_asked_about_and_can_be_settled(table):
    text = "a;b\n[1.000, 2.000[;x\n[2.000, 3.000[;y\n500;z\n"
    [doubt] = doubts(table(text))
    assert "“[1.000, 2.000[”, as now, or “[1000, 2000[”" in doubt.what
    assert doubt.n_cells == 2
    report = table(text, Dialect(separator=";", decimal_mark=",", thousands_mark=".")).report("a")
    assert report.numbers.lower.tolist() == [1000, 2000, 500]
    assert report.numbers.upper.tolist() == [2000, 3000, 500]


def test_that_ranges_of_small_numbers_are_not_asked_about(table):
    assert not doubts(table("a;b\n[0.5, 1.5[;x\n20-40;y\n1.25-1.75;z\n"))


@pytest.mark.parametrize("space", ["\u00a0", "\u2009", "\u202f", " "])
def test_that_spaces_between_thousands_are_asked_about(space, table):
    [doubt] = doubts(table(f"a;b\n1{space}234;x\n\u221222{space}345;y\n"))
    assert "or “1234”" in doubt.what
