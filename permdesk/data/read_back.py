"""A file just written is read as any file is, and held against what was meant to be in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.column_report import ColumnReport
from permdesk.data.iso_amounts import amount_of, iso_amounts
from permdesk.data.output_column import OutputColumn, OutputKind
from permdesk.data.output_format import Capacity, Labels
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from permdesk.data.wording import quoted
from permdesk.data.writing import safe_cell
from permdesk.translation import tr

# Spreadsheets keep moments as fractions of a day, which are exact to some tenths of a microsecond.
CLOSE_SECONDS = 1e-4


def difference(
    written: Path,
    target: Path,
    columns: Sequence[OutputColumn],
    capacity: Capacity,
    dialect: Dialect,
    progress: Progress,
) -> Problem | None:
    """What the file lacks, or None where it holds the columns. Raises Cancelled."""
    table = read_table(written, dialect, progress)
    remedy = tr("Nothing was saved. Choose another format.")
    if isinstance(table, Problem):
        what = tr("What was written could not be read back: {what}", what=table.what)
        return Problem(what, str(target), remedy)
    names = [column.name if capacity.is_typed else safe_cell(column.name) for column in columns]
    if table.n_records != columns[0].n_records or list(table.names) != names:
        return Problem(tr("What was written has other records or names when it is read back."), str(target), remedy)
    for column, found in zip(columns, table.reports, strict=True):
        progress.check()
        if not _holds(column, found, capacity):
            what = tr("What was written for {name} differs when it is read back.", name=quoted(column.name))
            return Problem(what, str(target), remedy)
    return None


def _holds(column: OutputColumn, found: ColumnReport, capacity: Capacity) -> bool:
    return _has_cells(column, found, capacity) and _has_labels(column, found, capacity)


def _has_labels(column: OutputColumn, found: ColumnReport, capacity: Capacity) -> bool:
    """The same labels for the same values, some of them cut; where the format gives them back."""
    if capacity.labels in (Labels.NONE, Labels.BESIDE):
        return True
    sent = {_value(entry.code, column): entry.label for entry in column.labels}
    got = {_value(entry.code, column): entry.label for entry in found.meaning.value_labels}
    cut = capacity.longest_label is not None
    return sent.keys() == got.keys() and all(
        label == got[value] or (cut and bool(got[value]) and label.startswith(got[value]))
        for value, label in sent.items()
    )


def _value(code: str, column: OutputColumn) -> float | str:
    return code.rstrip(" ") if column.kind is OutputKind.TEXT else amount_of(code, column.kind)


def _has_cells(column: OutputColumn, found: ColumnReport, capacity: Capacity) -> bool:
    if not capacity.is_typed:
        return _same_texts(column, [safe_cell(text) for text in column.column.texts], found)
    if column.kind is OutputKind.TEXT:
        texts = column.stored_texts
        return _same_texts(column, texts if capacity.keeps_trailing_spaces else [t.rstrip(" ") for t in texts], found)
    is_blank = np.array([not text for text in found.trimmed], bool)
    if column.kind is OutputKind.NUMBER:
        amounts, tolerance = found.numbers.lower, 0.0
    else:
        amounts = iso_amounts(found.trimmed, column.kind)
        tolerance = 0.0 if column.kind is OutputKind.DATE else CLOSE_SECONDS
    if np.any(np.isnan(amounts) & ~is_blank):
        return False
    codes = found.column.codes
    sent, got = column.numbers, np.where(is_blank, np.nan, amounts)[codes]
    with np.errstate(invalid="ignore"):
        return bool(np.all((np.abs(sent - got) <= tolerance) | (np.isnan(sent) & np.isnan(got)) | (sent == got)))


def _same_texts(column: OutputColumn, texts: Sequence[str], found: ColumnReport) -> bool:
    sent = pa.array(texts, pa.string()).take(pa.array(column.column.codes))
    return bool(sent.equals(found.column.texts.arrow.take(pa.array(found.column.codes))))
