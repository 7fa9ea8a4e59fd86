"""Which record of Y is which record of X, and what is said where that is not clear."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.column_report import report_column
from permdesk.data.pairing import IdPairing, pair_by_id, pair_by_row
from permdesk.data.problem import Problem, Severity
from permdesk.data.table import Table
from permdesk.data.text_column import column_of


def paired(table, x_ids, y_ids):
    x, y = (
        table("id,v\n" + "".join(f"{i},1\n" for i in ids), name=f) for ids, f in ((x_ids, "x.csv"), (y_ids, "y.csv"))
    )
    return pair_by_id(x, y, {"id": "id"})


def test_that_records_are_found_by_identifier_whatever_their_order(table):
    found = paired(table, ["7", " 5", "x9"], ["x9 ", "7", "5"])
    assert isinstance(found, IdPairing)
    np.testing.assert_array_equal(found.own, [1, 2, 0])
    assert tuple(found.original_ids) == ("7", "5", "x9")
    assert tuple(found.anonymized_ids) == ("x9", "7", "5")
    assert not found.problems


def test_that_records_left_out_of_the_release_are_a_note(table):
    found = paired(table, ["1", "2", "3"], ["3", "1"])
    assert isinstance(found, IdPairing)
    np.testing.assert_array_equal(found.own, [1, -1, 0])
    [note] = found.problems
    assert (note.severity, note.n_cells, note.where) == (Severity.NOTE, 1, "x.csv")
    assert [(c.record, c.attribute, c.text) for c in note.cells] == [(2, "id", "2")]


def test_that_released_records_unknown_in_the_original_are_a_warning(table):
    found = paired(table, ["1", "2"], ["2", "8", "1", "9"])
    assert isinstance(found, IdPairing)
    [warning] = found.problems
    assert (warning.severity, warning.n_cells, warning.where) == (Severity.WARNING, 2, "y.csv")
    assert [(c.record, c.text) for c in warning.cells] == [(2, "8"), (4, "9")]


def test_that_records_without_identifier_stay_unpaired(table):
    found = paired(table, ["1", "", "NA", "4"], ["4", "*", "", "1"])
    assert isinstance(found, IdPairing)
    np.testing.assert_array_equal(found.own, [3, -1, -1, 0])
    assert [(p.severity, p.n_cells) for p in found.problems] == [(Severity.NOTE, 2), (Severity.WARNING, 2)]


def test_that_what_is_missing_in_one_file_only_pairs_with_nothing(table):
    dialects = Dialect(missing_codes=("NA",)), Dialect(missing_codes=())
    x, y = (table("id,v\n1,1\nNA,1\n", d, f) for d, f in zip(dialects, ("x.csv", "y.csv"), strict=True))
    for one, other in ((x, y), (y, x)):
        found = pair_by_id(one, other, {"id": "id"})
        assert isinstance(found, IdPairing)
        np.testing.assert_array_equal(found.own, [0, -1])
    assert tuple(pair_by_id(x, y, {"id": "id"}).original_ids) == ("1", "")


def test_that_a_blank_cell_is_no_identifier_even_where_it_is_no_missing_code(table):
    x = table("id,v\n1,1\n ,1\n,1\n", Dialect(missing_codes=("NA",)))
    found = pair_by_id(x, x, {"id": "id"})
    assert isinstance(found, IdPairing)
    np.testing.assert_array_equal(found.own, [0, -1, -1])


def test_that_a_repeated_identifier_is_a_problem_with_its_cells(table):
    problem = paired(table, ["1", "2", "3"], ["1", "2", "2", "1"])
    assert isinstance(problem, Problem)
    assert "repeats in 4 records, first “1”, “2”" in problem.what
    assert problem.where == "y.csv"
    assert [cell.record for cell in problem.cells] == [1, 2, 3, 4]


def test_that_no_common_identifier_is_a_problem(table):
    problem = paired(table, ["1", "2"], ["3", "4"])
    assert isinstance(problem, Problem)
    assert "No identifier" in problem.what


@pytest.mark.parametrize(
    ("x_ids", "y_ids", "words"),
    [
        (["007", "8", "a b"], ["7.0", "AB", "8"], "Identifiers of 2 records differ in form only, such as"),
        (["7", "8"], [" 0007", "8"], "The identifier of one record differs in form only,"),
    ],
)
def test_that_identifiers_that_differ_in_form_only_pair_and_that_this_is_said(table, x_ids, y_ids, words):
    found = paired(table, x_ids, y_ids)
    assert isinstance(found, IdPairing)
    assert (found.own >= 0).all()
    [warning] = found.problems
    assert warning.severity is Severity.WARNING
    assert words in warning.what
    assert x_ids[0] in warning.what
    assert warning.cells[0].text == y_ids[0]


def test_that_zeros_in_front_count_where_they_tell_records_apart(table):
    found = paired(table, ["7", "007", "1"], ["007", "07", "1"])
    assert isinstance(found, IdPairing)
    np.testing.assert_array_equal(found.own, [-1, 0, 2])
    assert not [problem for problem in found.problems if "form" in problem.what]


def test_that_zero_itself_keeps_its_zero(table):
    found = paired(table, ["0", "00", "5"], ["0", "5", "x"])
    assert isinstance(found, IdPairing)
    np.testing.assert_array_equal(found.own, [0, -1, 1])


def by_two(table, x_rows, y_rows):
    x, y = (table("h,p,v\n" + "".join(f"{row},1\n" for row in rows), name=f)
            for rows, f in ((x_rows, "x.csv"), (y_rows, "y.csv")))  # fmt: skip
    return pair_by_id(x, y, {"h": "h", "p": "p"})


def test_that_several_columns_together_are_one_identifier(table):
    found = by_two(table, ["1,1", "1,2", "2,1"], ["2,1", "1,1", "1,2"])
    assert isinstance(found, IdPairing)
    np.testing.assert_array_equal(found.own, [1, 2, 0])
    assert tuple(found.original_ids) == ("1 / 1", "1 / 2", "2 / 1")
    assert not found.problems


def test_that_an_identifier_of_which_a_part_is_missing_is_none(table):
    found = by_two(table, ["1,1", "1,", "2,1"], ["2,1", "1,", ",1"])
    assert isinstance(found, IdPairing)
    np.testing.assert_array_equal(found.own, [-1, -1, 0])
    assert "Of these, 1 have no identifier." in found.problems[0].what
    assert found.problems[0].cells[0].text == "1 / 1"


def test_that_several_columns_that_repeat_together_are_a_problem(table):
    problem = by_two(table, ["1,1", "1,2"], ["1,2", "1,2"])
    assert isinstance(problem, Problem)
    assert "“h”, “p” repeats in 2 records, first “1 / 2”" in problem.what


@given(st.data())
def test_that_pairing_agrees_with_a_comparison_of_all_records_with_all(data):
    ids = st.lists(st.tuples(st.sampled_from(["", "1", "2", "12"]), st.sampled_from(["1", "2", "", "21"])), min_size=2,
                   max_size=6, unique=True)  # fmt: skip
    files = [data.draw(ids) for _ in range(2)]
    x, y = (
        tuple(report_column(column_of(str(i), [row[i] for row in rows]), Dialect(), Progress()) for i in range(2))
        for rows in files
    )
    tables = [Table(Path(name), "", Dialect(), reports, reports[0].n_records)
              for name, reports in (("x", x), ("y", y))]  # fmt: skip
    found = pair_by_id(*tables, {"0": "0", "1": "1"})
    want = [next((j for j, other in enumerate(files[1]) if other == row and all(row)), -1) for row in files[0]]
    if all(own < 0 for own in want):
        assert isinstance(found, Problem)
    else:
        assert isinstance(found, IdPairing)
        assert found.own.tolist() == want


def test_that_rows_of_unequal_files_cannot_be_paired(table):
    problem = pair_by_row(table("a,b\n1,2\n3,4\n", name="x.csv"), table("a,b\n1,2\n", name="y.csv"))
    assert isinstance(problem, Problem)
    assert "the original has 2, the release 1" in problem.what


def test_that_rows_are_paired_with_themselves(table):
    x = table("a,b\n1,2\n3,4\n")
    np.testing.assert_array_equal(pair_by_row(x, x), [0, 1])
