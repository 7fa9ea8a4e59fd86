"""Cells that suggest that a file was not cut as its maker meant: line breaks inside them, records with nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow.compute as pc

from permdesk.compute.progress import Progress
from permdesk.data.missing import is_code
from permdesk.data.numbers import holds
from permdesk.data.problem import MOST_CELLS, Cell, Problem, Severity
from permdesk.data.text_column import TextColumn
from permdesk.translation import tr


def doubtful_cells(
    path: Path, columns: Sequence[TextColumn], progress: Progress, are_all: bool = True
) -> list[Problem]:
    """WARNINGs about the columns of one file, which have at least one record. Raises Cancelled.

    Unless they ``are_all`` the columns of the file, nobody can tell whether a record is empty.
    """
    return [*_line_breaks(path, columns, progress), *(_empty_records(path, columns) if are_all else ())]


def _line_breaks(path: Path, columns: Sequence[TextColumn], progress: Progress) -> list[Problem]:
    cells: list[Cell] = []
    n_cells = 0
    for column in columns:
        progress.check()
        is_broken = holds(column.texts.arrow, "\r\n")
        records = np.flatnonzero(is_broken[column.codes]) if is_broken.any() else np.empty(0, np.int64)
        n_cells += records.size
        cells.extend(Cell(int(r) + 1, column.name, column.cell(r)) for r in records[: MOST_CELLS - len(cells)])
    if not n_cells:
        return []
    what = tr("Cells that hold a line break: {n}, first in record {record}.", n=n_cells, record=cells[0].record)
    remedy = tr("If records were swallowed, close the quotation mark before them.")
    return [Problem(what, path.name, remedy, Severity.WARNING, tuple(cells), n_cells)]


def _empty_records(path: Path, columns: Sequence[TextColumn]) -> list[Problem]:
    if len(columns) == 1:
        return []  # only a missing value
    is_empty = np.ones(columns[0].codes.size, np.bool_)
    for column in columns:
        is_blank = is_code(pc.utf8_trim_whitespace(column.texts.arrow), ("",))
        is_empty &= is_blank[column.codes]
        if not is_empty.any():
            return []
    records = np.flatnonzero(is_empty)
    what = tr("Records with nothing in any cell: {n}, first record {record}.", n=records.size, record=records[0] + 1)
    remedy = tr("Take blank lines out of the file if they are no records.")
    cells = tuple(Cell(int(r) + 1, columns[0].name, columns[0].cell(r)) for r in records[:MOST_CELLS])
    return [Problem(what, path.name, remedy, Severity.WARNING, cells, records.size)]
