"""Delimited text becomes columns of text cells; a row with too few or too many cells is a Problem, never a guess."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pyarrow as pa
from pyarrow import csv as arrow_csv

from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.data.choices import Dialect
from permdesk.data.detect_dialect import SAMPLE_BYTES, sample_rows
from permdesk.data.encoding import Decoded, without_end
from permdesk.data.problem import Problem
from permdesk.data.ragged_rows import ragged_rows
from permdesk.data.stray_quotes import stray_quotes
from permdesk.data.text_column import TextColumn, column_of
from permdesk.data.wording import quoted
from permdesk.translation import tr

BLOCK = 1 << 22
# Stata, which has the most, holds 120,000 in its largest edition; each takes a millisecond to be looked at.
MOST_COLUMNS = 50_000
LONGEST_LETTER = 4  # bytes of UTF-8
# Behind the last record; NUL cannot occur in the text. Swallowed by a quotation mark that nobody closes.
END = "\0end"


@dataclass(frozen=True, slots=True, eq=False)
class CutText:
    """The columns of a text, unnamed, and what is doubtful about the way they were cut."""

    columns: tuple[TextColumn, ...]
    problems: tuple[Problem, ...]


class _Marked(io.RawIOBase):
    """A text without the line ends after it, then ``END`` on a line of its own; nothing is copied but what is read."""

    def __init__(self, utf8: pa.Buffer) -> None:
        self._parts = [memoryview(without_end(utf8, b"\r\n")), memoryview(f"\n{END}\n".encode())]

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        found = b""
        while self._parts and len(found) < size:
            part, n = self._parts[0], size - len(found)
            found += part[:n]
            self._parts[:1] = [part[n:]] if part[n:] else []
        return found


@dataclass(slots=True)
class _Ragged:
    """Rows that the parser met with the wrong number of cells."""

    n: int = 0
    saw_end: bool = False

    def refuse(self, row: arrow_csv.InvalidRow) -> str:
        if row.text == END:
            self.saw_end = True
            return "skip"
        self.n += 1
        return "skip"


def dialect_problem(path: Path, dialect: Dialect) -> Problem | None:
    """A dialect that no file could be read with."""
    separator, quote = dialect.separator, dialect.quote
    if len(separator) != 1 or not separator.isascii() or separator in "\r\n\0":
        what = tr("{separator} cannot separate cells.", separator=quoted(separator))
        return Problem(what, str(path), tr("Choose one ASCII character, such as comma, semicolon or tab."))
    if len(quote) > 1 or not quote.isascii() or (quote and quote in f"\r\n\0{separator}"):
        what = tr("{quote} cannot be the quotation mark.", quote=quoted(quote))
        return Problem(what, str(path), tr("Choose one ASCII character other than the separator, or none."))
    if dialect.thousands_mark and (
        len(dialect.thousands_mark) != 1 or dialect.thousands_mark in f"{dialect.decimal_mark}+-eE0123456789"
    ):
        what = tr("{mark} cannot be the thousands mark.", mark=quoted(dialect.thousands_mark))
        return Problem(what, str(path), tr("Choose a mark other than the decimal mark, or none."))
    if dialect.rows_to_skip < 0:
        return Problem(tr("Fewer than no rows cannot be skipped."), str(path), tr("Choose 0 or more."))
    if len(dialect.decimal_mark) != 1 or dialect.decimal_mark in "+-eE0123456789":
        what = tr("{mark} cannot be the decimal mark.", mark=quoted(dialect.decimal_mark))
        return Problem(what, str(path), tr("Choose point or comma."))
    return None


def names_in_first_row(text: Decoded, dialect: Dialect) -> tuple[str, ...]:
    """The cells of the first row."""
    rows = sample_rows(text.beginning(SAMPLE_BYTES), dialect.separator, dialect.quote, 1)
    return tuple(rows[0]) if rows else ()


def read_delimited(
    path: Path, text: Decoded, dialect: Dialect, progress: Progress, only: Collection[int] | None = None
) -> CutText | Problem:
    """Cut a text that is not blank into unnamed columns, the header (if any) their first cell; ``only`` are the places
    (from 0) of the columns that are kept.

    Advances the progress by the size of the text, then begins the stage ``"cells"``, its units columns. Blank lines
    at the end are no records. Raises Cancelled.
    """
    beginning = text.beginning(BLOCK)
    too_wide = _too_wide(path, beginning, dialect)
    if too_wide:
        return too_wide
    n_columns = _columns_of_first_row(beginning, dialect)
    ragged = _Ragged()
    try:
        table = pa.Table.from_batches(_parse(text.utf8, dialect, n_columns, only, ragged.refuse, progress))
    except pa.ArrowInvalid:
        if len(text.utf8) <= BLOCK:
            return _never_closed(path, dialect)
        what = tr("A record is longer than {n} bytes, so a quotation mark may be missing.", n=BLOCK)
        return Problem(what, str(path), tr("Close the quotation mark, or choose another quotation mark or none."))
    if table.num_columns == 1 and table.num_rows and table.column(0)[-1].as_py() == END:
        ragged.saw_end = True
        table = table.slice(0, table.num_rows - 1)
    if not ragged.saw_end:
        return _never_closed(path, dialect)
    if ragged.n:
        return ragged_rows(path, text, dialect, ragged.n, table.num_rows + ragged.n)
    problems = stray_quotes(path, text, dialect, progress)
    cells = list(table.columns)
    del table
    return CutText(_columns(cells, progress), tuple(problems))


def _never_closed(path: Path, dialect: Dialect) -> Problem:
    what = tr("A quotation mark {quote} is opened and never closed.", quote=dialect.quote)
    return Problem(what, str(path), tr("Close it in the file, or choose another quotation mark or none."))


def _too_wide(path: Path, beginning: str, dialect: Dialect) -> Problem | None:
    """A first line that no table has, and that would take hours to be cut and looked at."""
    first = re.split("[\r\n]", beginning, maxsplit=1)[0]
    n_columns = first.count(dialect.separator) + 1
    if n_columns > MOST_COLUMNS:
        what = tr("The first line has {n} cells; at most {most} columns can be read.", n=n_columns, most=MOST_COLUMNS)
        return Problem(what, str(path), tr("Choose another separator, or leave columns out where the file is made."))
    if len(first) == len(beginning) and len(first.encode()) >= BLOCK - LONGEST_LETTER:
        what = tr("The first line is longer than {n} bytes, so this is no table.", n=BLOCK)
        return Problem(what, str(path), tr("Check how the file was made, and that its lines end."))
    return None


def _columns_of_first_row(beginning: str, dialect: Dialect) -> int:
    """How many cells the first row has, or more: the parser needs a type for each."""
    head = beginning.splitlines()
    return sum(line.count(dialect.separator) for line in head[:100]) + 1


def _parse(
    utf8: pa.Buffer,
    dialect: Dialect,
    n_columns: int,
    only: Collection[int] | None,
    refuse: Callable[[arrow_csv.InvalidRow], str],
    progress: Progress,
) -> list[pa.RecordBatch]:
    reader = arrow_csv.open_csv(
        pa.PythonFile(_Marked(utf8), "r"),
        arrow_csv.ReadOptions(autogenerate_column_names=True, block_size=BLOCK),
        arrow_csv.ParseOptions(
            delimiter=dialect.separator,
            quote_char=dialect.quote or False,
            double_quote=True,
            escape_char=False,
            newlines_in_values=True,
            ignore_empty_lines=False,
            invalid_row_handler=refuse,
        ),
        arrow_csv.ConvertOptions(
            check_utf8=False,
            column_types={f"f{i}": pa.string() for i in range(n_columns)},
            include_columns=None if only is None else [f"f{i}" for i in sorted(only)],
            null_values=[],
            strings_can_be_null=False,
            quoted_strings_can_be_null=False,
        ),
    )
    batches = []
    for batch in reader:
        batches.append(batch)
        progress.advance(max(0, min(BLOCK, len(utf8) - BLOCK * (len(batches) - 1))))
    return batches


def _columns(cells: list[pa.ChunkedArray | None], progress: Progress) -> tuple[TextColumn, ...]:
    """The columns with these cells, which are taken out of the list so that their memory is free again."""
    columns: dict[int, TextColumn] = {}

    def compare(place: int, _: int) -> None:
        taken, cells[place] = cells[place], None
        columns[place] = wait_for(partial(column_of, "", taken), progress)

    progress.begin("cells", len(cells))
    run_chunks(compare, len(cells), 1, progress)
    return tuple(columns[place] for place in range(len(cells)))
