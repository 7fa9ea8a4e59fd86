"""A report's tables as a workbook: one sheet for each, after a sheet that sums the report up and lists them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time
from io import BytesIO
from typing import Any, Literal
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.cell.cell import Cell as SheetCell
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from permdesk.report.blocks import Cell, Column, Formula, Judgement, KeyFigures, Mark, Notice, Number, Report, Table
from permdesk.report.day_text import day_text
from permdesk.report.fixed_zip import with_fixed_times
from permdesk.report.formula import Place, formula_parts
from permdesk.report.number_text import cell_text, measure_decimals
from permdesk.report.template import PLAIN, Template
from permdesk.report.views import viewer_title
from permdesk.translation import tr

LONGEST_SHEET_NAME = 31
LONGEST_TEXT = 32_000
WIDEST_COLUMN = 70
N_MEASURED = 200
FRONT_WIDTHS = (34, 30, 90)
LINE_HEIGHT, HIGHEST = 15.0, 400.0
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

_THIN, _STRONG = Side(style="thin", color="808080"), Side(style="medium", color="000000")
_BOX = Border(left=_STRONG, right=_STRONG, top=_STRONG, bottom=_STRONG)
_TITLE, _HEADER = Font(name="Calibri", bold=True, size=14), Font(name="Calibri", bold=True)
_RIGHT, _LEFT = Alignment(horizontal="right"), Alignment(horizontal="left", indent=1)
_WRAPPED = Alignment(wrap_text=True, vertical="top")
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*(</dcterms:modified>)")
_NOT_IN_NAME = re.compile(r"[\[\]:*?/\\]")


def render_xlsx(report: Report, template: Template = PLAIN) -> bytes:
    """The workbook, with unrounded numbers. The same report gives the same bytes."""
    book = Workbook()
    made = datetime.combine(report.made_on, time(), UTC).replace(tzinfo=None)
    book.properties.creator = _text(template.agency) or "PermDesk"
    book.properties.created, book.properties.title = made, _text(report.title)
    names = _sheet_names(report.tables)
    front = book.active
    assert isinstance(front, Worksheet)
    _fill_front(front, report, names)
    for table, name in zip(report.tables, names, strict=True):
        viewer = report.viewers.get(table.name)
        _fill_sheet(book.create_sheet(name), table, "" if viewer is None else viewer_title(viewer))
    if formulas := tuple(block for block in report.blocks if isinstance(block, Formula)):
        _fill_formulas(book.create_sheet(tr("Method notes")), formulas)
    for sheet in book.worksheets:
        _set_print(sheet, template)
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        _WriterInMemory(book, archive).save()
    return _same_every_time(written.getvalue(), made)


class _WriterInMemory(ExcelWriter):
    """Packs each sheet while it is written. The library's own way leads through a temporary file for each sheet, which
    would leave records in the folder for such files."""

    def write_worksheet(self, ws: Any) -> None:
        ws._drawing = SpreadsheetDrawing()
        with self._archive.open(ws.path[1:], "w") as part:  # type: ignore[attr-defined]
            writer: Any = WorksheetWriter(ws, part)
            writer.write()
        ws._rels = writer._rels
        self.manifest.append(ws)


def _set_print(sheet: Worksheet, template: Template) -> None:
    """How a sheet prints: across, as wide as the page, its header on every page, the agency's lines at the edges."""
    sheet.page_setup.orientation, sheet.page_setup.paperSize = "landscape", sheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    if sheet.freeze_panes:
        last = int(re.sub(r"\D", "", sheet.freeze_panes)) - 1
        sheet.print_title_rows = f"{min(last, 4)}:{last}"
    # An ampersand begins an instruction there.
    header: Any = sheet.oddHeader
    footer: Any = sheet.oddFooter
    header.left.text = _text(template.header).replace("&", "&&") or None
    footer.left.text = _text(template.footer).replace("&", "&&") or None
    footer.right.text = "&P / &N"


def _fill_front(sheet: Worksheet, report: Report, names: tuple[str, ...]) -> None:
    sheet.title = tr("Summary")
    for place, width in enumerate(FRONT_WIDTHS, start=1):
        sheet.column_dimensions[get_column_letter(place)].width = width
    lines = _front_lines(report)
    for number, line in enumerate(lines, start=1):
        for place, text in enumerate(line, start=1):
            if text:
                _write(_at(sheet, number, place), text)
                if len(line) > 1:
                    _at(sheet, number, place).alignment = _WRAPPED
                    _make_room(sheet, number, text, FRONT_WIDTHS[place - 1])
    _at(sheet, 1, 1).font = _TITLE
    for number, (table, name) in enumerate(zip(report.tables, names, strict=True), start=len(lines) + 2):
        link = _at(sheet, number, 1)
        _write(link, name)
        link.hyperlink = f"#'{name}'!A1"
        link.style = "Hyperlink"
        viewer = report.viewers.get(table.name)
        _write(_at(sheet, number, 2), "" if viewer is None else viewer_title(viewer))
        _write(_at(sheet, number, 3), table.caption)
    sheet.sheet_view.showGridLines = False


def _front_lines(report: Report) -> list[tuple[str, ...]]:
    made = (tr("Made on"), day_text(report.made_on))
    lines: list[tuple[str, ...]] = [(report.title,), (report.subtitle,), made, ()]
    for block in report.blocks:
        match block:
            case Judgement():
                lines += [(block.title,), (block.text,), ()]
            case Notice():
                lines += [(block.where, "", block.text), *(("", "", cell) for cell in block.cells)]
            case KeyFigures():
                lines += [(), *((figure.label, figure.value, figure.meaning) for figure in block.figures)]
    return lines


def _fill_formulas(sheet: Worksheet, formulas: tuple[Formula, ...]) -> None:
    for place, (title, width) in enumerate(((tr("Formula"), 60), (tr("Meaning"), 90), (tr("Source"), 50)), start=1):
        header = _at(sheet, 1, place)
        _write(header, title)
        header.font, header.border = _HEADER, Border(bottom=_STRONG)
        sheet.column_dimensions[get_column_letter(place)].width = width
    for line, block in enumerate(formulas, start=2):
        _at(sheet, line, 1).value = _formula_text(block.formula)
        _write(_at(sheet, line, 2), block.meaning)
        _write(_at(sheet, line, 3), block.source)
        for place in (1, 2, 3):
            _at(sheet, line, place).alignment = _WRAPPED
        _make_room(sheet, line, block.meaning, 90)
    sheet.freeze_panes = "A2"
    sheet.sheet_view.showGridLines = False


def _formula_text(formula: str) -> CellRichText:
    fonts: dict[Place, Literal["subscript", "superscript"] | None] = {
        Place.LINE: None,
        Place.LOWERED: "subscript",
        Place.RAISED: "superscript",
    }
    return CellRichText(
        *(
            TextBlock(InlineFont(rFont="Cambria", vertAlign=fonts[place]), _text(text))
            for text, place in formula_parts(formula)
        )
    )


def _fill_sheet(sheet: Worksheet, table: Table, view: str) -> None:
    _write(_at(sheet, 1, 1), table.caption)
    _at(sheet, 1, 1).font = _TITLE
    if table.note:
        _write(_at(sheet, 2, 1), table.note)
    if view:
        _write(_at(sheet, 3, 1), view)
        _at(sheet, 3, 1).font = Font(name="Calibri", italic=True)
    top = 4
    if any(column.group for column in table.columns):
        _write_groups(sheet, table, top)
        top += 1
    for place, column in enumerate(table.columns, start=1):
        header = _at(sheet, top, place)
        _write(header, column.title)
        header.font, header.border = _HEADER, Border(bottom=_STRONG)
        header.alignment = _RIGHT if column.number else _LEFT
        sheet.column_dimensions[get_column_letter(place)].width = _width(table, place - 1)
    for number, row in enumerate(table.rows, start=top + 1):
        for place, (cell, column) in enumerate(zip(row, table.columns, strict=True), start=1):
            if cell.value is not None:
                _fill(_at(sheet, number, place), cell, column)
                if isinstance(cell.value, str):
                    _make_room(sheet, number, cell.value, WIDEST_COLUMN)
    sheet.freeze_panes = f"B{top + 1}"
    sheet.sheet_view.showGridLines = False


def _make_room(sheet: Worksheet, line: int, text: str, width: float) -> None:
    """Make a line as high as its wrapped text needs, as not every program does so by itself."""
    n_lines = -(-len(text) // int(width))
    if n_lines > 1:
        row = sheet.row_dimensions[line]
        row.height = min(HIGHEST, max(row.height or 0, LINE_HEIGHT * n_lines))


def _write_groups(sheet: Worksheet, table: Table, line: int) -> None:
    before = ""
    for place, column in enumerate(table.columns, start=1):
        if column.group:
            cell = _at(sheet, line, place)
            cell.font, cell.border = _HEADER, Border(bottom=_THIN)
            if column.group != before:
                _write(cell, column.group)
        before = column.group


def _fill(cell: SheetCell, content: Cell, column: Column) -> None:
    if isinstance(content.value, str):
        _write(cell, content.value)
        is_long = len(content.value) > WIDEST_COLUMN
        cell.alignment = _RIGHT if column.number else _WRAPPED if is_long else _LEFT
    else:
        cell.value = content.value
        cell.number_format = _number_format(column, content.value or 0)
    if content.mark:
        underline: Literal["single"] | None = "single" if Mark.UNDERLINED in content.mark else None
        cell.font = Font(name="Calibri", bold=Mark.BOLD in content.mark, underline=underline)
    if Mark.BOXED in content.mark:
        cell.border = _BOX


def _at(sheet: Worksheet, line: int, place: int) -> SheetCell:
    cell = sheet.cell(line, place)
    assert isinstance(cell, SheetCell)
    return cell


def _write(cell: SheetCell, text: str) -> None:
    """Text that stays text: what begins like a formula is stored as a string and marked as typed with a quote."""
    cell.value = _text(text)
    cell.data_type = "s"
    if text.startswith(FORMULA_STARTS):
        cell.quotePrefix = True


def _text(text: str) -> str:
    return ILLEGAL_CHARACTERS_RE.sub("", text)[:LONGEST_TEXT]


def _number_format(column: Column, value: float) -> str:
    match column.number:
        case Number.VALUE:
            return _with_decimals(column.decimals)
        case Number.SHARE:
            return "0.0%"
        case Number.PROBABILITY:
            return "0.0000"
        case Number.CORRELATION:
            return "0.000"
        case Number.COUNT:
            return "0" if float(value).is_integer() else "0.0"
        case Number.MEASURE:
            decimals = measure_decimals(value)
            return "0.000E+00" if decimals is None else _with_decimals(decimals)
        case None:
            return "General"


def _with_decimals(decimals: int) -> str:
    return "0." + "0" * decimals if decimals else "0"


def _width(table: Table, place: int) -> float:
    column = table.columns[place]
    longest = max((len(cell_text(row[place], column)) for row in table.rows[:N_MEASURED]), default=0)
    return min(WIDEST_COLUMN, max(longest, len(column.title)) + 3)


def _sheet_names(tables: tuple[Table, ...]) -> tuple[str, ...]:
    """A number and the name of each table, as far as a sheet may be called so."""
    numbered = (f"{number} {_NOT_IN_NAME.sub(' ', _text(table.name))}" for number, table in enumerate(tables, start=1))
    return tuple(name[:LONGEST_SHEET_NAME].rstrip(" '") for name in numbered)


def _same_every_time(workbook: bytes, made: datetime) -> bytes:
    """The same workbook with the time of writing replaced by ``made`` and by the epoch of ZIP."""
    stamp = made.strftime("%Y-%m-%dT%H:%M:%SZ").encode()

    def change(name: str, part: bytes) -> bytes:
        return _MODIFIED.sub(rb"\g<1>" + stamp + rb"\g<2>", part) if name == "docProps/core.xml" else part

    return with_fixed_times(workbook, change)
