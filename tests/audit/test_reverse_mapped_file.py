"""The reverse-mapped file holds the cells of the original in the order of the release, and no way back to its ties."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.audit import reverse_mapped_file
from permdesk.audit.policy import Policy
from permdesk.audit.reverse_mapped_file import PairTables, export_reverse_mapped, reverse_mapped_rows
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.ranks import value_classes
from permdesk.data.choices import Dialect, Level, PairingBy
from permdesk.data.file_pair import FilePair
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Problem, Severity
from permdesk.data.read_table import read_table
from permdesk.data.table import Table


@pytest.fixture
def tables(tmp_path):
    """A pair of tables from two texts."""

    def make(original, anonymized, **choice):
        read = []
        for name, text in (("x.csv", original), ("y.csv", anonymized)):
            (tmp_path / name).write_text(text, "utf-8")
            table = read_table(tmp_path / name, None, Progress())
            assert isinstance(table, Table), table
            read.append(table)
        choices = guess_choices(*read, Progress())
        pair = make_pair(*read, replace(choices, **choice), Progress())
        assert isinstance(pair, FilePair), pair
        return PairTables(pair, *read)

    return make


def export(tables, path):
    notes = export_reverse_mapped(tables, path, Progress())
    assert not isinstance(notes, Problem), notes
    return notes


def lines(path):
    return [line.split(",") for line in path.read_text("utf-8").splitlines()]


X = "a,b\n1.50,10\n2,20\n3.0,30\n4,40\n"
Y = "a,b\n40,2\n10,9\n30,3\n20,5\n"


def test_that_z_holds_the_cells_of_the_original_in_the_order_of_the_release(tables, tmp_path):
    export(tables(X, Y), tmp_path / "z.csv")
    assert lines(tmp_path / "z.csv") == [["a", "b"], ["4", "10"], ["1.50", "40"], ["3.0", "20"], ["2", "30"]]


def test_that_an_increasing_change_of_the_release_changes_nothing(tables, tmp_path):
    export(tables(X, Y), tmp_path / "z.csv")
    export(tables(X, "a,b\n4000,-2\n1,9.5\n3000,-1\n2000,0\n"), tmp_path / "z2.csv")
    assert (tmp_path / "z.csv").read_bytes() == (tmp_path / "z2.csv").read_bytes()


VALUES = st.lists(st.integers(0, 5).map(float) | st.just(np.nan), min_size=1, max_size=12)


@given(VALUES, st.randoms(use_true_random=False))
def test_that_z_is_a_permutation_of_x_where_as_many_values_are_missing(x, random):
    y = x.copy()
    random.shuffle(y)
    x, y = np.array(x), np.array(y)
    rows = reverse_mapped_rows(value_classes(x, x), value_classes(y, y))
    assert sorted(rows[rows >= 0].tolist()) == np.flatnonzero(~np.isnan(x)).tolist()
    assert np.array_equal(rows < 0, np.isnan(y))
    # The ranks of Z are those of Y: what is larger in Y is not smaller in Z.
    present = rows >= 0
    z = x[rows[present]]
    order = np.lexsort((z, y[present]))
    assert np.all(np.diff(z[order]) >= 0)


def test_that_files_of_different_sizes_give_quantiles_and_say_so(tables, tmp_path):
    notes = export(tables(X, "a,b\n1,1\n2,2\n", pairing=PairingBy.UNPAIRED), tmp_path / "z.csv")
    assert lines(tmp_path / "z.csv")[1:] == [["1.50", "10"], ["3.0", "30"]]
    assert any("no permutation" in note.what for note in notes)


def test_that_two_exports_break_ties_differently_and_the_audit_has_no_part_in_it(tables, tmp_path):
    n = 60
    original = "a,b\n" + "".join(f"{i * i},{i * 2}\n" for i in range(n))
    pair = tables(original, "a,b\n" + "".join(f"{i % 2},{i * 3}\n" for i in range(n)))
    before = run_audit(pair.pair, Settings(draws=100), Policy(), Progress())
    np.random.seed(1)
    export(pair, tmp_path / "z1.csv")
    np.random.seed(1)
    export(pair, tmp_path / "z2.csv")
    first, second = lines(tmp_path / "z1.csv"), lines(tmp_path / "z2.csv")
    assert [row[0] for row in first] != [row[0] for row in second]
    assert Counter(row[0] for row in first) == Counter(row[0] for row in second)
    assert [row[1] for row in first] == [row[1] for row in second]
    after = run_audit(pair.pair, Settings(draws=100), Policy(), Progress())
    assert np.array_equal(before.mapping.values, after.mapping.values)
    audited = [f"{value:g}" for value in before.mapping.values[:, 0]]
    assert audited != [row[0] for row in first[1:]]
    assert audited != [row[0] for row in second[1:]]


def test_that_cells_that_are_missing_in_the_release_stay_as_they_are(tables, tmp_path):
    export(tables("a,b\n1,1\n2,2\n3,3\n4,4\n", "a,b\n1,4\n*,3\nNA,2\n2,1\n"), tmp_path / "z.csv")
    assert [row[0] for row in lines(tmp_path / "z.csv")] == ["a", "1", "*", "NA", "3"]


def test_that_columns_that_are_not_audited_are_left_out_and_named(tables, tmp_path):
    x = "id,a,constant\n11,1,7\n12,2,7\n13,3,7\n"
    notes = export(tables(x, "constant,a,id,new\n7,3,13,1\n7,2,12,2\n7,1,11,2\n"), tmp_path / "z.csv")
    assert lines(tmp_path / "z.csv") == [["a"], ["3"], ["2"], ["1"]]
    assert any("“constant”, “id”, “new”" in note.what for note in notes)


def test_that_the_warning_comes_first(tables, tmp_path):
    notes = export(tables(X, Y), tmp_path / "z.csv")
    assert notes[0].severity is Severity.WARNING
    assert "true values" in notes[0].what


def test_that_names_order_and_notation_are_those_of_the_release(tables, tmp_path):
    export(tables(X, "B;A\n2,5;40\n9,5;10\n3,5;30\n5,5;20\n"), tmp_path / "z.csv")
    assert (tmp_path / "z.csv").read_text() == "B;A\n10;4\n40;1,50\n20;3,0\n30;2\n"


def test_that_a_value_that_means_missing_in_the_release_is_refused(tables, tmp_path):
    x = "a,b\n1,1\n2,2\n-9,3\n4,4\n"
    made = tables(x, "a,b\n1,4\n3,3\n4,2\n2,1\n")
    changed = replace(made.anonymized, dialect=replace(made.anonymized.dialect, missing_codes=("", "-9")))
    problem = export_reverse_mapped(replace(made, anonymized=changed), tmp_path / "z.csv", Progress())
    assert isinstance(problem, Problem)
    assert "“-9”" in problem.what
    assert not (tmp_path / "z.csv").exists()


@pytest.mark.parametrize("name", ["x.csv", "y.csv", "./x.csv"])
def test_that_the_files_it_is_made_from_are_never_replaced(tables, tmp_path, name):
    made = tables(X, Y)
    problem = export_reverse_mapped(made, tmp_path / name, Progress())
    assert isinstance(problem, Problem)
    assert (tmp_path / "x.csv").read_text() == X
    assert (tmp_path / "y.csv").read_text() == Y


def test_that_categories_are_reverse_mapped_by_their_order(tables, tmp_path):
    made = tables("a,c\n1,low\n2,mid\n3,high\n4,high\n", "a,c\n1,high\n2,high\n3,mid\n4,low\n")
    attributes = tuple(
        replace(c, level=Level.ORDINAL, order="by-hand", categories=("low", "mid", "high")) if c.name == "c" else c
        for c in made.pair.choices.attributes
    )
    made = tables("a,c\n1,low\n2,mid\n3,high\n4,high\n", "a,c\n1,high\n2,high\n3,mid\n4,low\n", attributes=attributes)
    export(made, tmp_path / "z.csv")
    assert [row[1] for row in lines(tmp_path / "z.csv")[1:]] == ["high", "high", "mid", "low"]


def test_that_a_workbook_has_numbers(tables, tmp_path):
    export(tables(X, "b,a\n2,40\n9,10\n3,30\n5,20\n"), tmp_path / "z.xlsx")
    table = read_table(tmp_path / "z.xlsx", Dialect(), Progress())
    assert [list(column.texts) for column in table.columns] == [["10", "40", "20", "30"], ["4", "1.5", "3", "2"]]


def test_that_a_stop_is_answered_while_an_attribute_is_reverse_mapped(tables, tmp_path, monkeypatch):
    made, progress, may_end = tables(X, Y), Progress(), Event()

    def goes_on(*_):
        progress.cancel()
        assert may_end.wait(60), "nobody could leave this"

    monkeypatch.setattr(reverse_mapped_file, "_reverse_mapped_cells", goes_on)
    try:
        with pytest.raises(Cancelled):
            export_reverse_mapped(made, tmp_path / "z.csv", progress)
        assert not may_end.is_set()
        assert not (tmp_path / "z.csv").exists()
    finally:
        may_end.set()
