"""Tables of a PDF report: headers that repeat on every page, marks of Table 3, long texts that break."""

from __future__ import annotations

from typing import Any

from reportlab.platypus import LongTable, Paragraph

from permdesk.compute.progress import Progress
from permdesk.report.blocks import Cell, Column, Mark
from permdesk.report.html import header_groups
from permdesk.report.number_text import cell_text
from permdesk.report.page_tables import PADDING, PageTable
from permdesk.report.pdf_fonts import BODY, BOLD, is_plain, marked_up, width_of
from permdesk.report.pdf_styles import CELL_SIZE, CELL_SIZE_ACROSS, Styles
from permdesk.report.printable import printable

Command = tuple[Any, ...]


def pdf_table(part: PageTable, styles: Styles, progress: Progress) -> LongTable:
    """The table, ready to be laid on pages. Raises Cancelled."""
    table = part.table
    commands: list[Command] = []
    rows: list[list[Any]] = []
    if groups := header_groups(table):
        rows.append(_group_row(groups, part, styles, commands))
    n_above = len(rows) + 1
    rows.append(
        [
            Paragraph(
                marked_up(printable(column.title), BOLD), styles.header(part.is_across, column.number is not None)
            )
            for column in table.columns
        ]
    )
    for line, row in progress.each(enumerate(table.rows, start=n_above)):
        rows.append(
            [
                _cell(cell, column, part, width, styles, commands, (place, line))
                for place, (cell, column, width) in enumerate(zip(row, table.columns, part.widths, strict=True))
            ]
        )
    laid = LongTable(rows, colWidths=list(part.widths), repeatRows=n_above, hAlign="LEFT", spaceAfter=4, splitInRow=1)
    laid.setStyle([*_ground(part, styles, n_above), *commands])
    return laid


def _ground(part: PageTable, styles: Styles, n_above: int) -> list[Command]:
    size = CELL_SIZE_ACROSS if part.is_across else CELL_SIZE
    right = [
        ("ALIGN", (place, n_above), (place, -1), "RIGHT")
        for place, column in enumerate(part.table.columns)
        if column.number is not None
    ]
    return [
        ("FONT", (0, 0), (-1, -1), BODY, size, size + 2.5),
        ("VALIGN", (0, 0), (-1, n_above - 1), "BOTTOM"),
        ("VALIGN", (0, n_above), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), PADDING / 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), PADDING / 2),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
        ("LINEBELOW", (0, n_above - 1), (-1, n_above - 1), 1, styles.strong),
        ("LINEBELOW", (0, n_above), (-1, -1), 0.4, styles.line),
        *right,
    ]


def _group_row(groups: Any, part: PageTable, styles: Styles, commands: list[Command]) -> list[Any]:
    cells: list[Any] = []
    for group in groups:
        first = len(cells)
        cells.append(
            Paragraph(marked_up(printable(group.title), BOLD), styles.header(part.is_across, False, is_group=True))
            if group.title
            else ""
        )
        cells.extend([""] * (group.n_columns - 1))
        if group.title:
            commands.append(("SPAN", (first, 0), (first + group.n_columns - 1, 0)))
            commands.append(("LINEBELOW", (first, 0), (first + group.n_columns - 1, 0), 0.6, styles.line))
    return cells


def _cell(
    cell: Cell,
    column: Column,
    part: PageTable,
    width: float,
    styles: Styles,
    commands: list[Command],
    place: tuple[int, int],
) -> Any:
    text = printable(cell_text(cell, column))
    font = BOLD if Mark.BOLD in cell.mark else BODY
    size = CELL_SIZE_ACROSS if part.is_across else CELL_SIZE
    if Mark.BOXED in cell.mark:
        commands.append(("BOX", place, place, 1.1, styles.body.textColor))
    if font == BOLD:
        commands.append(("FONT", place, place, BOLD, size, size + 2.5))
    if Mark.UNDERLINED not in cell.mark and is_plain(text, font) and width_of(text, font, size) <= width - PADDING:
        return text
    inner = marked_up(text, font)
    inner = f"<u>{inner}</u>" if Mark.UNDERLINED in cell.mark else inner
    return Paragraph(inner, styles.cell(part.is_across, column.number is not None, font))
