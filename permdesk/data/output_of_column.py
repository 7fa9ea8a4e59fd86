"""A column as read becomes a column to write: numbers or dates where all cells are, else the texts as they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.arrays import Flags, Floats, frozen
from permdesk.data.choices import Dialect
from permdesk.data.column_meaning import ValueKind
from permdesk.data.column_report import ColumnReport
from permdesk.data.iso_amounts import iso_amounts
from permdesk.data.numbers import Reading
from permdesk.data.output_column import OutputColumn, OutputKind, text_output
from permdesk.data.text_column import TextColumn, Texts

LARGEST_WHOLE = 2.0**53
KINDS = {ValueKind.DATE: OutputKind.DATE, ValueKind.DATETIME: OutputKind.MOMENT, ValueKind.TIME: OutputKind.TIME}


def output_of_column(report: ColumnReport, dialect: Dialect, written_mark: str) -> OutputColumn:
    """The cells of a column with its labels, the numbers among them written with another decimal mark.

    Whole numbers that a double cannot hold, and numbers with a zero in front such as postcodes, stay texts.
    """
    meaning = report.meaning
    found = _numbers(report, dialect, written_mark) or _dates(report)
    if found is None:
        cells = report.column.texts.arrow.take(pa.array(report.column.codes))
        found = text_output(report.name, pa.chunked_array([cells]))
    return replace(found, title=meaning.label, labels=meaning.value_labels, missing=meaning.missing)


def _numbers(report: ColumnReport, dialect: Dialect, written_mark: str) -> OutputColumn | None:
    """Every cell is one number, or has no value; at least one is."""
    is_plain = report.numbers.readings == Reading.PLAIN
    # A code such as 99 that means missing is a number and stays one.
    is_valueless = ~(report.is_present | is_plain)
    if not np.all(is_plain | is_valueless) or not is_plain.any() or report.first_leading_zero is not None:
        return None
    if not _are_exact(report.numbers.lower[is_plain]):
        return None
    column = report.column
    if dialect.decimal_mark != written_mark or dialect.thousands_mark:
        column = TextColumn(report.name, column.codes, Texts(_rewritten(column, is_plain, dialect, written_mark)))
        if len(column.texts.arrow.unique()) < len(column.texts):
            return None  # two notations of one number
    amounts = np.where(is_valueless, np.nan, report.numbers.lower)
    return OutputColumn(column, OutputKind.NUMBER, frozen(amounts), frozen(is_valueless))


def _rewritten(column: TextColumn, is_plain: Flags, dialect: Dialect, written_mark: str) -> pa.StringArray:
    changed = column.texts.arrow
    if dialect.thousands_mark:
        changed = pc.replace_substring(changed, dialect.thousands_mark, "")
    changed = pc.replace_substring(changed, dialect.decimal_mark, written_mark)
    return pc.if_else(pa.array(is_plain), changed, column.texts.arrow)


def _are_exact(numbers: Floats) -> bool:
    return bool(np.all(np.abs(numbers[numbers == np.round(numbers)]) <= LARGEST_WHOLE))


def _dates(report: ColumnReport) -> OutputColumn | None:
    """Every cell is a date or time as the meaning says, or has no value."""
    kind = KINDS.get(report.meaning.kind)
    if kind is None:
        return None
    amounts = iso_amounts(report.trimmed, kind)
    is_valueless = np.isnan(amounts) & ~report.is_present
    if np.any(np.isnan(amounts) & ~is_valueless) or is_valueless.all():
        return None
    return OutputColumn(report.column, kind, frozen(amounts), frozen(is_valueless))
