"""What the cells of one column are: missing, suppressed, numbers, ranges, texts; counted, with the first of each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from permdesk.compute.arrays import Flags, frozen, sealed
from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.column_meaning import NO_MEANING, ColumnMeaning, is_in
from permdesk.data.missing import CodeCount, is_code
from permdesk.data.numbers import Numbers, Reading, matches, read_numbers
from permdesk.data.problem import MOST_CELLS, Cell
from permdesk.data.text_column import TextColumn, Texts
from permdesk.data.thousands import without_thousands

LEADING_ZERO = "^[+-]?0[0-9]+$"


@dataclass(frozen=True, slots=True, eq=False)
class ColumnReport:
    """One column, interpreted. Arrays have one element for each distinct text of ``column``; n_... count cells.

    ``trimmed``: the texts without surrounding space. ``is_missing`` and ``is_suppressed`` mark texts that are such
    codes; ``is_user_missing`` those of ``is_missing`` that the ``meaning`` of the column, not the dialect, calls so;
    ``numbers`` is what the others are as numbers; ``n_cells`` how many cells hold each text.
    ``missing_codes`` are the codes of the dialect that occur. ``n_distinct`` counts present trimmed texts.
    ``first_leading_zero`` is the first present whole number written with a zero in front, as postcodes are.
    """

    column: TextColumn
    trimmed: Texts
    n_cells: NDArray[np.int32]
    is_missing: Flags
    is_suppressed: Flags
    numbers: Numbers
    missing_codes: tuple[CodeCount, ...]
    n_distinct: int
    first_leading_zero: str | None
    is_user_missing: Flags
    meaning: ColumnMeaning = NO_MEANING

    def __post_init__(self) -> None:
        for name in ("n_cells", "is_missing", "is_suppressed", "is_user_missing"):
            object.__setattr__(self, name, sealed(getattr(self, name)))

    @property
    def name(self) -> str:
        return self.column.name

    @property
    def n_records(self) -> int:
        return int(self.column.codes.size)

    @property
    def is_present(self) -> Flags:
        """Texts that are values: neither missing nor suppressed."""
        return ~(self.is_missing | self.is_suppressed)

    @property
    def n_missing(self) -> int:
        return int(self.n_cells[self.is_missing].sum())

    @property
    def n_user_missing(self) -> int:
        return int(self.n_cells[self.is_user_missing].sum())

    @property
    def n_suppressed(self) -> int:
        return int(self.n_cells[self.is_suppressed].sum())

    @property
    def n_present(self) -> int:
        return int(self.n_cells[self.is_present].sum())

    @property
    def n_plain(self) -> int:
        return self._count(Reading.PLAIN)

    @property
    def n_ranges(self) -> int:
        return self._count(Reading.RANGE)

    @property
    def n_infinite(self) -> int:
        return self._count(Reading.INFINITE)

    @property
    def n_not_numeric(self) -> int:
        """Present cells that are neither a finite number nor a range."""
        return self.n_present - self.n_plain - self.n_ranges

    @property
    def is_not_numeric(self) -> Flags:
        """Present texts that are neither a finite number nor a range."""
        return self.is_present & np.isin(self.numbers.readings, (Reading.TEXT, Reading.INFINITE))

    @property
    def has_fractions(self) -> bool:
        """Some present number is not whole."""
        lower = self.numbers.lower[self.is_present]
        return bool(np.any(np.isfinite(lower) & (lower != np.round(lower))))

    def first_cells(self, which: Flags) -> tuple[Cell, ...]:
        """The first ``MOST_CELLS`` cells that hold one of the texts marked by ``which``."""
        records = np.flatnonzero(which[self.column.codes])[:MOST_CELLS]
        return tuple(Cell(int(r) + 1, self.name, self.column.cell(r)) for r in records)

    def _count(self, reading: Reading) -> int:
        return int(self.n_cells[self.is_present & (self.numbers.readings == reading)].sum())


def report_column(
    column: TextColumn, dialect: Dialect, progress: Progress, meaning: ColumnMeaning = NO_MEANING
) -> ColumnReport:
    """Interpret the cells of a column by the dialect of its file and its own meaning. Raises Cancelled."""
    cells = pc.utf8_trim_whitespace(column.texts.arrow)
    is_trimmed = cells.equals(column.texts.arrow)
    trimmed = column.texts if is_trimmed else Texts(cells)
    is_missing = is_code(cells, dialect.missing_codes)
    is_user_missing = is_in(cells, meaning.missing) & ~is_missing
    is_suppressed = is_code(cells, dialect.suppressed_codes) & ~(is_missing | is_user_missing)
    is_present = ~(is_missing | is_user_missing | is_suppressed)
    n_cells = np.bincount(column.codes, minlength=len(trimmed)).astype(np.int32)
    codes: dict[str, int] = {}
    for i in np.flatnonzero(is_missing).tolist():
        codes[trimmed[i]] = codes.get(trimmed[i], 0) + int(n_cells[i])
    progress.check()
    zeros = np.flatnonzero(is_present & matches(cells, LEADING_ZERO))
    progress.check()
    return ColumnReport(
        column=column,
        trimmed=trimmed,
        n_cells=frozen(n_cells),
        is_missing=frozen(is_missing | is_user_missing),
        is_suppressed=frozen(is_suppressed),
        numbers=read_numbers(without_thousands(trimmed.arrow, dialect), dialect.decimal_mark, progress),
        missing_codes=tuple(CodeCount(code, n) for code, n in codes.items()),
        n_distinct=int(is_present.sum()) if is_trimmed else len(cells.filter(pa.array(is_present)).unique()),
        first_leading_zero=trimmed[int(zeros[0])] if zeros.size else None,
        is_user_missing=frozen(is_user_missing),
        meaning=meaning,
    )
