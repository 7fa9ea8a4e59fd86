"""Texts become points in time and spans of them, exactly, in the notation that all cells of both files show."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.audit.policy import Policy
from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.choices import AttributeChoice, DateNotation, Dialect, Level, PairChoices, PairingBy
from permdesk.data.column_report import report_column
from permdesk.data.date_columns import date_reading
from permdesk.data.date_text import date_text
from permdesk.data.dates import Unit, finest_unit, read_dates
from permdesk.data.file_pair import FilePair
from permdesk.data.guess import guess_choices, guess_level
from permdesk.data.make_pair import make_pair
from permdesk.data.numbers import Reading
from permdesk.data.problem import Problem, Severity
from permdesk.data.text_column import column_of
from tests.audit.auditing import audited

YMD, DMY, MDY = DateNotation.YEAR_MONTH_DAY, DateNotation.DAY_MONTH_YEAR, DateNotation.MONTH_DAY_YEAR
TIME = DateNotation.TIME_OF_DAY
EPOCH = date(1970, 1, 1)


def day(year, month=1, day_of_month=1):
    return (date(year, month, day_of_month) - EPOCH).days


def read(text, notation=YMD, finest=Unit.DAY):
    found = read_dates(pa.array([text]), notation, finest, Progress())
    if found.readings[0] == Reading.TEXT:
        return None
    return float(found.lower[0]), float(found.upper[0])


@pytest.mark.parametrize(
    ("text", "notation", "want"),
    [
        ("2020-03-01", YMD, day(2020, 3, 1)),
        ("2020/3/1", YMD, day(2020, 3, 1)),
        ("1899-12-31", YMD, day(1899, 12, 31)),
        ("0001-01-01", YMD, day(1, 1, 1)),
        ("29.02.2020", DMY, day(2020, 2, 29)),
        ("1/2/2020", DMY, day(2020, 2, 1)),
        ("1/2/2020", MDY, day(2020, 1, 2)),
        ("31-12-2020", DMY, day(2020, 12, 31)),
    ],
)
def test_that_a_day_is_a_number_of_days(text, notation, want):
    assert read(text, notation) == (want, want)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("2019-02-29", YMD), ("2020-13-01", YMD), ("2020-00-10", YMD), ("2020-01-32", YMD), ("0000-01-01", YMD),
        ("13/13/2020", DMY), ("1/13/2020", DMY), ("13/1/2020", MDY), ("20-03-01", YMD), ("2020-03/01", YMD),
        ("2020-03-01x", YMD), ("x2020-03-01", YMD), ("2020-03-01 24:00", YMD), ("2020-03-01 12:60", YMD), ("", YMD),
        ("12:60", TIME), ("12:30:60", TIME), ("12", TIME), ("2020", TIME),
    ],
)  # fmt: skip
def test_that_what_is_no_date_is_none(text, notation):
    assert read(text, notation) is None


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("2020-02", (day(2020, 2), day(2020, 2, 29))),
        ("2020", (day(2020), day(2020, 12, 31))),
        ("2019-2020", (day(2019), day(2020, 12, 31))),
        ("2019–2020", (day(2019), day(2020, 12, 31))),
        ("2020-01-05/2020-02-01", (day(2020, 1, 5), day(2020, 2, 1))),
        ("2020-01-05 - 2020-02-01", (day(2020, 1, 5), day(2020, 2, 1))),
        ("[2020-01-05, 2020-02-01[", (day(2020, 1, 5), day(2020, 2, 1))),
        (">=2020-02", (day(2020, 2), np.inf)),
        ("2020+", (day(2020), np.inf)),
        ("<2020-02-03", (-np.inf, day(2020, 2, 3))),
        ("≤2020", (-np.inf, day(2020, 12, 31))),
    ],
)
def test_that_a_generalized_date_is_the_span_of_what_it_can_mean(text, want):
    assert read(text) == want


@pytest.mark.parametrize("text", ["2020-2019", "[2020-01-05, x[", "2020-01-05/", ">=", "<x", "[]", "2020--2021"])
def test_that_what_is_no_span_is_none(text):
    assert read(text) is None


def test_that_months_are_found_in_other_orders_too():
    assert read("02.2020", DMY) == read("02/2020", MDY) == (day(2020, 2), day(2020, 2, 29))


def test_that_times_are_fractions_of_a_day_and_zones_are_taken_off():
    noon = day(2020, 3, 1) + 0.5
    for text in (
        "2020-03-01 12:00:00",
        "2020-03-01T12:00:00Z",
        "2020-03-01T14:30:00+02:30",
        "2020-03-01 10:00:00-0200",
    ):
        assert read(text, finest=Unit.SECOND) == (noon, noon)


def test_that_among_times_a_day_is_all_of_it_and_a_minute_too():
    first = day(2020, 3, 1)
    assert read("2020-03-01", finest=Unit.SECOND) == (first, first + 1)
    assert read("2020-03", finest=Unit.MINUTE) == (first, day(2020, 4, 1))
    low, high = read("2020-03-01 12:00", finest=Unit.SECOND)
    assert (low, high) == pytest.approx((first + 0.5, first + 0.5 + 60 / 86400), abs=1e-9)
    assert read("2020-03-01 12:00", finest=Unit.MINUTE) == (first + 0.5, first + 0.5)


def test_that_times_of_day_are_seconds():
    assert read("12:30", TIME, Unit.MINUTE) == (45000, 45000)
    assert read("12:30", TIME, Unit.SECOND) == (45000, 45060)
    assert read("12:30:15,5", TIME, Unit.SECOND) == (45015.5, 45015.5)
    assert read("100:00", TIME, Unit.MINUTE) == (360000, 360000)


@given(st.dates())
def test_that_any_day_is_read_as_python_reads_it_and_is_written_back(moment):
    days = (moment - EPOCH).days
    texts = {YMD: f"{moment:%Y}".zfill(4) + f"-{moment:%m-%d}", DMY: f"{moment.day}.{moment.month}.{moment.year:04d}",
             MDY: f"{moment.month:02d}/{moment.day:02d}/{moment.year:04d}"}  # fmt: skip
    for notation, text in texts.items():
        assert read(text, notation) == (days, days)
    assert date_text(days, YMD) == moment.isoformat()


@given(st.integers(-2_000_000_000, 7_000_000_000))
def test_that_any_second_is_read_as_python_reads_it_and_is_written_back(seconds):
    moment = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)).replace(tzinfo=None)
    want = seconds / 86400
    low, high = read(moment.isoformat(), finest=Unit.SECOND)
    assert low == high == pytest.approx(want, abs=1e-9)
    assert date_text(low, YMD).removesuffix(" 00:00:00") == moment.isoformat(sep=" ").removesuffix(" 00:00:00")


def test_that_times_of_day_are_written_back():
    assert date_text(45015.2, TIME) == "12:30:15"


def test_that_a_unit_is_the_finest_of_all():
    cells = pa.array(["2020", "2020-03-01 12:00", "x"])
    assert finest_unit(cells, YMD, Progress()) is Unit.MINUTE
    assert finest_unit(cells[2:], YMD, Progress()) is Unit.NONE


def test_that_a_stop_ends_the_reading():
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        read_dates(pa.array(["x"]), YMD, Unit.DAY, progress)


def reports(x, y):
    return tuple(report_column(column_of("v", cells), Dialect(), Progress()) for cells in (x, y))


@pytest.mark.parametrize(
    ("x", "y", "notation", "also"),
    [
        (["2020-03-01", "2020-04-01", ""], ["2020-03", "*"], YMD, ()),
        (["2020-03", "2020-04"], ["2020", "2020"], YMD, ()),
        (["31.12.2020", "01.02.2020"], ["2020", "01.03.2020"], DMY, ()),
        (["12/31/2020", "01/02/2020"], ["2020", "01/03/2020"], MDY, ()),
        (["1/2/2020", "3/4/2020"], ["1/2/2020", "30/4/2020"], DMY, ()),
        (["1.2.2020", "3.4.2020"], ["1.2.2020", "3.4.2020"], DMY, ()),
        (["12:30", "9:00"], ["12:00", "9:00"], TIME, ()),
        (["2020-12-31", "2020-02-01"], ["31.12.2020", "02.2020"], DMY, ()),
        (["12/31/2020", "02/01/2020"], ["2020-12-31T10:00", "2020-02-01"], MDY, ()),
        (["2020-02-01", "2020-04-03"], ["1/2/2020", "2020-04-03"], DMY, (MDY,)),
        (["2020/12/31", "2020/02/01"], ["2020-12", "2020"], YMD, ()),
    ],
)
def test_that_all_cells_decide_the_notation(x, y, notation, also):
    reading = date_reading(*reports(x, y))
    assert (reading.notation, reading.also, reading.obstacle) == (notation, also, None)


@pytest.mark.parametrize(
    "cells", [["2020", "2021"], ["10-12", "1-2"], ["a", "b"], ["1.5", "2.5"], ["3-4-20", "1-2-20"]]
)
def test_that_numbers_ranges_and_words_are_no_dates(cells):
    assert date_reading(*reports(cells, cells)) is None


def test_that_a_guess_says_that_values_are_dates():
    choice = guess_level("born", *reports(["1980-02-03", "1981-02-03"], ["1980", "1981-02"]))
    assert (choice.level, choice.dates) == (Level.NUMERIC, YMD)
    assert "dates (year, month, day)" in choice.reason


def test_that_a_few_cells_that_are_no_dates_are_named():
    cells = ["1980-02-03"] * 19 + ["1980-02-30"]
    choice = guess_level("born", *reports(cells, cells))
    assert choice.level is Level.EXCLUDED
    assert "except for 2 of 40 cells" in choice.reason
    assert "“1980-02-30”" in choice.reason


@pytest.fixture
def pair(table):
    def made(x, y, choice):
        tables = []
        for cells, file in ((x, "x.csv"), (y, "y.csv")):
            rows = "".join(f"{cell};{i}\n" for i, cell in enumerate(cells, 1))
            tables.append(table(f"v;w\n{rows}", Dialect(separator=";"), file))
        return make_pair(*tables, PairChoices((choice, AttributeChoice("w", Level.NUMERIC)), PairingBy.ROW), Progress())

    return made


def test_that_released_months_of_their_own_days_are_at_distance_zero(pair):
    x = ["2020-01-31", "2020-02-01", "2020-02-29", "2021-07-01"]
    found = pair(x, [text[:7] for text in x[:3]] + ["2021"], AttributeChoice("v", Level.NUMERIC, dates=YMD))
    assert isinstance(found, FilePair)
    assert found.attributes[0].dates is YMD
    audit = audited(replace(found, attributes=found.attributes[:1]), Policy(), replicates=1)
    assert audit.distances.distance.tolist() == [0] * 4


def test_that_the_hour_of_a_day_is_inside_the_day(pair):
    found = pair(["2020-01-31 23:59:59", "2020-02-01 00:00:00"], ["2020-01-31", "2020-02-01"],
                 AttributeChoice("v", Level.NUMERIC, dates=YMD))  # fmt: skip
    x, y = found.attributes[0].original, found.attributes[0].anonymized
    assert (y.lower <= x.lower).all() and (x.upper <= y.upper).all()


def test_that_an_unreadable_date_is_a_problem_with_its_cell(pair):
    problem = pair(["2020-01-31", "2020-02-30"], ["2020", "2021"], AttributeChoice("v", Level.NUMERIC, dates=YMD))
    assert isinstance(problem, Problem)
    assert [(cell.record, cell.text) for cell in problem.cells] == [(2, "2020-02-30")]


def test_that_each_file_may_write_its_dates_in_its_own_way(pair):
    found = pair(
        ["2020-01-31", "2020-02-01"], ["31.01.2020", "01.02.2020"], AttributeChoice("v", Level.NUMERIC, dates=DMY)
    )
    assert isinstance(found, FilePair)
    assert found.attributes[0].anonymized.lower.tolist() == found.attributes[0].original.lower.tolist()


def test_that_the_cell_that_can_be_read_in_two_ways_is_shown(pair):
    choice = AttributeChoice("v", Level.NUMERIC, dates=DMY, reason="All values are dates.")
    found = pair(["2020-02-01", "2020-04-03"], ["1/2/2020", "3/4/2020"], choice)
    [warning] = [p for p in found.problems if p.severity is Severity.WARNING and p.where == "v"]
    assert "“1/2/2020”" in warning.what


@pytest.mark.parametrize(("reason", "n"), [("All values are dates.", 1), ("", 0)])
def test_that_days_and_months_that_nothing_tells_apart_are_a_warning_until_they_are_confirmed(pair, reason, n):
    cells = ["1/2/2020", "3/4/2020", "5/4/2021"]
    found = pair(cells, cells[::-1], AttributeChoice("v", Level.NUMERIC, dates=DMY, reason=reason))
    warnings = [p for p in found.problems if p.severity is Severity.WARNING and p.where == "v"]
    assert len(warnings) == n
    assert all("“1/2/2020”" in p.what and "day, month, year and as month, day, year" in p.what for p in warnings)


@pytest.mark.parametrize("cell", ["01.03.{:02}", "3/1/{:02}", "01-03-{:02}", "01.03.{:02} 12:00"])
def test_that_years_of_two_digits_are_asked_about_and_never_guessed(table, cell):
    x, y = (
        table("born,n\n" + "".join(f"{cell.format(k + step)},{k * 7}\n" for k in range(30)), name=name)
        for step, name in ((40, "x.csv"), (45, "y.csv"))
    )
    choices = guess_choices(x, y, Progress())
    assert choices.attributes[0].level is Level.EXCLUDED
    assert "two digits" in choices.attributes[0].reason
    (problem,) = (one for one in make_pair(x, y, choices, Progress()).problems if one.where == "born")
    assert problem.severity is Severity.WARNING
    assert "four digits" in problem.remedy


def test_that_years_of_four_digits_are_dates_as_before(table):
    x = table("born,n\n" + "".join(f"01.03.19{k + 40},{k * 7}\n" for k in range(30)))
    assert guess_choices(x, x, Progress()).attributes[0].level is Level.NUMERIC
