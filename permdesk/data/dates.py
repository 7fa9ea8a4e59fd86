"""Texts become points in time, or spans such as a month, in one notation; a text is a date only if all of it is.

Dates are days since 1970-01-01, a time of day a fraction of one; times of day alone are seconds since midnight.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from permdesk.compute.arrays import Flags, Floats, frozen
from permdesk.compute.progress import Progress
from permdesk.data.choices import DateNotation
from permdesk.data.date_text import DAY
from permdesk.data.numbers import Numbers, Reading

SEPARATORS = ("-", "/", r"\.")
TIME = r"(?P<H>[0-9]{1,3}):(?P<M>[0-9]{2})(?::(?P<S>[0-9]{2}(?:[.,][0-9]+)?))?"
ZONE = r"(?P<Z>Z|[+-][0-9]{2}:?[0-9]{2})?"
FIELDS = "ymdHMS"
# A year in front tells itself: one file may write it so, as ISO 8601 does, and the other by the notation.
ORDERS = {
    DateNotation.YEAR_MONTH_DAY: ("ymd", "ym", "y"),
    DateNotation.DAY_MONTH_YEAR: ("dmy", "my", "ymd", "ym", "y"),
    DateNotation.MONTH_DAY_YEAR: ("mdy", "my", "ymd", "ym", "y"),
}
DIGITS = {"y": "(?P<y>[0-9]{4})", "m": "(?P<m>[0-9]{1,2})", "d": "(?P<d>[0-9]{1,2})"}
RANGE_MARK = re.compile(r"\.\.|[-/–,;]")


class Unit(IntEnum):
    """How finely a text tells a time."""

    NONE = 0
    YEAR = 1
    MONTH = 2
    DAY = 3
    MINUTE = 4
    SECOND = 5


@dataclass(frozen=True, slots=True, eq=False)
class _Spans:
    """The first moment of each text (nan if it is no date), that after its last, and how finely it is told."""

    start: Floats
    end: Floats
    units: NDArray[np.int8]


def read_dates(cells: pa.StringArray, notation: DateNotation, finest: Unit, progress: Progress) -> Numbers:
    """Read trimmed texts. What is told less finely than ``finest``, a month among days, is the span of all that it can
    mean; spans between two dates are written as ranges of numbers are. Raises Cancelled."""
    spans = _spans(cells, notation, progress)
    lower, upper = _bounds(spans, finest)
    readings = np.where(np.isnan(lower), Reading.TEXT, np.where(lower == upper, Reading.PLAIN, Reading.RANGE))
    places, lows, highs = _ranges(cells, np.isnan(lower), notation, finest, progress)
    lower[places], upper[places], readings[places] = lows, highs, Reading.RANGE
    return Numbers(frozen(lower), frozen(upper), frozen(readings.astype(np.int8)))


def finest_unit(cells: pa.StringArray, notation: DateNotation, progress: Progress) -> Unit:
    """How finely the finest of the texts tells a time, NONE if no text is a date. Raises Cancelled."""
    return Unit(int(_spans(cells, notation, progress).units.max(initial=Unit.NONE)))


def span_of(text: str, notation: DateNotation) -> tuple[float, float] | None:
    """The first moment that a text can mean, and that after its last (equal for a second); None if it is no date."""
    spans = _spans(pa.array([text.strip()], pa.string()), notation, Progress())
    start, end = float(spans.start[0]), float(spans.end[0])
    return None if np.isnan(start) else (start, end)


def _spans(cells: pa.StringArray, notation: DateNotation, progress: Progress) -> _Spans:
    n = len(cells)
    fields = {field: np.full(n, np.nan) for field in FIELDS}
    zone = np.zeros(n)
    is_found = np.zeros(n, np.bool_)
    for pattern in _patterns(notation):
        progress.check()
        found = pc.extract_regex(cells, pattern)
        is_match = np.asarray(pc.is_valid(found).to_numpy(zero_copy_only=False), bool) & ~is_found
        if not is_match.any():
            continue
        is_found |= is_match
        taken = found.filter(pa.array(is_match))
        names = {field.name for field in taken.type}
        for field in names.intersection(FIELDS):
            fields[field][is_match] = _numbers(taken.field(field))
        if "Z" in names:
            zone[is_match] = _seconds_of_zone(taken.field("Z"))
    if notation is DateNotation.TIME_OF_DAY:
        return _times(fields)
    return _dates(fields, zone)


def _patterns(notation: DateNotation) -> list[str]:
    if notation is DateNotation.TIME_OF_DAY:
        return [f"^{TIME}$"]
    patterns = []
    for order in ORDERS[notation]:
        for separator in SEPARATORS if len(order) > 1 else SEPARATORS[:1]:
            date = separator.join(DIGITS[field] for field in order)
            patterns.append(f"^{date}(?:[T ]+{TIME} ?{ZONE})?$" if len(order) == len("ymd") else f"^{date}$")
    return patterns


def _numbers(texts: pa.StringArray) -> Floats:
    """What was not matched is empty."""
    plain = pc.replace_substring(texts, ",", ".")
    plain = pc.if_else(pc.equal(plain, ""), None, plain)
    numbers: Floats = pc.fill_null(pc.cast(plain, pa.float64()), np.nan).to_numpy(zero_copy_only=False)
    return numbers


def _seconds_of_zone(texts: pa.StringArray) -> Floats:
    def seconds(zone: str) -> float:
        if zone in ("", "Z"):
            return 0.0
        minutes = 60 * int(zone[1:3]) + int(zone[-2:])
        return -60.0 * minutes if zone.startswith("-") else 60.0 * minutes

    encoded = texts.dictionary_encode()
    zones = np.array([seconds(zone) for zone in encoded.dictionary.to_pylist()], np.float64)
    of_text: Floats = zones[encoded.indices.to_numpy()]
    return of_text


def _times(fields: dict[str, Floats]) -> _Spans:
    hours, minutes, seconds = (fields[field] for field in "HMS")
    has_seconds = ~np.isnan(seconds)
    start = hours * 3600 + minutes * 60 + np.where(has_seconds, seconds, 0)
    start[~((minutes < 60) & ~(seconds >= 60))] = np.nan
    units = np.where(np.isnan(start), Unit.NONE, np.where(has_seconds, Unit.SECOND, Unit.MINUTE))
    return _Spans(start, start + np.where(has_seconds, 0, 60), units.astype(np.int8))


def _dates(fields: dict[str, Floats], zone: Floats) -> _Spans:
    year, month, day, hour, minute, second = (fields[field] for field in FIELDS)
    has_month, has_day, has_time, has_seconds = (~np.isnan(part) for part in (month, day, hour, second))
    is_date = (year >= 1) & ~(month < 1) & ~(month > 12) & ~(day < 1)
    is_date &= ~(has_time & ~((hour < 24) & (minute < 60))) & ~(second >= 61)
    months = np.where(is_date, (year - 1970) * 12 + np.where(has_month, month, 1) - 1, 0).astype(np.int64)
    first = _first_day(months)
    next_month = _first_day(months + np.where(has_month, 1, 12))
    start = first + np.where(has_day, day, 1) - 1
    is_date &= ~has_day | (start < next_month)
    end = np.where(has_day, start + 1, next_month).astype(np.float64)
    seconds = hour * 3600 + minute * 60 + np.where(has_seconds, second, 0) - zone
    start = np.where(has_time, start + seconds / DAY, start)
    end = np.where(has_time, start + np.where(has_seconds, 0, 60 / DAY), end)
    units = np.select(
        [has_seconds, has_time, has_day, has_month], [Unit.SECOND, Unit.MINUTE, Unit.DAY, Unit.MONTH], Unit.YEAR
    )
    start[~is_date], end[~is_date] = np.nan, np.nan
    return _Spans(start, end, np.where(is_date, units, Unit.NONE).astype(np.int8))


def _first_day(months: NDArray[np.int64]) -> Floats:
    """The first day of months since January 1970."""
    days: Floats = months.astype("datetime64[M]").astype("datetime64[D]").astype(np.float64)
    return days


def _bounds(spans: _Spans, finest: Unit) -> tuple[Floats, Floats]:
    """Among days a span ends with its last day; among times with the moment after it, as a border counts as inside."""
    last = spans.end - 1 if finest <= Unit.DAY else spans.end
    is_point: Flags = spans.units >= finest
    return spans.start.copy(), np.where(is_point, spans.start, last)


def _ranges(
    cells: pa.StringArray, is_open: Flags, notation: DateNotation, finest: Unit, progress: Progress
) -> tuple[list[int], list[float], list[float]]:
    """Where ranges between two dates are, and their bounds, infinite at an open end."""
    candidates: list[tuple[int, str, str]] = []
    for place in np.flatnonzero(is_open).tolist():
        progress.check()
        candidates.extend((place, low, high) for low, high in _split(cells[place].as_py()))
    ends = pa.array([end for _, *both in candidates for end in both], pa.string())
    lower, upper = _bounds(_spans(ends, notation, progress), finest)
    lower[[end == "" for end in ends.to_pylist()]] = -np.inf
    upper[[end == "" for end in ends.to_pylist()]] = np.inf
    found: dict[int, tuple[float, float]] = {}
    unclear: set[int] = set()
    for number, (place, *_) in enumerate(candidates):
        low, high = float(lower[2 * number]), float(upper[2 * number + 1])
        if low <= high:
            unclear.update({place} if place in found else ())
            found[place] = (low, high)
    places = [place for place in found if place not in unclear]
    return places, [found[place][0] for place in places], [found[place][1] for place in places]


def _split(text: str) -> list[tuple[str, str]]:
    """Every way to see a text as a range; an open end is empty."""
    if above := re.fullmatch(r"(?:>=|=>|>|≥)\s*(.+)|(.+?)\s*\+", text):
        return [(above[1] or above[2], "")]
    if below := re.fullmatch(r"(?:<=|=<|<|≤)\s*(.+)", text):
        return [("", below[1])]
    inside = re.fullmatch(r"[\[\](](.+)[\[\])]", text)
    text = inside[1] if inside else text
    if not text[:1].isdigit() or not text[-1:].isdigit():
        return []
    return [(text[: gap.start()].strip(), text[gap.end() :].strip()) for gap in RANGE_MARK.finditer(text)]
