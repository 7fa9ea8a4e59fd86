"""SPSS syntax (.sps) that describes a file of fixed width: DATA LIST, VARIABLE LABELS, VALUE LABELS, MISSING VALUES."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from permdesk.data.codebook_column import CodebookColumn, Described, Unreadable
from permdesk.data.column_meaning import ValueLabel
from permdesk.data.wording import quoted
from permdesk.translation import tr

TOKEN = re.compile(r"'((?:[^']|'')*)'|\"((?:[^\"]|\"\")*)\"|([()/,=])|([^\s()/,='\"]+)")
COMMENT = re.compile(r"(?ms)/\*.*?(?:\*/|$)|^\s*(?:\*|COMMENT\b).*?(?:\.\s*$|\n\s*\n|\Z)", re.IGNORECASE)
PLACE = re.compile(r"([0-9]+)(?:-([0-9]+))?")
OPEN_ENDS = {"LO": "-inf", "LOW": "-inf", "LOWEST": "-inf", "HI": "inf", "HIGH": "inf", "HIGHEST": "inf"}
MOST_COLUMNS = 100_000
MOST_LINES = 10_000

Tokens = Sequence[str]


def spss_columns(text: str, path: Path) -> Described:
    """The variables of the first DATA LIST and what other commands say of them. Raises Unreadable.

    Decimals in a format are those that a number written without a point has.
    """
    columns: dict[str, CodebookColumn] = {}
    n_lines = 1
    for words in _commands(text):
        head = [word.upper() for word in words[:2]]
        if head == ["DATA", "LIST"] and not columns:
            n_lines, found = _data_list(words[2:])
            columns = {column.name.upper(): column for column in found}
        elif head[0].startswith("VAR") and head[1:] and head[1].startswith("LAB"):
            for name, label in pairwise(words[2:]):
                if name.upper() in columns and label.startswith("'"):
                    columns[name.upper()] = replace(columns[name.upper()], label=label[1:])
        elif head[0].startswith("VAL") and head[1:] and head[1].startswith("LAB"):
            for names, rest in _groups(words[2:], columns):
                for name in names:
                    columns[name] = replace(columns[name], value_labels=_value_labels(rest))
        elif head[0].startswith("MIS") and head[1:] and head[1].startswith("VAL"):
            for names, rest in _groups(words[2:], columns):
                for name in names:
                    columns[name] = replace(columns[name], missing=_missing(rest))
    if not columns:
        raise Unreadable(tr("It holds no DATA LIST."))
    return Described(tuple(columns.values()), n_lines=n_lines)


def _commands(text: str) -> Iterator[list[str]]:
    """The words of each command; a quoted word begins with an apostrophe. A point at the end of a line, or a blank
    line, ends a command."""
    for command in re.split(r"\.[ \t]*(?:\r?\n|\Z)|\r?\n[ \t]*\r?\n", COMMENT.sub("\n", text)):
        words = []
        for single, double, mark, word in TOKEN.findall(command):
            if mark or word:
                words.append(mark or word)
            else:
                words.append("'" + (single.replace("''", "'") or double.replace('""', '"')))
        if words:
            yield words


def _data_list(words: Tokens) -> tuple[int, list[CodebookColumn]]:
    """How many lines a record has, and its variables. A slash begins the next line, or that of the number behind it."""
    head = [word.upper() for word in words[: words.index("/")]] if "/" in words else []
    if not head and "/" not in words:
        raise Unreadable(tr("Its DATA LIST names no variables."))
    if "FREE" in head or "LIST" in head:
        raise Unreadable(tr("Its DATA LIST describes text with separators, not columns of fixed width."))
    n_lines = 0
    for a, b in pairwise(word for word in head if word != "="):
        if a == "RECORDS" and _is_count(b):
            n_lines = int(b)
    columns: list[CodebookColumn] = []
    line = 0
    for body in _split(words[words.index("/") + 1 :], "/"):
        line += 1
        if body and _is_count(body[0]) and (len(body) == 1 or not PLACE.fullmatch(body[1])):
            line, body = int(body[0]), body[1:]
        columns.extend(_variables(body, line))
    n_lines = n_lines or max((column.line for column in columns), default=1)
    if any(not 1 <= column.line <= n_lines for column in columns) or n_lines > MOST_LINES:
        what = tr("It places variables in other lines than the {n} that a record has.", n=n_lines)
        raise Unreadable(what)
    return n_lines, columns


def _is_count(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 7


def _split(words: Tokens, mark: str) -> Iterator[list[str]]:
    part: list[str] = []
    for word in words:
        if word == mark:
            yield part
            part = []
        else:
            part.append(word)
    yield part


def _variables(body: Tokens, line: int) -> Iterator[CodebookColumn]:
    place = 0
    while place < len(body):
        start = place
        while place < len(body) and not PLACE.fullmatch(body[place]):
            place += 1
        names = _names(body[start:place])
        if place == len(body) or not names:
            raise Unreadable(tr("It does not say where the column is: {line}.", line=quoted(" ".join(body[start:]))))
        first, last, place = _span(body, place)
        kind, place = _format(body, place)
        width, rest = divmod(last - first + 1, len(names))
        if rest or width < 1:
            raise Unreadable(tr("The columns do not divide evenly among {names}.", names=quoted(" ".join(names))))
        for i, name in enumerate(names):
            yield CodebookColumn(name, first + i * width, width, kind, line=line)


def _span(body: Tokens, place: int) -> tuple[int, int, int]:
    found = PLACE.fullmatch(body[place])
    assert found  # whoever calls has looked
    return int(found[1]), int(found[2] or found[1]), place + 1


def _format(body: Tokens, place: int) -> tuple[int, int]:
    """The decimals that the format behind a place gives, and where the next variable begins."""
    if place >= len(body) or body[place] != "(":
        return 0, place
    try:
        end = place + list(body[place:]).index(")")
    except ValueError:
        raise Unreadable(tr("A bracket is opened and never closed.")) from None
    numbers = [int(word) for word in body[place + 1 : end] if word.isascii() and word.isdigit()]
    return (numbers[0] if numbers else 0), end + 1


def _names(words: Tokens) -> list[str]:
    """The names of a list such as ``v1 TO v3 w``."""
    names: list[str] = []
    for i, word in enumerate(words):
        if word == ",":
            continue
        if word.upper() == "TO":
            continue
        if i and words[i - 1].upper() == "TO" and names:
            first, last = re.fullmatch(r"(.*?)([0-9]+)", names[-1]), re.fullmatch(r"(.*?)([0-9]+)", word)
            if not first or not last or int(last[2]) - int(first[2]) > MOST_COLUMNS:
                raise Unreadable(tr("It is not clear which variables {name} stands for.", name=quoted(word)))
            width = len(first[2]) if first[2].startswith("0") else 0
            names.extend(f"{first[1]}{n:0{width}}" for n in range(int(first[2]) + 1, int(last[2]) + 1))
        else:
            names.append(word)
    return names


def _groups(words: Tokens, columns: dict[str, CodebookColumn]) -> Iterator[tuple[list[str], list[str]]]:
    """Variables and what is said of them: names up to the first word that is none, then everything up to the next
    name or slash."""
    order = list(columns)
    names: list[str] = []
    rest: list[str] = []
    for i, word in enumerate(words):
        upper = word.upper()
        is_name = upper in columns or (upper == "ALL" and not rest) or upper == "TO"
        if word == "/" or (is_name and rest):
            yield names, rest
            names, rest = [], []
        if word == "/" or upper == "TO":
            continue
        if upper == "ALL" and not names:
            names = list(order)
        elif is_name and i and words[i - 1].upper() == "TO" and names:
            names.extend(order[order.index(names[-1]) + 1 : order.index(upper) + 1])
        elif is_name:
            names.append(upper)
        elif word != ",":
            rest.append(word)
    yield names, rest


def _value_labels(words: Tokens) -> tuple[ValueLabel, ...]:
    pairs = zip(words[::2], words[1::2], strict=False)
    return tuple(ValueLabel(code.removeprefix("'").strip(), label.removeprefix("'")) for code, label in pairs)


def _missing(words: Tokens) -> tuple[tuple[str, str], ...]:
    inside = [word.removeprefix("'").strip() for word in words if word not in "()"]
    ranges: list[tuple[str, str]] = []
    for i, word in enumerate(inside):
        before, after = inside[i - 1 : i], inside[i + 1 : i + 2]
        if word.upper() == "THRU" and before and after:
            ranges[-1:] = [(_end(before[0]), _end(after[0]))]
        elif not (before and before[0].upper() == "THRU"):
            ranges.append((_end(word), _end(word)))
    return tuple(ranges)


def _end(word: str) -> str:
    return OPEN_ENDS.get(word.upper(), word)
