"""What a format cannot hold is said before anything is written; what it holds in another form is changed and noted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from permdesk.compute.arrays import Flags, frozen
from permdesk.data.column_meaning import MissingRange
from permdesk.data.iso_amounts import amount_of
from permdesk.data.output_column import OutputColumn, OutputKind
from permdesk.data.output_format import CAPACITIES, Capacity, Labels, OutputFormat
from permdesk.data.output_names import fitting_names
from permdesk.data.problem import MOST_CELLS, Cell, Problem, Severity
from permdesk.data.text_column import TextColumn
from permdesk.data.wording import listed, quoted
from permdesk.data.write_xlsx import is_in_calendar
from permdesk.data.writing import safe_cell
from permdesk.translation import tr

# SPSS declares no longer text missing.
LONGEST_MISSING_TEXT = 8


def fit(
    columns: Sequence[OutputColumn], form: OutputFormat, path: Path
) -> tuple[list[OutputColumn], list[Problem]] | Problem:
    """The columns as the format can hold them, and a NOTE for everything that changes; else the one Problem."""
    capacity = CAPACITIES[form]
    refusal = _too_many(columns, capacity, form, path) or _unwritable(columns, capacity, form, path)
    if refusal is not None:
        return refusal
    notes: list[Problem] = []
    fitted = list(columns)
    if capacity.names is not None:
        fitted = _renamed(fitted, capacity, form, path, notes)
    if form is OutputFormat.XLSX:
        fitted = [_as_text_outside_the_calendar(column, notes) for column in fitted]
    fitted = [_without_labels_that_cannot_be_kept(column, capacity, form, notes) for column in fitted]
    for column in fitted:
        notes += _changed_cells(column, capacity, form)
    return fitted, notes


def _too_many(columns: Sequence[OutputColumn], capacity: Capacity, form: OutputFormat, path: Path) -> Problem | None:
    n = columns[0].n_records
    elsewhere = tr("Save it in another format, such as Parquet or CSV.")
    if capacity.most_records is not None and n > capacity.most_records:
        what = tr("{format} holds at most {most} records, and there are {n}.",
                  format=form.value, most=capacity.most_records, n=n)  # fmt: skip
        return Problem(what, str(path), elsewhere)
    if capacity.most_columns is not None and len(columns) > capacity.most_columns:
        what = tr("{format} holds at most {most} attributes, and there are {n}.",
                  format=form.value, most=capacity.most_columns, n=len(columns))  # fmt: skip
        return Problem(what, str(path), elsewhere)
    if not capacity.keeps_last_blank and n and all(_is_blank(column, n - 1) for column in columns):
        what = tr("The last record has no value in any cell, and {format} would lose it.", format=form.value)
        return Problem(what, str(path), elsewhere)
    return None


def _is_blank(column: OutputColumn, record: int) -> bool:
    code = int(column.column.codes[record])
    return bool(column.is_missing[code]) or not column.column.texts[code].strip()


def _unwritable(columns: Sequence[OutputColumn], capacity: Capacity, form: OutputFormat, path: Path) -> Problem | None:
    """Cells that the format has no place for."""
    for column in columns:
        if column.kind is OutputKind.TEXT or not capacity.is_typed:
            texts = column.stored_texts if capacity.is_typed else list(column.column.texts)
            found = _unwritable_text([*texts, *([column.name] if capacity.names is None else [])], capacity)
            if found:
                place, why = found
                remedy = tr("Save it in another format, such as Parquet or CSV.")
                what = tr("{format} cannot hold a cell of {name}: {why}.",
                          format=form.value, name=quoted(column.name), why=why)  # fmt: skip
                is_bad = np.arange(len(column.column.texts)) == place
                return _about_cells(column.column, is_bad, what, remedy, Severity.ERROR)
        if column.kind is not OutputKind.TEXT and capacity.is_typed:
            size = np.abs(column.amounts)
            is_bad = (size > capacity.largest) | ((size < capacity.smallest) & (size > 0)) | np.isinf(size)
            if is_bad.any():
                what = tr("{format} cannot hold a number of {name}: it is too large or too close to 0.",
                          format=form.value, name=quoted(column.name))  # fmt: skip
                remedy = tr("Save it in another format, such as Parquet or CSV.")
                return _about_cells(column.column, is_bad, what, remedy, Severity.ERROR)
    return None


def _unwritable_text(texts: Sequence[str], capacity: Capacity) -> tuple[int, str] | None:
    """The place of the first text that does not fit, and why."""
    for place, text in enumerate(texts):
        if capacity.is_ascii and not text.isascii():
            return place, tr("it has a character beyond ASCII")
        if not capacity.forbidden.isdisjoint(text):
            return place, tr("it has a control character")
        length = len(text) if capacity.counts_characters else len(text.encode())
        if capacity.longest_text is not None and length > capacity.longest_text:
            return place, tr("it is longer than {n} bytes or characters", n=capacity.longest_text)
    return None


def _renamed(
    columns: Sequence[OutputColumn], capacity: Capacity, form: OutputFormat, path: Path, notes: list[Problem]
) -> list[OutputColumn]:
    assert capacity.names is not None
    names = fitting_names([column.name for column in columns], capacity.names)
    changed = [(column.name, name) for column, name in zip(columns, names, strict=True) if column.name != name]
    if changed:
        pairs = listed([tr("{old} to {new}", old=old, new=new) for old, new in changed])
        what = tr("Names that {format} cannot hold were changed: {n}, {pairs}.",
                  format=form.value, n=len(changed), pairs=pairs)  # fmt: skip
        remedy = tr("The names as they were are the titles of the attributes, where they had no other.")
        notes.append(Problem(what, path.name, remedy, Severity.NOTE))
    return [
        column
        if column.name == name
        else replace(
            column,
            column=TextColumn(name, column.column.codes, column.column.texts),
            title=column.title or column.name,
        )
        for column, name in zip(columns, names, strict=True)
    ]


def _without_labels_that_cannot_be_kept(
    column: OutputColumn, capacity: Capacity, form: OutputFormat, notes: list[Problem]
) -> OutputColumn:
    kept = tuple(entry for entry in column.labels if _is_kept(column, entry.code, capacity))
    if len(kept) < len(column.labels):
        what = tr(
            "Labels of values that {format} cannot keep: {n}.", format=form.value, n=len(column.labels) - len(kept)
        )
        notes.append(Problem(what, column.name, tr("Save as SAV to keep them."), Severity.NOTE))
    if any(capacity.longest_label is not None and len(e.label.encode()) > capacity.longest_label for e in kept):
        what = tr("{format} cuts labels of values that are longer than {n} bytes.",
                  format=form.value, n=capacity.longest_label)  # fmt: skip
        notes.append(Problem(what, column.name, tr("Save as Parquet to keep them."), Severity.NOTE))
    declared = tuple(entry for entry in column.missing if _is_declarable(column, entry, capacity))
    n_ranges = sum(entry.lowest != entry.highest for entry in declared)
    if n_ranges > 1 or 2 * n_ranges + len(declared) - n_ranges > capacity.most_missing:
        declared = ()
    if len(declared) < len(column.missing):
        what = tr("{format} cannot say of all values that they mean missing.", format=form.value)
        remedy = tr("Tell whoever reads the file, or save as SAV, which can declare up to three.")
        notes.append(Problem(what, column.name, remedy, Severity.WARNING))
    title = column.title
    if capacity.titles is not None and len(title.encode()) > capacity.titles:
        what = tr("{format} cuts the title of the attribute.", format=form.value)
        if not capacity.titles:
            what = tr("{format} cannot keep the title of the attribute.", format=form.value)
        notes.append(Problem(what, column.name, tr("Save as SAV to keep it."), Severity.NOTE))
    return replace(column, labels=kept, missing=declared)


def _is_declarable(column: OutputColumn, entry: MissingRange, capacity: Capacity) -> bool:
    if not capacity.most_missing:
        return False
    if column.kind is OutputKind.TEXT:
        return entry.lowest == entry.highest and len(entry.lowest.encode()) <= LONGEST_MISSING_TEXT
    return not any(np.isnan(amount_of(end, column.kind)) for end in (entry.lowest, entry.highest))


def _is_kept(column: OutputColumn, value: str, capacity: Capacity) -> bool:
    if capacity.labels is Labels.NONE:
        return False
    if column.kind is not OutputKind.TEXT:
        number = amount_of(value, column.kind)
        whole = number.is_integer() and abs(number) <= 2147483620
        return whole or (capacity.labels is not Labels.OF_WHOLE_NUMBERS and np.isfinite(number).item())
    return capacity.labels is not Labels.OF_WHOLE_NUMBERS


def _as_text_outside_the_calendar(column: OutputColumn, notes: list[Problem]) -> OutputColumn:
    if column.kind not in (OutputKind.DATE, OutputKind.MOMENT) or is_in_calendar(column.amounts, column.kind):
        return column
    what = tr("XLSX knows no dates before March 1900, so that all dates were written as text.")
    notes.append(Problem(what, column.name, tr("Nothing needs to be done."), Severity.NOTE))
    return replace(column, kind=OutputKind.TEXT, amounts=np.full(column.amounts.size, np.nan))


def _changed_cells(column: OutputColumn, capacity: Capacity, form: OutputFormat) -> list[Problem]:
    texts = list(column.column.texts)
    notes = []
    if not capacity.is_typed:
        is_formula = np.array([safe_cell(text) != text for text in texts], bool)
        if is_formula.any():
            what = tr("Cells that a spreadsheet would take for formulas were written with an apostrophe before them.")
            notes.append(_about_cells(column.column, is_formula, what, tr("Save as XLSX to keep them."), Severity.NOTE))
        return notes
    is_code = column.is_missing & np.array([bool(text.strip()) for text in texts], bool)
    if is_code.any():
        codes = listed([texts[i].strip() for i in np.flatnonzero(is_code)])
        what = tr("Cells with {codes} were written as missing values.", codes=codes)
        remedy = tr("Save as CSV to keep what stood there.")
        notes.append(_about_cells(column.column, is_code, what, remedy, Severity.NOTE))
    if column.kind is OutputKind.TEXT and not capacity.keeps_trailing_spaces:
        is_cut = np.array([text != text.rstrip(" ") for text in column.stored_texts], bool)
        if is_cut.any():
            what = tr("{format} cannot keep spaces at the end of a text.", format=form.value)
            notes.append(_about_cells(column.column, is_cut, what, tr("Nothing needs to be done."), Severity.NOTE))
    return notes


def _about_cells(column: TextColumn, which: Flags, what: str, remedy: str, severity: Severity) -> Problem:
    """A Problem about all cells that hold one of the texts marked."""
    records = np.flatnonzero(frozen(which)[column.codes])
    cells = tuple(Cell(int(r) + 1, column.name, column.cell(int(r))) for r in records[:MOST_CELLS])
    return Problem(what, column.name, remedy, severity, cells, records.size)
