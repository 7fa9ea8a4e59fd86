"""One sheet of a workbook (xlsx, xls, ods) becomes columns of text cells: numbers in their shortest exact form with
a decimal point, dates in ISO form."""

from __future__ import annotations

import datetime as dt
import io
from pathlib import Path

import numpy as np
import python_calamine as calamine

from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.data.table import TextColumn
from permdesk.data.wording import listed, quoted
from permdesk.translation import tr

CHUNK_ROWS = 1 << 12
# Excel keeps 15 digits; beyond 2**53 a float no longer tells neighbouring whole numbers apart.
LARGEST_WHOLE = 2.0**53

CellValue = int | float | str | bool | dt.time | dt.date | dt.datetime | dt.timedelta


def open_workbook(path: Path, data: bytes) -> calamine.CalamineWorkbook | Problem:
    """Open a workbook from its bytes."""
    try:
        return calamine.load_workbook(io.BytesIO(data))
    except calamine.PasswordError:
        return Problem(tr("The workbook is protected by a password."), str(path), tr("Save it without a password."))
    except (calamine.CalamineError, OSError):
        what = tr("The workbook is damaged and cannot be read.")
        return Problem(what, str(path), tr("Open it in Excel, save it as .xlsx, and try again."))


def choose_sheet(path: Path, workbook: calamine.CalamineWorkbook, sheet: str) -> str | Problem:
    """The sheet of that name, or the first that holds something where the name is empty."""
    names = workbook.sheet_names
    if sheet and sheet not in names:
        what = tr("There is no sheet {sheet} in the workbook.", sheet=quoted(sheet))
        return Problem(what, str(path), tr("Choose one of {names}.", names=listed(names)))
    if sheet:
        return sheet
    for name in names:
        if workbook.get_sheet_by_name(name).height:
            return name
    return Problem(tr("The workbook holds no data."), str(path), tr("Choose a workbook that holds records."))


def read_sheet(
    path: Path, workbook: calamine.CalamineWorkbook, sheet: str, size: int, progress: Progress
) -> tuple[TextColumn, ...] | Problem:
    """Read a sheet as unnamed columns, the header (if any) their first cell; advances the progress by ``size``."""
    rows = workbook.get_sheet_by_name(sheet).to_python()
    if not rows:
        return Problem(tr("The sheet {sheet} is empty.", sheet=quoted(sheet)), str(path), tr("Choose another sheet."))
    while rows and not any(cell != "" for cell in rows[-1]):
        rows.pop()
    columns = []
    for j in range(len(rows[0])):
        columns.append(_text_column([cell_text(row[j]) for row in rows]))
        progress.advance(size // len(rows[0]))
    return tuple(columns)


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


def _text_column(cells: list[str]) -> TextColumn:
    places: dict[str, int] = {}
    codes = np.fromiter((places.setdefault(cell, len(places)) for cell in cells), np.int32, len(cells))
    return TextColumn("", codes, tuple(places))
