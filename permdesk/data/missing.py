"""Codes for missing values that occur in a file; decided once in its dialect, said aloud, never guessed later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.arrays import Flags
from permdesk.compute.progress import Progress
from permdesk.data.problem import MOST_CELLS, Cell, Problem, Severity
from permdesk.data.text_column import TextColumn
from permdesk.data.wording import quoted
from permdesk.translation import tr

# No code that reads as a number, such as 9 or 99, is here: only the officer can know that it means missing.
RECOGNIZED = ("", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NULL", "null", "None", ".", "?")


@dataclass(frozen=True, slots=True)
class CodeCount:
    """A code and the number of cells that hold it."""

    code: str
    n_cells: int


def is_code(trimmed: pa.StringArray, codes: Sequence[str]) -> Flags:
    """Which of the trimmed texts are one of the codes."""
    wanted = pa.array([code.strip() for code in codes], pa.string())
    return np.asarray(pc.is_in(trimmed, value_set=wanted).to_numpy(zero_copy_only=False), bool)


def codes_that_occur(columns: Sequence[TextColumn], progress: Progress) -> tuple[CodeCount, ...]:
    """The recognized codes that any of the columns holds, in the order of ``RECOGNIZED``; blank is always one.

    Raises Cancelled.
    """
    totals = dict.fromkeys(RECOGNIZED, 0)
    for column in columns:
        progress.check()
        places = _places(column, RECOGNIZED)
        if not places:
            continue
        n_cells = np.bincount(column.codes, minlength=len(column.texts))
        for i in places:
            totals[column.texts[i].strip()] += int(n_cells[i])
    return tuple(CodeCount(code, n) for code, n in totals.items() if n or code == "")


def note_missing_codes(path: Path, counts: Sequence[CodeCount], columns: Sequence[TextColumn]) -> tuple[Problem, ...]:
    """One NOTE for each code other than a blank cell that was taken for missing without being asked."""
    notes = []
    for count in counts:
        if count.code and count.n_cells:
            cells = _first_cells(count.code, columns)
            names = ", ".join(dict.fromkeys(quoted(cell.attribute) for cell in cells))
            what = tr("Cells with {code} were read as missing: {n}, first in {names}.",
                      code=quoted(count.code), n=count.n_cells, names=names)  # fmt: skip
            remedy = tr("If it is a value, take it out of the missing codes.")
            notes.append(Problem(what, path.name, remedy, Severity.NOTE, cells, count.n_cells))
    return tuple(notes)


def _first_cells(code: str, columns: Sequence[TextColumn]) -> tuple[Cell, ...]:
    """The first cell of each column that holds the code."""
    cells = []
    for column in columns:
        holding = _places(column, (code,))
        if holding:
            record = int(np.flatnonzero(np.isin(column.codes, holding))[0])
            cells.append(Cell(record + 1, column.name, column.cell(record)))
    return tuple(cells[:MOST_CELLS])


def _places(column: TextColumn, codes: Sequence[str]) -> list[int]:
    """Where among the texts of the column the codes are."""
    trimmed = pc.utf8_trim_whitespace(column.texts.arrow)
    return [int(i) for i in np.flatnonzero(is_code(trimmed, codes))]
