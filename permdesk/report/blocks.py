"""What a report is made of: typed blocks that say what is shown and nothing about how it looks in any format."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import Enum, Flag, StrEnum

import numpy as np

from permdesk.audit.findings import Outcome
from permdesk.data.problem import Severity
from permdesk.report.profile import Profile


class Viewer(StrEnum):
    """Whose view of the results a section shows."""

    PROTECTOR = "protector"
    INTRUDER = "intruder"
    SUBJECT = "subject"
    USER = "user"


class Mark(Flag):
    """How a cell stands out; the marks of Table 3, none of which is a colour."""

    NONE = 0
    BOLD = 1
    UNDERLINED = 2
    BOXED = 4


class Number(Enum):
    """How the numbers of a column read. COUNT: whole, exact. VALUE: of a record, with the decimals of its column.
    MEASURE: four significant digits. SHARE: per cent. PROBABILITY: four decimals. CORRELATION: three decimals."""

    COUNT = "count"
    VALUE = "value"
    MEASURE = "measure"
    SHARE = "share"
    PROBABILITY = "probability"
    CORRELATION = "correlation"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: text unless ``number`` says otherwise; neighbours with one ``group`` share a heading above theirs."""

    title: str
    number: Number | None = None
    group: str = ""
    decimals: int = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell, unrounded; None is missing or without meaning. What is not a finite number becomes None."""

    value: str | int | float | None
    mark: Mark = Mark.NONE

    def __post_init__(self) -> None:
        value = self.value.item() if isinstance(self.value, np.generic) else self.value
        if isinstance(value, float) and not math.isfinite(value):
            value = None
        object.__setattr__(self, "value", value)


Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a section (level 2) or of a part of it (level 3), and whose view it shows."""

    text: str
    level: int = 2
    viewer: Viewer | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """A line that the reader can type in a terminal."""

    text: str


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula, what its letters stand for, and its source. In ``formula`` alone _ lowers and ^ raises the character
    that follows, or all that stands in braces: ``x_{(r)}^j``."""

    formula: str
    meaning: str
    source: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence that must stand beside the numbers; ``cells`` name the cells concerned."""

    severity: Severity
    where: str
    text: str
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict, in words."""

    outcome: Outcome
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class KeyFigure:
    label: str
    value: str
    meaning: str


@dataclass(frozen=True, slots=True)
class KeyFigures:
    figures: tuple[KeyFigure, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table. ``name`` is short and unique in the report; every row has a cell for every column, and the first cell
    names the row. Formats meant for reading show the first ``n_on_page`` rows. ``about_records``: rows are records."""

    name: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str = ""
    about_records: bool = False
    n_on_page: int = 200

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"a row of the table {self.name} does not fit its columns")


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture as SVG; ``alternative`` says in words what it shows. ``about_records``: a mark is one record."""

    name: str
    caption: str
    alternative: str
    svg: str
    about_records: bool = False


Block = Heading | Paragraph | Bullets | Command | Formula | Notice | Judgement | KeyFigures | Table | Figure


@dataclass(frozen=True, slots=True)
class Report:
    """``heading`` and ``explanation`` say who it is for; where they are empty, the profile's own words do."""

    title: str
    subtitle: str
    profile: Profile
    made_on: date
    blocks: tuple[Block, ...]
    heading: str = ""
    explanation: str = ""

    @property
    def tables(self) -> tuple[Table, ...]:
        return tuple(block for block in self.blocks if isinstance(block, Table))

    @property
    def viewers(self) -> dict[str, Viewer]:
        """Whose view each table shows, by the table's name; tables that are for everybody are not in it."""
        found: dict[str, Viewer] = {}
        of_section: Viewer | None = None
        viewer: Viewer | None = None
        for block in self.blocks:
            if isinstance(block, Heading):
                if block.level == 2:
                    of_section = block.viewer
                viewer = block.viewer or of_section
            elif isinstance(block, Table) and viewer is not None:
                found[block.name] = viewer
        return found

    def table(self, name: str) -> Table:
        """The table of that name. Raises KeyError."""
        for table in self.tables:
            if table.name == name:
                return table
        raise KeyError(name)


def texts(report: Report) -> Iterator[str]:
    """Every text that a reader of the report may see, pictures' words included."""
    yield from (report.title, report.subtitle, report.heading, report.explanation)
    for block in report.blocks:
        yield from texts_of(block)


def texts_of(block: Block) -> Iterator[str]:
    """Every text of one block."""
    match block:
        case Heading(text=text) | Paragraph(text=text) | Command(text=text):
            yield text
        case Bullets(items=items):
            yield from items
        case Formula():
            yield from (block.formula, block.meaning, block.source)
        case Notice():
            yield from (block.where, block.text, *block.cells)
        case Judgement():
            yield from (block.title, block.text)
        case KeyFigures(figures=figures):
            for figure in figures:
                yield from (figure.label, figure.value, figure.meaning)
        case Table():
            yield from (block.name, block.caption, block.note)
            for column in block.columns:
                yield from (column.group, column.title)
            for row in block.rows:
                yield from (cell.value for cell in row if isinstance(cell.value, str))
        case Figure():
            yield from (block.name, block.caption, block.alternative, block.svg)
