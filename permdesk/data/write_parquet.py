"""Columns as a Parquet file: numbers, dates and texts in types of their own, labels beside each column."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from permdesk.data.output_column import OutputColumn, OutputKind


def parquet_bytes(columns: Sequence[OutputColumn]) -> bytes:
    """The file. Titles and labels are metadata of the fields, as JSON where they are several."""
    arrays = [_array(column) for column in columns]
    fields = [
        pa.field(column.name, array.type, metadata=_metadata(column))
        for column, array in zip(columns, arrays, strict=True)
    ]
    stream = pa.BufferOutputStream()
    parquet.write_table(pa.table(arrays, schema=pa.schema(fields)), stream, compression="zstd")
    written: bytes = stream.getvalue().to_pybytes()
    return written


def _array(column: OutputColumn) -> pa.Array:
    is_missing = column.is_missing
    match column.kind:
        case OutputKind.TEXT:
            distinct = pa.array(column.stored_texts, pa.string(), mask=is_missing)
        case OutputKind.NUMBER:
            distinct = pa.array(column.amounts, mask=is_missing)
            present = column.amounts[~is_missing]
            if np.all(present == np.round(present)) and np.all(np.abs(present) < 2.0**53):
                distinct = distinct.cast(pa.int64())
        case OutputKind.DATE:
            days = np.where(is_missing, 0, column.amounts).astype(np.int32)
            distinct = pa.array(days, pa.int32(), mask=is_missing).cast(pa.date32())
        case OutputKind.MOMENT | OutputKind.TIME:
            micros = np.round(np.where(is_missing, 0, column.amounts) * 1e6).astype(np.int64)
            kind = pa.timestamp("us") if column.kind is OutputKind.MOMENT else pa.time64("us")
            distinct = pa.array(micros, pa.int64(), mask=is_missing).cast(kind)
    return distinct.take(pa.array(column.column.codes))


def _metadata(column: OutputColumn) -> dict[str, str] | None:
    found = {}
    if column.title:
        found["label"] = column.title
    if column.labels:
        found["value_labels"] = json.dumps({entry.code: entry.label for entry in column.labels}, ensure_ascii=False)
    return found or None
