"""Long tables are bounded, the least protected records first, and say so."""

from io import BytesIO

import numpy as np
import openpyxl
import pytest

from permdesk.audit.description import Description
from permdesk.audit.findings import Distances, Target
from permdesk.report.build import build_report
from permdesk.report.html import render_html
from permdesk.report.matches import MOST_LISTED, MatchWriter, rank_cell
from permdesk.report.profile import Profile
from permdesk.report.records import MOST_CELLS, MOST_ROWS, bounded_note, n_rows, n_rows_on_page, smallest_distance
from permdesk.report.xlsx import render_xlsx
from tests.pairs import pair_of
from tests.report.conftest import DAY, audited

RECORD_TABLES = ("Values and ranks", "Permutation and noise", "One record", "All records", "Links")


@pytest.fixture(scope="module")
def long_audit():
    random = np.random.default_rng(9)
    original = random.normal(size=(3_000, 4))
    return audited(pair_of(original, original + random.normal(0, 0.3, original.shape)))


@pytest.fixture(scope="module")
def long_report(long_audit):
    return build_report(long_audit, Description(), Profile.INTERNAL, DAY)


def test_that_tables_of_records_are_bounded_and_say_so(long_report):
    for name in RECORD_TABLES:
        table = long_report.table(name)
        assert table.n_on_page < len(table.rows) <= MOST_ROWS
        assert len(table.rows) * len(table.columns) <= MOST_CELLS
        assert "3000" in table.note


def test_that_the_least_protected_records_come_first(long_audit, long_report):
    shown = [row[0].value - 1 for row in long_report.table("All records").rows]
    distances = smallest_distance(long_audit)[shown]
    assert np.all(np.diff(distances) >= 0)
    assert distances[-1] <= np.delete(smallest_distance(long_audit), shown).min()


def test_that_the_nearest_released_records_come_first_in_table_3(long_report):
    largest = [row[-1].value for row in long_report.table("One record").rows]
    assert largest == sorted(largest)


def test_that_page_and_workbook_hold_what_the_note_says(long_report):
    table = long_report.table("All records")
    assert f"the first {table.n_on_page} of 3000" in table.note
    assert f"the workbook {len(table.rows)}" in table.note
    assert len(render_html(long_report)) < 1_500_000
    sheets = openpyxl.load_workbook(BytesIO(render_xlsx(long_report)), read_only=True).worksheets
    (sheet,) = (sheet for sheet in sheets if "All records" in sheet.title)
    assert sheet.max_row == len(table.rows) + 5


@pytest.mark.parametrize("n_columns", [5, 50, 500, 5_000])
def test_that_bounds_hold_for_any_width(n_columns):
    assert 10 <= n_rows_on_page(n_columns) <= 200
    assert n_rows(10**6, n_columns) <= MOST_ROWS
    assert bounded_note(10, n_columns) == ""


def distances_with(n_matches, n=30):
    low = np.zeros((n, 1), dtype=np.int32) + 1
    low[n_matches:] = 9
    one = np.array([1], dtype=np.int32)
    return Distances(
        target=Target.ANONYMIZED,
        closest_low=one[:, None],
        closest_high=one[:, None],
        low=low,
        high=low,
        distance=np.array([0], dtype=np.int32),
        n_matches=np.array([n_matches]),
        first_match=np.array([0]),
        own_matches=None,
    )


def test_that_all_matches_are_listed_up_to_a_bound():
    assert MatchWriter(distances_with(1), 1).cell(0).value == 1
    assert MatchWriter(distances_with(3), 1).cell(0).value == "1, 2, 3"
    assert MatchWriter(distances_with(MOST_LISTED + 4), 1).cell(0).value.endswith("9, 10 and 4 more")


def test_that_matches_are_not_listed_where_that_would_take_long():
    assert MatchWriter(distances_with(3), 10**9).cell(0).value == "1 and 2 more"


@pytest.mark.parametrize(("low", "high", "value"), [(4, 4, 4), (4, 6, "4–6"), (-(2**29), 2**29, None), (-7, -7, None)])
def test_that_ranks_are_points_intervals_or_missing(low, high, value):
    assert rank_cell(low, high, 20).value == value
