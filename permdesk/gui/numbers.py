"""Numbers as the person at the screen writes them; files never go through here."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QLocale

from permdesk.compute.arrays import Floats

NOTHING = "–"
MINUS = "−"
"""Stands where numbers are read by people, in every language; programs take the hyphen for it."""
MOST_PLACES = 4
DIGITS = 6
SAMPLE = 2_000
EXACT_DIGITS = 15
MOST_FIXED_PLACES = 12
LARGEST_WHOLE = 2.0**53
"""Beyond it not every whole number is one that is stored."""


def count(number: int) -> str:
    """A whole number with the locale's digit groups."""
    return QLocale().toString(int(number)).replace("-", MINUS)


def decimal(value: float | None, places: int = 2) -> str:
    """A number with fixed ``places``; a dash where there is none. One with more digits than numbers have, or with more
    places than can be read, has a power of ten instead."""
    if value is None or not math.isfinite(value):
        return NOTHING
    if abs(value) > LARGEST_WHOLE or places > MOST_FIXED_PLACES:
        return _written(float(value) + 0.0, "g", DIGITS if places else EXACT_DIGITS)
    return _written(round(float(value), places) + 0.0, "f", places)  # + 0.0 turns -0.0 into 0.0


def significant(value: float | None, digits: int = 4) -> str:
    """A number with about ``digits`` significant digits, never in scientific notation for everyday sizes."""
    if value is None or not math.isfinite(value):
        return NOTHING
    size = math.floor(math.log10(abs(value))) if value else 0
    if size < -6 or size > 12:
        return _written(float(value), "g", digits)
    return _written(float(value), "f", min(max(digits - 1 - size, 0), 8))


def exact(value: float) -> str:
    """A number with all the digits that it has, but not with those that only its storage has."""
    return _written(float(value) + 0.0, "g", EXACT_DIGITS)


def percent(share: float | None, places: int = 1) -> str:
    """A share from 0 to 1 in percent; one that is not quite nothing is never shown as 0, not quite all never as 100."""
    if share is None or not math.isfinite(share):
        return NOTHING
    smallest = 10.0**-places
    if 0 < share * 100 < smallest / 2:
        return f"< {_written(smallest, 'f', places)} %"
    if 0 < (1 - share) * 100 <= smallest / 2:
        return f"> {_written(100 - smallest, 'f', places)} %"
    return f"{_written(100 * float(share), 'f', places)} %"


def probability(value: float | None) -> str:
    """A probability with four places; one that is small but not 0 is never shown as 0."""
    if value is not None and 0 < value < 0.00005:
        return f"< {_written(0.0001, 'f', 4)}"
    return decimal(value, 4)


def interval(low: int, high: int) -> str:
    """A rank, or the ranks that equal values share."""
    return count(low) if low == high else f"{count(low)}–{count(high)}"


def places_of(values: Floats) -> int:
    """Decimal places that show ``values`` as they are, judged by a sample spread over them; where these would be more
    than MOST_PLACES, as many as give the largest value about DIGITS digits."""
    spread = values[:: max(1, values.size // SAMPLE)]
    finite = spread[np.isfinite(spread)]
    most = float(np.abs(finite).max(initial=0.0))
    for places in range(MOST_PLACES + 1):
        rounded = finite.round(places)
        # What numpy's allclose asks, which takes ten times as long for so few.
        is_near = np.abs(finite - rounded) <= 1e-9 * min(most, 1.0) + 1e-12 * np.abs(rounded)
        if (is_near & np.isfinite(rounded)).all():
            return places
    largest = math.floor(math.log10(most)) + 1
    return min(max(DIGITS - largest, 1), MOST_PLACES if largest > 0 else MOST_PLACES - largest)


def ungrouped(text: str) -> str:
    """A number's text without digit groups and with a hyphen for its minus, so that another program can read it."""
    return text.replace(QLocale().groupSeparator(), "").replace(MINUS, "-")


def _written(number: float, form: str, places: int) -> str:
    """A number in the user's language, as Qt writes it in a ``form``."""
    return QLocale().toString(number, form, places).replace("-", MINUS)
