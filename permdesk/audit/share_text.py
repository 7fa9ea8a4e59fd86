"""Shares as text that never says none where there are some, nor all where some are missing."""

from __future__ import annotations

from enum import Enum

from permdesk.translation import tr, tr_number


class Rounded(Enum):
    """Where a number lies against its text: TO the text, or BELOW or ABOVE what the text is the bound of."""

    TO = "to"
    BELOW = "below"
    ABOVE = "above"


def rounded(value: float, decimals: int, whole: float) -> tuple[Rounded, str]:
    """``value`` of ``whole`` with so many decimals; next to 0 or to ``whole`` the last text that is neither."""
    step = 10.0**-decimals
    text = f"{value:.{decimals}f}"
    if value > 0 and float(text) == 0:
        return Rounded.BELOW, f"{step:.{decimals}f}"
    if value < whole and float(text) == whole:
        return Rounded.ABOVE, f"{whole - step:.{decimals}f}"
    return Rounded.TO, text


def share_text(share: float, decimals: int = 1) -> str:
    """A share, from 0 to 1, as a percentage inside a sentence: “4.2 %”, “less than 0.1 %” or “more than 99.9 %”."""
    side, number = rounded(100 * share, decimals, 100)
    said = tr_number(number)
    match side:
        case Rounded.BELOW:
            return tr("less than {number} %", number=said)
        case Rounded.ABOVE:
            return tr("more than {number} %", number=said)
        case Rounded.TO:
            return tr("{number} %", number=said)
