"""Compiles the catalogues resources/translations/LANGUAGE/permdesk.po to permdesk.mo, which the program reads.

Usage: python packaging/catalogues.py
"""

from __future__ import annotations

import ast
import re
import struct
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "resources" / "translations"


def read_po(text: str) -> dict[str, str]:
    """Sentences and their translations, with a zero character between the forms of a count, as .mo files hold them.
    What is marked fuzzy is left out; contexts are not used. Raises ValueError for a line that is none of a .po file."""
    found: dict[str, str] = {}
    entry: dict[str, str] = {}
    part, is_fuzzy = "", False
    for number, line in enumerate([*text.splitlines(), "#"], start=1):
        line = line.strip()
        keyword, _, value = line.partition(" ")
        if (keyword == "msgid" or line.startswith("#")) and part.startswith("msgstr"):
            if not is_fuzzy:
                found[_forms(entry, "msgid")] = _forms(entry, "msgstr")
            entry, part, is_fuzzy = {}, "", False
        if line.startswith("#"):
            is_fuzzy = is_fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif line:
            if re.fullmatch(r"msgid|msgid_plural|msgstr(\[\d\])?", keyword):
                part = keyword
            elif part and line.startswith('"'):
                value = line
            else:
                raise ValueError(f"line {number} is no line of a catalogue: {line[:60]}")
            entry[part] = entry.get(part, "") + str(ast.literal_eval(value))
    return found


def _forms(entry: dict[str, str], part: str) -> str:
    return "\0".join(entry[keyword] for keyword in sorted(entry) if keyword.startswith(part))


def compiled(catalogue: dict[str, str]) -> bytes:
    """The catalogue in the binary format of gettext (version 0, little-endian, without a hash table)."""
    pairs = sorted((key.encode(), value.encode()) for key, value in catalogue.items() if all(value.split("\0")))
    keys_at = 28
    values_at = keys_at + 8 * len(pairs)
    place = values_at + 8 * len(pairs)
    index: list[int] = []
    for column in (0, 1):
        for pair in pairs:
            index += [len(pair[column]), place]
            place += len(pair[column]) + 1
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), keys_at, values_at, 0, values_at + 8 * len(pairs))
    texts = b"".join(pair[column] + b"\0" for column in (0, 1) for pair in pairs)
    return head + struct.pack(f"<{len(index)}I", *index) + texts


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*/permdesk.po")):
        path.with_suffix(".mo").write_bytes(compiled(read_po(path.read_text("utf-8"))))
