"""Places of a slider and the parameter of a method: fine at the beginning, where little changes much."""

from __future__ import annotations

from bisect import bisect_left

from permdesk.masking.parameters import PARAMETERS, Method

LAST_PLACE = 1000
POWER = 3
EVEN = 0.1
"""Share of the way that is gone in equal steps: without it the first places would be too small to be read."""


def strength_at(method: Method, place: int) -> float:
    """The parameter at a place from 0 to ``LAST_PLACE``, in three digits; whole where the parameter is a count."""
    parameter, way = PARAMETERS[method], place / LAST_PLACE
    share = EVEN * way + (1 - EVEN) * way**POWER
    strength = float(f"{parameter.least + share * (parameter.most - parameter.least):.3g}")
    if parameter.is_whole:
        strength = float(round(strength))
    return min(max(strength, parameter.least), parameter.most)


def place_of(method: Method, strength: float) -> int:
    """The place nearest to a parameter."""
    above = bisect_left(range(LAST_PLACE), strength, key=lambda place: strength_at(method, place))
    return min(max(above - 1, 0), above, key=lambda place: abs(strength_at(method, place) - strength))
