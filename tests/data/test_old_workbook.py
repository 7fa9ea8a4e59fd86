"""An .xls file with a wrong count or place is refused before its reader, which would end the process, sees it."""

from __future__ import annotations

import struct

import pytest

from permdesk.data.old_workbook import END_OF_CHAIN, FREE, is_sound
from permdesk.data.problem import Problem

SECTOR = 512
FAT, DIRECTORY, STREAM = 0, 1, 2  # sectors of the file made here


def record(kind, layout="", *values):
    content = struct.pack(f"<{layout}", *values)
    return struct.pack("<2H", kind, len(content)) + content


def workbook(*sheet_records, strings=1, size=4096, chain=None, **header):
    """A workbook of one sheet and one stream, with these records, or others in place of the sound ones."""
    sheet = b"".join(sheet_records) or b"".join(
        [
            record(0x0200, "IIHHH", 0, 2, 0, 1, 0),
            record(0x0204, "HHHHB1s", 0, 0, 0, 1, 0, b"a"),
            record(0x0203, "HHHd", 1, 0, 0, 7.5),
        ]
    )
    bof = record(0x0809, "HHHHII", 0x0600, 5, 0, 0, 0, 0)
    parts = [bof, record(0x0085, "IBBBB1s", 0, 0, 0, 1, 0, b"S"), record(0x00FC, "iiHB1s", 1, strings, 1, 0, b"x")]
    start = sum(map(len, parts)) + 4
    parts[1] = record(0x0085, "IBBBB1s", start, 0, 0, 1, 0, b"S")
    stream = b"".join([*parts, record(0x000A), bof, sheet, record(0x000A)])
    stream = stream.ljust(4096, b"\0")
    n = len(stream) // SECTOR
    following = [0xFFFFFFFD, END_OF_CHAIN, *range(STREAM + 1, STREAM + n), END_OF_CHAIN]
    for place, value in (chain or {}).items():
        following[place] = value
    fat = struct.pack("<128I", *following, *[FREE] * (128 - len(following)))

    def entry(name, kind, first, length):
        title = name.encode("utf-16-le")
        return struct.pack("<64sHBB48xII4x", title.ljust(64, b"\0"), len(title) + 2, kind, 1, first, length)

    root = entry("Root Entry", 5, END_OF_CHAIN, 0)
    directory = (root + entry("Workbook", 2, STREAM, size)).ljust(SECTOR, b"\0")
    fields = {"directories": 0, "fats": 1, "directory": DIRECTORY, "minis": 0, "mini": END_OF_CHAIN, "fat": FAT,
              "more": END_OF_CHAIN, "mores": 0, "shift": 9} | header  # fmt: skip
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + struct.pack(
        "<16xHHHHH6x9I", 0x3E, 3, 0xFFFE, fields["shift"], 6, fields["directories"], fields["fats"],
        fields["directory"], 0, 4096, fields["mini"], fields["minis"], fields["more"], fields["mores"],
    )  # fmt: skip
    head += struct.pack("<109I", fields["fat"], *[FREE] * 108)
    return head + fat + directory + stream


def test_that_a_sound_file_is_read(table):
    assert is_sound(workbook())
    found = table(workbook(), name="a.xls")
    assert (found.names, [found.columns[0].cell(0)]) == (("a",), ["7.5"])


def test_that_a_sheet_without_cells_is_sound():
    assert is_sound(workbook(record(0x0200, "IIHHH", 0, 0, 0, 0, 0)))


UNSOUND = {
    "a stream that goes round in a circle": workbook(chain={5: 3}),
    "a stream that leaves the file": workbook(chain={5: 90}),
    "a stream that ends in a free sector": workbook(chain={5: FREE}),
    "a directory that goes round in a circle": workbook(chain={1: 1}),
    "a directory outside the file": workbook(directory=1 << 30),
    "small streams outside the file": workbook(mini=1 << 30),
    "a small stream that leaves the small sectors": workbook(size=100, mini=FAT),
    "no directory": workbook(directory=END_OF_CHAIN),
    "a table of sectors outside the file": workbook(fat=1 << 30),
    "more tables outside the file": workbook(more=1 << 30),
    "too many tables": workbook(fats=1 << 30),
    "too many directories": workbook(directories=1 << 30),
    "too many small tables": workbook(minis=1 << 30),
    "too many lists of tables": workbook(mores=1 << 30),
    "a stream longer than the file": workbook(size=1 << 31),
    "sectors of another size": workbook(shift=20),
    "more strings than bytes": workbook(strings=1 << 30),
    "fewer strings than none": workbook(strings=-1),
    "more rows than there can be": workbook(record(0x0200, "IIHHH", 0, 1 << 31, 0, 1, 0)),
    "more columns than there can be": workbook(record(0x0200, "IIHHH", 0, 2, 0, 60000, 0)),
    "rows that end before they begin": workbook(record(0x0200, "IIHHH", 5, 2, 0, 1, 0)),
    "columns that end before they begin": workbook(record(0x0200, "5H", 0, 2, 5, 1, 0)),
    "a cell far to the right": workbook(record(0x0203, "HHHd", 1, 60000, 0, 7.5)),
    "numbers far to the right": workbook(record(0x00BD, "HHHIH", 1, 0, 0, 0, 60000)),
    "numbers that end before they begin": workbook(record(0x00BD, "HHHIH", 1, 9, 0, 0, 8)),
    "a cell cut off": workbook(record(0x0203, "H", 1)),
    "a file cut off": workbook()[:40],
    "nothing after its head": workbook()[:512],
}


@pytest.mark.parametrize("content", UNSOUND.values(), ids=UNSOUND.keys())
def test_that_a_file_that_would_end_the_process_is_a_problem(content, read):
    assert not is_sound(content)
    problem = read(content, name="a.xls")
    assert isinstance(problem, Problem)
    assert "damaged" in problem.what


def test_that_lists_of_tables_that_go_round_in_a_circle_are_unsound():
    content = bytearray(workbook(more=FAT))
    content[2 * SECTOR - 4 : 2 * SECTOR] = struct.pack("<I", FAT)  # what the last place of a list says comes next
    assert not is_sound(bytes(content))
