"""The cells and categories of an attribute that deserve a look: not read as numbers, beyond the range, in one file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from permdesk.data.choices import Level
from permdesk.data.problem import Cell
from permdesk.gui import numbers
from permdesk.gui.models.columns import Column
from permdesk.gui.models.columns import Side as Place
from permdesk.gui.side import Side
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.data.pair_report import AttributeReport


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is doubtful, in which file, in which record (0 where it is about none alone), and the text."""

    what: str
    side: Side
    record: int
    text: str


def reading_doubts(report: AttributeReport, level: Level | None) -> tuple[Doubt, ...]:
    """The first of each kind; words are none where the attribute is one of words."""
    of_words = level in (Level.NOMINAL, Level.ORDINAL)
    x, y = (() if of_words else one.not_read for one in (report.original, report.anonymized))
    not_read, outside = tr("Not a number"), tr("Beyond the original's range")
    only_y, only_x = tr("Only in the release"), tr("Only in the original")
    return (
        *_cells(not_read, Side.ORIGINAL, x),
        *_cells(not_read, Side.ANONYMIZED, y),
        *_cells(outside, Side.ANONYMIZED, report.outside),
        *(Doubt(only_y, Side.ANONYMIZED, 0, text) for text in report.new_categories),
        *(Doubt(only_x, Side.ORIGINAL, 0, text) for text in report.lost_categories),
    )


def doubts_sentence(report: AttributeReport, level: Level | None) -> str:
    """How many there are in all, of which the table shows the first."""
    of_words = level in (Level.NOMINAL, Level.ORDINAL)
    n_not_read = 0 if of_words else report.original.n_not_read + report.anonymized.n_not_read
    counted = (
        (n_not_read, tr("Cells that are no numbers: {n}.", n=numbers.count(n_not_read))),
        (report.n_outside, tr("Cells beyond the original's range: {n}.", n=numbers.count(report.n_outside))),
        (report.n_new, tr("Categories only in the release: {n}.", n=numbers.count(report.n_new))),
        (report.n_lost, tr("Categories only in the original: {n}.", n=numbers.count(report.n_lost))),
    )
    said = [sentence for n, sentence in counted if n]
    return " ".join(said) or tr("✓ Every cell was read, and ranges and categories of both files agree.")


def doubt_columns(doubts: Sequence[Doubt]) -> list[Column]:
    """The columns of the table that shows them."""

    def record(place: int) -> str:
        number = doubts[place].record
        return numbers.count(number) if number else numbers.NOTHING

    return [
        Column(
            tr("To be looked at"), lambda place: doubts[place].what, tooltip=tr("Why it is listed."), side=Place.LEFT
        ),
        Column(
            tr("File"), lambda place: doubts[place].side.title, tooltip=tr("The file that has it."), side=Place.LEFT
        ),
        Column(tr("Record"), record, tooltip=tr("The record that has it, counted from 1.")),
        Column(tr("Cell"), lambda place: doubts[place].text, tooltip=tr("As it stands in the file."), side=Place.LEFT),
    ]


def _cells(what: str, side: Side, cells: Sequence[Cell]) -> list[Doubt]:
    return [Doubt(what, side, cell.record, cell.text) for cell in cells]
