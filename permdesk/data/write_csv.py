"""Columns as delimited text in a given dialect, cells as they are but for what a spreadsheet would compute."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from permdesk.data.choices import Dialect
from permdesk.data.output_column import OutputColumn
from permdesk.data.writing import safe_cell

AT_A_TIME = 1 << 16


def csv_bytes(columns: Sequence[OutputColumn], dialect: Dialect) -> bytes:
    """The file: names in the first line, one line for each record.

    Raises UnicodeEncodeError where the encoding of the dialect has no such character.
    """
    alone = len(columns) == 1
    lines = [dialect.separator.join(csv_cell(column.name, dialect, alone) for column in columns), "\n"]
    cells = [
        pa.array([csv_cell(text, dialect, alone) for text in column.column.texts], pa.string()) for column in columns
    ]
    for start in range(0, columns[0].n_records, AT_A_TIME):
        parts = [
            texts.take(pa.array(column.column.codes[start : start + AT_A_TIME]))
            for texts, column in zip(cells, columns, strict=True)
        ]
        lines += ["\n".join(pc.binary_join_element_wise(*parts, dialect.separator).to_pylist()), "\n"]
    return "".join(lines).encode(dialect.encoding)


def csv_cell(text: str, dialect: Dialect, alone: bool) -> str:
    """The cell as it stands in the file; ``alone`` in its line, where nothing would be no record."""
    text, quote = safe_cell(text), dialect.quote
    needs = alone and not text.strip()
    if needs or any(mark in text for mark in (dialect.separator, quote, "\n", "\r")) or text != text.strip():
        return quote + text.replace(quote, quote * 2) + quote
    return text
