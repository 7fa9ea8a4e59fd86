"""A report as Markdown with tables as GitHub and most editors know them; its pictures are files beside it."""

from __future__ import annotations

import re
import unicodedata

from permdesk.compute.progress import UNWATCHED, Progress
from permdesk.report import blocks
from permdesk.report.blocks import Mark, Report
from permdesk.report.day_text import made_sentence
from permdesk.report.formula import formula_html
from permdesk.report.number_text import cell_text
from permdesk.report.page_flow import PageBlock, labelled
from permdesk.report.printable import printable
from permdesk.report.signs import outcome_sign, severity_title
from permdesk.report.template import PLAIN, Template
from permdesk.report.views import viewer_title
from permdesk.translation import tr

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")
_LINE_START = re.compile(r"^(\s*)([-+=]|\d+[.)])", re.MULTILINE)
_NOT_IN_NAME = re.compile(r"[^a-z0-9]+")


def _file_name(name: str) -> str:
    """Letters of the alphabet, digits and hyphens; accents fall off."""
    return _NOT_IN_NAME.sub("-", unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()).strip(
        "-"
    )


def render_markdown(
    report: Report, stem: str, template: Template = PLAIN, progress: Progress = UNWATCHED
) -> dict[str, bytes]:
    """``stem``.md and its pictures by name. The same arguments give the same bytes. Raises Cancelled."""
    files: dict[str, bytes] = {}
    parts = [f"**{_text(report.heading or report.profile.heading)}**"]
    if template.header:
        parts.insert(0, _text(template.header))
    parts += [f"# {_text(report.title)}", _text(report.explanation or report.profile.explanation)]
    parts.append(_text(made_sentence(report.made_on)))
    for placed in progress.each(labelled(report, progress)):
        parts.append(_block(placed, stem, files))
    if template.footer:
        parts += ["---", _text(template.footer)]
    text = "\n\n".join(part for part in parts if part) + "\n"
    return {f"{stem}.md": text.encode("utf-8"), **files}


def _block(placed: PageBlock, stem: str, files: dict[str, bytes]) -> str:
    block = placed.block
    match block:
        case blocks.Heading():
            view = "" if block.viewer is None else f" ({_text(viewer_title(block.viewer))})"
            return f"{'#' * block.level} {_text(block.text)}{view}"
        case blocks.Paragraph(text=text):
            return _text(text)
        case blocks.Bullets(items=items):
            return "\n".join(f"- {_text(item)}" for item in items)
        case blocks.Command(text=text):
            return f"```\n{printable(text)}\n```"
        case blocks.Formula():
            source = tr("Source: {source}.", source=block.source)
            # HTML's own marks for what is lowered and raised, which every reader of Markdown knows.
            return f"{formula_html(printable(block.formula))}<br>\n{_text(block.meaning)} {_text(source)}"
        case blocks.Notice():
            cells = f" ({_text('; '.join(block.cells))})" if block.cells else ""
            return f"> **{severity_title(block.severity)} · {_text(block.where)}.** {_text(block.text)}{cells}"
        case blocks.Judgement():
            return f"> **{outcome_sign(block.outcome)} {_text(block.title)}**\n>\n> {_text(block.text)}"
        case blocks.KeyFigures(figures=figures):
            values = ((_text(f.label), f"**{_text(f.value)}**. {_text(f.meaning)}") for f in figures)
            return "\n".join(f"- {tr('{name}: {reason}', name=label, reason=value)}" for label, value in values)
        case blocks.Table():
            return _table(placed.label, block)
        case blocks.Figure():
            name = f"{stem}-{_file_name(block.name)}.svg"
            files[name] = f'<?xml version="1.0" encoding="utf-8"?>\n{block.svg}\n'.encode()
            link = name.replace(" ", "%20")
            return f"![{_text(block.alternative)}]({link})\n\n**{placed.label}.** {_text(block.caption)}"


def _table(label: str, table: blocks.Table) -> str:
    titles = [" ".join(filter(None, (column.group, column.title))) for column in table.columns]
    sides = ["---:" if column.number is not None else "---" for column in table.columns]
    lines = [f"**{label}.** {_text(table.caption)}", "", _row([_text(title) for title in titles]), _row(sides)]
    for row in table.rows[: table.n_on_page]:
        lines.append(_row([_cell(cell, column) for cell, column in zip(row, table.columns, strict=True)]))
    if table.note:
        lines += ["", _text(table.note)]
    return "\n".join(lines)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: blocks.Cell, column: blocks.Column) -> str:
    text = _text(cell_text(cell, column)).replace("\n", "<br>")
    if Mark.BOXED in cell.mark:
        text = rf"\[{text}\]"
    if Mark.UNDERLINED in cell.mark:
        text = f"<u>{text}</u>"
    return f"**{text}**" if Mark.BOLD in cell.mark else text


def _text(text: str) -> str:
    """Text whose letters mean nothing to Markdown."""
    plain = _SPECIAL.sub(r"\\\1", " ".join(printable(text).split()))
    return _LINE_START.sub(r"\1\\\2", plain) if plain[:1] in "-+=" else re.sub(r"^(\d+)([.)])", r"\1\\\2", plain)
