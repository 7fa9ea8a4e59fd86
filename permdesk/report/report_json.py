"""A report's blocks as JSON for programs, and the schema of that format."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

import msgspec

from permdesk import __version__
from permdesk.compute.progress import UNWATCHED, Progress
from permdesk.report import blocks
from permdesk.report.blocks import Mark, Report
from permdesk.translation import tr

FORMAT: Literal[1] = 1


class CellJson(msgspec.Struct, frozen=True, omit_defaults=True):
    """One cell, unrounded; null is missing or without meaning."""

    value: str | int | float | None
    marks: tuple[Literal["bold", "underlined", "boxed"], ...] = ()


class ColumnJson(msgspec.Struct, frozen=True, omit_defaults=True):
    """``number`` says how the numbers of a column read; without it they are text."""

    title: str
    number: Literal["count", "value", "measure", "share", "probability", "correlation"] | None = None
    group: str = ""
    decimals: int = 0


class HeadingJson(msgspec.Struct, frozen=True, tag_field="kind", tag="heading"):
    text: str
    level: int
    viewer: Literal["protector", "intruder", "subject", "user"] | None


class ParagraphJson(msgspec.Struct, frozen=True, tag_field="kind", tag="paragraph"):
    text: str


class BulletsJson(msgspec.Struct, frozen=True, tag_field="kind", tag="bullets"):
    items: tuple[str, ...]


class CommandJson(msgspec.Struct, frozen=True, tag_field="kind", tag="command"):
    text: str


class FormulaJson(msgspec.Struct, frozen=True, tag_field="kind", tag="formula"):
    """In ``formula`` _ lowers and ^ raises the character that follows, or all that stands in braces."""

    formula: str
    meaning: str
    source: str


class NoticeJson(msgspec.Struct, frozen=True, tag_field="kind", tag="notice"):
    severity: Literal["error", "warning", "note"]
    where: str
    text: str
    cells: tuple[str, ...]


class JudgementJson(msgspec.Struct, frozen=True, tag_field="kind", tag="judgement"):
    outcome: Literal["pass", "fail", "not-applicable"]
    title: str
    text: str


class KeyFigureJson(msgspec.Struct, frozen=True):
    label: str
    value: str
    meaning: str


class KeyFiguresJson(msgspec.Struct, frozen=True, tag_field="kind", tag="key-figures"):
    figures: tuple[KeyFigureJson, ...]


class TableJson(msgspec.Struct, frozen=True, tag_field="kind", tag="table"):
    """Every row has a cell for every column."""

    name: str
    caption: str
    note: str
    about_records: bool
    columns: tuple[ColumnJson, ...]
    rows: tuple[tuple[CellJson, ...], ...]


class FigureJson(msgspec.Struct, frozen=True, tag_field="kind", tag="figure"):
    """``alternative`` says in words what the picture ``svg`` shows."""

    name: str
    caption: str
    alternative: str
    about_records: bool
    svg: str


BlockJson = (
    HeadingJson
    | ParagraphJson
    | BulletsJson
    | CommandJson
    | FormulaJson
    | NoticeJson
    | JudgementJson
    | KeyFiguresJson
    | TableJson
    | FigureJson
)


class ReportJson(msgspec.Struct, frozen=True):
    """A report: what it says, and nothing about how it looks."""

    format: Literal[1]
    permdesk: str
    language: str
    profile: Literal["internal", "full", "public"]
    title: str
    subtitle: str
    heading: str
    explanation: str
    made_on: date
    blocks: tuple[BlockJson, ...]


def render_json(report: Report, progress: Progress = UNWATCHED) -> bytes:
    """The report as JSON. The same report gives the same bytes. Raises Cancelled."""
    content = ReportJson(
        format=FORMAT,
        permdesk=__version__,
        language=tr("en"),
        profile=report.profile.value,
        title=report.title,
        subtitle=report.subtitle,
        heading=report.heading or report.profile.heading,
        explanation=report.explanation or report.profile.explanation,
        made_on=report.made_on,
        blocks=tuple(_block(block) for block in progress.each(report.blocks)),
    )
    return msgspec.json.format(msgspec.json.encode(content, enc_hook=str), indent=1) + b"\n"


def report_schema() -> bytes:
    """The JSON Schema of the format, as it is published."""
    schema: dict[str, Any] = msgspec.json.schema(ReportJson)
    return msgspec.json.format(msgspec.json.encode(schema, order="sorted"), indent=2) + b"\n"


def _block(block: blocks.Block) -> BlockJson:
    match block:
        case blocks.Heading():
            return HeadingJson(block.text, block.level, None if block.viewer is None else block.viewer.value)
        case blocks.Paragraph():
            return ParagraphJson(block.text)
        case blocks.Bullets():
            return BulletsJson(block.items)
        case blocks.Command():
            return CommandJson(block.text)
        case blocks.Formula():
            return FormulaJson(block.formula, block.meaning, block.source)
        case blocks.Notice():
            return NoticeJson(block.severity.value, block.where, block.text, block.cells)
        case blocks.Judgement():
            return JudgementJson(block.outcome.value, block.title, block.text)
        case blocks.KeyFigures():
            return KeyFiguresJson(tuple(KeyFigureJson(f.label, f.value, f.meaning) for f in block.figures))
        case blocks.Table():
            return _table(block)
        case blocks.Figure():
            return FigureJson(block.name, block.caption, block.alternative, block.about_records, block.svg)


def _table(table: blocks.Table) -> TableJson:
    columns = tuple(
        ColumnJson(c.title, None if c.number is None else c.number.value, c.group, c.decimals) for c in table.columns
    )
    # Formats for reading show the first rows; this one holds no more, as records have a file of their own.
    rows = tuple(
        tuple(CellJson(cell.value, _marks(cell.mark)) for cell in row) for row in table.rows[: table.n_on_page]
    )
    return TableJson(table.name, table.caption, table.note, table.about_records, columns, rows)


def _marks(mark: Mark) -> tuple[Literal["bold", "underlined", "boxed"], ...]:
    names: tuple[tuple[Mark, Literal["bold", "underlined", "boxed"]], ...] = (
        (Mark.BOLD, "bold"),
        (Mark.UNDERLINED, "underlined"),
        (Mark.BOXED, "boxed"),
    )
    return tuple(name for one, name in names if one in mark)
