"""Does an attribute hold dates, and in which notation? What all cells of both files show, never the system's locale."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from permdesk.compute.arrays import Flags
from permdesk.compute.progress import Progress
from permdesk.data.choices import DateNotation
from permdesk.data.column_report import ColumnReport
from permdesk.data.dates import Unit, finest_unit, read_dates
from permdesk.data.numbers import Reading, matches
from permdesk.data.numeric_obstacle import Obstacle
from permdesk.data.problem import MOST_CELLS, Problem, Severity
from permdesk.data.wording import listed, quoted
from permdesk.translation import to_translate, tr, translated

SAMPLE = 100
MOSTLY = 0.9
DOTTED = r"^[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}"
SHORT_YEAR = r"^[0-9]{1,2}(?:\.[0-9]{1,2}\.|/[0-9]{1,2}/|-[0-9]{1,2}-)[0-9]{2}(?:[ T].*)?$"
YEAR_FIRST = r"^[^0-9]*[0-9]{4}"
NAMES = {
    DateNotation.YEAR_MONTH_DAY: to_translate("year, month, day"),
    DateNotation.DAY_MONTH_YEAR: to_translate("day, month, year"),
    DateNotation.MONTH_DAY_YEAR: to_translate("month, day, year"),
    DateNotation.TIME_OF_DAY: to_translate("time of day"),
}


@dataclass(frozen=True, slots=True, eq=False)
class DateReading:
    """A notation that reads the cells of both files. ``also`` are others that read them all just as well;
    ``obstacle``, of cells that are no dates, only where nearly all others are."""

    notation: DateNotation
    also: tuple[DateNotation, ...] = ()
    obstacle: Obstacle | None = None


def date_reading(x: ColumnReport, y: ColumnReport) -> DateReading | None:
    """How an attribute that is not numeric can be read as dates; None if it cannot.

    Days and months that no cell tells apart are read with the day first, in ``also`` the other way; with dots between
    them, or years in front, no other way is in use.
    """
    likely = [notation for notation in DateNotation if _begins_with_dates(x, notation)]
    shares = {notation: _share_of_dates(x, y, notation) for notation in likely}
    best = max(shares.values(), default=0.0)
    if best < MOSTLY:
        return None
    notations = [notation for notation in likely if shares[notation] == best]
    first = notations[0]
    if best < 1:
        return DateReading(first, obstacle=date_obstacle(*with_dates(x, y, first, Progress())))
    return DateReading(first, tuple(notations[1:]) if any(_day_or_month_first(r).any() for r in (x, y)) else ())


def short_years(x: ColumnReport, y: ColumnReport) -> Obstacle | None:
    """Dates of the original whose years have two digits: their century is not guessed, as 01.03.50 is 1950 or 2050 and
    a wrong guess moves records by a hundred years."""
    is_short = x.is_present & matches(x.trimmed.arrow, SHORT_YEAR)
    n = int(x.n_cells[is_short].sum())
    if not n or n < MOSTLY * x.n_present:
        return None
    cells = x.first_cells(is_short)
    what = tr("Years have two digits, as in {text}: no cell says which century is meant.", text=quoted(cells[0].text))
    remedy = tr("Write years with four digits in both files, and open them again; or choose another level.")
    return Obstacle(what, remedy, cells, n + y.n_present, True)


def are_dates(report: ColumnReport) -> bool:
    """One notation reads all values of the column."""
    reading = date_reading(report, report)
    return reading is not None and reading.obstacle is None


def with_dates(
    x: ColumnReport, y: ColumnReport, notation: DateNotation, progress: Progress
) -> tuple[ColumnReport, ColumnReport]:
    """Both columns with their texts read as dates instead of numbers. Raises Cancelled."""
    finest = max(finest_unit(_present(report), notation, progress) for report in (x, y))
    return (
        replace(x, numbers=read_dates(x.trimmed.arrow, notation, finest, progress)),
        replace(y, numbers=read_dates(y.trimmed.arrow, notation, finest, progress)),
    )


def date_obstacle(x: ColumnReport, y: ColumnReport) -> Obstacle | None:
    """The cells that are no dates, of columns that were read as such."""
    n = x.n_not_numeric + y.n_not_numeric
    if not n:
        return None
    cells = (x.first_cells(x.is_not_numeric) + y.first_cells(y.is_not_numeric))[:MOST_CELLS]
    what = tr(
        "Values are dates or times, except for {n} of {total} cells (original: {n_x}, release: {n_y}), such as"
        " {examples}.",
        n=n, total=x.n_present + y.n_present, n_x=x.n_not_numeric, n_y=y.n_not_numeric,
        examples=listed(list(dict.fromkeys(cell.text.strip() for cell in cells))[:3]),
    )  # fmt: skip
    remedy = tr("Mend these cells, add them to the missing codes, or choose another level.")
    return Obstacle(what, remedy, cells, n, True)


def ambiguous_dates(name: str, reading: DateReading, x: ColumnReport, y: ColumnReport) -> Problem:
    """Both readings of dates whose day and month no cell tells apart."""
    cell = (*x.first_cells(_day_or_month_first(x)), *y.first_cells(_day_or_month_first(y)))[0]
    first, other = reading.notation, reading.also[0]
    what = tr(
        "Dates such as {text} can be read as {first} and as {other}; no cell decides it, and the first was taken.",
        text=quoted(cell.text), first=translated(NAMES[first]), other=translated(NAMES[other]),
    )  # fmt: skip
    return Problem(
        what, name, tr("Choose the notation of the file; distances depend on it."), Severity.WARNING, (cell,), 1
    )


def reason_for_dates(reading: DateReading) -> str:
    """Why an attribute is taken for dates."""
    if reading.notation is DateNotation.TIME_OF_DAY:
        return tr("All values are times of day.")
    return tr("All values are dates ({notation}).", notation=translated(NAMES[reading.notation]))


def _day_or_month_first(report: ColumnReport) -> Flags:
    """Present texts that do not begin with a year, and have other marks than dots."""
    texts = report.trimmed.arrow
    return report.is_present & ~matches(texts, DOTTED) & ~matches(texts, YEAR_FIRST)


def _present(report: ColumnReport) -> pa.StringArray:
    return report.trimmed.arrow.filter(pa.array(report.is_present))


def _begins_with_dates(x: ColumnReport, notation: DateNotation) -> bool:
    return finest_unit(_present(x)[:SAMPLE], notation, Progress()) >= Unit.MONTH


def _share_of_dates(x: ColumnReport, y: ColumnReport, notation: DateNotation) -> float:
    read = with_dates(x, y, notation, Progress())
    n_read = sum(
        int(report.n_cells[report.is_present & np.isin(report.numbers.readings, (Reading.PLAIN, Reading.RANGE))].sum())
        for report in read
    )
    return n_read / max(x.n_present + y.n_present, 1)
