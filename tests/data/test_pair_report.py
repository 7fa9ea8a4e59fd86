"""Every column is reported as it was read, and every cell is in exactly one count."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.attribute_trace import attribute_traces
from permdesk.data.choices import AttributeChoice, DateNotation, Dialect, Level
from permdesk.data.column_meaning import ColumnMeaning, MissingRange, ValueLabel
from permdesk.data.column_report import report_column
from permdesk.data.column_summary import MissingCount, MissingKind, column_summary
from permdesk.data.pair_report import PairReport, attribute_report
from permdesk.data.text_column import column_of

DIALECT = Dialect(missing_codes=("", "NA"), suppressed_codes=("*", "x"))
MEANING = ColumnMeaning(
    value_labels=(ValueLabel("98", "refused"),),
    missing=(MissingRange("97", "97", "not asked"), MissingRange("98", "98"), MissingRange("100", "inf")),
)


def pair_report(x, y, common, choices=()):
    return PairReport(tuple(trace.report for trace in attribute_traces(x, y, common, choices, Progress())))


def column(cells, meaning=MEANING):
    return report_column(column_of("v", cells), DIALECT, Progress(), meaning)


def test_that_a_column_is_reported_as_it_was_read():
    found = column_summary(column(["1", "01", " 2.50", "[3, 9[", "word", "", "NA", "*", "x", "97", "98", "120", "1.0"]))
    assert (found.n_records, found.n_read, found.n_ranges, found.n_not_read) == (13, 5, 1, 1)
    assert [(cell.record, cell.text) for cell in found.not_read] == [(5, "word")]
    assert (found.n_leading_zeros, found.decimals, found.n_distinct, found.n_tied) == (1, 2, 4, 3)
    assert (found.smallest, found.largest) == (1, 9)
    assert found.n_missing == 7
    assert set(found.missing) == {
        MissingCount(MissingKind.BLANK, "", "", 1),
        MissingCount(MissingKind.CODE, "NA", "", 1),
        MissingCount(MissingKind.USER_MISSING, "97", "not asked", 1),
        MissingCount(MissingKind.USER_MISSING, "98", "refused", 1),
        MissingCount(MissingKind.USER_MISSING, "", "100 … inf", 1),
        MissingCount(MissingKind.SUPPRESSED, "*", "", 1),
        MissingCount(MissingKind.SUPPRESSED, "x", "", 1),
    }


def test_that_a_column_without_values_has_no_range():
    found = column_summary(column(["", "*"]))
    assert (found.smallest, found.largest, found.n_distinct, found.decimals) == (None, None, 0, 0)


def test_that_open_ranges_leave_the_range_finite():
    found = column_summary(column([">=5", "<3", "4"]))
    assert (found.smallest, found.largest) == (3, 5)


def test_that_no_more_than_the_first_cells_are_listed():
    found = column_summary(column([f"w{i}" for i in range(50)]))
    assert (found.n_not_read, len(found.not_read)) == (50, 20)


CELLS = st.lists(st.sampled_from(["1", "1.0", "02", "2", "-3.25", "[1, 2]", ">=1", "w", "", "NA", "*", "97", "300"]))


@given(CELLS.filter(bool))
def test_that_every_cell_is_counted_once(cells):
    found = column_summary(column(cells))
    assert found.n_read + found.n_not_read + found.n_missing == found.n_records == len(cells)
    numbers = {"1": 1, "1.0": 1, "02": 2, "2": 2, "-3.25": -3.25}
    values = Counter(numbers.get(cell, cell) for cell in cells if cell not in ("", "NA", "*", "97", "300"))
    assert found.n_distinct == len(values)
    assert found.n_tied == sum(n for n in values.values() if n > 1)


def test_that_values_of_the_release_beyond_the_original_are_listed():
    found = attribute_report(
        column(["1", "5"], ColumnMeaning()), column(["0.5", "[3, 9[", "<0", "5", ">=4"], ColumnMeaning())
    )
    assert found.n_outside == 3
    assert [(cell.record, cell.text) for cell in found.outside] == [(1, "0.5"), (2, "[3, 9["), (3, "<0")]
    assert (found.n_new, found.n_lost) == (0, 0)


def test_that_categories_that_differ_are_listed_both_ways():
    found = attribute_report(column(["b", "a", "c", "c"]), column(["d", "a", "*", "e"]))
    assert (found.n_new, found.new_categories) == (2, ("d", "e"))
    assert (found.n_lost, found.lost_categories) == (2, ("b", "c"))
    assert found.n_outside == 0


def test_that_numbers_that_became_words_are_new_and_lost_categories_only_if_there_were_words():
    assert attribute_report(column(["1", "2"]), column(["low", "2"])).n_new == 0
    assert attribute_report(column(["1", "x y"]), column(["low", "1"])).new_categories == ("low",)


def test_that_chosen_dates_are_reported_as_dates(table):
    x, y = (table(f"a,b\n{text},1\n2020-01-05,2\n", name=f) for text, f in (("2020-01-01", "x.csv"), ("2021", "y.csv")))
    choice = AttributeChoice("a", Level.NUMERIC, dates=DateNotation.YEAR_MONTH_DAY)
    found = pair_report(x, y, {"a": "a", "b": "b"}, (choice,)).attribute("a")
    assert (found.original.n_read, found.anonymized.n_ranges) == (2, 1)
    assert [cell.text for cell in found.outside] == ["2021"]


def test_that_an_attribute_is_found_by_its_name_in_the_original(table):
    x, y = table("a,b\n1,1\n2,2\n"), table("A,b\n1,1\n2,2\n")
    found = pair_report(x, y, {"a": "A", "b": "b"})
    assert [attribute.name for attribute in found.attributes] == ["a", "b"]
    assert found.attribute("a").anonymized.name == "A"
    with pytest.raises(KeyError):
        found.attribute("A")


def test_that_a_stop_ends_it(table):
    x = table("a,b\n1,1\n2,2\n")
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        attribute_traces(x, x, {"a": "a"}, (), progress)


@pytest.mark.parametrize(
    ("cells", "dialect", "want"),
    [
        (["1.5e10", "2"], DIALECT, 1),
        (["3", "1e-7"], DIALECT, 0),
        (["1,25", "2"], Dialect(decimal_mark=","), 2),
        ([], DIALECT, 0),
    ],
)
def test_that_decimals_are_the_digits_behind_the_mark(cells, dialect, want):
    assert column_summary(report_column(column_of("v", [*cells, "word"]), dialect, Progress())).decimals == want
