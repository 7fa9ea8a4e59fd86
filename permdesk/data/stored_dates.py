"""Days and seconds since an epoch, as statistical programs store dates and times, become ISO 8601 text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Flags, Floats
from permdesk.data.column_meaning import ValueKind

DAY = 86400.0
FIRST, LAST = (np.datetime64(moment, "us").astype(np.int64) / 1e6 for moment in ("0001-01-01", "9999-12-31T23:59:59"))


class Program(Enum):
    """Whose day 0 it is."""

    SPSS = "1582-10-14"
    STATA = "1960-01-01"
    SAS = "1960-01-01T00:00"


@dataclass(frozen=True, slots=True)
class DateStorage:
    """What the numbers of a column count: ``seconds`` long units since ``epoch``."""

    kind: ValueKind
    seconds: float
    epoch: str


SPSS_KINDS = {
    "DATE": ValueKind.DATE, "ADATE": ValueKind.DATE, "EDATE": ValueKind.DATE, "JDATE": ValueKind.DATE,
    "SDATE": ValueKind.DATE, "QYR": ValueKind.DATE, "MOYR": ValueKind.DATE, "WKYR": ValueKind.DATE,
    "DATETIME": ValueKind.DATETIME, "YMDHMS": ValueKind.DATETIME,
    "TIME": ValueKind.TIME, "MTIME": ValueKind.TIME, "DTIME": ValueKind.TIME,
}  # fmt: skip
SAS_DATETIMES = re.compile(r"(E8601|B8601|IS8601)DT|DATETIME|DATEAMPM|MDYAMPM|DT(DATE|MONYY|YEAR|WKDATX)|NLDATM")
SAS_TIMES = re.compile(r"(E8601|B8601|IS8601)TM|TIME|HHMM|TOD|NLTIM|MMSS")
SAS_DATES = re.compile(
    r"(E8601|B8601|IS8601)DA|DATE|YYMM|MMDDYY|MMYY|DDMMYY|JULIAN|MONYY|WORDDAT|WEEKDAT|NLDATE|YYQ|EURDF"
)


def date_storage(program: Program, column_format: str) -> DateStorage | None:
    """How a column with that display format stores dates or times; None where its numbers are plain numbers, among
    them Stata's weeks, months, quarters and half-years, which are counted and have no day."""
    name = column_format.upper()
    if program is Program.SPSS:
        kind = SPSS_KINDS.get(name.rstrip("0123456789."))
        return DateStorage(kind, 1.0, program.value) if kind else None
    if program is Program.STATA:
        if re.match(r"%-?(D|TD)", name):
            return DateStorage(ValueKind.DATE, DAY, program.value)
        if re.match(r"%-?TC", name):
            is_clock = re.match(r"%-?TCHH", name)  # a day is stored, but the program shows the time alone
            return DateStorage(ValueKind.TIME if is_clock else ValueKind.DATETIME, 0.001, program.value)
        return None
    if SAS_DATETIMES.match(name):
        return DateStorage(ValueKind.DATETIME, 1.0, program.value)
    if SAS_TIMES.match(name):
        return DateStorage(ValueKind.TIME, 1.0, program.value)
    return DateStorage(ValueKind.DATE, DAY, program.value) if SAS_DATES.match(name) else None


def iso_texts(amounts: Floats, storage: DateStorage) -> tuple[list[str], ValueKind, Flags]:
    """The texts of amounts without nan, their kind, and which amounts are no such date or time (text then empty).

    Dates with a time of the day make the column one of moments, so that nothing is cut off.
    """
    seconds = amounts * storage.seconds
    if storage.kind is ValueKind.TIME:
        is_time = (seconds >= 0) & (seconds < DAY)
        texts = _iso(np.where(is_time, seconds, 0.0), "s")
        return [text[11:] if good else "" for text, good in zip(texts, is_time, strict=True)], ValueKind.TIME, ~is_time
    seconds = seconds + np.datetime64(storage.epoch, "s").astype(np.int64)
    is_moment = (seconds >= FIRST) & (seconds <= LAST)
    seconds = np.where(is_moment, seconds, 0.0)
    kind = storage.kind
    if kind is ValueKind.DATE and np.any(seconds % DAY):
        kind = ValueKind.DATETIME
    texts = _iso(seconds, "D" if kind is ValueKind.DATE else "s")
    return [text if good else "" for text, good in zip(texts, is_moment, strict=True)], kind, ~is_moment


def _iso(seconds: Floats, unit: str) -> list[str]:
    micros: NDArray[np.int64] = np.round(seconds * 1e6).astype(np.int64)
    texts: list[str] = np.datetime_as_string(
        micros.astype("datetime64[us]"), unit="D" if unit == "D" else "us"
    ).tolist()
    return texts if unit == "D" else [text.rstrip("0").rstrip(".") if "." in text else text for text in texts]
