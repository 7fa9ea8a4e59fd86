"""What a file says about a column beside its cells: its label, labels of codes, missing codes, what kind it holds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.arrays import Flags
from permdesk.data.numbers import number_pattern


class ValueKind(StrEnum):
    """What the cells are. Dates and times are text as ISO 8601 writes them (2026-11-28, 2026-11-28T03:00:00,
    03:00:00); PLAIN is everything else."""

    PLAIN = "plain"
    DATE = "date"
    DATETIME = "datetime"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class ValueLabel:
    """What one code stands for. ``code`` is written as the cells are."""

    code: str
    label: str


@dataclass(frozen=True, slots=True)
class MissingRange:
    """Codes that mean missing, from ``lowest`` to ``highest``, both included; a single code has equal ends.

    Different ends are numbers, ``-inf`` and ``inf`` among them. ``reason`` is why the value is missing, in the words of
    the file, empty where it does not say.
    """

    lowest: str
    highest: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ColumnMeaning:
    """What the file, or its codebook, says of one column; empty for files that say nothing.

    Labels are meaning, never cells: the cells of a labelled column are its codes.
    """

    label: str = ""
    value_labels: tuple[ValueLabel, ...] = ()
    missing: tuple[MissingRange, ...] = ()
    kind: ValueKind = ValueKind.PLAIN


NO_MEANING = ColumnMeaning()


def is_in(trimmed: pa.StringArray, ranges: tuple[MissingRange, ...]) -> Flags:
    """Which of the trimmed texts lie in one of the ranges: as the same text, or as a number (with a decimal point)
    between the ends."""
    found = np.zeros(len(trimmed), bool)
    if not ranges:
        return found
    numbers = _numbers(trimmed)
    for one in ranges:
        found |= np.asarray(pc.equal(trimmed, one.lowest).to_numpy(zero_copy_only=False), bool)
        lowest, highest = _numbers(pa.array([one.lowest, one.highest], pa.string()))
        found |= (numbers >= lowest) & (numbers <= highest)  # never, where an end is no number and so nan
    return found


def _numbers(texts: pa.StringArray) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The texts as numbers, nan where they are none."""
    is_number = pc.match_substring_regex(texts, f"^({number_pattern('.')}|[+-]?inf)$")
    kept = pc.if_else(is_number, pc.utf8_ltrim(texts, "+"), None)
    return np.asarray(kept.cast(pa.float64()).to_numpy(zero_copy_only=False), np.float64)
