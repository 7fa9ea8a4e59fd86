"""Looks one sentence up in a compiled catalogue, without reading the thousands of others in it."""

from __future__ import annotations

import struct
from pathlib import Path

COUNT, ORIGINALS, TRANSLATIONS = 2, 3, 4
"""Which numbers of the head say how many sentences there are, and where the tables of both kinds of texts begin."""


def entry(path: Path, sentence: str) -> str:
    """The translation of ``sentence`` in the .mo file at ``path``; the sentence itself where there is no such file or
    no such sentence. Source: "The Format of GNU MO Files" in the manual of gettext. Originals are sorted as bytes.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return sentence
    head = struct.unpack_from("<5I", content)

    def text(table: int, place: int) -> bytes:
        length, start = struct.unpack_from("<2I", content, head[table] + 8 * place)
        return content[start : start + length]

    wanted = sentence.encode()
    low, high = 0, head[COUNT]
    while low < high:
        middle = (low + high) // 2
        if text(ORIGINALS, middle) < wanted:
            low = middle + 1
        else:
            high = middle
    is_there = low < head[COUNT] and text(ORIGINALS, low) == wanted
    return text(TRANSLATIONS, low).decode() if is_there else sentence
