"""Columns as a Stata data set (.dta, version 118: Stata 14 and later), UTF-8, labels of whole numbers kept."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from permdesk.data.output_column import OutputColumn, OutputKind

LONGEST_TEXT = 2045
LONGEST_TITLE = 80
MOST_COLUMNS = 32767
LARGEST = 8.9884656743115785e307
SMALLEST_LABELLED, LARGEST_LABELLED = -2147483647, 2147483620
SYSTEM_MISSING = 0x7FE0000000000000
# Stata counts from 1960-01-01: days, or milliseconds.
EPOCH_DAYS = 3653
FORMATS = {
    OutputKind.NUMBER: "%10.0g",
    OutputKind.DATE: "%td",
    OutputKind.TIME: "%tcHH:MM:SS",
    OutputKind.MOMENT: "%tc",
}
DOUBLE = 65526


def dta_bytes(columns: Sequence[OutputColumn]) -> bytes:
    """The file. Names, lengths and numbers must fit (see ``output_limits``)."""
    k, n = len(columns), columns[0].n_records
    widths = [_width(column) for column in columns]
    header = (
        b"<stata_dta><header><release>118</release><byteorder>LSF</byteorder>"
        + _inside("K", struct.pack("<H", k))
        + _inside("N", struct.pack("<Q", n))
        + _inside("label", struct.pack("<H", 0))
        + _inside("timestamp", b"\0")
        + b"</header>"
    )
    labelled = [f"labels{place}" if column.labels else "" for place, column in enumerate(columns, start=1)]
    formats = [f"%{width}s" if width else FORMATS[column.kind] for column, width in zip(columns, widths, strict=True)]
    sections = [
        _inside("variable_types", struct.pack(f"<{k}H", *(width or DOUBLE for width in widths))),
        _inside("varnames", b"".join(_field(column.name, 129) for column in columns)),
        _inside("sortlist", b"\0\0" * (k + 1)),
        _inside("formats", b"".join(_field(layout, 57) for layout in formats)),
        _inside("value_label_names", b"".join(_field(name, 129) for name in labelled)),
        _inside("variable_labels", b"".join(_field(column.title[:LONGEST_TITLE], 321) for column in columns)),
        b"<characteristics></characteristics>",
        _inside("data", _cells(columns, widths)),
        b"<strls></strls>",
        _inside("value_labels", b"".join(_labels(name, c) for name, c in zip(labelled, columns, strict=True) if name)),
    ]
    return _with_map(header, sections)


def _with_map(header: bytes, sections: Sequence[bytes]) -> bytes:
    """The parts of the file behind the list of where each begins."""
    end = b"</stata_dta>"
    map_size = len(_inside("map", b"\0" * 14 * 8))
    places = [0, len(header), len(header) + map_size]
    for section in (*sections, end):
        places.append(places[-1] + len(section))
    return b"".join((header, _inside("map", struct.pack("<14Q", *places)), *sections, end))


def _inside(tag: str, content: bytes) -> bytes:
    return f"<{tag}>".encode() + content + f"</{tag}>".encode()


def _field(text: str, size: int) -> bytes:
    return text.encode().ljust(size, b"\0")


def _width(column: OutputColumn) -> int:
    """The bytes of a text, 0 for a number."""
    if column.kind is not OutputKind.TEXT:
        return 0
    return max([1, *(len(text.encode()) for text in column.stored_texts)])


def _cells(columns: Sequence[OutputColumn], widths: Sequence[int]) -> bytes:
    cells = np.empty((columns[0].n_records, sum(width or 8 for width in widths)), np.uint8)
    at = 0
    for column, width in zip(columns, widths, strict=True):
        block = _texts(column, width) if width else _doubles(column)
        cells[:, at : at + block.shape[1]] = block[column.column.codes]
        at += block.shape[1]
    return cells.tobytes()


def _texts(column: OutputColumn, width: int) -> NDArray[np.uint8]:
    encoded = np.array([text.encode() for text in column.stored_texts], f"S{width}")
    return encoded.view(np.uint8).reshape(-1, width)


def _doubles(column: OutputColumn) -> NDArray[np.uint8]:
    stored = stored_amounts(column.amounts, column.kind).astype("<f8")
    bits = np.where(np.isnan(stored), np.uint64(SYSTEM_MISSING), stored.view("<u8"))
    return bits.astype("<u8").view(np.uint8).reshape(-1, 8)


def stored_amounts(amounts: NDArray[np.float64], kind: OutputKind) -> NDArray[np.float64]:
    """Numbers as they are, days and milliseconds as Stata counts them."""
    if kind is OutputKind.DATE:
        return amounts + EPOCH_DAYS
    if kind is OutputKind.MOMENT:
        return (amounts + EPOCH_DAYS * 86400.0) * 1000.0
    return amounts * 1000.0 if kind is OutputKind.TIME else amounts


def _labels(name: str, column: OutputColumn) -> bytes:
    labels = sorted((int(float(entry.code)), entry.label.encode() + b"\0") for entry in column.labels)
    texts = b"".join(label for _, label in labels)
    starts = np.cumsum([0, *(len(label) for _, label in labels[:-1])])
    table = struct.pack("<2i", len(labels), len(texts))
    table += struct.pack(f"<{len(labels)}i", *starts) + struct.pack(f"<{len(labels)}i", *(value for value, _ in labels))
    table += texts
    return _inside("lbl", struct.pack("<i", len(table)) + _field(name, 129) + b"\0" * 3 + table)
