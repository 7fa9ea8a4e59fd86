"""Parquet and Feather files become columns of text cells: numbers in their shortest form, dates as ISO 8601 text."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import feather, parquet

from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.data.column_meaning import ColumnMeaning, ValueKind, ValueLabel
from permdesk.data.file_content import FileContent
from permdesk.data.file_kind import FileKind
from permdesk.data.named_columns import NamedColumns
from permdesk.data.problem import Problem, Severity
from permdesk.data.stored_numbers import number_texts
from permdesk.data.text_column import TextColumn, column_of
from permdesk.data.wording import quoted
from permdesk.translation import tr


def read_arrow(
    content: FileContent, kind: FileKind, only: Collection[str] | None, progress: Progress
) -> NamedColumns | Problem:
    """Read a PARQUET or FEATHER file; ``only`` names the columns that are wanted. Raises Cancelled."""
    path = content.path
    progress.check()
    try:
        all_names, table = wait_for(partial(_table, content.data, kind, only), progress)
        columns: list[TextColumn] = []
        meanings: list[ColumnMeaning] = []
        for place, name in enumerate(table.column_names):
            progress.check()
            cells = table.column(place)
            if _is_nested(cells.type):
                what = tr("The column {name} holds lists or records in its cells.", name=quoted(name))
                return Problem(what, str(path), tr("Export one value for each cell, or leave the column out."))
            texts, value_kind = wait_for(partial(_texts, cells), progress)
            columns.append(column_of(name, texts))
            meanings.append(_meaning(table.schema.field(place), value_kind))
    except Cancelled:
        raise
    except (pa.ArrowException, OSError, ValueError, OverflowError):
        what = tr("The file is damaged, or of a version that cannot be read.")
        return Problem(what, str(path), tr("Write it anew, or export the data as CSV (UTF-8)."))
    if not columns:
        what = tr("The file holds no column.") if only is None else tr("The file has none of the chosen columns.")
        return Problem(what, str(path), tr("Choose a file that holds records."))
    progress.advance(len(content.data))
    return NamedColumns(
        tuple(columns),
        tuple(meanings),
        problems=_doubts(path.name, table),
        all_names=all_names if only is not None else (),
    )


def _table(data: bytes, kind: FileKind, only: Collection[str] | None) -> tuple[tuple[str, ...], pa.Table]:
    source = pa.BufferReader(data)
    if kind is FileKind.FEATHER:
        table = feather.read_table(source)
        table.validate(full=True)  # places in a damaged file may lead anywhere in memory
        names = tuple(table.column_names)
        return names, table if only is None else table.select([name for name in names if name in only])
    file = parquet.ParquetFile(source)
    names = tuple(file.schema_arrow.names)
    return names, file.read(None if only is None else [name for name in names if name in only])


def _meaning(field: pa.Field, kind: ValueKind) -> ColumnMeaning:
    """The title and labels beside a column, as PermDesk itself writes them; none where others mean something else."""
    known = field.metadata or {}
    try:
        title = known.get(b"label", b"").decode()
        labels = json.loads(known.get(b"value_labels", b"{}"))
    except ValueError:
        return ColumnMeaning(kind=kind)
    if not isinstance(labels, dict) or not all(isinstance(label, str) for label in labels.values()):
        return ColumnMeaning(title, kind=kind)
    return ColumnMeaning(title, tuple(ValueLabel(code, label) for code, label in labels.items()), kind=kind)


def _is_nested(kind: pa.DataType) -> bool:
    return bool(pa.types.is_nested(kind) or pa.types.is_union(kind))


def _texts(cells: pa.ChunkedArray) -> tuple[pa.ChunkedArray, ValueKind]:
    """The cells as texts, a null as a blank."""
    if pa.types.is_dictionary(cells.type):
        cells = cells.cast(cells.type.value_type)
    kind, types = cells.type, pa.types
    found = ValueKind.PLAIN
    if types.is_floating(kind):
        whole = cells.cast(pa.float64()).to_numpy()
        texts = pa.chunked_array([number_texts(np.asarray(whole), is_single=not types.is_float64(kind))])
    elif types.is_boolean(kind):
        texts = pc.if_else(cells, "TRUE", "FALSE")
    elif types.is_timestamp(kind):
        found = ValueKind.DATETIME
        texts = _without_zeros(pc.strftime(_utc(cells), "%Y-%m-%dT%H:%M:%S"))
    elif types.is_date(kind):
        found, texts = ValueKind.DATE, cells.cast(pa.date32()).cast(pa.string())
    elif types.is_time(kind):
        found, texts = ValueKind.TIME, _without_zeros(cells.cast(pa.string()))
    else:
        texts = cells.cast(pa.string())
    if types.is_decimal(kind):
        texts = pc.replace_substring_regex(texts, r"^(-?[0-9]+)\.0+$", r"\1")
    return pc.fill_null(texts, ""), found


def _utc(cells: pa.ChunkedArray) -> pa.ChunkedArray:
    return cells.cast(pa.timestamp(cells.type.unit, "UTC" if cells.type.tz else None))


def _without_zeros(texts: pa.ChunkedArray) -> pa.ChunkedArray:
    """Times without the zeros of a fraction of a second."""
    return pc.replace_substring_regex(pc.replace_substring_regex(texts, r"(\.[0-9]*?)0+$", r"\1"), r"\.$", "")


def _doubts(where: str, table: pa.Table) -> tuple[Problem, ...]:
    zoned = [field.name for field in table.schema if pa.types.is_timestamp(field.type) and field.type.tz]
    if not zoned:
        return ()
    what = tr("Moments with a time zone were read in UTC, in {names}.", names=", ".join(map(quoted, zoned)))
    return (Problem(what, where, tr("Compare them only with moments in UTC."), Severity.NOTE),)
