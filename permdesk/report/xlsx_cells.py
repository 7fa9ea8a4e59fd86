"""Cells of a sheet: text that stays text, lines that are high enough for it."""

from __future__ import annotations

from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.cell.cell import Cell as SheetCell
from openpyxl.styles import Alignment
from openpyxl.worksheet.worksheet import Worksheet

LONGEST_TEXT = 32_000
LINE_HEIGHT, HIGHEST = 15.0, 400.0
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
WRAPPED = Alignment(wrap_text=True, vertical="top")


def at(sheet: Worksheet, line: int, place: int) -> SheetCell:
    """The cell of a line and a place, both from 1."""
    cell = sheet.cell(line, place)
    assert isinstance(cell, SheetCell)
    return cell


def write(cell: SheetCell, text: str) -> None:
    """Text that stays text: what begins like a formula is stored as a string and marked as typed with a quote."""
    cell.value = legal_text(text)
    cell.data_type = "s"
    if text.startswith(FORMULA_STARTS):
        cell.quotePrefix = True


def legal_text(text: str) -> str:
    """The text without characters that a sheet must not hold, and no longer than a cell can be."""
    return ILLEGAL_CHARACTERS_RE.sub("", text)[:LONGEST_TEXT]


def make_room(sheet: Worksheet, line: int, text: str, width: float) -> None:
    """Make a line as high as its wrapped text needs, as not every program does so by itself."""
    n_lines = -(-len(text) // int(width))
    if n_lines > 1:
        row = sheet.row_dimensions[line]
        row.height = min(HIGHEST, max(row.height or 0, LINE_HEIGHT * n_lines))
