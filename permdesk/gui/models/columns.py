"""What a column of a table shows: text, order and marks of a row, each made only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntFlag
from typing import Any

from numpy.typing import NDArray
from PySide6.QtCore import Qt

from permdesk.report.derivations.derivation import Derivation


class Mark(IntFlag):
    """How a cell stands out. Colour is never the only mark: GOOD and DANGER go with a symbol in the text."""

    NONE = 0
    BOXED = 1
    BOLD = 2
    UNDERLINED = 4
    MUTED = 8
    GOOD = 16
    DANGER = 32


class Side(Enum):
    """Where the text stands in its cell: words start on the left (on the right in a window from right to left), numbers
    end on the right in every window, so that their digits stand under each other."""

    LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    CENTRE = Qt.AlignmentFlag.AlignCenter
    RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter


Keys = NDArray[Any]
Derived = Callable[[int], Derivation | None]
"""How the number in a row is computed; None where there is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One column over rows 0, 1, ... of a table.

    ``key`` holds the numbers by which rows are sorted (nan: missing, always last), or makes them at the first sort;
    None leaves the file's order. ``group`` is the heading above neighbouring columns that belong together.
    ``bar`` (0 to 1) draws a bar behind the text, ``fill`` (-1 to 1) colours the cell, ``note`` explains a cell in
    words, for the pointer and for screen readers. ``pinned`` keeps the column in sight where not all of them fit.
    ``derived`` says how the number of a cell is computed. ``name`` is what the column is known by where its title or
    heading holds a figure: whoever hid it or sorted by it meant the column of any such figure.
    """

    title: str
    text: Callable[[int], str]
    key: Keys | Callable[[], Keys] | None = None
    group: str = ""
    tooltip: str = ""
    side: Side = Side.RIGHT
    marks: Callable[[int], Mark] | None = None
    bar: Callable[[int], float] | None = None
    fill: Callable[[int], float] | None = None
    note: Callable[[int], str] | None = None
    pinned: bool = False
    derived: Derived | None = None
    name: str = ""

    def marks_of(self, row: int) -> Mark:
        return self.marks(row) if self.marks else Mark.NONE

    @property
    def spoken(self) -> str:
        """Heading and title, for a reader that sees no layout."""
        return f"{self.group}: {self.title}" if self.group and self.group != self.title else self.title

    @property
    def known_as(self) -> str:
        """What stays the same of the column when its contents change."""
        return self.name or self.spoken


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """One cell: a column and a row of its arrays. All that the delegate needs, handed over at once."""

    column: Column
    row: int
