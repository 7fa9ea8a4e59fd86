"""Stata dictionaries (.dct) of fixed width: those of infile and those of infix."""

from __future__ import annotations

import re
from pathlib import Path

from permdesk.data.codebook_column import CodebookColumn, Described, Unreadable
from permdesk.data.wording import quoted
from permdesk.translation import tr

TYPES = r"(?:byte|int|long|float|double|str[0-9]*|strL)"
INFILE = re.compile(
    rf"(?:{TYPES}\s+)?(?P<name>[^\W\d]\w*)(?::\w+)?\s+%-?(?P<width>[0-9]+)(?:\.(?P<decimals>[0-9]+))?\w*"
    r'(?:\s+"(?P<label>[^"]*)")?\s*$'
)
INFIX = re.compile(rf"(?:{TYPES}\s+)?(?P<name>[^\W\d]\w*)\s+(?P<first>[0-9]+)(?:\s*-\s*(?P<last>[0-9]+))?\s*$")
DIRECTIVE = re.compile(r"_(column|skip|first|firstlineoffile|lines|line|newline|lrecl)\s*(?:\(\s*([0-9]+)\s*\))?")
COMMENT = re.compile(r"/\*.*?\*/|^[ \t]*\*[^\n]*|//[^\n]*", re.DOTALL | re.MULTILINE)


def stata_columns(text: str, path: Path) -> Described:
    """The variables of a dictionary. Raises Unreadable.

    Decimals of a format are those that a number written without a point has.
    """
    start = re.search(r"\b(infile|infix)?\s*dictionary\b[^{]*\{", text)
    if not start:
        raise Unreadable(tr("It holds no dictionary."))
    body = COMMENT.sub("", text[start.end() :]).split("}")[0]
    columns: list[CodebookColumn] = []
    place = 1
    for line in (line.strip() for line in body.splitlines()):
        rest, place = _placed(line, place)
        if not rest:
            continue
        column = _infix(rest) if start[1] == "infix" else _infile(rest, place)
        columns.append(column)
        place = column.first + column.width
    return Described(tuple(columns))


def _placed(line: str, place: int) -> tuple[str, int]:
    """The line without its directives, and the column where it begins."""
    while found := DIRECTIVE.match(line):
        number = int(found[2] or 1)
        if found[1] == "column":
            place = number
        elif found[1] == "skip":
            place += number
        elif found[1] == "newline" or (found[1] in ("line", "lines", "first", "firstlineoffile") and number > 1):
            raise Unreadable(tr("Its records take several lines, or begin after the first line."))
        line = line[found.end() :].strip()
    return line, place


def _infile(line: str, place: int) -> CodebookColumn:
    found = INFILE.match(line)
    if not found or place < 1:
        raise Unreadable(tr("It does not say how wide the column is: {line}.", line=quoted(line)))
    is_text = bool(re.search(r"%-?[0-9.]+s", line))
    decimals = 0 if is_text else int(found["decimals"] or 0)
    return CodebookColumn(found["name"], place, int(found["width"]), decimals, found["label"] or "")


def _infix(line: str) -> CodebookColumn:
    found = INFIX.match(line)
    if not found:
        raise Unreadable(tr("It does not say where the column is: {line}.", line=quoted(line)))
    first = int(found["first"])
    return CodebookColumn(found["name"], first, int(found["last"] or first) - first + 1)
