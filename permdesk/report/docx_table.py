"""Tables of a DOCX report: real tables whose header rows repeat, with the boxes of Table 3 as borders of cells."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape, quoteattr

from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from permdesk.compute.progress import Progress
from permdesk.report.blocks import Cell, Column, Mark
from permdesk.report.docx_styles import TABLE_HEAD, TABLE_TEXT
from permdesk.report.html import HeaderGroup, header_groups
from permdesk.report.number_text import cell_text
from permdesk.report.page_tables import FEW_ROWS, PageTable
from permdesk.report.printable import printable

LINE, STRONG, INK = "D8DCE3", "596273", "000000"
SMALL = 14
"""Half points, on pages that lie across."""


def table_xml(part: PageTable, described: str, progress: Progress) -> Any:
    """The element of a table, or of the columns that fit a page. ``described``: its title for who hears it.
    Raises Cancelled.

    Written as text, as the library takes seconds for a few thousand cells."""
    table, widths = part.table, [round(width * 20) for width in part.widths]
    rows: list[str] = []
    if groups := header_groups(table):
        rows.append(_row(_group_cells(groups, widths, part.is_across), is_header=True))
    head = (
        _cell(column.title, TABLE_HEAD, width, part.is_across, _borders(STRONG, 8, ("bottom",)), _side(column))
        for column, width in zip(table.columns, widths, strict=True)
    )
    rows.append(_row(head, is_header=True))
    for row in progress.each(table.rows):
        cells = (
            _value(cell, column, width, part.is_across)
            for cell, column, width in zip(row, table.columns, widths, strict=True)
        )
        rows.append(_row(cells, is_header=False))
    if len(table.rows) <= FEW_ROWS:
        # With the next: a word processor then moves the whole table where it does not fit the rest of a page.
        rows[:-1] = (row.replace("<w:jc ", "<w:keepNext/><w:jc ") for row in rows[:-1])
    grid = "".join(f'<w:gridCol w:w="{width}"/>' for width in widths)
    return parse_xml(
        f'<w:tbl {nsdecls("w")}><w:tblPr><w:tblW w:w="{sum(widths)}" w:type="dxa"/>'
        '<w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="70" w:type="dxa"/>'
        '<w:right w:w="70" w:type="dxa"/></w:tblCellMar>'
        '<w:tblLook w:val="0420" w:firstRow="1" w:lastRow="0" w:firstColumn="0" w:lastColumn="0"/>'
        f"<w:tblCaption w:val={quoteattr(described)}/></w:tblPr><w:tblGrid>{grid}</w:tblGrid>{''.join(rows)}</w:tbl>"
    )


def _row(cells: Any, *, is_header: bool) -> str:
    repeats = "<w:tblHeader/>" if is_header else ""
    return f"<w:tr><w:trPr><w:cantSplit/>{repeats}</w:trPr>{''.join(cells)}</w:tr>"


def _group_cells(groups: tuple[HeaderGroup, ...], widths: list[int], is_across: bool) -> list[str]:
    cells, place = [], 0
    for group in groups:
        width = sum(widths[place : place + group.n_columns])
        border = _borders(LINE, 4, ("bottom",)) if group.title else ""
        cells.append(_cell(group.title, TABLE_HEAD, width, is_across, border, "center", span=group.n_columns))
        place += group.n_columns
    return cells


def _value(cell: Cell, column: Column, width: int, is_across: bool) -> str:
    border = _borders(INK, 12) if Mark.BOXED in cell.mark else _borders(LINE, 4, ("bottom",))
    return _cell(cell_text(cell, column), TABLE_TEXT, width, is_across, border, _side(column), cell.mark)


def _side(column: Column) -> str:
    return "left" if column.number is None else "right"


def _cell(
    text: str,
    style: str,
    width: int,
    is_across: bool,
    borders: str,
    side: str,
    mark: Mark = Mark.NONE,
    span: int = 1,
) -> str:
    spans = f'<w:gridSpan w:val="{span}"/>' if span > 1 else ""
    # The order of these parts is that of the schema: a word processor refuses the file otherwise.
    bold = "<w:b/>" if Mark.BOLD in mark else ""
    size = f'<w:sz w:val="{SMALL}"/>' if is_across else ""
    underlined = '<w:u w:val="single"/>' if Mark.UNDERLINED in mark else ""
    words = f'<w:t xml:space="preserve">{escape(printable(text))}</w:t>'
    run = f"<w:r><w:rPr>{bold}{size}{underlined}</w:rPr>{words}</w:r>" if text else ""
    return (
        f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>{spans}{borders}</w:tcPr>'
        f'<w:p><w:pPr><w:pStyle w:val="{style_id(style)}"/><w:jc w:val="{side}"/></w:pPr>{run}</w:p></w:tc>'
    )


def style_id(name: str) -> str:
    """How a file refers to a style of its own."""
    return name.replace(" ", "")


def _borders(colour: str, eighths: int, sides: tuple[str, ...] = ("top", "left", "bottom", "right")) -> str:
    inner = "".join(f'<w:{side} w:val="single" w:sz="{eighths}" w:space="0" w:color="{colour}"/>' for side in sides)
    return f"<w:tcBorders>{inner}</w:tcBorders>"
