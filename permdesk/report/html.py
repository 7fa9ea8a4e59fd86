"""A report as one HTML page that needs nothing else: no script, no font, no picture from outside."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, groupby

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from permdesk import __version__
from permdesk.compute.progress import UNWATCHED, Progress
from permdesk.report import svg
from permdesk.report.blocks import (
    Block,
    Bullets,
    Cell,
    Column,
    Command,
    Figure,
    Formula,
    Heading,
    Judgement,
    KeyFigures,
    Mark,
    Notice,
    Paragraph,
    Report,
    Row,
    Table,
)
from permdesk.report.day_text import made_sentence
from permdesk.report.formula import formula_html
from permdesk.report.number_text import cell_text
from permdesk.report.printable import printable
from permdesk.report.template import PLAIN, Template
from permdesk.report.views import viewer_title
from permdesk.resources import resource_path
from permdesk.translation import tr

# Jinja names a block by its kind; the template has a macro for each.
KINDS: dict[type, str] = {
    Heading: "heading",
    Paragraph: "paragraph",
    Bullets: "bullets",
    Command: "command",
    Formula: "formula",
    Notice: "notice",
    Judgement: "judgement",
    KeyFigures: "key_figures",
    Table: "table",
    Figure: "figure",
}
LONG_TEXT = 60
COLOURS = {
    svg.INK: "ink",
    svg.FAINT: "line",
    svg.ORIGINAL: "original",
    svg.ANONYMIZED: "anonymized",
    svg.RANDOM: "random",
    svg.RANDOM_TINT: "random-tint",
    svg.REVERSE_MAPPED_TINT: "anonymized-tint",
}


@dataclass(frozen=True, slots=True)
class HeaderGroup:
    """A heading over ``n_columns`` neighbouring columns; without a title over one column that needs none."""

    title: str
    n_columns: int


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of level 2 and the blocks below it, tables and figures each with its number from 1, others with 0."""

    anchor: str
    heading: Heading
    blocks: tuple[tuple[Block, int], ...]


def render_html(report: Report, template: Template = PLAIN, progress: Progress = UNWATCHED) -> str:
    """The whole page. The same report and template give the same text. Raises Cancelled."""

    def columns(row: Row, table: Table) -> Iterator[tuple[Cell, Column]]:
        progress.check()
        return zip(row, table.columns, strict=True)

    folder = resource_path("report")
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_printable,
    )
    environment.globals.update(
        tr=tr,
        kind=lambda block: KINDS[type(block)],
        cell_text=cell_text,
        classes=_classes,
        is_long=lambda cell: isinstance(cell.value, str) and len(cell.value) > LONG_TEXT,
        groups=header_groups,
        picture=_picture,
        formula_text=lambda text: Markup(formula_html(text)),
        viewer_title=viewer_title,
        made_sentence=made_sentence,
        columns=columns,
        version=__version__,
    )
    style = Markup((folder / "report.css").read_text("utf-8"))
    page = environment.get_template("report.html.j2")
    return page.render(report=report, sections=_sections(report), style=style, template=template, logo=_logo(template))


def header_groups(table: Table) -> tuple[HeaderGroup, ...]:
    """The upper line of a table's header; empty if no column has a group."""
    if not any(column.group for column in table.columns):
        return ()
    found: list[HeaderGroup] = []
    for title, columns in groupby(table.columns, key=lambda column: column.group):
        n_columns = len(tuple(columns))
        found.extend([HeaderGroup(title, n_columns)] if title else [HeaderGroup("", 1)] * n_columns)
    return tuple(found)


def _logo(template: Template) -> str:
    """The logo's address, which holds the picture itself."""
    if template.logo is None:
        return ""
    return f"data:image/png;base64,{base64.b64encode(template.logo.png).decode()}"


def _sections(report: Report) -> tuple[Section, ...]:
    sections: list[Section] = []
    counts = {Table: count(1), Figure: count(1)}
    for block in report.blocks:
        if isinstance(block, Heading) and block.level == 2:
            sections.append(Section(f"section-{len(sections) + 1}", block, ()))
        else:
            last = sections[-1]
            number = next(counts[type(block)]) if type(block) in counts else 0
            sections[-1] = Section(last.anchor, last.heading, (*last.blocks, (block, number)))
    return tuple(sections)


def _classes(cell: Cell, column: Column) -> str:
    names = ["number"] if column.number is not None else []
    names += [mark.name.lower() for mark in Mark if mark and mark in cell.mark and mark.name]
    return " ".join(names)


def _picture(figure: Figure, label: str) -> Markup:
    """The figure's SVG, in the page's own colours, as a picture with a name and a description."""
    drawn = figure.svg
    for colour, name in COLOURS.items():
        drawn = drawn.replace(colour, f"var(--{name})")
    described = Markup('<svg role="img" aria-label="{}" focusable="false"').format(f"{label}. {figure.alternative}")
    return Markup(drawn.replace("<svg", str(described), 1))


def _printable(value: object) -> object:
    """Text without characters that a page must not hold."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return printable(value)
    return value
