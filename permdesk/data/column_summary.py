"""How one column was read, in counts: what became values, what did not, what is missing and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.arrays import Flags
from permdesk.data.column_meaning import is_in
from permdesk.data.column_report import LEADING_ZERO, ColumnReport
from permdesk.data.numbers import Reading, matches
from permdesk.data.problem import Cell


class MissingKind(StrEnum):
    """Why a cell has no value. CODE: a missing code of the dialect; USER_MISSING: one that the file itself declares."""

    BLANK = "blank"
    CODE = "code"
    USER_MISSING = "user-missing"
    SUPPRESSED = "suppressed"


@dataclass(frozen=True, slots=True)
class MissingCount:
    """Cells that are missing for one reason: the code that they hold (empty for blank cells and for ranges of codes),
    and what the file calls it, if anything."""

    kind: MissingKind
    code: str
    label: str
    n_cells: int


@dataclass(frozen=True, slots=True)
class ColumnSummary:
    """``n_read``: cells that became a number, a range or a date; ``not_read`` are the first of the ``n_not_read``
    others that hold anything (all words, where the attribute is one of categories). ``n_leading_zeros``: whole numbers
    written with a zero in front. ``decimals``: the most digits behind the decimal mark. ``n_distinct``: values;
    ``n_tied``: cells whose value another one has. ``smallest`` and ``largest``: of numbers, None without any."""

    name: str
    n_records: int
    n_read: int
    n_ranges: int
    n_not_read: int
    not_read: tuple[Cell, ...]
    missing: tuple[MissingCount, ...]
    n_leading_zeros: int
    decimals: int
    n_distinct: int
    n_tied: int
    smallest: float | None
    largest: float | None

    @property
    def n_missing(self) -> int:
        """Cells without a value, suppressed ones among them."""
        return sum(count.n_cells for count in self.missing)


def column_summary(report: ColumnReport) -> ColumnSummary:
    """Summarize a column; takes time in proportion to its different texts."""
    n_of_value = _cells_of_values(report)
    finite = [b[report.is_present & np.isfinite(b)] for b in (report.numbers.lower, report.numbers.upper)]
    ends = np.concatenate(finite)
    return ColumnSummary(
        name=report.name,
        n_records=report.n_records,
        n_read=report.n_plain + report.n_ranges,
        n_ranges=report.n_ranges,
        n_not_read=report.n_not_numeric,
        not_read=report.first_cells(report.is_not_numeric),
        missing=tuple(_missing(report)),
        n_leading_zeros=_leading_zeros(report),
        decimals=_decimals(report),
        n_distinct=len(n_of_value),
        n_tied=int(n_of_value[n_of_value > 1].sum()),
        smallest=float(ends.min()) if ends.size else None,
        largest=float(ends.max()) if ends.size else None,
    )


def _cells_of_values(report: ColumnReport) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """How many cells hold each value: numbers that are written differently are one."""
    is_number = report.is_present & (report.numbers.readings == Reading.PLAIN)
    is_word = report.is_present & ~is_number
    n_of_number = report.n_cells[is_number]
    numbers = report.numbers.lower[is_number]
    in_order = np.sort(numbers)
    if (in_order[1:] == in_order[:-1]).any():
        n_of_number = np.bincount(np.unique(numbers, return_inverse=True)[1], n_of_number)
    words = report.trimmed.arrow.filter(pa.array(is_word)).dictionary_encode().indices.to_numpy()
    n_of_word = np.bincount(words, report.n_cells[is_word])
    return np.concatenate([n_of_number, n_of_word]).astype(np.int64)


def _missing(report: ColumnReport) -> Iterator[MissingCount]:
    for count in report.missing_codes:
        kind = MissingKind.CODE if count.code else MissingKind.BLANK
        yield MissingCount(kind, count.code, "", count.n_cells)
    labels = {label.code: label.label for label in report.meaning.value_labels}
    is_open = report.is_user_missing.copy()
    for one in report.meaning.missing:
        marked = is_in(report.trimmed.arrow, (one,)) & is_open
        is_open &= ~marked
        is_single = one.lowest == one.highest
        label = one.reason or (labels.get(one.lowest, "") if is_single else f"{one.lowest} … {one.highest}")
        if marked.any():
            yield MissingCount(MissingKind.USER_MISSING, one.lowest if is_single else "", label, _n(report, marked))
    for place in np.flatnonzero(report.is_suppressed).tolist():
        yield MissingCount(MissingKind.SUPPRESSED, report.trimmed[place], "", int(report.n_cells[place]))


def _n(report: ColumnReport, marked: Flags) -> int:
    return int(report.n_cells[marked].sum())


def _leading_zeros(report: ColumnReport) -> int:
    if report.first_leading_zero is None:
        return 0
    return _n(report, report.is_present & matches(report.trimmed.arrow, LEADING_ZERO))


def _decimals(report: ColumnReport) -> int:
    plain = report.trimmed.arrow.filter(pa.array(report.is_present & (report.numbers.readings == Reading.PLAIN)))
    for mark in ".,":
        places = pc.find_substring(plain, mark).to_numpy()
        is_marked = places >= 0
        if is_marked.any():
            exponents = np.maximum(*(pc.find_substring(plain, sign).to_numpy() for sign in "eE"))
            ends = np.where(exponents >= 0, exponents, pc.binary_length(plain).to_numpy())
            return int((ends - places - 1)[is_marked].max())
    return 0
