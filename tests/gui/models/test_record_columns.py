"""Table 4 as the paper prints it, corrected where the paper errs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from permdesk.data.choices import CategoryOrder, DateNotation, Level, PairingBy
from permdesk.gui.models.columns import Mark
from permdesk.gui.models.record_columns import record_columns, record_fields, summary_columns, variance_places
from permdesk.gui.models.record_filter import kept_records
from tests.gui.audits import audit_of, paper_audit, scaled_audit
from tests.pairs import paper_pair


def test_that_table_4_is_the_papers_for_every_record(expected):
    columns = record_columns(paper_audit())
    assert [column.spoken for column in columns] == [
        "Record",
        "Permutation distance: to Y",
        "Permutation distance: to Z",
        "Matches in Y: number",
        "Matches in Y: first",
        "Satisfies",
        *(f"Original values X: X{j}" for j in (1, 2, 3)),
        *(f"Variance at d = 1 (at the record's own dᵢ): X{j}" for j in (1, 2, 3)),
    ]
    for row, (in_y, in_z) in enumerate(zip(expected["records_XY"], expected["linkage_XZ"], strict=True)):
        shown = [column.text(row) for column in columns]
        assert shown[:5] == [
            str(in_y["record"]), str(in_y["d"]), str(in_z["d"]), str(len(in_y["matches"])), str(in_y["matches"][0]),
        ]  # fmt: skip
        pairs = zip(in_y["variance_at_d"], in_y["variance_at_own_d"], strict=True)
        assert shown[9:] == [f"{_two_places(at_d)} ({_two_places(at_own)})" for at_d, at_own in pairs]


def _two_places(value):
    return f"{value:,.2f}"


def test_that_the_bottom_row_holds_d_and_v_under_their_columns():
    columns = record_columns(paper_audit())
    bottom = summary_columns(paper_audit(), columns)
    assert len(columns) == len(bottom)
    assert [column.text(0) for column in bottom] == [
        "All", "d = 1", "2", "", "", "20/20", "", "", "", "v = 0.009025", "v = 11.07", "v = 30.26",
    ]  # fmt: skip


def test_that_a_failing_record_is_marked_by_symbol_colour_and_words():
    kept, failed = record_columns(paper_audit())[5], record_columns(scaled_audit())[5]
    assert (kept.text(0), kept.marks(0)) == ("✓", Mark.GOOD)
    assert (failed.text(0), failed.marks(0)) == ("✗", Mark.DANGER | Mark.BOLD)
    assert "fails" in failed.note(0)


def test_that_bars_are_shares_of_the_largest_distance_and_notes_shares_of_the_file():
    column = record_columns(paper_audit())[1]
    assert [column.bar(row) for row in (0, 4, 6)] == [1.0, 0.5, 0.25]
    assert column.note(0) == "4 of 20 ranks, 20.0 % of the file"


def test_that_ids_are_shown_when_records_are_paired_by_them():
    pair = replace(paper_pair(), pairing=PairingBy.ID, record_ids=tuple(f"{100 - i}" for i in range(20)))
    column = record_columns(audit_of(pair))[1]
    assert (column.title, column.text(3)) == ("ID", "97")
    assert np.argsort(column.key()).tolist() == list(range(19, -1, -1))


def test_that_ids_that_are_no_numbers_sort_as_texts():
    pair = replace(paper_pair(), pairing=PairingBy.ID, record_ids=(*(f"b{i:02}" for i in range(19)), "a"))
    assert np.argsort(record_columns(audit_of(pair))[1].key())[:2].tolist() == [19, 0]


@pytest.mark.parametrize(
    ("text", "records"),
    [
        ("matches > 1", [2, 10, 15]),
        ("distance <= 1", [7, 9, 11, 17]),
        ("distance = 1 and X1 > 99", [11, 17]),
        ("satisfies = no", []),
        ("first = 10 and record > 3", [15]),
        ("distance_z = 5", [8, 12, 16, 18]),
    ],
)
def test_that_a_condition_may_name_what_the_table_shows(text, records):
    kept = kept_records(text, record_fields(paper_audit()))
    assert (np.flatnonzero(kept) + 1).tolist() == records


def test_that_small_variances_get_the_places_they_need():
    assert variance_places(np.array([0.5, 3.0])) == 2
    assert variance_places(np.array([0.0004, np.nan])) == 6
    assert variance_places(np.array([np.nan])) == 2


def test_that_a_condition_takes_dates_and_codes_as_the_table_shows_them():
    pair = paper_pair()
    code, born, *others = pair.attributes
    codes = replace(code.original, lower=np.tile([1.0, 2.0], 10), upper=np.tile([1.0, 2.0], 10))
    days = replace(born.original, lower=np.arange(20.0), upper=np.arange(20.0))
    code = replace(
        code, level=Level.ORDINAL, categories=("0", "1"), order=CategoryOrder.BY_CODE, original=codes, anonymized=codes
    )
    born = replace(born, dates=DateNotation.YEAR_MONTH_DAY, original=days, anonymized=days)
    audit = audit_of(replace(pair, attributes=(code, born, *others)))
    columns = {column.title: column for column in record_columns(audit) if column.group == "Original values X"}
    found = kept_records(f"{code.name} = 1 and {born.name} > 1970-01-10", record_fields(audit))
    assert found is not None
    rows = np.flatnonzero(found).tolist()
    assert rows == [11, 13, 15, 17, 19]
    assert {columns[code.name].text(row) for row in rows} == {"1"}
    assert columns[born.name].text(rows[0]) == "1970-01-12"
