"""Dates and times in ISO form and numbers as the amounts that formats store: days, seconds, floats."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

from permdesk.compute.arrays import Floats
from permdesk.data.output_column import OutputKind

DATE = r"\d{4}-\d\d-\d\d"
TIME = r"\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?"
SHAPES = {
    OutputKind.DATE: re.compile(DATE, re.ASCII),
    # Midnight is often left out of a moment.
    OutputKind.MOMENT: re.compile(rf"{DATE}(?:[T ]{TIME})?", re.ASCII),
    OutputKind.TIME: re.compile(TIME, re.ASCII),
}


def iso_amounts(texts: Iterable[str], kind: OutputKind) -> Floats:
    """Days or seconds (n,) as ``OutputKind`` counts them, nan where a text is no such date or time."""
    return np.array([_amount(text.strip(), kind) for text in texts], np.float64)


def amount_of(text: str, kind: OutputKind) -> float:
    """The number, day or second that a cell of this kind stands for, infinite ones included; nan if none."""
    if kind is not OutputKind.NUMBER:
        return _amount(text.strip(), kind)
    try:
        return float(text)
    except ValueError:
        return np.nan


def _amount(text: str, kind: OutputKind) -> float:
    if not SHAPES[kind].fullmatch(text):
        return np.nan
    try:
        if kind is OutputKind.DATE:
            return float(np.datetime64(text, "D").astype(np.int64))
        moment = text if kind is OutputKind.MOMENT else f"1970-01-01T{text}"
        return float(np.datetime64(moment, "us").astype(np.int64)) / 1e6
    except ValueError:  # such as the 30th of February
        return np.nan
