"""A report's blocks as rich text that Qt can lay out, shortened to what fits a preview."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

from permdesk.audit.findings import Outcome
from permdesk.compute.progress import UNWATCHED, Progress
from permdesk.data.problem import Severity
from permdesk.gui.theme import Theme
from permdesk.translation import tr, tr_count

if TYPE_CHECKING:
    from permdesk.report.blocks import Block, Cell, Column, Report, Table

SHOWN_ROWS = 8
SHOWN_COLUMNS = 7
FEW_COLUMNS = 4
LONG_TEXT = 40
FULL_WIDTH = " width='99%'"
PICTURE_WIDTH = 560
SHARPNESS = 2


@dataclass(frozen=True, slots=True, eq=False)
class BlockText:
    """HTML of the subset that QTextDocument knows, and the pictures that it names."""

    html: str
    pictures: dict[str, QImage]


def block_text(report: Report, theme: Theme, progress: Progress = UNWATCHED) -> BlockText:
    """The report in ``theme``. Safe off the GUI thread: it draws into images only. Raises Cancelled."""
    pictures: dict[str, QImage] = {}
    parts = [f"<h1>{escape(report.title)}</h1>", f"<p style='color:{theme.muted}'>{escape(report.subtitle)}</p>"]
    parts.extend(_block(block, theme, pictures, progress) for block in progress.each(report.blocks))
    return BlockText(f"<html><head><style>{_style(theme)}</style></head><body>{''.join(parts)}</body></html>", pictures)


def _style(theme: Theme) -> str:
    return (
        f"h1 {{ font-size: 17pt; font-weight: 600; }} h2 {{ font-size: 13pt; font-weight: 600; margin-top: 22px; }}"
        f"h3 {{ font-size: 11pt; font-weight: 600; margin-top: 14px; }}"
        f"p, li {{ margin: 5px 0px; }} .muted {{ color: {theme.muted}; }}"
        f".caption {{ font-weight: 600; margin-top: 14px; }}"
        f"th {{ color: {theme.muted}; font-weight: 600; text-align: left; }}"
        f"td, th {{ padding: 3px 14px 3px 0px; }}"
    )


def _block(block: Block, theme: Theme, pictures: dict[str, QImage], progress: Progress) -> str:
    from permdesk.report import blocks
    from permdesk.report.formula import formula_html
    from permdesk.report.views import viewer_title

    match block:
        case blocks.Heading(text=text, level=level, viewer=viewer):
            view = "" if viewer is None else f" <span class='muted'>· {escape(viewer_title(viewer))}</span>"
            return f"<h{level}>{escape(text)}{view}</h{level}>"
        case blocks.Paragraph(text=text):
            return f"<p>{escape(text)}</p>"
        case blocks.Bullets(items=items):
            return f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in items)}</ul>"
        case blocks.Command(text=text):
            return f"<p><code>{escape(text)}</code></p>"
        case blocks.Formula():
            return (
                f"<p><b>{formula_html(block.formula)}</b><br><span class='muted'>{escape(block.meaning)} "
                f"({escape(block.source)})</span></p>"
            )
        case blocks.Notice():
            sign = "•" if block.severity is Severity.NOTE else "⚠"
            where = f"<b>{sign} {escape(block.where)}</b>"
            return f"<p>{tr('{name}: {reason}', name=where, reason=escape(block.text))}</p>"
        case blocks.Judgement():
            colour = {Outcome.PASS: theme.good, Outcome.FAIL: theme.danger}.get(block.outcome, theme.muted)
            sign = {Outcome.PASS: "✓", Outcome.FAIL: "✗"}.get(block.outcome, "–")
            return f"<p><b style='color:{colour}'>{sign} {escape(block.title)}</b><br>{escape(block.text)}</p>"
        case blocks.KeyFigures(figures=figures):
            rows = "".join(
                f"<tr><td>{escape(figure.label)}</td><td><b>{escape(figure.value)}</b></td>"
                f"<td class='muted'>{escape(figure.meaning)}</td></tr>"
                for figure in figures
            )
            return f"<table{FULL_WIDTH} cellspacing='0' style='margin-top: 8px'>{rows}</table>"
        case blocks.Table():
            return _table(block)
        case blocks.Figure():
            name = f"picture:{len(pictures)}"
            picture = _picture(block.svg, progress)
            pictures[name] = picture
            height = round(picture.height() / SHARPNESS)
            return (
                f"<p><img src='{name}' width='{PICTURE_WIDTH}' height='{height}'></p>"
                f"<p class='muted'>{escape(block.caption)}</p>"
            )
    return ""


def _table(table: Table) -> str:
    columns = table.columns[:SHOWN_COLUMNS]
    head = "".join(
        f"<th align='{_side(column)}'>{escape(' '.join(filter(None, (column.group, column.title))))}</th>"
        for column in columns
    )
    rows = "".join(
        f"<tr>{''.join(_cell(cell, column) for cell, column in zip(row, columns, strict=False))}</tr>"
        for row in table.rows[:SHOWN_ROWS]
    )
    cut = []
    if len(table.rows) > SHOWN_ROWS:
        cut.append(tr_count("{count} more row", "{count} more rows", len(table.rows) - SHOWN_ROWS))
    if len(table.columns) > SHOWN_COLUMNS:
        cut.append(tr_count("{count} more column", "{count} more columns", len(table.columns) - SHOWN_COLUMNS))
    more = f"<p class='muted'>{escape(tr('… {what} in the report', what=', '.join(cut)))}</p>" if cut else ""
    note = f"<p class='muted'>{escape(table.note)}</p>" if table.note else ""
    texts = [str(cell.value) for row in table.rows[:SHOWN_ROWS] for cell in row]
    is_wide = len(columns) > FEW_COLUMNS or any(len(text) > LONG_TEXT for text in texts)
    body = f"<table{FULL_WIDTH if is_wide else ''} cellspacing='0'><tr>{head}</tr>{rows}</table>"
    return f"<p class='caption'>{escape(table.caption)}</p>{body}{more}{note}"


def _cell(cell: Cell, column: Column) -> str:
    from permdesk.report.blocks import Mark
    from permdesk.report.number_text import cell_text

    text = escape(cell_text(cell, column))
    if Mark.BOXED in cell.mark:
        text = f"[{text}]"
    if Mark.UNDERLINED in cell.mark:
        text = f"<u>{text}</u>"
    if Mark.BOLD in cell.mark:
        text = f"<b>{text}</b>"
    return f"<td align='{_side(column)}'>{text}</td>"


def _side(column: Column) -> str:
    return "left" if column.number is None else "right"


def _picture(svg: str, progress: Progress) -> QImage:
    """Drawn in many small steps: Qt's own renderer keeps the interpreter, and so the window, for a whole picture."""
    from permdesk.report.drawing_png import raster

    pixels = raster(svg, PICTURE_WIDTH * SHARPNESS, progress)
    height, width, _ = pixels.shape
    # The picture only borrows the pixels until it is copied.
    return QImage(pixels.tobytes(), width, height, 4 * width, QImage.Format.Format_RGBA8888).copy()
