"""Codes that nobody declared and thousands marks taken for decimal ones: seen with both files, and not imagined."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.compute.progress import Progress
from permdesk.data.attribute_values import attribute_values
from permdesk.data.choices import AttributeChoice, Dialect, Level
from permdesk.data.column_report import report_column
from permdesk.data.doubtful_readings import doubtful_readings, unlike_kinds
from permdesk.data.file_pair import LeftOut
from permdesk.data.guess import guess_level
from permdesk.data.problem import Severity
from permdesk.data.text_column import column_of

AGES = [str(18 + k % 50) for k in range(60)]


def column(cells):
    return report_column(column_of("age", cells), Dialect(), Progress())


def doubts(x, y):
    return doubtful_readings("age", column(x), column(y))


def with_code(cells, code, n):
    return [code] * n + cells[n:]


@pytest.mark.parametrize("code", ["-9", "999", "99"])
def test_that_a_repeated_value_far_beyond_the_other_file_is_asked_about(code):
    (problem,) = doubts(AGES, with_code(AGES, code, 8))
    assert problem.severity is Severity.WARNING
    assert "8 cells of the release" in problem.what
    assert code in problem.what
    assert (problem.n_cells, problem.cells[0].record) == (8, 1)


def test_that_a_code_of_the_original_is_asked_about_too():
    (problem,) = doubts(with_code(AGES, "-9", 8), AGES)
    assert "8 cells of the original" in problem.what


def test_that_both_codes_of_a_file_are_named():
    cells = with_code(AGES, "-9", 6)
    cells[10:16] = ["-8"] * 6
    assert len(doubts(AGES, cells)) == 2


@pytest.mark.parametrize(
    "cells",
    [
        with_code(AGES, "-9", 4),
        with_code(AGES, "71", 8),
        [str(float(age) + 30.5) for age in AGES],
        with_code(AGES, "", 8),
        with_code(AGES, "*", 8),
    ],
)
def test_that_few_near_scattered_and_declared_ones_are_not(cells):
    assert [problem for problem in doubts(AGES, cells) if "missing code" in problem.what and "-9" in problem.what] == []


def test_that_a_rounded_release_is_no_code():
    x = [f"{k * 1.37 % 99:.2f}" for k in range(300)]
    assert doubts(x, [str(10 * round(float(cell) / 10)) for cell in x]) == ()


def test_that_a_code_in_both_files_is_no_difference():
    assert doubts(with_code(AGES, "-9", 8), with_code(AGES, "-9", 8)) == ()


def test_that_thousands_taken_for_decimals_are_asked_about_whichever_file_has_them():
    whole = [str(1000 + 137 * k % 8000) for k in range(60)]
    marked = [f"{cell[0]}.{cell[1:]}" for cell in whole]
    (problem,) = doubts(whole, marked)
    assert "about a thousandth" in problem.what and "the release" in problem.what
    (problem,) = doubts(marked, whole)
    assert "Numbers of the original" in problem.what


@pytest.mark.parametrize("factor", [1.0, 0.1])
def test_that_three_decimals_of_another_size_are_not(factor):
    whole = [str(1000 + 137 * k % 8000) for k in range(60)]
    assert not [p for p in doubts(whole, [f"{int(cell) * factor:.3f}" for cell in whole]) if "thousandth" in p.what]


@given(
    st.lists(st.sampled_from(["1", "2.5", "-7", "1e300", "-1e300", "[1, 2]", "x", "", "*"]), min_size=1, max_size=20)
)
def test_that_the_same_cells_in_both_files_raise_no_doubt(cells):
    assert doubts(cells, cells) == ()


@pytest.mark.parametrize(
    ("x", "y", "what"),
    [
        (["1", "2"], ["Male", "Female"], "numbers in the original, but words in the release, such as “Male”, “Female”"),
        (["12 €", "30 €"], ["12", "30"], "numbers in the release, but words in the original"),
        (["2020-01-31", "2020-02-01"], ["20200131", "20200201"], "dates in the original, but not in the release"),
        (["01/31/2020 11:00:00 PM"], ["2020-01-31T23:00:00"], "dates in the release, but not in the original"),
        (["01/31/2020", "02/28/2020"], ["31.01.2020", "28.02.2020"], "dates in both files, but the release writes"),
    ],
)
def test_that_values_of_another_kind_in_each_file_are_a_warning(x, y, what):
    x, y = column(x), column(y)
    outcome = attribute_values(guess_level("v", x, y), x, y)
    assert isinstance(outcome.attribute, LeftOut)
    [warning] = outcome.problems
    assert warning.severity is Severity.WARNING
    assert what in warning.what


@pytest.mark.parametrize(
    ("x", "y"),
    [(["a", "b"], ["a", "c"]), (["01", "02"], ["02", "01"]), (["1", "2"], ["*", ""]), (["1", "a"], ["b", "c"])],
)
def test_that_words_in_both_files_and_nothing_in_one_are_no_doubt(x, y):
    assert unlike_kinds("v", column(x), column(y)) == ()


def test_that_a_level_that_was_chosen_is_no_doubt():
    x, y = column(["1", "2"]), column(["a", "b"])
    assert attribute_values(AttributeChoice("v", Level.NOMINAL), x, y).problems == ()


def test_that_a_release_whose_range_is_much_narrower_holds_no_codes():
    x = [str(17 + k % 60) for k in range(600)]
    assert doubts(x, ["41", "42"] * 300) == ()


def test_that_a_narrower_release_makes_no_codes_of_the_ends_of_the_original():
    wide = [str(17 + k % 60) for k in range(600)]
    means = [str(30 + k % 20) for k in range(600)]
    assert doubts(wide, means) == ()
    assert doubts(means, wide) == ()


def test_that_a_code_beyond_a_wider_range_is_still_asked_about():
    wide = [str(17 + k % 60) for k in range(600)]
    means = [str(30 + k % 20) for k in range(600)]
    (problem,) = doubts(with_code(wide, "-9", 30), means)
    assert "“-9”" in problem.what
    (problem,) = doubts(with_code(wide, "999", 30), means)
    assert "“999”" in problem.what
