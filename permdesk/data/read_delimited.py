"""Delimited text becomes columns of text cells; a row with too few or too many cells is a Problem, never a guess."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import csv as arrow_csv

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.problem import Problem
from permdesk.data.ragged_rows import ragged_rows
from permdesk.data.stray_quotes import stray_quotes
from permdesk.data.table import TextColumn
from permdesk.data.wording import quoted
from permdesk.translation import tr

BLOCK = 1 << 22
# Behind the last record; NUL cannot occur in the text. Swallowed by a quotation mark that nobody closes.
END = "\0end"


@dataclass(frozen=True, slots=True, eq=False)
class CutText:
    """The columns of a text, unnamed, and what is doubtful about the way they were cut."""

    columns: tuple[TextColumn, ...]
    problems: tuple[Problem, ...]


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
    if len(dialect.decimal_mark) != 1 or dialect.decimal_mark in "+-eE0123456789":
        what = tr("{mark} cannot be the decimal mark.", mark=quoted(dialect.decimal_mark))
        return Problem(what, str(path), tr("Choose point or comma."))
    return None


def read_delimited(path: Path, text: str, dialect: Dialect, progress: Progress) -> CutText | Problem:
    """Cut a text that is not blank into unnamed columns, the header (if any) their first cell.

    Advances the progress by the size of the text. Blank lines at the end are no records.
    """
    text = text.rstrip("\r\n")
    data = f"{text}\n{END}\n".encode()
    n_columns = _columns_of_first_row(text, dialect)
    ragged = _Ragged()
    try:
        batches = _parse(data, dialect, n_columns, ragged.refuse, progress)
    except pa.ArrowInvalid:
        if len(data) <= BLOCK:
            return _never_closed(path, dialect)
        what = tr("A record is longer than {n} bytes, so a quotation mark may be missing.", n=BLOCK)
        return Problem(what, str(path), tr("Close the quotation mark, or choose another quotation mark or none."))
    table = pa.Table.from_batches(batches)
    if table.num_columns == 1 and table.num_rows and table.column(0)[-1].as_py() == END:
        ragged.saw_end = True
        table = table.slice(0, table.num_rows - 1)
    if not ragged.saw_end:
        return _never_closed(path, dialect)
    if ragged.n:
        return ragged_rows(path, text, dialect, ragged.n, table.num_rows + ragged.n)
    columns = []
    for chunked in table.columns:
        progress.check()
        columns.append(_text_column(chunked))
    return CutText(tuple(columns), tuple(stray_quotes(path, text, dialect)))


def _never_closed(path: Path, dialect: Dialect) -> Problem:
    what = tr("A quotation mark {quote} is opened and never closed.", quote=dialect.quote)
    return Problem(what, str(path), tr("Close it in the file, or choose another quotation mark or none."))


def _columns_of_first_row(text: str, dialect: Dialect) -> int:
    """How many cells the first row has, or more: the parser needs a type for each."""
    head = text[:BLOCK].splitlines(keepends=True)
    return sum(line.count(dialect.separator) for line in head[:100]) + 1


def _parse(
    data: bytes, dialect: Dialect, n_columns: int, refuse: Callable[[arrow_csv.InvalidRow], str], progress: Progress
) -> list[pa.RecordBatch]:
    reader = arrow_csv.open_csv(
        pa.BufferReader(data),
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
            null_values=[],
            strings_can_be_null=False,
            quoted_strings_can_be_null=False,
        ),
    )
    batches = []
    for batch in reader:
        batches.append(batch)
        progress.advance(min(BLOCK, len(data) - BLOCK * (len(batches) - 1)))
    return batches


def _text_column(chunked: pa.ChunkedArray) -> TextColumn:
    encoded = chunked.combine_chunks().dictionary_encode()
    texts = tuple(encoded.dictionary.to_numpy(zero_copy_only=False))
    return TextColumn("", encoded.indices.to_numpy(zero_copy_only=False).astype(np.int32, copy=False), texts)
