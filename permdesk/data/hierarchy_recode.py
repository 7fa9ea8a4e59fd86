"""Reads a recoding of mu-ARGUS (``.grc``): lines such as ``3: 31-40, 45``, with open ends ``-20`` and ``61-``."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from permdesk.data.problem import Problem
from permdesk.data.wording import quoted
from permdesk.translation import tr

CODE_LINE = re.compile(r"([^:<]+):(.*)")
TAG_LINE = re.compile(r"<\s*(\w+)\s*>(.*)")
# "20 - 29", "- 10" and "40 -": a dash belongs to what stands on both sides of it.
SPACED_DASH = re.compile(r"(?<=[^\s,;])\s+-(?=\s+[^\s,;]|\s*(?:[,;]|$))\s*|(?<![^,;])\s*-\s+")
ITEM = re.compile(r'"([^"]*)"|([^\s,;"]+)')


@dataclass(frozen=True, slots=True)
class RecodeRange:
    """Values from ``low`` to ``high``; empty is an open end."""

    low: str
    high: str

    def covers(self, value: str) -> bool:
        """Numbers are compared as numbers, other codes letter by letter where they are equally long."""
        number, low, high = _number(value), _number(self.low), _number(self.high)
        if number is not None and (low is not None or not self.low) and (high is not None or not self.high):
            return (low is None or low <= number) and (high is None or number <= high)
        ends = [end for end in (self.low, self.high) if end]
        if any(len(end) != len(value) for end in ends):
            return False
        return (not self.low or self.low <= value) and (not self.high or value <= self.high)

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The range as numbers; None if it is one of words."""
        low = _number(self.low) if self.low else -math.inf
        high = _number(self.high) if self.high else math.inf
        return None if low is None or high is None else (low, high)

    @property
    def is_turned(self) -> bool:
        """It ends before it begins, and covers nothing."""
        if self.bounds is not None:
            return self.bounds[0] > self.bounds[1]
        return bool(self.low and self.high) and len(self.low) == len(self.high) and self.low > self.high


@dataclass(frozen=True, slots=True)
class Recode:
    """A code of the release and the values that became it."""

    code: str
    ranges: tuple[RecodeRange, ...]

    def covers(self, value: str) -> bool:
        return any(covered.covers(value) for covered in self.ranges)


@dataclass(frozen=True, slots=True)
class Recoding:
    recodes: tuple[Recode, ...]
    missing_codes: tuple[str, ...]


def read_recode(file: str, lines: Iterable[str]) -> Recoding | Problem:
    """The codes of a recoding, and those that it declares missing. A line that is neither is a Problem."""
    recodes: dict[str, tuple[RecodeRange, ...]] = {}
    missing: tuple[str, ...] = ()
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text:
            continue
        if tag := TAG_LINE.fullmatch(text):
            if tag[1].lower() == "missing":
                missing = tuple(_items(tag[2]))
            continue
        coded = CODE_LINE.fullmatch(text)
        ranges = tuple(_range(item) for item in _items(SPACED_DASH.sub("-", coded[2]))) if coded else ()
        if coded is None or not ranges:
            what = tr("Line {line} is no recoding: {text}.", line=number, text=quoted(text))
            return Problem(what, file, tr("Write a code, a colon and the values that it covers."))
        turned = next((covered for covered in ranges if covered.is_turned), None)
        if turned is not None:
            what = tr("In line {line} a range ends before it begins: {range}.",
                      line=number, range=quoted(f"{turned.low}-{turned.high}"))  # fmt: skip
            return Problem(what, file, tr("Write the smaller value first."))
        code = coded[1].strip().strip('"')
        recodes[code] = recodes.get(code, ()) + ranges
    if not recodes:
        return Problem(tr("It recodes nothing."), file, tr("Choose another file."))
    return Recoding(tuple(Recode(code, ranges) for code, ranges in recodes.items()), missing)


def _items(text: str) -> list[str]:
    return [quoted_item or plain for quoted_item, plain in ITEM.findall(text)]


def _range(item: str) -> RecodeRange:
    # "-20" is "up to 20" there, never the number minus twenty.
    low, dash, high = item.partition("-")
    return RecodeRange(low, high) if dash and item != "-" else RecodeRange(item, item)


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"[+-]?[0-9]+(?:\.[0-9]*)?", text) else None
