"""What the attribute table says of each attribute, put together from choices, columns and the pair."""

from __future__ import annotations

from dataclasses import dataclass

from permdesk.data.choices import AttributeChoice, CategoryOrder, DateNotation, Level
from permdesk.data.match_names import match_names
from permdesk.data.problem import Problem
from permdesk.gui.column_facts import ColumnFacts
from permdesk.gui.workspace import State
from permdesk.translation import tr


@dataclass(frozen=True, slots=True)
class AttributeRow:
    """``choice``, ``original`` or ``anonymized`` is None where only one file has the attribute; ``left_out`` says why
    it is not audited."""

    name: str
    choice: AttributeChoice | None
    original: ColumnFacts | None
    anonymized: ColumnFacts | None
    left_out: str = ""

    @property
    def is_audited(self) -> bool:
        return self.choice is not None and not self.left_out


def attribute_rows(state: State) -> tuple[AttributeRow, ...]:
    """One row for each attribute that both files have, then those that only one has."""
    original, anonymized, choices = state.setup.original, state.setup.anonymized, state.setup.choices
    x, y = ({} if file is None else {fact.name: fact for fact in file.facts} for file in (original, anonymized))
    only_x = [AttributeRow(name, None, x[name], None) for name in x]
    only_y = [AttributeRow(name, None, None, y[name]) for name in y]
    if choices is None or original is None or anonymized is None:
        return (*only_x, *only_y)
    names = match_names(original.table, anonymized.table, choices.renamed)
    if isinstance(names, Problem):
        return (*only_x, *only_y)
    left_out = {} if state.pair is None else {left.name: left.reason for left in state.pair.left_out}
    rows = [
        AttributeRow(choice.name, choice, x[choice.name], y[names.common[choice.name]], left_out.get(choice.name, ""))
        for choice in choices.attributes
        if choice.name in names.common
    ]
    said_x, said_y = tr("Only the original has it."), tr("Only the anonymized file has it.")
    rows.extend(AttributeRow(name, None, x[name], None, said_x) for name in names.only_original)
    rows.extend(AttributeRow(name, None, None, y[name], said_y) for name in names.only_anonymized)
    return tuple(rows)


def level_words(level: Level) -> str:
    return {
        Level.NUMERIC: tr("Numeric"),
        Level.ORDINAL: tr("Ordinal"),
        Level.NOMINAL: tr("Nominal"),
        Level.RECORD_ID: tr("Record ID"),
        Level.EXCLUDED: tr("Excluded"),
    }[level]


def named_order(order: CategoryOrder) -> str:
    return {
        CategoryOrder.BY_HAND: tr("By hand"),
        CategoryOrder.BY_FREQUENCY: tr("By frequency"),
        CategoryOrder.BY_CODE: tr("By code"),
        CategoryOrder.BY_LABEL: tr("By value label"),
        CategoryOrder.BY_TAXONOMY: tr("By taxonomy"),
    }[order]


def named_notation(notation: DateNotation) -> str:
    return {
        DateNotation.YEAR_MONTH_DAY: tr("Year, month, day"),
        DateNotation.DAY_MONTH_YEAR: tr("Day, month, year"),
        DateNotation.MONTH_DAY_YEAR: tr("Month, day, year"),
        DateNotation.TIME_OF_DAY: tr("Time of day"),
    }[notation]


def order_words(choice: AttributeChoice) -> str:
    """How the categories of an attribute are ranked, or its dates are written; empty where nothing need be known."""
    if choice.level is Level.NUMERIC and choice.dates is not None:
        return named_notation(choice.dates)
    if choice.level not in (Level.ORDINAL, Level.NOMINAL):
        return ""
    if choice.order is CategoryOrder.BY_HAND:
        return " < ".join(choice.categories)
    return tr("None yet") if choice.order is None else named_order(choice.order)


def why_words(row: AttributeRow) -> str:
    """Why the level is what it is, or why the attribute is left out."""
    if row.choice is None:
        return row.left_out
    if row.left_out:
        return tr("Left out: {reason}", reason=row.left_out)
    return row.choice.reason or tr("Chosen by you.")
