"""Z as a file in the format of the release: the true values of X, arranged by the ranks of Y (Algorithm 1)."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.arrays import Rows
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import ValueClasses, value_classes
from permdesk.compute.reverse_mapping import quantile_ranks
from permdesk.compute.unstoppable import wait_for
from permdesk.data.choices import Dialect
from permdesk.data.column_meaning import ColumnMeaning
from permdesk.data.column_report import ColumnReport, report_column
from permdesk.data.file_pair import AttributePair, FilePair
from permdesk.data.match_names import match_names
from permdesk.data.output_column import OutputColumn
from permdesk.data.output_format import OutputFormat, output_format
from permdesk.data.output_of_column import output_of_column
from permdesk.data.problem import Problem, Severity
from permdesk.data.table import Table
from permdesk.data.text_column import column_of
from permdesk.data.wording import listed
from permdesk.data.write_table import write_table
from permdesk.translation import tr


@dataclass(frozen=True, slots=True, eq=False)
class PairTables:
    """The two files of a pair as read, for their cells; ``pair`` was made of them."""

    pair: FilePair
    original: Table
    anonymized: Table


def export_reverse_mapped(tables: PairTables, path: Path, progress: Progress) -> tuple[Problem, ...] | Problem:
    """Write Z; the ending of ``path`` is the format. What is worth knowing, the warning first, or why it was not done.

    Record i of the release becomes z_i: in each audited attribute the cell of X whose rank is that of y_i, missing
    where Y is missing. Ties are broken by random numbers of the operating system, which are gone when this returns:
    they are a key to Z, so that no seed of the audit may lead to them. Raises Cancelled.
    """
    form = output_format(path)
    if isinstance(form, Problem):
        return form
    for source in (tables.original, tables.anonymized):
        if _is_same_file(path, source.path):
            what = tr("The reverse-mapped file would replace a file that it is made from.")
            return Problem(what, str(path), tr("Choose another name."))
    columns = _reverse_mapped_columns(tables, form, progress)
    if isinstance(columns, Problem):
        return columns
    written = write_table(columns, path, tables.anonymized.dialect, progress)
    if isinstance(written, Problem):
        return written
    return (_warning(path), *_remarks(tables, columns, path), *written)


def _is_same_file(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:  # one of them does not exist
        return path.resolve() == other.resolve()


def _reverse_mapped_columns(tables: PairTables, form: OutputFormat, progress: Progress) -> list[OutputColumn] | Problem:
    """The audited attributes, named and in the order of the release."""
    names = _names_in_release(tables)
    original, dialect = tables.original, tables.anonymized.dialect
    mark = dialect.decimal_mark if form is OutputFormat.CSV else "."
    places = {name: place for place, name in enumerate(tables.anonymized.names)}
    progress.begin("reverse-mapping", len(tables.pair.attributes))
    found: dict[int, OutputColumn] = {}
    for attribute in tables.pair.attributes:
        name = names[attribute.name]
        x, y = original.report(attribute.name), tables.anonymized.report(name)
        cells = wait_for(partial(_reverse_mapped_cells, attribute, x, y), progress)
        # Cells are written as X writes numbers and as Y writes what is missing.
        marks = original.dialect
        mixed = replace(dialect, decimal_mark=marks.decimal_mark, thousands_mark=marks.thousands_mark)
        column = column_of(name, pa.chunked_array([cells]))
        report = report_column(column, mixed, progress, _meaning(x.meaning, y.meaning))
        refusal = _ambiguous(attribute, report, dialect)
        if refusal is not None:
            return refusal
        found[places[name]] = output_of_column(report, mixed, mark)
        progress.advance()
    return [found[place] for place in sorted(found)]


def _meaning(x: ColumnMeaning, y: ColumnMeaning) -> ColumnMeaning:
    """Labels of the values, which are those of X, and of what only Y has; missing is what Y calls missing."""
    known = {entry.code for entry in x.value_labels}
    labels = x.value_labels + tuple(entry for entry in y.value_labels if entry.code not in known)
    return ColumnMeaning(y.label or x.label, labels, y.missing, x.kind)


def _names_in_release(tables: PairTables) -> dict[str, str]:
    matched = match_names(tables.original, tables.anonymized)
    common = {} if isinstance(matched, Problem) else matched.common
    chosen = {choice.name: choice.anonymized_name for choice in tables.pair.choices.attributes}
    return {name: chosen.get(name) or common.get(name, name) for name in tables.pair.names}


def _reverse_mapped_cells(attribute: AttributePair, x: ColumnReport, y: ColumnReport) -> pa.StringArray:
    """The cell of each record of Z: one of X, or that of Y where Y is missing (or X is everywhere)."""
    rows = reverse_mapped_rows(
        value_classes(attribute.original.lower, attribute.original.upper),
        value_classes(attribute.anonymized.lower, attribute.anonymized.upper),
    )
    of_x = x.column.texts.arrow.take(pa.array(x.column.codes[np.maximum(rows, 0)]))
    of_y = y.column.texts.arrow.take(pa.array(y.column.codes))
    return pc.if_else(pa.array(rows >= 0), of_x, of_y)


def reverse_mapped_rows(original: ValueClasses, anonymized: ValueClasses) -> Rows:
    """The row of X whose value each record of Z has (n_Y,), -1 where Y is missing; ties broken anew at every call."""
    from_rows, to_rows = _rows_in_rank_order(original), _rows_in_rank_order(anonymized)
    rows = np.full(anonymized.of_record.size, -1, np.int64)
    if from_rows.size:
        every_rank = np.arange(1, to_rows.size + 1, dtype=np.int32)
        rows[to_rows] = from_rows[quantile_ranks(every_rank, from_rows.size, max(to_rows.size, 1)) - 1]
    return rows


def _rows_in_rank_order(classes: ValueClasses) -> Rows:
    """Records that have a rank, from the lowest; those of one class in an order that nobody can repeat."""
    present = np.flatnonzero(classes.of_record >= 0)
    random = np.frombuffer(os.urandom(8 * present.size), np.uint64)
    return present[np.lexsort((random, classes.of_record[present]))]


def _ambiguous(attribute: AttributePair, report: ColumnReport, dialect: Dialect) -> Problem | None:
    """A true value of X that the release's codes would turn into a missing one."""
    is_missing = np.isnan(attribute.anonymized.lower)
    is_lost = ~report.is_present[report.column.codes] & ~is_missing
    if not is_lost.any():
        return None
    text = report.column.cell(int(np.flatnonzero(is_lost)[0])).strip()
    what = tr("The original has a value that means missing or suppressed in the release: {code}.", code=listed([text]))
    return Problem(what, attribute.name, tr("Choose other missing codes for the release."))


def _warning(path: Path) -> Problem:
    what = tr(
        "The file holds true values of the original, the smallest and largest of each attribute included; anyone who"
        " also has the release learns which true value belongs to which rank of it, and can link original records by"
        " their true values."
    )
    remedy = tr("Guard it like the original; do not publish it with the release.")
    return Problem(what, path.name, remedy, Severity.WARNING)


def _remarks(tables: PairTables, columns: list[OutputColumn], path: Path) -> list[Problem]:
    remarks = []
    written = {column.name for column in columns}
    left_out = [name for name in tables.anonymized.names if name not in written]
    if left_out:
        what = tr("Columns of the release that are not audited are not in the file: {names}.", names=listed(left_out))
        remedy = tr("Give them a level to have them reverse-mapped.")
        remarks.append(Problem(what, path.name, remedy, Severity.NOTE))
    uneven = [
        attribute.name
        for attribute in tables.pair.attributes
        if np.isnan(attribute.original.lower).sum() != np.isnan(attribute.anonymized.lower).sum()
        or attribute.original.lower.size != attribute.anonymized.lower.size
    ]
    if uneven:
        what = tr("The files have different numbers of values, so that quantiles of the original are taken and the"
                  " file is no permutation of it: {names}.", names=listed(uneven))  # fmt: skip
        remarks.append(Problem(what, path.name, tr("Keep it in mind when you compare them."), Severity.NOTE))
    return remarks
