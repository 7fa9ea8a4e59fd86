"""A report's tables as a workbook: one sheet for each, after a sheet that sums the report up and lists them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time
from io import BytesIO
from typing import Any, Literal
from xml.sax.saxutils import quoteattr
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook
from openpyxl.cell.cell import Cell as SheetCell
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.drawing.image import Image
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from permdesk.compute.progress import UNWATCHED, Progress
from permdesk.report.blocks import Cell, Column, Formula, Judgement, KeyFigures, Mark, Notice, Number, Report, Table
from permdesk.report.day_text import day_text
from permdesk.report.fixed_zip import with_fixed_times
from permdesk.report.formula import Place, formula_parts
from permdesk.report.number_text import cell_text, measure_decimals
from permdesk.report.template import PLAIN, Logo, Template
from permdesk.report.views import viewer_title
from permdesk.report.xlsx_cells import WRAPPED, at, legal_text, make_room, write
from permdesk.report.xlsx_text import fill_text
from permdesk.translation import tr

LONGEST_SHEET_NAME = 31
LOGO_HEIGHT = 44
WIDEST_PAGE = 240
"""What fits across a page in letters that can be read, in widths of a digit."""
NARROWEST_NOTE, WIDEST_NOTE, MOST_SPANNED, USUAL_WIDTH = 80.0, 150.0, 20, 9.0
WIDEST_COLUMN = 70
N_MEASURED = 200
FRONT_WIDTHS = (34, 30, 90)

_THIN, _STRONG = Side(style="thin", color="808080"), Side(style="medium", color="000000")
_BOX = Border(left=_STRONG, right=_STRONG, top=_STRONG, bottom=_STRONG)
_RIGHT, _LEFT = Alignment(horizontal="right"), Alignment(horizontal="left", indent=1)
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*(</dcterms:modified>)")
_NOT_IN_NAME = re.compile(r"[\[\]:*?/\\]")


def render_xlsx(report: Report, template: Template = PLAIN, progress: Progress = UNWATCHED) -> bytes:
    """The workbook, with unrounded numbers. The same report and template give the same bytes. Raises Cancelled."""
    book = Workbook()
    made = datetime.combine(report.made_on, time(), UTC).replace(tzinfo=None)
    book.properties.creator = legal_text(template.agency) or "PermDesk"
    book.properties.created, book.properties.title = made, legal_text(report.title)
    names = _sheet_names(report.tables)
    front = book.active
    assert isinstance(front, Worksheet)
    look = _Look.of(template)
    _fill_front(front, report, names, template, look)
    for table, name in zip(report.tables, names, strict=True):
        viewer = report.viewers.get(table.name)
        _fill_sheet(book.create_sheet(name), table, "" if viewer is None else viewer_title(viewer), look, progress)
    fill_text(book.create_sheet(tr("Text")), report, look.header)
    if formulas := tuple(block for block in report.blocks if isinstance(block, Formula)):
        _fill_formulas(book.create_sheet(tr("Method notes")), formulas, look)
    for sheet in book.worksheets:
        _set_print(sheet, template)
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        _WriterInMemory(book, archive, progress).save()
    return _same_every_time(written.getvalue(), made, legal_text(template.agency), progress)


@dataclass(frozen=True, slots=True)
class _Look:
    """The fonts of titles and headers, in the agency's colour."""

    title: Font
    header: Font

    @classmethod
    def of(cls, template: Template) -> _Look:
        colour = template.accent[1:].upper()
        return cls(
            Font(name="Calibri", bold=True, size=14, color=colour), Font(name="Calibri", bold=True, color=colour)
        )


class _WriterInMemory(ExcelWriter):
    """Packs each sheet while it is written. The library's own way leads through a temporary file for each sheet, which
    would leave records in the folder for such files."""

    def __init__(self, book: Workbook, archive: ZipFile, progress: Progress) -> None:
        super().__init__(book, archive)
        self._progress = progress

    def write_worksheet(self, ws: Any) -> None:
        ws._drawing = SpreadsheetDrawing()
        ws._drawing.images = ws._images
        with self._archive.open(ws.path[1:], "w") as part:  # type: ignore[attr-defined]
            writer: Any = _RowWriter(ws, part, self._progress)
            writer.write()
        ws._rels = writer._rels
        self.manifest.append(ws)


class _RowWriter(WorksheetWriter):
    """Writes a sheet, and looks before each row whether to go on."""

    def __init__(self, sheet: Any, part: Any, progress: Progress) -> None:
        super().__init__(sheet, part)
        self._progress = progress

    def write_row(self, xf: Any, row: Any, row_idx: int) -> None:
        self._progress.check()
        super().write_row(xf, row, row_idx)


def _set_print(sheet: Worksheet, template: Template) -> None:
    """How a sheet prints: across, on as many pages beside each other as can be read, its header and its first column on
    every page, the agency's lines at the edges."""
    sheet.page_setup.orientation, sheet.page_setup.paperSize = "landscape", sheet.PAPERSIZE_A4
    width = sum(dimension.width for dimension in sheet.column_dimensions.values())
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = max(1, -(-int(width) // WIDEST_PAGE)), 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    if sheet.freeze_panes:
        last = int(re.sub(r"\D", "", sheet.freeze_panes)) - 1
        sheet.print_title_cols = "A:A"
        sheet.print_title_rows = f"{min(last, 4)}:{last}"
    # An ampersand begins an instruction there.
    header: Any = sheet.oddHeader
    footer: Any = sheet.oddFooter
    header.left.text = legal_text(template.header).replace("&", "&&") or None
    footer.left.text = legal_text(template.footer).replace("&", "&&") or None
    footer.right.text = "&P / &N"


def _fill_front(sheet: Worksheet, report: Report, names: tuple[str, ...], template: Template, look: _Look) -> None:
    sheet.title = tr("Summary")
    sheet.sheet_properties.tabColor = template.accent[1:].upper()
    for place, width in enumerate(FRONT_WIDTHS, start=1):
        sheet.column_dimensions[get_column_letter(place)].width = width
    lines = [*_edge_lines(template), *_front_lines(report)]
    for number, line in enumerate(lines, start=1):
        for place, text in enumerate(line, start=1):
            if text:
                write(at(sheet, number, place), text)
                if len(line) > 1:
                    at(sheet, number, place).alignment = WRAPPED
                    make_room(sheet, number, text, FRONT_WIDTHS[place - 1])
    if template.logo is not None:
        _add_logo(sheet, template.logo)
    at(sheet, lines.index((report.title,)) + 1, 1).font = look.title
    for number, (table, name) in enumerate(zip(report.tables, names, strict=True), start=len(lines) + 2):
        link = at(sheet, number, 1)
        write(link, name)
        link.hyperlink = f"#'{name}'!A1"
        link.style = "Hyperlink"
        viewer = report.viewers.get(table.name)
        write(at(sheet, number, 2), "" if viewer is None else viewer_title(viewer))
        write(at(sheet, number, 3), table.caption)
    sheet.sheet_view.showGridLines = False


def _edge_lines(template: Template) -> list[tuple[str, ...]]:
    """What an agency puts before a report: room for its logo, its name, its lines."""
    logo: list[tuple[str, ...]] = [()] if template.logo else []
    return logo + [(text,) for text in dict.fromkeys((template.agency, template.header, template.footer)) if text]


def _add_logo(sheet: Worksheet, logo: Logo) -> None:
    picture = Image(BytesIO(logo.png))
    picture.width, picture.height = round(LOGO_HEIGHT * picture.width / picture.height), LOGO_HEIGHT
    sheet.row_dimensions[1].height = LOGO_HEIGHT * 0.75 + 6
    sheet.add_image(picture, "A1")


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


def _fill_formulas(sheet: Worksheet, formulas: tuple[Formula, ...], look: _Look) -> None:
    for place, (title, width) in enumerate(((tr("Formula"), 60), (tr("Meaning"), 90), (tr("Source"), 50)), start=1):
        header = at(sheet, 1, place)
        write(header, title)
        header.font, header.border = look.header, Border(bottom=_STRONG)
        sheet.column_dimensions[get_column_letter(place)].width = width
    for line, block in enumerate(formulas, start=2):
        at(sheet, line, 1).value = _formula_text(block.formula)
        write(at(sheet, line, 2), block.meaning)
        write(at(sheet, line, 3), block.source)
        for place in (1, 2, 3):
            at(sheet, line, place).alignment = WRAPPED
        make_room(sheet, line, block.meaning, 90)
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
            TextBlock(InlineFont(rFont="Cambria", vertAlign=fonts[place]), legal_text(text))
            for text, place in formula_parts(formula)
        )
    )


def _fill_sheet(sheet: Worksheet, table: Table, view: str, look: _Look, progress: Progress) -> None:
    widths = [_width(table, place) for place in range(len(table.columns))]
    write(at(sheet, 1, 1), table.caption)
    at(sheet, 1, 1).font = look.title
    _wrap_over(sheet, 1, table.caption, widths, 1.4)
    if table.note:
        write(at(sheet, 2, 1), table.note)
        _wrap_over(sheet, 2, table.note, widths, 1.0)
    if view:
        write(at(sheet, 3, 1), view)
        at(sheet, 3, 1).font = Font(name="Calibri", italic=True)
    top = 4
    if any(column.group for column in table.columns):
        _write_groups(sheet, table, top, look)
        top += 1
    for place, column in enumerate(table.columns, start=1):
        header = at(sheet, top, place)
        write(header, column.title)
        header.font, header.border = look.header, Border(bottom=_STRONG)
        header.alignment = _RIGHT if column.number else _LEFT
        sheet.column_dimensions[get_column_letter(place)].width = widths[place - 1]
    for number, row in progress.each(enumerate(table.rows, start=top + 1)):
        for place, (cell, column) in enumerate(zip(row, table.columns, strict=True), start=1):
            if cell.value is not None:
                _fill(at(sheet, number, place), cell, column)
                if isinstance(cell.value, str):
                    make_room(sheet, number, cell.value, WIDEST_COLUMN)
    sheet.freeze_panes = f"B{top + 1}"
    sheet.sheet_view.showGridLines = False


def _wrap_over(sheet: Worksheet, line: int, text: str, widths: list[float], size: float) -> None:
    """Let a long line wrap over the columns below it: one that runs on would make the whole sheet print tiny."""
    span, room = 0, 0.0
    while (room < NARROWEST_NOTE and span < MOST_SPANNED) or (span < len(widths) and room < WIDEST_NOTE):
        room += widths[span] if span < len(widths) else USUAL_WIDTH
        span += 1
    sheet.merge_cells(start_row=line, end_row=line, start_column=1, end_column=span)
    at(sheet, line, 1).alignment = WRAPPED
    make_room(sheet, line, text, room / size)


def _write_groups(sheet: Worksheet, table: Table, line: int, look: _Look) -> None:
    before = ""
    for place, column in enumerate(table.columns, start=1):
        if column.group:
            cell = at(sheet, line, place)
            cell.font, cell.border = look.header, Border(bottom=_THIN)
            if column.group != before:
                write(cell, column.group)
        before = column.group


def _fill(cell: SheetCell, content: Cell, column: Column) -> None:
    if isinstance(content.value, str):
        write(cell, content.value)
        is_long = len(content.value) > WIDEST_COLUMN
        cell.alignment = _RIGHT if column.number else WRAPPED if is_long else _LEFT
    else:
        cell.value = content.value
        cell.number_format = _number_format(column, content.value or 0)
    if content.mark:
        underline: Literal["single"] | None = "single" if Mark.UNDERLINED in content.mark else None
        cell.font = Font(name="Calibri", bold=Mark.BOLD in content.mark, underline=underline)
    if Mark.BOXED in content.mark:
        cell.border = _BOX


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
    plain = (_NOT_IN_NAME.sub(" ", legal_text(table.name)) for table in tables)
    numbered = (f"{number} {name}" for number, name in enumerate(plain, start=1))
    return tuple(name[:LONGEST_SHEET_NAME].rstrip(" '") for name in numbered)


def _same_every_time(workbook: bytes, made: datetime, agency: str, progress: Progress) -> bytes:
    """The same workbook with the time of writing replaced by ``made`` and by the epoch of ZIP, and with ``agency`` as
    what its logo shows, which the library has no place for."""
    stamp = made.strftime("%Y-%m-%dT%H:%M:%SZ").encode()

    def change(name: str, part: bytes) -> bytes:
        if name.startswith("xl/drawings/drawing"):
            return part.replace(b'descr="Picture"', f"descr={quoteattr(agency)}".encode())
        return _MODIFIED.sub(rb"\g<1>" + stamp + rb"\g<2>", part) if name == "docProps/core.xml" else part

    return with_fixed_times(workbook, change, progress)
