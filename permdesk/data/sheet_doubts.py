"""What is doubtful about the cells of one sheet: numbers stored as text among numbers, merged cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from permdesk.data.numbers import number_pattern
from permdesk.data.problem import MOST_CELLS, Cell, Problem, Severity
from permdesk.data.wording import quoted
from permdesk.translation import tr

NUMBER = re.compile(number_pattern("."))


def merged_cells(where: str, ranges: Sequence[Any] | None, first_row: int) -> list[Problem]:
    """A WARNING where cells from ``first_row`` (from 0) on are merged: only the first of them holds a value."""
    n = sum(1 for _, (bottom, _) in ranges or () if bottom >= first_row)
    if not n:
        return []
    what = tr("Merged cells: {n}; their value was read into the first cell of each, the others as blank.", n=n)
    return [Problem(what, where, tr("Split them in the workbook and fill in every cell."), Severity.WARNING, n_cells=n)]


def numbers_as_text(where: str, rows: Sequence[Sequence[object]], has_header: bool) -> list[Problem]:
    """A NOTE about each column with numbers, some of which the workbook stores as text."""
    records = rows[has_header:]
    problems = []
    for j in range(len(rows[0]) if rows else 0):
        texts = [(i, cell) for i, row in enumerate(records) if isinstance(cell := row[j], str) and cell.strip()]
        stored = [(i, text) for i, text in texts if NUMBER.fullmatch(text.strip())]
        has_numbers = any(isinstance(row[j], float | int) and not isinstance(row[j], bool) for row in records)
        if not stored or not has_numbers:
            continue
        name = str(rows[0][j]) if has_header else f"V{j + 1}"
        cells = tuple(Cell(i + 1, name, text) for i, text in stored[:MOST_CELLS])
        what = tr("Numbers of {name} that the workbook stores as text, read as numbers all the same: {n}.",
                  name=quoted(name), n=len(stored))  # fmt: skip
        remedy = tr("Make sure that they are numbers.")
        problems.append(Problem(what, where, remedy, Severity.NOTE, cells, len(stored)))
    return problems
