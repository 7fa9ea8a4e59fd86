"""What another reading would make of the numbers of a file."""

from __future__ import annotations

from dataclasses import replace

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.column_report import report_column
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from permdesk.data.scale_changes import ReadingSample, changes_of_marks, reading_changes, unconfirmed_scale
from permdesk.data.text_column import column_of


def reports(dialect, **columns):
    return [report_column(column_of(name, cells), dialect, Progress()) for name, cells in columns.items()]


def test_that_a_mark_that_is_read_otherwise_names_the_column_and_shows_cells_both_ways():
    before = reports(Dialect(decimal_mark=","), share=["0,435", "0,435", "1,250", "7"], n=["1", "2", "3", "4"])
    (change,) = reading_changes(before, Dialect(decimal_mark="."), Progress())
    assert (change.name, change.n_other, change.n_lost, change.n_new) == ("share", 0, 3, 0)
    assert change.samples == (ReadingSample("0,435", 0.435, None), ReadingSample("1,250", 1.25, None))
    assert not change.changes_scale


def test_that_texts_that_become_numbers_are_told():
    (change,) = reading_changes(reports(Dialect(), share=["0,4", "0,5"]), Dialect(decimal_mark=","), Progress())
    assert (change.n_new, change.samples[0]) == (2, ReadingSample("0,4", None, 0.4))


def test_that_the_same_numbers_are_no_change():
    assert reading_changes(reports(Dialect(), n=["1", "2", "x"]), Dialect(decimal_mark=","), Progress()) == ()


def test_that_a_new_missing_code_takes_numbers_away():
    (change,) = reading_changes(reports(Dialect(), n=["1", "99"]), Dialect(missing_codes=("99",)), Progress())
    assert (change.n_lost, change.samples) == (1, (ReadingSample("99", 99.0, None),))


COMMAS = "n;share;income\n" + "".join(f"{i};0,{i};1,{i}\n" for i in range(100, 130))
AS_THOUSANDS = Dialect(separator=";", thousands_mark=",")


def test_that_a_scale_that_contradicts_the_file_is_a_problem_until_it_is_confirmed(save):
    path = save("x.csv", COMMAS)
    problem = unconfirmed_scale(read_table(path, AS_THOUSANDS, Progress()), Progress())
    assert isinstance(problem, Problem)
    assert "“1,100” in “income” is 1100; the file itself suggests 1.1." in problem.what
    assert problem.where == "x.csv"
    confirmed = replace(AS_THOUSANDS, scale_confirmed=True)
    assert unconfirmed_scale(read_table(path, confirmed, Progress()), Progress()) is None


def test_that_marks_that_the_file_suggests_or_that_change_no_number_need_nobody(save):
    detected = read_table(save("x.csv", COMMAS), None, Progress())
    assert unconfirmed_scale(detected, Progress()) is None
    whole = save("y.csv", "a;b\n1;2\n3;4\n")
    assert (
        unconfirmed_scale(read_table(whole, Dialect(separator=";", decimal_mark=","), Progress()), Progress()) is None
    )


def test_that_marks_are_held_against_those_before_as_well(save):
    table = read_table(save("x.csv", "a;b\n1.234;2\n2.345;4\n"), Dialect(separator=";"), Progress())
    before = Dialect(separator="|", decimal_mark=",", thousands_mark=".")
    (change,) = changes_of_marks(table, before, Progress())
    assert (change.name, change.samples[0]) == ("a", ReadingSample("1.234", 1234.0, 1.234))
    assert changes_of_marks(table, None, Progress()) == ()
