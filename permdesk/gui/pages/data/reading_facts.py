"""The facts of an import report, one row each, both files side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from permdesk.gui import numbers
from permdesk.gui.column_facts import ColumnFacts
from permdesk.gui.models.columns import Column, Side
from permdesk.gui.pages.data.attribute_rows import AttributeRow
from permdesk.report.derivations.columns_of_files import AsRead, fact_of_column
from permdesk.report.derivations.derivation import Derivation
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.data.column_summary import ColumnSummary, MissingCount, MissingKind
    from permdesk.data.pair_report import AttributeReport

RECORDS, DISTINCT = "|x^j|", "|{x_i^j}|"
MISSING, TIED = "|{i : x_i^j = ∗}|", "|{i : low(x_i^j) < high(x_i^j)}|"
READ, RANGES = "|{i : x_i^j ∈ ℝ ∪ intervals}|", "|{i : lower(x_i^j) < upper(x_i^j)}|"
WORDS, ZEROS = "|{i : x_i^j ∉ ℝ ∪ intervals}|", "|{i : x_i^j = 0…}|"
DECIMALS, SMALLEST, LARGEST = "max_i decimals(x_i^j)", "min_i x_i^j", "max_i x_i^j"


@dataclass(frozen=True, slots=True)
class ReadingFact:
    """What is counted, what that means, and what it is in each file, in words and as a number; None where there is no
    number. ``formula`` says how it is counted: the file's letter takes the place of x in it. ``n_cells`` are those that
    were counted, 0 where the number counts no cells."""

    name: str
    meaning: str
    original: str
    anonymized: str
    formula: str
    values: tuple[float | None, float | None]
    n_cells: tuple[int, int] = (0, 0)


def reading_facts(row: AttributeRow) -> tuple[ReadingFact, ...]:
    """What a column showed while its file was read: all that is known before the files make a pair."""
    both = (row.original, row.anonymized)

    def fact(
        name: str, meaning: str, formula: str, number: Callable[[ColumnFacts], int], *, cells: bool = True
    ) -> ReadingFact:
        x, y = (None if facts is None else number(facts) for facts in both)
        n_x, n_y = (facts.n_records if facts is not None and cells else 0 for facts in both)
        return ReadingFact(name, meaning, _count(x), _count(y), formula, (x, y), (n_x, n_y))

    zeros_x, zeros_y = (numbers.NOTHING if facts is None else facts.leading_zero or tr("none") for facts in both)
    return (
        fact(tr("Records"), tr("Cells of the column."), RECORDS, lambda facts: facts.n_records, cells=False),
        fact(tr("Missing"), tr("Blank cells and missing codes."), MISSING, lambda facts: facts.n_missing),
        fact(tr("Suppressed"), tr("Cells with a suppression mark."), MISSING, lambda facts: facts.n_suppressed),
        fact(tr("Not a number"), _not_read_meaning(), WORDS, lambda facts: facts.n_not_numeric),
        ReadingFact(
            tr("Leading zeros"),
            tr("The first number written with a zero in front, which is kept: such numbers are codes."),
            zeros_x,
            zeros_y,
            "",
            (None, None),
        ),
        fact(tr("Distinct"), tr("Different values."), DISTINCT, lambda facts: facts.n_distinct, cells=False),
        fact(tr("Tied"), tr("Cells whose value another one has."), TIED, lambda facts: facts.n_tied),
    )


def pair_facts(report: AttributeReport) -> tuple[ReadingFact, ...]:
    """What both columns of a pair hold, with the reasons for what is missing."""
    x, y = report.original, report.anonymized

    def fact(
        name: str, meaning: str, formula: str, number: Callable[[ColumnSummary], int], *, cells: bool = True
    ) -> ReadingFact:
        values = number(x), number(y)
        n_cells = (x.n_records, y.n_records) if cells else (0, 0)
        return ReadingFact(name, meaning, _count(values[0]), _count(values[1]), formula, values, n_cells)

    def end(name: str, meaning: str, formula: str, values: tuple[float | None, float | None]) -> ReadingFact:
        return ReadingFact(name, meaning, _number(values[0]), _number(values[1]), formula, values)

    reasons = list(dict.fromkeys((count.kind, count.code) for count in (*x.missing, *y.missing)))
    missing = [
        fact(
            _reason_words(key, (*x.missing, *y.missing)),
            tr("Cells that have no value for this reason."),
            MISSING,
            _of(key),
        )
        for key in reasons
    ]
    return (
        fact(tr("Records"), tr("Cells of the column."), RECORDS, lambda one: one.n_records, cells=False),
        fact(
            tr("Numbers, ranges, dates"),
            tr("Cells that were read as a number, a range of numbers or a date."),
            READ,
            lambda one: one.n_read,
        ),
        fact(tr("of these ranges"), tr("Generalized numbers, as [20, 40[."), RANGES, lambda one: one.n_ranges),
        fact(tr("Words"), _not_read_meaning(), WORDS, lambda one: one.n_not_read),
        *(missing or [fact(tr("Missing"), tr("Cells without a value."), MISSING, lambda one: one.n_missing)]),
        fact(
            tr("Leading zeros"),
            tr("Whole numbers with a zero in front, which is kept: such numbers are codes."),
            ZEROS,
            lambda one: one.n_leading_zeros,
        ),
        fact(
            tr("Decimals"),
            tr("The most digits behind the decimal mark: the precision of the file."),
            DECIMALS,
            lambda one: one.decimals,
            cells=False,
        ),
        fact(tr("Distinct"), tr("Different values."), DISTINCT, lambda one: one.n_distinct, cells=False),
        fact(tr("Tied"), tr("Cells whose value another one has."), TIED, lambda one: one.n_tied),
        end(
            tr("Smallest"),
            tr("The smallest number, or day since 1970-01-01."),
            SMALLEST,
            (x.smallest, y.smallest),
        ),
        end(tr("Largest"), tr("The largest number, or day since 1970-01-01."), LARGEST, (x.largest, y.largest)),
    )


def fact_columns(facts: Sequence[ReadingFact], name: str) -> list[Column]:
    """The columns of the table that shows those of the attribute of that ``name``."""

    def derived(place: int, side: int) -> Derivation | None:
        fact = facts[place]
        value, n_cells = fact.values[side], fact.n_cells[side]
        if value is None:
            return None
        of = AsRead(fact.name, fact.meaning, fact.formula, (fact.original, fact.anonymized)[side])
        return fact_of_column(of, name, "XY"[side], value, n_cells, numbers)

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
            derived=lambda place: derived(place, 0),
        ),
        Column(
            tr("Anonymized"),
            lambda place: facts[place].anonymized,
            tooltip=tr("In the anonymized file Y."),
            note=lambda place: facts[place].meaning,
            derived=lambda place: derived(place, 1),
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


def _of(key: tuple[MissingKind, str]) -> Callable[[ColumnSummary], int]:
    return lambda one: sum(count.n_cells for count in one.missing if (count.kind, count.code) == key)


def _count(number: int | None) -> str:
    return numbers.NOTHING if number is None else numbers.count(number)


def _number(number: float | None) -> str:
    return numbers.NOTHING if number is None else numbers.exact(number)
