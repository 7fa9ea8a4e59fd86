"""Is an .xls file sound enough to be handed to the reader of workbooks? Where counts or places in it are wrong, the
reader asks for more memory than there is, which ends the whole process, or never comes back.

The file is a compound file [MS-CFB]: sectors, chained by a table (FAT) of the next sector of each. One of its streams
is the workbook [MS-XLS]: records of a type, a length and data.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

END_OF_CHAIN = 0xFFFFFFFE
FREE = 0xFFFFFFFF
MINI_SECTOR = 64
MINI_STREAM_BELOW = 4096
MOST_ROWS, MOST_COLUMNS = 65536, 256

END_OF_SUBSTREAM, SHEET, STRINGS, DIMENSIONS = 0x000A, 0x0085, 0x00FC, 0x0200
FORMULA, MANY_NUMBERS = 0x0006, 0x00BD
CELLS = frozenset({FORMULA, MANY_NUMBERS, 0x0203, 0x0204, 0x0205, 0x027E, 0x00FD})


class _Unsound(Exception):  # noqa: N818 (an answer, not an error)
    pass


def is_sound(data: bytes) -> bool:
    """Whether no count and no place in the file leads beyond it, or beyond what a sheet of this kind can hold."""
    try:
        stream = _workbook(data)
        sheets = []
        for kind, content in _records(stream, 0):
            if kind == SHEET:
                sheets.append(struct.unpack_from("<I", content)[0])
            if kind == STRINGS:
                _require(0 <= struct.unpack_from("<i", content, 4)[0] <= len(stream))
        for start in sheets:
            for kind, content in _records(stream, start):
                _check_sheet_record(kind, content)
    except (_Unsound, struct.error):
        return False
    return True


def _check_sheet_record(kind: int, content: memoryview) -> None:
    if kind == DIMENSIONS:
        top, bottom, left, right = struct.unpack_from("<IIHH" if len(content) == 14 else "<4H", content)
        is_empty = not bottom or not right
        _require(is_empty or (top < bottom <= MOST_ROWS and left < right <= MOST_COLUMNS))
    elif kind in CELLS:
        column = struct.unpack_from("<2H", content)[1]
        last = struct.unpack_from("<H", content, len(content) - 2)[0] if kind == MANY_NUMBERS else column
        _require(column <= last < MOST_COLUMNS)


def _records(stream: bytes, start: int) -> Iterator[tuple[int, memoryview]]:
    """The records from a place on, until a substream ends."""
    view = memoryview(stream)
    while start + 4 <= len(view):
        kind, size = struct.unpack_from("<2H", view, start)
        if kind == END_OF_SUBSTREAM:
            return
        yield kind, view[start + 4 : start + 4 + size]
        start += 4 + size


@dataclass(frozen=True, slots=True, eq=False)
class _Sectors:
    """Equal pieces of ``data`` and, for each, the number of the one that follows it in its stream."""

    data: memoryview
    size: int
    following: NDArray[np.uint32]

    def chain(self, first: int) -> bytes:
        """The stream that begins in a sector."""
        pieces: list[memoryview] = []
        while first != END_OF_CHAIN:
            _require(first < self.following.size and first * self.size < len(self.data))
            _require(len(pieces) <= len(self.data) // self.size)  # else it goes round in a circle
            pieces.append(self.data[first * self.size : (first + 1) * self.size])
            first = int(self.following[first])
        return b"".join(pieces)


def _workbook(data: bytes) -> bytes:
    """The stream of the workbook."""
    (shift,) = struct.unpack_from("<H", data, 30)
    _require(shift in (9, 12))
    size = 1 << shift
    content = memoryview(data)[size:]
    n = -(-len(content) // size)
    counts = (
        struct.unpack_from("<2I", data, 40) + struct.unpack_from("<I", data, 64) + struct.unpack_from("<I", data, 72)
    )
    _require(max(counts) <= n)
    (directory_start,), (mini_start,) = struct.unpack_from("<I", data, 48), struct.unpack_from("<I", data, 60)
    sectors = _Sectors(content, size, _table(data, content, size))
    directory = sectors.chain(directory_start)
    entries = [directory[i : i + 128] for i in range(0, len(directory) - 127, 128)]
    _require(bool(entries))
    for entry in entries:
        _require(_size_of(entry, size) <= len(data))
    mini = _Sectors(memoryview(sectors.chain(_start_of(entries[0]))), MINI_SECTOR, _numbers(sectors.chain(mini_start)))
    for name in ("Workbook", "Book"):
        for entry in entries:
            if entry[:64].decode("utf-16-le", "replace").split("\0")[0] == name:
                length = _size_of(entry, size)
                holder = mini if length < MINI_STREAM_BELOW else sectors
                return holder.chain(_start_of(entry))[:length]
    return b""  # the reader says so itself


def _table(data: bytes, content: memoryview, size: int) -> NDArray[np.uint32]:
    """The FAT: its sectors are listed in the header and, beyond 109, in a chain of sectors of their own."""
    places = list(struct.unpack_from("<109I", data, 76))
    (more,) = struct.unpack_from("<I", data, 68)
    while more not in (END_OF_CHAIN, FREE):
        _require(len(places) <= len(content) // 4)  # else it goes round in a circle
        *listed, more = _numbers(_sector(content, size, more)).tolist()
        places.extend(listed)
    return _numbers(b"".join(_sector(content, size, place) for place in places if place != FREE))


def _sector(content: memoryview, size: int, place: int) -> memoryview:
    sector = content[place * size : (place + 1) * size]
    _require(len(sector) == size)
    return sector


def _numbers(content: bytes | memoryview) -> NDArray[np.uint32]:
    return np.frombuffer(content, "<u4", len(content) // 4)


def _start_of(entry: bytes) -> int:
    start: int = struct.unpack_from("<I", entry, 116)[0]
    return start


def _size_of(entry: bytes, size: int) -> int:
    length: int = struct.unpack_from("<I" if size == 512 else "<Q", entry, 120)[0]
    return length


def _require(is_sound: bool) -> None:
    if not is_sound:
        raise _Unsound
