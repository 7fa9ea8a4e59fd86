"""Columns as an SPSS system file (.sav): UTF-8, uncompressed, labels and user-missing values kept."""

from __future__ import annotations

import struct
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from permdesk.data.iso_amounts import amount_of
from permdesk.data.output_column import OutputColumn, OutputKind

LONGEST_TEXT = 32767
LONGEST_LABEL = 120
LONGEST_TITLE = 255
MOST_MISSING = 3
SYSTEM_MISSING = -sys.float_info.max
LOWEST = float(np.nextafter(SYSTEM_MISSING, 0))
LARGEST = float(np.nextafter(-LOWEST, 0))
# SPSS counts seconds from the first day of the Gregorian calendar, 1582-10-14 being its day 0.
EPOCH_SECONDS = 141428 * 86400
FORMATS = {
    OutputKind.NUMBER: (5, 8, 2),
    OutputKind.DATE: (20, 11, 0),
    OutputKind.TIME: (21, 8, 0),
    OutputKind.MOMENT: (22, 20, 0),
}
# A longer text is cut into segments: SPSS counts 252 bytes of each, declares 255 and fills 255 of them.
COUNTED, DECLARED = 252, 255


@dataclass(frozen=True, slots=True, eq=False)
class _Variable:
    """One column, its width in bytes (0: a number), and the short names of its segments."""

    column: OutputColumn
    width: int
    short_names: tuple[str, ...]

    @property
    def segments(self) -> list[int]:
        """The declared width of each segment."""
        if self.width <= DECLARED:
            return [self.width]
        n = -(-self.width // COUNTED)
        return [DECLARED] * (n - 1) + [self.width - (n - 1) * COUNTED]

    @property
    def n_slots(self) -> int:
        """How many pieces of eight bytes a record needs for it."""
        return sum(max(1, -(-width // 8)) for width in self.segments)


def sav_bytes(columns: Sequence[OutputColumn]) -> bytes:
    """The file. Names, lengths and numbers of missing values must fit (see ``output_limits``)."""
    variables = _variables(columns)
    n_records = columns[0].n_records
    parts = [_header(sum(variable.n_slots for variable in variables), n_records)]
    parts += [_records_of(variable) for variable in variables]
    slot = 1
    for variable in variables:
        parts.append(_short_labels(variable, slot))
        slot += variable.n_slots
    parts.append(_extension(3, 4, struct.pack("<8i", 20, 0, 0, -1, 1, 1, 2, 65001)))
    parts.append(_extension(4, 8, struct.pack("<3d", SYSTEM_MISSING, sys.float_info.max, LOWEST)))
    parts.append(_extension(11, 4, b"".join(_display(variable) for variable in variables)))
    names = (f"{variable.short_names[0]}={variable.column.name}" for variable in variables)
    parts.append(_extension(13, 1, "\t".join(names).encode()))
    long = [variable for variable in variables if variable.width > DECLARED]
    if long:
        widths = "".join(f"{variable.short_names[0]}={variable.width:05d}\0\t" for variable in long)
        parts.append(_extension(14, 1, widths.encode()))
    parts.append(_extension(16, 8, struct.pack("<2q", 1, n_records)))
    parts.append(_extension(20, 1, b"UTF-8"))
    if labels := b"".join(_long_labels(variable) for variable in variables):
        parts.append(_extension(21, 1, labels))
    if missing := b"".join(_long_missing(variable) for variable in variables):
        parts.append(_extension(22, 1, missing))
    parts.append(struct.pack("<2i", 999, 0))
    parts.append(_cells(variables, n_records))
    return b"".join(parts)


def _variables(columns: Sequence[OutputColumn]) -> list[_Variable]:
    variables = []
    place = 0
    for column in columns:
        width = 0
        if column.kind is OutputKind.TEXT:
            width = max([1, *(len(text.encode()) for text in column.stored_texts)])
        n = 1 if width <= DECLARED else -(-width // COUNTED)
        variables.append(_Variable(column, width, tuple(f"V{place + k + 1}" for k in range(n))))
        place += n
    return variables


def _header(n_slots: int, n_records: int) -> bytes:
    product = b"@(#) SPSS DATA FILE PermDesk".ljust(60)
    # The day of writing is nobody's business, and the same table gives the same bytes.
    made = b"01 Jan 8000:00:00"
    numbers = struct.pack("<5i", 2, n_slots, 0, 0, n_records)
    return b"$FL2" + product + numbers + struct.pack("<d", 100.0) + made + b" " * 64 + b"\0" * 3


def _records_of(variable: _Variable) -> bytes:
    column = variable.column
    parts = []
    for place, (width, name) in enumerate(zip(variable.segments, variable.short_names, strict=True)):
        title = _cut(column.title, LONGEST_TITLE) if place == 0 else b""
        missing = _missing_slots(variable) if place == 0 else (0, b"")
        kind, shown, decimals = (1, width, 0) if width else FORMATS[column.kind]
        if column.kind is OutputKind.NUMBER:
            decimals = _decimals(column)
            shown = max(8, min(40, decimals + 18)) if decimals else 8
        layout = kind << 16 | shown << 8 | decimals
        parts.append(struct.pack("<6i8s", 2, width, bool(title), missing[0], layout, layout, name.encode().ljust(8)))
        if title:
            parts.append(struct.pack("<i", len(title)) + _padded(title, 4))
        parts.append(missing[1])
        continuation = struct.pack("<6i8s", 2, -1, 0, 0, 0, 0, b" " * 8)
        parts.append(continuation * (max(1, -(-width // 8)) - 1))
    return b"".join(parts)


def _decimals(column: OutputColumn) -> int:
    """The most decimals that a cell has, as the format shows; stored numbers are not rounded."""
    fractions = pc.replace_substring_regex(column.column.texts.arrow, r"^[^.]*\.?([0-9]*).*$", r"\1")
    longest = pc.max(pc.utf8_length(fractions)).as_py() or 0
    return min(int(longest), 16)


def _missing_slots(variable: _Variable) -> tuple[int, bytes]:
    missing = variable.column.missing
    if not missing or variable.width > 8:
        return 0, b""
    if variable.width:
        return len(missing), b"".join(entry.lowest.encode().ljust(8) for entry in missing)
    ranges = [entry for entry in missing if entry.lowest != entry.highest]
    single = [_stored(variable, entry.lowest) for entry in missing if entry.lowest == entry.highest]
    bounds = [
        bound
        for entry in ranges
        for bound in (
            max(_stored(variable, entry.lowest), LOWEST),
            min(_stored(variable, entry.highest), sys.float_info.max),
        )
    ]
    count = -(len(bounds) + len(single)) if ranges else len(single)
    return count, struct.pack(f"<{len(bounds) + len(single)}d", *bounds, *single)


def _short_labels(variable: _Variable, slot: int) -> bytes:
    """Labels of numbers and of texts up to eight bytes."""
    labels = variable.column.labels
    if not labels or variable.width > 8:
        return b""
    parts = [struct.pack("<2i", 3, len(labels))]
    for entry in labels:
        value = entry.code.encode().ljust(8) if variable.width else struct.pack("<d", _stored(variable, entry.code))
        label = _cut(entry.label, LONGEST_LABEL)
        parts.append(value + _padded(bytes([len(label)]) + label, 8))
    return b"".join(parts) + struct.pack("<3i", 4, 1, slot)


def _long_labels(variable: _Variable) -> bytes:
    if not variable.column.labels or variable.width <= 8:
        return b""
    name = variable.column.name.encode()
    labels = variable.column.labels
    parts = [struct.pack("<i", len(name)) + name + struct.pack("<2i", variable.width, len(labels))]
    for entry in labels:
        value, label = entry.code.encode().ljust(variable.width), _cut(entry.label, LONGEST_LABEL)
        parts.append(struct.pack("<i", len(value)) + value + struct.pack("<i", len(label)) + label)
    return b"".join(parts)


def _long_missing(variable: _Variable) -> bytes:
    missing = variable.column.missing
    if not missing or variable.width <= 8:
        return b""
    name = variable.column.name.encode()
    values = b"".join(entry.lowest.encode().ljust(8) for entry in missing)
    return struct.pack("<i", len(name)) + name + bytes([len(missing)]) + struct.pack("<i", 8) + values


def _stored(variable: _Variable, value: str) -> float:
    amount = amount_of(value, variable.column.kind)
    return stored_seconds(np.array([amount]), variable.column.kind).item()


def stored_seconds(amounts: NDArray[np.float64], kind: OutputKind) -> NDArray[np.float64]:
    """Numbers as they are, dates and times as seconds by the calendar of SPSS."""
    if kind is OutputKind.DATE:
        return amounts * 86400.0 + EPOCH_SECONDS
    return amounts + EPOCH_SECONDS if kind is OutputKind.MOMENT else amounts


def _display(variable: _Variable) -> bytes:
    is_text = variable.column.kind is OutputKind.TEXT
    measure = 1 if is_text or variable.column.labels else 3
    return b"".join(
        struct.pack("<3i", measure, min(max(width, 8), 40), int(not is_text)) for width in variable.segments
    )


def _extension(subtype: int, size: int, content: bytes) -> bytes:
    return struct.pack("<4i", 7, subtype, size, len(content) // size) + content


def _cells(variables: Sequence[_Variable], n_records: int) -> bytes:
    """All records, eight bytes for each slot."""
    cells = np.empty((n_records, sum(variable.n_slots for variable in variables) * 8), np.uint8)
    at = 0
    for variable in variables:
        block = _block(variable)
        width = variable.n_slots * 8
        cells[:, at : at + width] = block[variable.column.column.codes]
        at += width
    return cells.tobytes()


def _block(variable: _Variable) -> NDArray[np.uint8]:
    """The bytes (n_texts, 8 n_slots) of each distinct text."""
    column = variable.column
    if not variable.width:
        amounts = stored_seconds(column.amounts, column.kind)
        stored = np.where(np.isnan(amounts), SYSTEM_MISSING, amounts).astype("<f8")
        return stored.view(np.uint8).reshape(-1, 8)
    n_texts = len(column.column.texts)
    block = np.full((n_texts, variable.n_slots * 8), ord(" "), np.uint8)
    for place, text in enumerate(column.stored_texts):
        encoded, at = text.encode(), 0
        for width in variable.segments:
            piece, encoded = encoded[:DECLARED], encoded[DECLARED:]
            block[place, at : at + len(piece)] = np.frombuffer(piece, np.uint8)
            at += -(-width // 8) * 8
    return block


def _cut(text: str, longest: int) -> bytes:
    """The beginning of a text in UTF-8, cut between characters."""
    return text.encode()[:longest].decode(errors="ignore").encode()


def _padded(content: bytes, multiple: int) -> bytes:
    return content + b" " * (-len(content) % multiple)
