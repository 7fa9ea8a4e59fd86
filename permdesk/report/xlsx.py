"""A report's tables as a workbook: one sheet for each, after a sheet that sums the report up and lists them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, Cell as SheetCell
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from permdesk.report.blocks import (
    Cell,
    Column,
    Judgement,
    KeyFigures,
    Mark,
    Notice,
    Number,
    Report,
    Table,
)
from permdesk.report.number_text import cell_text
from permdesk.translation import tr

LONGEST_SHEET_NAME = 31
LONGEST_TEXT = 32_000
WIDEST_COLUMN = 60
N_MEASURED = 200
EPOCH = (1980, 1, 1, 0, 0, 0)
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

_THIN, _STRONG = Side(style="thin", color="808080"), Side(style="medium", color="000000")
_TITLE, _HEADER = Font(bold=True, size=14), Font(bold=True)
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*(</dcterms:modified>)")
_NOT_IN_NAME = re.compile(r"[\[\]:*?/\\]")


def render_xlsx(report: Report) -> bytes:
    """The workbook, with unrounded numbers. The same report gives the same bytes."""
    book = Workbook()
    made = datetime.combine(report.made_on, time(), UTC).replace(tzinfo=None)
    book.properties.creator, book.properties.created, book.properties.title = "PermDesk", made, _text(report.title)
    names = _sheet_names(report.tables)
    front = book.active
    assert isinstance(front, Worksheet)
    _fill_front(front, report, names)
    for table, name in zip(report.tables, names, strict=True):
        _fill_sheet(book.create_sheet(name), table)
    written = BytesIO()
    book.save(written)
    return _same_every_time(written.getvalue(), made)


def _fill_front(sheet: Worksheet, report: Report, names: tuple[str, ...]) -> None:
    sheet.title = tr("Summary")
    sheet.column_dimensions["A"].width, sheet.column_dimensions["B"].width, sheet.column_dimensions["C"].width = 34, 30, 90
    lines: list[tuple[str, ...]] = [(report.title,), (report.subtitle,), (tr("Made on"), report.made_on.isoformat()), ()]
    for block in report.blocks:
        match block:
            case Judgement():
                lines += [(block.title,), (block.text,), ()]
            case Notice():
                lines += [(block.where, "", block.text), *(("", "", cell) for cell in block.cells)]
            case KeyFigures():
                lines += [(), *((figure.label, figure.value, figure.meaning) for figure in block.figures)]
    lines.append(())
    for number, line in enumerate(lines, start=1):
        for place, text in enumerate(line, start=1):
            if text:
                _write(sheet.cell(number, place), text)
    sheet["A1"].font = _TITLE
    for number, (table, name) in enumerate(zip(report.tables, names, strict=True), start=len(lines) + 1):
        _write(sheet.cell(number, 1), name)
        sheet.cell(number, 1).hyperlink = f"#'{name}'!A1"
        sheet.cell(number, 1).style = "Hyperlink"
        _write(sheet.cell(number, 2), table.caption)


def _fill_sheet(sheet: Worksheet, table: Table) -> None:
    _write(sheet.cell(1, 1), table.caption)
    sheet.cell(1, 1).font = _TITLE
    if table.note:
        _write(sheet.cell(2, 1), table.note)
    has_groups = any(column.group for column in table.columns)
    top = 5 if has_groups else 4
    if has_groups:
        _write_groups(sheet, table, top - 1)
    for place, column in enumerate(table.columns, start=1):
        header = sheet.cell(top, place)
        _write(header, column.title)
        header.font, header.border = _HEADER, Border(bottom=_STRONG)
        header.alignment = Alignment(horizontal="right" if column.number else "left", vertical="bottom", wrap_text=True)
        sheet.column_dimensions[get_column_letter(place)].width = _width(table, place - 1)
    for number, row in enumerate(table.rows, start=top + 1):
        for place, (cell, column) in enumerate(zip(row, table.columns, strict=True), start=1):
            if cell.value is not None:
                _fill(sheet.cell(number, place), cell, column)
    sheet.freeze_panes = sheet.cell(top + 1, 2)
    sheet.sheet_view.showGridLines = False


def _write_groups(sheet: Worksheet, table: Table, line: int) -> None:
    before = ""
    for place, column in enumerate(table.columns, start=1):
        if column.group:
            cell = sheet.cell(line, place)
            cell.font, cell.border = _HEADER, Border(bottom=_THIN)
            if column.group != before:
                _write(cell, column.group)
        before = column.group


def _fill(cell: SheetCell, content: Cell, column: Column) -> None:
    if isinstance(content.value, str):
        _write(cell, content.value)
        if column.number is not None:
            cell.alignment = Alignment(horizontal="right")
    else:
        cell.value = content.value
        cell.number_format = _number_format(column, content.value)
    if content.mark:
        cell.font = Font(
            bold=Mark.BOLD in content.mark, underline="single" if Mark.UNDERLINED in content.mark else None
        )
    if Mark.BOXED in content.mark:
        cell.border = Border(left=_STRONG, right=_STRONG, top=_STRONG, bottom=_STRONG)


def _write(cell: SheetCell, text: str) -> None:
    """Text that stays text: what begins like a formula is stored as a string and marked as typed with a quote."""
    cell.value = _text(text)
    cell.data_type = "s"
    if text.startswith(FORMULA_STARTS):
        cell.quotePrefix = True


def _text(text: str) -> str:
    return ILLEGAL_CHARACTERS_RE.sub("", text)[:LONGEST_TEXT]


def _number_format(column: Column, value: float | None) -> str:
    match column.number:
        case Number.VALUE:
            return "0." + "0" * column.decimals if column.decimals else "0"
        case Number.SHARE:
            return "0.0%"
        case Number.PROBABILITY:
            return "0.0000"
        case Number.CORRELATION:
            return "0.000"
        case Number.COUNT:
            return "0" if value is None or float(value).is_integer() else "0.0"
        case _:
            return "General"


def _width(table: Table, place: int) -> float:
    column = table.columns[place]
    longest = max((len(cell_text(row[place], column)) for row in table.rows[:N_MEASURED]), default=0)
    return min(WIDEST_COLUMN, max(longest, len(column.title)) + 3)


def _sheet_names(tables: tuple[Table, ...]) -> tuple[str, ...]:
    names: list[str] = []
    for number, table in enumerate(tables, start=1):
        names.append(f"{number} {_NOT_IN_NAME.sub(' ', _text(table.name))}"[:LONGEST_SHEET_NAME].rstrip(" '"))
    return tuple(names)


def _same_every_time(workbook: bytes, made: datetime) -> bytes:
    """The same workbook with the time of writing replaced by ``made`` and by the epoch of ZIP."""
    result = BytesIO()
    stamp = made.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    with ZipFile(BytesIO(workbook)) as source, ZipFile(result, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "docProps/core.xml":
                content = _MODIFIED.sub(rb"\g<1>" + stamp + rb"\g<2>", content)
            part = ZipInfo(name, EPOCH)
            part.compress_type = ZIP_DEFLATED
            target.writestr(part, content)
    return result.getvalue()
