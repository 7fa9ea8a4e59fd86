"""Places of a slider and the parameter of a method: fine at the beginning, where little changes much."""

from __future__ import annotations

from permdesk.masking.parameters import PARAMETERS, Method

LAST_PLACE = 1000
POWER = 3


def strength_at(method: Method, place: int) -> float:
    """The parameter at a place from 0 to ``LAST_PLACE``, in three digits; whole where the parameter is a count."""
    parameter = PARAMETERS[method]
    share = (place / LAST_PLACE) ** POWER
    strength = float(f"{parameter.least + share * (parameter.most - parameter.least):.3g}")
    if parameter.is_whole:
        strength = float(round(strength))
    return min(max(strength, parameter.least), parameter.most)


def place_of(method: Method, strength: float) -> int:
    """The place nearest to a parameter."""
    parameter = PARAMETERS[method]
    width = parameter.most - parameter.least
    share = (strength - parameter.least) / width if width else 0.0
    return round(LAST_PLACE * float(min(max(share, 0.0), 1.0) ** (1 / POWER)))
