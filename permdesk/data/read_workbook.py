"""One sheet of a workbook (xlsx, xls, ods) becomes columns of text cells: numbers in their shortest exact form with
a decimal point, dates in ISO form."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

import python_calamine as calamine

from permdesk.compute.progress import Progress
from permdesk.data.file_kind import OLE
from permdesk.data.old_workbook import is_sound
from permdesk.data.packed_workbook import unpacks_to_too_much
from permdesk.data.problem import Problem
from permdesk.data.rows_before_header import count_rows_before_header
from permdesk.data.text_column import TextColumn, column_of
from permdesk.data.wording import listed, quoted
from permdesk.data.workbook_doubts import sheet_too_large
from permdesk.translation import tr

T = TypeVar("T")

# Excel keeps 15 digits; beyond 2**53 a float no longer tells neighbouring whole numbers apart.
LARGEST_WHOLE = 2.0**53
ROWS_LOOKED_AT = 1000

CellValue = int | float | str | bool | dt.time | dt.date | dt.datetime | dt.timedelta


def open_workbook(path: Path, data: bytes) -> calamine.CalamineWorkbook | Problem:
    """Open a workbook from its bytes."""
    if data.startswith(OLE) and not is_sound(data):
        return _damaged(path)
    too_much = unpacks_to_too_much(path, data)
    if too_much:
        return too_much
    return _guarded(path, partial(calamine.load_workbook, io.BytesIO(data)))


def choose_sheet(
    path: Path, data: bytes, workbook: calamine.CalamineWorkbook, sheet: str
) -> calamine.CalamineSheet | Problem:
    """The sheet of that name, or the first that holds something where the name is empty; hidden sheets come last."""
    names = workbook.sheet_names
    if sheet and sheet not in names:
        what = tr("There is no sheet {sheet} in the workbook.", sheet=quoted(sheet))
        return Problem(what, str(path), tr("Choose one of {names}.", names=listed(names)))
    hidden = hidden_sheets(workbook)
    for name in [sheet] if sheet else sorted(names, key=hidden.__contains__):
        too_large = sheet_too_large(path, data, name)
        if too_large:
            return too_large
        found = _guarded(path, partial(workbook.get_sheet_by_name, name))
        if isinstance(found, Problem) or found.height:
            return found
    return Problem(tr("The workbook holds no data."), str(path), tr("Choose a sheet that holds records."))


def hidden_sheets(workbook: calamine.CalamineWorkbook) -> tuple[str, ...]:
    """Names of the sheets that whoever opens the workbook does not see at first."""
    visible = calamine.SheetVisibleEnum.Visible
    return tuple(sheet.name for sheet in workbook.sheets_metadata if sheet.visible != visible)


@dataclass(frozen=True, slots=True, eq=False)
class SheetCells:
    """A sheet behind the rows that were skipped: its unnamed columns, the header (if any) their first cell; the same
    cells row by row as the workbook stores them."""

    columns: tuple[TextColumn, ...]
    stored: Sequence[Sequence[CellValue]]
    rows_to_skip: int


def read_sheet(
    path: Path, sheet: calamine.CalamineSheet, rows_to_skip: int | None, size: int, progress: Progress
) -> SheetCells | Problem:
    """Read a sheet; None finds out how many rows stand before the header. Advances the progress by ``size``."""
    rows = _guarded(path, sheet.to_python)
    if isinstance(rows, Problem):
        return rows
    progress.check()
    while rows and not any(cell != "" for cell in rows[-1]):
        rows.pop()
    if rows_to_skip is None:
        first = [[cell_text(cell) for cell in row] for row in rows[:ROWS_LOOKED_AT]]
        rows_to_skip = count_rows_before_header(first)
    rows = rows[rows_to_skip:]
    if not rows:
        return Problem(tr("The workbook holds no data."), str(path), tr("Choose a sheet that holds records."))
    n_columns = len(rows[0])
    columns = []
    for j in range(n_columns):
        columns.append(column_of("", [cell_text(row[j]) for row in rows]))
        progress.advance(size * (j + 1) // n_columns - size * j // n_columns)
    return SheetCells(tuple(columns), rows, rows_to_skip)


def _guarded(path: Path, work: Callable[[], T]) -> T | Problem:
    """The answer of the reader, or the Problem of a workbook that it cannot read."""
    try:
        return work()
    except calamine.PasswordError:
        return Problem(tr("The workbook is protected by a password."), str(path), tr("Save it without a password."))
    except (calamine.CalamineError, OSError):
        return _damaged(path)
    except BaseException as error:  # a panic of the reader is no Exception and its class cannot be imported
        if type(error).__name__ != "PanicException":
            raise
        return _damaged(path)


def _damaged(path: Path) -> Problem:
    remedy = tr("Open it in Excel, save it as .xlsx, and try again.")
    return Problem(tr("The workbook is damaged and cannot be read."), str(path), remedy)


def cell_text(value: CellValue) -> str:
    """The text of a cell as it would stand in a CSV file."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < LARGEST_WHOLE else repr(value)
    if isinstance(value, dt.datetime):
        return value.date().isoformat() if value.time() == dt.time() else value.isoformat()
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return str(value)
