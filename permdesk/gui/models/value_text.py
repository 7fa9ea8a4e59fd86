"""The values of an attribute as text: numbers with the places they need, dates, categories, intervals, asterisks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from permdesk.compute.arrays import Floats
from permdesk.data.date_text import date_text
from permdesk.data.file_pair import AttributePair, Values
from permdesk.gui import numbers
from permdesk.gui.models.columns import Side

WILDCARD = "*"

TextOf = Callable[[int], str]


def shown_values(attribute: AttributePair, values: Values) -> TextOf:
    """Text of a record's value in one file: ``*`` where missing or suppressed, ``[20, 40]`` where generalized."""
    one = shown_value(attribute, values.lower)
    lower, upper = values.lower, values.upper

    def text(row: int) -> str:
        low, high = float(lower[row]), float(upper[row])
        if low == high:
            return one(low)
        return WILDCARD if np.isnan(low) else f"[{one(low)}, {one(high)}]"

    return text


def shown_column(attribute: AttributePair, values: Floats) -> TextOf:
    """Text of a record's value in a column of plain values, nan where missing."""
    one = shown_value(attribute, values)
    return lambda row: one(float(values[row]))


def shown_value(attribute: AttributePair, values: Floats) -> Callable[[float], str]:
    """Text of a single one of these ``values`` of the attribute."""
    if attribute.categories:
        return lambda value: _category(attribute.categories, value)
    if attribute.dates is not None:
        notation = attribute.dates
        return lambda value: WILDCARD if np.isnan(value) else date_text(value, notation)
    places = numbers.places_of(values)
    return lambda value: WILDCARD if np.isnan(value) else numbers.decimal(value, places)


def side_of(attribute: AttributePair) -> Side:
    """Numbers end on the right, names of categories start on the left."""
    return Side.LEFT if attribute.categories else Side.RIGHT


def _category(categories: tuple[str, ...], place: float) -> str:
    """The category at a place that counts from 1; a midpoint of several stands between two of them."""
    if np.isnan(place):
        return WILDCARD
    below = categories[max(int(np.floor(place)), 1) - 1]
    return below if place == np.floor(place) else f"{below} …"
