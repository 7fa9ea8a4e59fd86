"""Cells that nobody chose leave memory without anything being lost, and come back from the same file only."""

from __future__ import annotations

import pytest

from permdesk.compute.progress import Progress
from permdesk.data.choices import AttributeChoice, Level, PairChoices, PairingBy
from permdesk.data.chosen_cells import ChosenCells, only_chosen, with_cells, with_chosen
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table

N = 30
ORIGINAL = "income,hhnum,count,town,age\n" + "".join(
    f"{7 * i % 31},{i // 2 * 3 + 900},{i},t{i % 3},{i % 9}\n" for i in range(N)
)
RELEASE = "income,hhnum,count,town,sex\n" + "".join(
    f"{5 * i % 31},{i // 2 * 3 + 900},{i},t{i % 3},{i % 2}\n" for i in range(N)
)


@pytest.fixture
def files(save):
    return ChosenCells(
        *(read_table(save(name, text), None, Progress()) for name, text in (("x.csv", ORIGINAL), ("y.csv", RELEASE)))
    )


def choices(*chosen, by=PairingBy.ROW, ids=()):
    names = ("income", "hhnum", "count", "town")
    levels = (Level.NUMERIC if name in chosen else Level.EXCLUDED for name in names)
    return PairChoices(tuple(map(AttributeChoice, names, levels)), by, ids)


def held(table):
    return tuple(report.name for report in table.reports)


def sentences(pair):
    return [problem.sentence for problem in pair.problems]


def test_that_only_cells_of_chosen_attributes_stay(files):
    fewer = only_chosen(files, [choices("income")], Progress())
    assert held(fewer.original) == held(fewer.anonymized) == ("income",)
    assert fewer.original.names == files.original.names
    assert fewer.anonymized.names == files.anonymized.names
    assert {trace.names[0] for trace in fewer.traces} == {"hhnum", "count", "town"}


def test_that_cells_of_any_of_several_choices_stay(files):
    fewer = only_chosen(files, [choices("income"), choices("town")], Progress())
    assert held(fewer.original) == ("income", "town")


def test_that_identifiers_that_pair_records_stay(files):
    fewer = only_chosen(files, [choices("income", by=PairingBy.ID, ids=("count",))], Progress())
    assert held(fewer.anonymized) == ("income", "count")


def test_that_files_that_are_chosen_whole_are_the_same_objects(files):
    table = files.original
    fewer = only_chosen(ChosenCells(table, table), [guess_choices(table, table, Progress())], Progress())
    assert held(fewer.original) == tuple(name for name in table.names if name != "count")
    everything = PairChoices(tuple(AttributeChoice(name, Level.NOMINAL) for name in table.names), PairingBy.ROW)
    assert only_chosen(ChosenCells(table, table), [everything], Progress()).original is table


def test_that_the_pair_says_the_same_with_and_without_excluded_cells(files):
    for chosen in (choices("income"), guess_choices(files.original, files.anonymized, Progress())):
        fewer = only_chosen(files, [chosen], Progress())
        assert fewer.original is not files.original
        whole = make_pair(files.original, files.anonymized, chosen, Progress())
        light = make_pair(fewer.original, fewer.anonymized, chosen, Progress(), fewer.traces)
        assert sentences(light) == sentences(whole)
        assert light.left_out == whole.left_out
        assert light.report == whole.report
    assert any("running numbers of the original: “count”" in sentence for sentence in sentences(light))
    assert any("households" in sentence and "“hhnum”" in sentence for sentence in sentences(light))


def test_that_excluded_cells_whose_trace_is_known_are_not_read_again(files):
    fewer = only_chosen(files, [choices("income")], Progress())
    files.original.path.unlink()
    again = with_chosen(fewer, choices("income"), Progress())
    assert again.original is fewer.original


def test_that_an_attribute_that_is_included_again_is_read_again(files):
    fewer = only_chosen(files, [choices("income")], Progress())
    again = with_chosen(fewer, choices("income", "town"), Progress())
    assert held(again.original) == ("income", "town")
    column = again.original.column("town")
    assert [column.cell(i) for i in range(3)] == ["t0", "t1", "t2"]


def test_that_cells_without_a_trace_are_read_again(files):
    fewer = only_chosen(files, [choices("income")], Progress())
    pair = make_pair(fewer.original, fewer.anonymized, choices("income"), Progress())
    assert any("“count”" in sentence for sentence in sentences(pair))


def test_that_a_file_that_changed_is_not_read_again(files):
    fewer = only_chosen(files, [choices("income")], Progress())
    files.original.path.write_text(ORIGINAL.replace("t1", "t9"), "utf-8")
    problem = with_chosen(fewer, choices("income", "town"), Progress())
    assert isinstance(problem, Problem)
    assert "has changed" in problem.what and "“town”" in problem.what
    assert problem.where == "x.csv"


def test_that_a_file_that_vanished_is_one_clear_problem(files):
    fewer = only_chosen(files, [choices("income")], Progress())
    files.anonymized.path.unlink()
    assert isinstance(with_chosen(fewer, choices("income", "town"), Progress()), Problem)


def test_that_a_column_that_the_file_does_not_name_is_read_again(save):
    table = read_table(save("z.csv", "a,,c\n1,2,3\n4,5,6\n7,8,9\n"), None, Progress())
    pair = PairChoices((AttributeChoice("a", Level.NUMERIC),), PairingBy.ROW)
    fewer = only_chosen(ChosenCells(table, table), [pair], Progress()).original
    again = with_cells(fewer, ["V2", "c"], Progress())
    assert held(again) == ("a", "V2", "c")
    assert again.column("V2").cell(1) == "5"
