"""Numbers as text with the marks of the report's language, rounded no further than a reader can use."""

from __future__ import annotations

import math

from permdesk.audit.share_text import Rounded, rounded
from permdesk.report.blocks import Cell, Column, Number
from permdesk.translation import tr, tr_number

MISSING = "–"
SIGNIFICANT = 4


def cell_text(cell: Cell, column: Column) -> str:
    """A cell as it is read: MISSING for None, text as it is, numbers as their column says."""
    if cell.value is None:
        return MISSING
    if isinstance(cell.value, str) or column.number is None:
        return str(cell.value)
    return number_text(cell.value, column.number, column.decimals)


def number_text(value: float | None, number: Number, decimals: int = 0) -> str:
    """``value`` as text in the current language. A share or probability that is not zero never reads as zero, nor one
    below 1 as 1."""
    if value is None or not math.isfinite(value):
        return MISSING
    match number:
        case Number.COUNT:
            return tr_number(f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}")
        case Number.VALUE:
            return tr_number(_unsigned_zero(f"{value:.{decimals}f}"))
        case Number.MEASURE:
            return measure_text(value)
        case Number.SHARE:
            return tr("{number} %", number=_bounded(100 * value, 1, 100))
        case Number.PROBABILITY:
            return _bounded(value, 4, 1)
        case Number.CORRELATION:
            return tr_number(_unsigned_zero(f"{value:.3f}"))


def measure_text(value: float) -> str:
    """Four significant digits without trailing zeros, but never fewer digits than the whole part has."""
    decimals = measure_decimals(value)
    if decimals is None:
        return tr_number(f"{value:.{SIGNIFICANT - 1}e}")
    text = f"{value:.{decimals}f}"
    return tr_number(text.rstrip("0").rstrip(".") if "." in text else text)


def measure_decimals(value: float) -> int | None:
    """How many decimals show four significant digits; None where only a power of ten reads."""
    if value == 0:
        return 0
    exponent = math.floor(math.log10(abs(value)))
    return max(0, SIGNIFICANT - 1 - exponent) if -5 <= exponent <= 14 else None


def multiple_text(value: float) -> str:
    """A multiple of chance in running text: one decimal, none from 100."""
    return tr_number(f"{value:.0f}" if value >= 100 else f"{value:.1f}")


def _bounded(value: float, decimals: int, whole: float) -> str:
    side, number = rounded(value, decimals, whole)
    text = tr_number(number)
    match side:
        case Rounded.BELOW:
            return f"< {text}"
        case Rounded.ABOVE:
            return f"> {text}"
        case Rounded.TO:
            return text


def _unsigned_zero(text: str) -> str:
    return text.lstrip("-") if float(text) == 0 else text
