"""Columns as a SAS transport file (.xpt, version 5): ASCII, numbers in the floating point of IBM mainframes."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from permdesk.data.output_column import OutputColumn, OutputKind

LONGEST_TEXT = 200
LONGEST_TITLE = 40
MOST_COLUMNS = 9999
SMALLEST, LARGEST = 16.0**-65, 16.0**63 * (1 - 2.0**-53)
LINE = 80
# SAS counts from 1960-01-01: days, or seconds.
EPOCH_DAYS = 3653
FORMATS = {
    OutputKind.NUMBER: ("", 0),
    OutputKind.TEXT: ("", 0),
    OutputKind.DATE: ("DATE", 9),
    OutputKind.TIME: ("TIME", 8),
    OutputKind.MOMENT: ("DATETIME", 20),
}
MADE = "01JAN80:00:00:00"


def xpt_bytes(columns: Sequence[OutputColumn]) -> bytes:
    """The file. Names, lengths and characters must fit (see ``output_limits``)."""
    widths = [_width(column) for column in columns]
    names = b"".join(
        _description(column, place, width, at)
        for place, (column, width, at) in enumerate(
            zip(columns, widths, np.cumsum([0, *widths[:-1]]).tolist(), strict=True), start=1
        )
    )
    lines = (
        _announced("LIBRARY ", "0" * 30),
        f"{'SAS':<8}{'SAS':<8}{'SASLIB':<8}{'9.4':<8}{'':<32}{MADE}",
        f"{MADE:<80}",
        _announced("MEMBER  ", "000000000000000001600000000140"),
        _announced("DSCRPTR ", "0" * 30),
        f"{'SAS':<8}{'DATA':<8}{'SASDATA':<8}{'9.4':<8}{'':<32}{MADE}",
        f"{MADE:<80}",
        _announced("NAMESTR ", f"000000{len(columns):04d}" + "0" * 20),
    )
    observations = _announced("OBS     ", "0" * 30)
    return "".join(lines).encode() + _filled(names) + observations.encode() + _filled(_cells(columns, widths))


def record_length(columns: Sequence[OutputColumn]) -> int:
    """Bytes of one record."""
    return sum(_width(column) for column in columns)


def _announced(kind: str, numbers: str) -> str:
    return f"HEADER RECORD*******{kind}HEADER RECORD!!!!!!!{numbers}  "


def _filled(content: bytes) -> bytes:
    return content + b" " * (-len(content) % LINE)


def _width(column: OutputColumn) -> int:
    if column.kind is not OutputKind.TEXT:
        return 8
    return max([1, *(len(text) for text in column.stored_texts)])


def _description(column: OutputColumn, place: int, width: int, at: int) -> bytes:
    name, title = column.name.encode(), column.title.encode("ascii", "replace")[:LONGEST_TITLE]
    layout, shown = FORMATS[column.kind]
    kind = 2 if column.kind is OutputKind.TEXT else 1
    return (
        struct.pack(">4h8s40s", kind, 0, width, place, name.ljust(8), title.ljust(40))
        + struct.pack(">8s3h2x8s2hi52x", layout.encode().ljust(8), shown, 0, 0, b" " * 8, 0, 0, at)
    )  # fmt: skip


def _cells(columns: Sequence[OutputColumn], widths: Sequence[int]) -> bytes:
    cells = np.empty((columns[0].n_records, sum(widths)), np.uint8)
    at = 0
    for column, width in zip(columns, widths, strict=True):
        if column.kind is OutputKind.TEXT:
            padded = np.array([text.ljust(width).encode() for text in column.stored_texts], f"S{width}")
            block = padded.view(np.uint8).reshape(-1, width)
        else:
            block = ibm_floats(stored_amounts(column.amounts, column.kind))
        cells[:, at : at + width] = block[column.column.codes]
        at += width
    return cells.tobytes()


def stored_amounts(amounts: NDArray[np.float64], kind: OutputKind) -> NDArray[np.float64]:
    """Numbers as they are, days and seconds as SAS counts them."""
    if kind is OutputKind.DATE:
        return amounts + EPOCH_DAYS
    return amounts + EPOCH_DAYS * 86400.0 if kind is OutputKind.MOMENT else amounts


def ibm_floats(values: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Eight bytes (n, 8) for each number, exact from ``SMALLEST`` to ``LARGEST``; nan becomes the missing value ".".

    Sign, a power of 16 in excess of 64, and a fraction of 56 bits whose first four are not all 0.
    """
    present = ~np.isnan(values) & (values != 0)
    fraction, exponent = np.frexp(np.abs(np.where(present, values, 1.0)))
    sixteens = -(-exponent // 4)
    digits = np.ldexp(fraction, exponent - 4 * sixteens + 56).astype(np.uint64)
    sign = np.where(np.signbit(values), np.uint64(1 << 63), np.uint64(0))
    bits = sign | (sixteens + 64).astype(np.uint64) << np.uint64(56) | digits
    bits = np.where(present, bits, np.uint64(0))
    bits = np.where(np.isnan(values), np.uint64(ord(".") << 56), bits)
    return bits.astype(">u8").view(np.uint8).reshape(-1, 8)
