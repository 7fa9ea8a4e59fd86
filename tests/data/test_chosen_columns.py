"""Only the columns that are wanted take memory; the others keep their name and place, and nothing else changes."""

from __future__ import annotations

import pytest

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from permdesk.data.table import Table

CSV = 'a,"b, c",d\n1,2,x\n3,4,y\n'


def cells(table, name):
    column = table.column(name)
    return [column.cell(i) for i in range(table.n_records)]


@pytest.mark.parametrize("dialect", [None, Dialect()])
def test_that_a_text_keeps_only_chosen_columns(dialect, save):
    table = read_table(save("a.csv", CSV), dialect, Progress(), {"b, c", "unknown"})
    assert isinstance(table, Table)
    assert table.names == ("a", "b, c", "d")
    assert cells(table, "b, c") == ["2", "4"]
    assert not table.holds("d")
    assert not table.problems


def test_that_a_column_that_is_not_wanted_is_never_taken_for_an_empty_one(save):
    table = read_table(save("a.csv", CSV), None, Progress(), {"a"})
    with pytest.raises(KeyError):
        table.column("d")
    assert [report.name for report in table.reports] == ["a"]


def test_that_rows_are_checked_whatever_is_chosen(save):
    problem = read_table(save("a.csv", "a,b\n1,2\n3\n"), None, Progress(), {"a"})
    assert isinstance(problem, Problem)
    assert "1 of 3 differ" in problem.what


def test_that_a_quotation_mark_never_closed_is_found_whatever_is_chosen(save):
    problem = read_table(save("a.csv", 'a,b\n1,2\n3,"4\n'), None, Progress(), {"a"})
    assert isinstance(problem, Problem)
    assert "never closed" in problem.what


def test_that_records_blank_in_the_chosen_columns_are_not_called_empty(save):
    table = read_table(save("a.csv", "a,b,c\n,,1\n2,3,4\n"), None, Progress(), {"a", "b"})
    assert isinstance(table, Table)
    assert not table.problems


def test_that_without_any_chosen_column_the_whole_file_is_read(save):
    table = read_table(save("a.csv", CSV), None, Progress(), {"unknown"})
    assert isinstance(table, Table)
    assert cells(table, "d") == ["x", "y"]
