"""Text whose columns have fixed places in every line becomes columns of cells, without the blanks that fill them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.data.choices import FixedField
from permdesk.data.encoding import Decoded, without_end
from permdesk.data.problem import MOST_CELLS, Cell, Problem, Severity
from permdesk.data.text_column import TextColumn, Texts, column_of
from permdesk.data.wording import quoted
from permdesk.translation import tr

WHOLE = re.compile(r"([+-]?)([0-9]+)")


def field_problem(path: Path, fields: Sequence[FixedField]) -> Problem | None:
    """A field that no line could have."""
    for field in fields:
        if field.first < 1 or field.width < 1 or field.decimals < 0 or field.line < 1:
            what = tr("The place of the column {name} is not possible.", name=quoted(field.name))
            return Problem(what, str(path), tr("Let it begin at 1 or later and be at least 1 wide."))
    return None


def lines_of(text: Decoded, rows_to_skip: int = 0) -> pa.LargeStringArray:
    """The lines of a text without their ends; blank ones at the end are no records."""
    utf8 = without_end(text.utf8, b" \r\n\t")
    data = np.frombuffer(utf8, np.uint8)
    stops = np.append(np.flatnonzero(data == ord("\n")), data.size).astype(np.int64)
    offsets = np.concatenate([[0], stops + 1])[rows_to_skip:]
    if offsets.size < 2:
        return pa.array([], pa.large_string())
    offsets[-1] = data.size
    lines = pa.LargeStringArray.from_buffers(offsets.size - 1, pa.py_buffer(offsets), utf8)
    return pc.utf8_rtrim(lines, characters="\r\n")


def cut_lines(
    path: Path,
    lines: pa.LargeStringArray,
    fields: Sequence[FixedField],
    only: Collection[str] | None,
    progress: Progress,
    n_lines: int = 1,
) -> tuple[tuple[TextColumn, ...], tuple[Problem, ...]] | Problem:
    """The columns (those that ``only`` names) of records of ``n_lines`` lines each, places counted in characters. A
    Problem where the last record is not whole. Raises Cancelled."""
    if len(lines) % n_lines:
        what = tr("A record has {n} lines, but the file has {lines}, which is no multiple of it.",
                  n=n_lines, lines=len(lines))  # fmt: skip
        return Problem(what, str(path), tr("Make sure that no line is lacking, and that the codebook belongs to it."))
    of_line = {k: lines if n_lines == 1 else lines.take(pa.array(range(k - 1, len(lines), n_lines), pa.int64()))
               for k in {field.line for field in fields}}  # fmt: skip
    progress.begin("cells", len(fields))
    columns = []
    for field in fields:
        if only is None or field.name in only:
            columns.append(wait_for(partial(_column, of_line[field.line], field), progress))
        progress.advance()
    doubts: list[Problem] = []
    for k, part in of_line.items():
        doubts.extend(_doubts(path, part, [field for field in fields if field.line == k]))
    return tuple(columns), tuple(doubts)


def _column(lines: pa.LargeStringArray, field: FixedField) -> TextColumn:
    start = field.first - 1
    cells = pc.utf8_slice_codeunits(lines, start, start + field.width)
    trimmed = pc.utf8_trim_whitespace(cells)
    column = column_of(field.name, pa.chunked_array([trimmed.cast(pa.string())]))
    if not field.decimals:
        return column
    texts = [_with_point(text, field.decimals) for text in column.texts]
    if len(set(texts)) == len(texts):
        return TextColumn(field.name, column.codes, Texts.of(texts))
    return column_of(field.name, pa.chunked_array([pa.array(texts, pa.string()).take(pa.array(column.codes))]))


def _with_point(text: str, decimals: int) -> str:
    """A whole number with its last digits behind a point; what has a mark of its own stays as it is."""
    found = WHOLE.fullmatch(text)
    if not found:
        return text
    digits = found[2].zfill(decimals + 1)
    return f"{found[1]}{digits[:-decimals]}.{digits[-decimals:]}"


def _doubts(path: Path, lines: pa.LargeStringArray, fields: Sequence[FixedField]) -> list[Problem]:
    lengths = pc.utf8_length(lines).to_numpy(zero_copy_only=False)
    begins, ends = max(f.first for f in fields), max(f.first + f.width - 1 for f in fields)
    short, long = np.flatnonzero(lengths < begins), np.flatnonzero(lengths > ends)
    problems = []
    if short.size:
        cells = tuple(Cell(int(r) + 1, "", lines[int(r)].as_py()) for r in short[:MOST_CELLS])
        what = tr("Lines that end before the last column begins, whose cells were read as blank: {n}, first line"
                  " {line}.", n=short.size, line=int(short[0]) + 1)  # fmt: skip
        remedy = tr("Make sure that the codebook belongs to the file.")
        problems.append(Problem(what, path.name, remedy, Severity.WARNING, cells, short.size))
    if long.size:
        what = tr("Lines go on after the last column, which ends at {end}: {n} of them.", end=ends, n=long.size)
        remedy = tr("Make sure that the codebook belongs to the file.")
        problems.append(Problem(what, path.name, remedy, Severity.NOTE, n_cells=long.size))
    return problems
