"""The sheet of a workbook that holds what a report says in sentences, the agency's own texts among them."""

from __future__ import annotations

from collections.abc import Iterator

from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

from permdesk.report.blocks import Bullets, Command, Heading, Paragraph, Report
from permdesk.report.xlsx_cells import WRAPPED, at, make_room, write

WIDTH = 110


def fill_text(sheet: Worksheet, report: Report, heading: Font) -> None:
    """A line for each heading, paragraph, bullet and command, in the order of the report."""
    sheet.column_dimensions["A"].width = WIDTH
    for line, (text, is_heading) in enumerate(_lines(report), start=1):
        cell = at(sheet, line, 1)
        write(cell, text)
        cell.alignment = WRAPPED
        make_room(sheet, line, text, WIDTH)
        if is_heading:
            cell.font = heading
    sheet.sheet_view.showGridLines = False


def _lines(report: Report) -> Iterator[tuple[str, bool]]:
    for block in report.blocks:
        match block:
            case Heading(text=text, level=level):
                if level == 2:
                    yield "", False
                yield text, True
            case Paragraph(text=text) | Command(text=text):
                yield text, False
            case Bullets(items=items):
                yield from ((f"• {item}", False) for item in items)
