"""What the attribute table says of each attribute, put together from choices, columns and the pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from permdesk.data.choices import AttributeChoice, CategoryOrder, Level
from permdesk.data.match_names import match_names
from permdesk.data.problem import Problem
from permdesk.gui import numbers
from permdesk.gui.workspace import OpenedFile, State
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.data.column_report import ColumnReport

EXAMPLES = 3
LONGEST = 32


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """One column of one file, as shown."""

    distinct: str = numbers.NOTHING
    missing: str = numbers.NOTHING
    suppressed: str = numbers.NOTHING
    tied: str = numbers.NOTHING
    examples: str = ""


@dataclass(frozen=True, slots=True)
class AttributeRow:
    """``choice`` is None for an attribute that only one file has; ``left_out`` says why it is not audited."""

    name: str
    choice: AttributeChoice | None
    original: ColumnFacts
    anonymized: ColumnFacts
    reason: str
    left_out: str = ""

    @property
    def is_audited(self) -> bool:
        return self.choice is not None and not self.left_out


def attribute_rows(state: State) -> tuple[AttributeRow, ...]:
    """One row for each attribute that both files have, then those that only one has."""
    original, anonymized, choices = state.setup.original, state.setup.anonymized, state.setup.choices
    left_out = {} if state.pair is None else {left.name: left.reason for left in state.pair.left_out}
    if choices is None or original is None or anonymized is None:
        file, side = (original, 0) if original is not None else (anonymized, 1)
        return () if file is None else tuple(_alone(report, side, "") for report in file.columns)
    names = match_names(original.table, anonymized.table)
    if isinstance(names, Problem):
        return ()
    rows = [
        AttributeRow(
            name=choice.name,
            choice=choice,
            original=_facts(_report(original, choice.name)),
            anonymized=_facts(_report(anonymized, names.common[choice.name])),
            reason=choice.reason,
            left_out=left_out.get(choice.name, ""),
        )
        for choice in choices.attributes
        if choice.name in names.common
    ]
    only_x, only_y = tr("Only the original has it."), tr("Only the anonymized file has it.")
    rows.extend(_alone(_report(original, name), 0, only_x) for name in names.only_original)
    rows.extend(_alone(_report(anonymized, name), 1, only_y) for name in names.only_anonymized)
    return tuple(rows)


def level_words(level: Level) -> str:
    return {
        Level.NUMERIC: tr("Numeric"),
        Level.ORDINAL: tr("Ordinal"),
        Level.NOMINAL: tr("Nominal"),
        Level.RECORD_ID: tr("Record ID"),
        Level.EXCLUDED: tr("Excluded"),
    }[level]


def order_words(choice: AttributeChoice) -> str:
    """How the categories of an attribute are ranked; empty where ranking needs no order."""
    if choice.level not in (Level.ORDINAL, Level.NOMINAL):
        return ""
    if choice.order is CategoryOrder.BY_FREQUENCY:
        return tr("By frequency")
    if choice.order is CategoryOrder.BY_HAND:
        return " < ".join(choice.categories)
    return tr("None yet")


def why_words(row: AttributeRow) -> str:
    """Why the level is what it is, or why the attribute is left out."""
    if row.left_out and row.choice is not None:
        return tr("Left out: {reason}", reason=row.left_out)
    return row.reason or row.left_out or tr("Chosen by you.")


def _alone(report: ColumnReport, side: int, reason: str) -> AttributeRow:
    facts = (_facts(report), ColumnFacts()) if side == 0 else (ColumnFacts(), _facts(report))
    return AttributeRow(report.name, None, *facts, reason, reason)


def _report(file: OpenedFile, name: str) -> ColumnReport:
    return next(report for report in file.columns if report.name == name)


def _facts(report: ColumnReport) -> ColumnFacts:
    n = report.n_records
    shared = int(report.n_cells[report.is_present & (report.n_cells > 1)].sum())
    present = [text for text, is_present in zip(report.trimmed, report.is_present, strict=True) if is_present]
    examples = ", ".join(dict.fromkeys(text[:LONGEST] for text in present[: EXAMPLES * 2]))
    return ColumnFacts(
        distinct=numbers.count(report.n_distinct),
        missing=_share(report.n_missing, n),
        suppressed=_share(report.n_suppressed, n),
        tied=_share(shared, n),
        examples=examples,
    )


def _share(count: int, n: int) -> str:
    return numbers.percent(count / n) if count and n else numbers.count(count)
