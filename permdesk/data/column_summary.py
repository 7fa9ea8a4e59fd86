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

DECIMALS = r"[.,](?P<digits>[0-9]+)(?:[eE][+-]?[0-9]+)?$"


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
        n_leading_zeros=int(report.n_cells[report.is_present & matches(report.trimmed.arrow, LEADING_ZERO)].sum()),
        decimals=_decimals(report),
        n_distinct=len(n_of_value),
        n_tied=int(n_of_value[n_of_value > 1].sum()),
        smallest=float(ends.min()) if ends.size else None,
        largest=float(ends.max()) if ends.size else None,
    )


def _cells_of_values(report: ColumnReport) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """How many cells hold each value: numbers that are written differently are one."""
    present = report.is_present
    numbers = np.where(report.numbers.readings == Reading.PLAIN, report.numbers.lower, np.nan)[present]
    texts = report.trimmed.arrow.filter(pa.array(present)).dictionary_encode().indices.to_numpy()
    keys = np.stack([np.where(np.isnan(numbers), 0.0, numbers), np.where(np.isnan(numbers), texts + 1.0, 0.0)])
    _, places = np.unique(keys, axis=1, return_inverse=True)
    return np.bincount(places.ravel(), report.n_cells[present]).astype(np.int64)


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


def _decimals(report: ColumnReport) -> int:
    plain = report.trimmed.arrow.filter(pa.array(report.is_present & (report.numbers.readings == Reading.PLAIN)))
    digits = pc.struct_field(pc.extract_regex(plain, DECIMALS), "digits")
    most = pc.max(pc.utf8_length(digits)).as_py()
    return int(most or 0)
