"""Texts become numbers and ranges of numbers; a text is a number only if all of it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from permdesk.compute.arrays import Flags, Floats, frozen, sealed
from permdesk.compute.progress import Progress


class Reading(IntEnum):
    """What a text is: no number, one number, a range such as ``[20, 40[``, or beyond all finite numbers."""

    TEXT = 0
    PLAIN = 1
    RANGE = 2
    INFINITE = 3


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """Each text's bounds, nan where it is no number, infinite at an open end such as that of ``>=65``.
    Without ranges ``lower`` and ``upper`` are one array."""

    lower: Floats
    upper: Floats
    readings: NDArray[np.int8]

    def __post_init__(self) -> None:
        object.__setattr__(self, "lower", sealed(self.lower))
        object.__setattr__(self, "upper", sealed(self.upper))
        object.__setattr__(self, "readings", sealed(self.readings))


INFINITE = r"(?i)^[+-]?(inf|infinity|1\.#inf|∞)$"
MAYBE_RANGE = r"^[\[\](<>≤≥+\-.,0-9].*[0-9]|^[0-9].*\+$"
MINUS = "\u2212"  # of typeset tables
DASHES = re.compile("[\u2010-\u2015]")


def number_pattern(decimal_mark: str) -> str:
    """A regular expression for one number: sign, digits, decimal mark, exponent; no thousands marks."""
    mark = re.escape(decimal_mark)
    return rf"[+-]?(?:[0-9]+(?:{mark}[0-9]*)?|{mark}[0-9]+)(?:[eE][+-]?[0-9]+)?"


def read_numbers(cells: pa.StringArray, decimal_mark: str, progress: Progress) -> Numbers:
    """Read trimmed texts as numbers with that decimal mark, or as ranges (see ``read_range``). Raises Cancelled."""
    if holds(cells, MINUS).any():
        cells = pc.replace_substring(cells, MINUS, "-")
    readings = np.zeros(len(cells), np.int8)
    lower = np.full(len(cells), np.nan)
    is_plain = matches(cells, f"^{number_pattern(decimal_mark)}$")
    progress.check()
    plain = cells.filter(pa.array(is_plain))
    if decimal_mark != ".":
        plain = pc.replace_substring(plain, decimal_mark, ".")
    progress.check()
    lower[is_plain] = pc.cast(plain, pa.float64()).to_numpy()
    readings[is_plain] = Reading.PLAIN
    readings[np.isinf(lower)] = Reading.INFINITE
    lower[np.isinf(lower)] = np.nan
    upper = lower
    progress.check()
    places = np.flatnonzero(readings == Reading.TEXT)
    others = cells.take(pa.array(places))
    readings[places[matches(others, INFINITE)]] = Reading.INFINITE
    for i in places[matches(others, MAYBE_RANGE)].tolist():
        progress.check()
        bounds = read_range(cells[i].as_py(), decimal_mark)
        if bounds is not None:
            upper = upper.copy() if upper is lower else upper
            lower[i], upper[i] = bounds
            readings[i] = Reading.PLAIN if bounds[0] == bounds[1] else Reading.RANGE
    return Numbers(frozen(lower), frozen(upper), frozen(readings))


def read_range(text: str, decimal_mark: str) -> tuple[float, float] | None:
    """The bounds of a generalized number, infinite at an open end, None if it is none.

    Understood: ``[20, 40[``, ``]20, 40]``, ``(20,40]``, ``[20;40)``, ``20-40`` (with any dash), ``20..40``,
    ``>=65``, ``>65``, ``<5``, ``<=5``, ``65+``, and an infinite end inside brackets. Open and closed ends are not
    told apart: a value at the border counts as inside, which favours the intruder.
    """
    text = DASHES.sub("-", text)
    number = number_pattern(decimal_mark)
    if bracketed := re.fullmatch(r"[\[\](](.+)[\[\])]", text):
        return _bounds_inside_brackets(bracketed[1], decimal_mark)
    if above := re.fullmatch(rf"(?:>=|=>|>|≥)\s*({number})|({number})\s*\+", text):
        return _ordered(_number(above[1] or above[2], decimal_mark), np.inf)
    if below := re.fullmatch(rf"(?:<=|=<|<|≤)\s*({number})", text):
        return _ordered(-np.inf, _number(below[1], decimal_mark))
    if between := re.fullmatch(rf"({number})\s*(?:-|\.\.)\s*({number})", text):
        if any(re.match(r"[+-]?0[0-9]", end) for end in between.groups()):
            return None  # a date or a telephone number
        return _ordered(_number(between[1], decimal_mark), _number(between[2], decimal_mark))
    return None


def _bounds_inside_brackets(inside: str, decimal_mark: str) -> tuple[float, float] | None:
    """Split where both sides are numbers; under a decimal comma a comma before a space separates first."""
    for separator in (r"\s*;\s*", r"\s*\.\.\s*", r"\s*,\s+", r"\s*,", r"\s*-\s*"):
        ends = []
        for gap in re.finditer(separator, inside):
            low, high = _end(inside[: gap.start()], decimal_mark), _end(inside[gap.end() :], decimal_mark)
            if low is not None and high is not None:
                ends.append((low, high))
        if len(ends) == 1:
            return _ordered(*ends[0])
        if ends:
            return None
    return None


def _end(text: str, decimal_mark: str) -> float | None:
    text = text.strip()
    if re.search(INFINITE, text):
        return -np.inf if text.startswith("-") else np.inf
    return _number(text, decimal_mark) if re.fullmatch(number_pattern(decimal_mark), text) else None


def _number(text: str, decimal_mark: str) -> float:
    return float(text.replace(decimal_mark, "."))


def _ordered(low: float, high: float) -> tuple[float, float] | None:
    is_range = low <= high and not (np.isinf(low) and np.isinf(high))
    return (low, high) if is_range else None


def holds(cells: pa.StringArray, characters: str) -> Flags:
    """Which texts have one of the characters in them; next to no time where none has, as in most columns."""
    is_held = np.zeros(len(cells), np.bool_)
    together = cells.buffers()[2]
    all_bytes = b"" if together is None else together.to_pybytes()
    for character in characters:
        if character.encode() in all_bytes:
            is_held |= np.asarray(pc.match_substring(cells, character).to_numpy(zero_copy_only=False), bool)
    return is_held


def matches(cells: pa.StringArray, pattern: str) -> Flags:
    """Which texts the regular expression (RE2 syntax) is found in."""
    return np.asarray(pc.match_substring_regex(cells, pattern).to_numpy(zero_copy_only=False), bool)
