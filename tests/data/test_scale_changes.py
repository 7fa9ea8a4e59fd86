"""What another reading would make of the numbers of a file."""

from __future__ import annotations

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.column_report import report_column
from permdesk.data.scale_changes import ReadingSample, reading_changes
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
