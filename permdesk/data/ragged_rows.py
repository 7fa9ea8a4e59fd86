"""Names the lines of a text that have another number of cells than its first row."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

from permdesk.data.choices import Dialect
from permdesk.data.encoding import Decoded
from permdesk.data.problem import MOST_CELLS, Cell, Problem, Severity
from permdesk.data.wording import MOST_LISTED, quoted
from permdesk.translation import tr


def ragged_rows(path: Path, text: Decoded, dialect: Dialect, n_ragged: int, n_rows: int) -> Problem:
    """The Problem of a text in which ``n_ragged`` of ``n_rows`` rows differ from the first in their number of cells."""
    rows = _rows_with_lines(text, dialect)
    n_columns = len(next(rows)[1])
    lines: list[int] = []
    cells: list[Cell] = []
    for record, (line, row) in enumerate(rows, start=1 if dialect.has_header else 2):
        if len(row) != n_columns:
            lines.append(line)
            cells.append(Cell(record, "", dialect.separator.join(row)))
        if len(cells) == MOST_CELLS:
            break
    what = tr(
        "Rows have different numbers of cells (the first row: {n_columns}): {n_ragged} of {n_rows} differ, first in"
        " lines {lines}.",
        n_columns=n_columns, n_ragged=n_ragged, n_rows=n_rows, lines=", ".join(map(str, lines[:MOST_LISTED])) or "…",
    )  # fmt: skip
    remedy = tr("Mend these lines, or choose another separator or quotation mark.")
    if cut_range := _cut_range(cells, re.escape(dialect.separator)):
        remedy = tr(
            "Put quotation marks round ranges that hold the separator, such as {range}, or choose another separator.",
            range=quoted(cut_range),
        )
    return Problem(what, str(path), remedy, Severity.ERROR, tuple(cells), n_ragged)


def _cut_range(cells: list[Cell], separator: str) -> str:
    """The first text such as “[0, 60[” that holds the separator, else an empty text."""
    bound = rf" ?[^][() {separator}]+ ?"
    found = (re.search(rf"[\[(\]]{bound}{separator}{bound}[\])\[]", cell.text) for cell in cells)
    return next((match[0] for match in found if match), "")


def _rows_with_lines(text: Decoded, dialect: Dialect) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, each with the number of the line that it begins in."""
    lines = text.lines()
    if dialect.quote:
        rows = csv.reader(lines, delimiter=dialect.separator, quotechar=dialect.quote)
    else:
        rows = csv.reader(lines, delimiter=dialect.separator, quoting=csv.QUOTE_NONE)
    line = skipped = 1 + dialect.rows_to_skip
    try:
        for row in rows:
            if row:
                yield line, row
            line = rows.line_num + skipped
    except csv.Error:
        return  # a cell longer than this reader allows; the lines before it are named
