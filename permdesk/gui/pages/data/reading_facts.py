"""The facts of an import report, one row each, both files side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from permdesk.gui import numbers
from permdesk.gui.column_facts import ColumnFacts
from permdesk.gui.models.columns import Column, Side
from permdesk.gui.pages.data.attribute_rows import AttributeRow
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.data.column_summary import ColumnSummary, MissingCount, MissingKind
    from permdesk.data.pair_report import AttributeReport


@dataclass(frozen=True, slots=True)
class ReadingFact:
    """What is counted, what that means, and what it is in each file."""

    name: str
    meaning: str
    original: str
    anonymized: str


def reading_facts(row: AttributeRow) -> tuple[ReadingFact, ...]:
    """What a column showed while its file was read: all that is known before the files make a pair."""

    def fact(name: str, meaning: str, words: Callable[[ColumnFacts], str]) -> ReadingFact:
        x, y = (numbers.NOTHING if facts is None else words(facts) for facts in (row.original, row.anonymized))
        return ReadingFact(name, meaning, x, y)

    return (
        fact(tr("Records"), tr("Cells of the column."), lambda facts: numbers.count(facts.n_records)),
        fact(tr("Missing"), tr("Blank cells and missing codes."), lambda facts: numbers.count(facts.n_missing)),
        fact(tr("Suppressed"), tr("Cells with a suppression mark."), lambda facts: numbers.count(facts.n_suppressed)),
        fact(tr("Not a number"), _not_read_meaning(), lambda facts: numbers.count(facts.n_not_numeric)),
        fact(
            tr("Leading zeros"),
            tr("The first number written with a zero in front, which is kept: such numbers are codes."),
            lambda facts: facts.leading_zero or tr("none"),
        ),
        fact(tr("Distinct"), tr("Different values."), lambda facts: numbers.count(facts.n_distinct)),
        fact(tr("Tied"), tr("Cells whose value another one has."), lambda facts: numbers.count(facts.n_tied)),
    )


def pair_facts(report: AttributeReport) -> tuple[ReadingFact, ...]:
    """What both columns of a pair hold, with the reasons for what is missing."""
    x, y = report.original, report.anonymized

    def fact(name: str, meaning: str, words: Callable[[ColumnSummary], str]) -> ReadingFact:
        return ReadingFact(name, meaning, words(x), words(y))

    reasons = list(dict.fromkeys((count.kind, count.code) for count in (*x.missing, *y.missing)))
    missing = [
        fact(_reason_words(key, (*x.missing, *y.missing)), tr("Cells that have no value for this reason."), _of(key))
        for key in reasons
    ]
    return (
        fact(tr("Records"), tr("Cells of the column."), lambda one: numbers.count(one.n_records)),
        fact(
            tr("Numbers, ranges, dates"),
            tr("Cells that were read as a number, a range of numbers or a date."),
            lambda one: numbers.count(one.n_read),
        ),
        fact(tr("of these ranges"), tr("Generalized numbers, as [20, 40[."), lambda one: numbers.count(one.n_ranges)),
        fact(tr("Words"), _not_read_meaning(), lambda one: numbers.count(one.n_not_read)),
        *(missing or [fact(tr("Missing"), tr("Cells without a value."), lambda one: numbers.count(one.n_missing))]),
        fact(
            tr("Leading zeros"),
            tr("Whole numbers with a zero in front, which is kept: such numbers are codes."),
            lambda one: numbers.count(one.n_leading_zeros),
        ),
        fact(
            tr("Decimals"),
            tr("The most digits behind the decimal mark: the precision of the file."),
            lambda one: numbers.count(one.decimals),
        ),
        fact(tr("Distinct"), tr("Different values."), lambda one: numbers.count(one.n_distinct)),
        fact(tr("Tied"), tr("Cells whose value another one has."), lambda one: numbers.count(one.n_tied)),
        fact(tr("Smallest"), tr("The smallest number, or day since 1970-01-01."), lambda one: _number(one.smallest)),
        fact(tr("Largest"), tr("The largest number, or day since 1970-01-01."), lambda one: _number(one.largest)),
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
            note=lambda place: facts[place].meaning,
        ),
        Column(
            tr("Anonymized"),
            lambda place: facts[place].anonymized,
            tooltip=tr("In the anonymized file Y."),
            note=lambda place: facts[place].meaning,
        ),
    ]


def _not_read_meaning() -> str:
    return tr("Cells that hold a value which is neither a number nor a range of numbers nor a date.")


def _reason_words(key: tuple[MissingKind, str], counts: Sequence[MissingCount]) -> str:
    from permdesk.data.column_summary import MissingKind

    kind, code = key
    label = next((count.label for count in counts if (count.kind, count.code) == key and count.label), "")
    words = {
        MissingKind.BLANK: tr("Missing: blank"),
        MissingKind.CODE: tr("Missing: code {code}", code=code),
        MissingKind.USER_MISSING: tr("Missing: declared {code}", code=code),
        MissingKind.SUPPRESSED: tr("Suppressed: {code}", code=code),
    }[kind].rstrip()
    return f"{words} ({label})" if label else words


def _of(key: tuple[MissingKind, str]) -> Callable[[ColumnSummary], str]:
    def words(one: ColumnSummary) -> str:
        return numbers.count(sum(count.n_cells for count in one.missing if (count.kind, count.code) == key))

    return words


def _number(number: float | None) -> str:
    return numbers.NOTHING if number is None else numbers.exact(number)
