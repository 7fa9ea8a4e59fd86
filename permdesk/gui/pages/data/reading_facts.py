"""The facts of an import report, one row each, both files side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from permdesk.gui import numbers
from permdesk.gui.column_facts import ColumnFacts
from permdesk.gui.models.columns import Column, Side
from permdesk.gui.pages.data.attribute_rows import AttributeRow
from permdesk.translation import tr


@dataclass(frozen=True, slots=True)
class ReadingFact:
    """What is counted, what that means, and what it is in each file."""

    name: str
    meaning: str
    original: str
    anonymized: str


def reading_facts(row: AttributeRow) -> tuple[ReadingFact, ...]:
    """What the whole column showed while it was read."""

    def fact(name: str, meaning: str, words: Callable[[ColumnFacts], str]) -> ReadingFact:
        x, y = (numbers.NOTHING if facts is None else words(facts) for facts in (row.original, row.anonymized))
        return ReadingFact(name, meaning, x, y)

    return (
        fact(tr("Records"), tr("Cells of the column."), lambda facts: numbers.count(facts.n_records)),
        fact(tr("Missing"), tr("Blank cells and missing codes."), lambda facts: numbers.count(facts.n_missing)),
        fact(tr("Suppressed"), tr("Cells with a suppression mark."), lambda facts: numbers.count(facts.n_suppressed)),
        fact(
            tr("Not a number"),
            tr("Cells that hold a value which is neither a number nor a range of numbers."),
            lambda facts: numbers.count(facts.n_not_numeric),
        ),
        fact(
            tr("Leading zeros"),
            tr("The first number written with a zero in front, which is kept: such numbers are codes."),
            lambda facts: facts.leading_zero or tr("none"),
        ),
        fact(tr("Distinct"), tr("Different values."), lambda facts: numbers.count(facts.n_distinct)),
        fact(tr("Tied"), tr("Cells whose value another one has."), lambda facts: numbers.count(facts.n_tied)),
        fact(tr("First values"), tr("The first values in the file."), lambda facts: ", ".join(facts.examples)),
    )


def fact_columns(facts: Sequence[ReadingFact]) -> list[Column]:
    """The columns of the table that shows them."""
    return [
        Column(
            tr("What was read"),
            lambda place: facts[place].name,
            tooltip=tr("Counted over the whole column."),
            side=Side.LEFT,
            note=lambda place: facts[place].meaning,
        ),
        Column(
            tr("Original"),
            lambda place: facts[place].original,
            tooltip=tr("In the original file X."),
            side=Side.LEFT,
            note=lambda place: facts[place].original,
        ),
        Column(
            tr("Anonymized"),
            lambda place: facts[place].anonymized,
            tooltip=tr("In the anonymized file Y."),
            side=Side.LEFT,
            note=lambda place: facts[place].anonymized,
        ),
    ]
