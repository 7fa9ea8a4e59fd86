"""Values as text: numbers, categories, generalized values and what is missing."""

from __future__ import annotations

import numpy as np

from permdesk.data.choices import DateNotation, Level
from permdesk.data.file_pair import AttributePair, Values
from permdesk.gui.models.value_text import shown_column, shown_values


def attribute(lower, upper, categories=()):
    values = Values(np.array(lower), np.array(upper))
    level = Level.ORDINAL if categories else Level.NUMERIC
    return AttributePair("age", level, values, values, categories=categories)


def test_that_numbers_have_the_places_that_the_attribute_needs():
    a = attribute([1.5, 1000.25], [1.5, 1000.25])
    assert [shown_values(a, a.original)(row) for row in range(2)] == ["1.50", "1,000.25"]


def test_that_generalized_and_missing_values_show_as_such():
    a = attribute([20.0, np.nan], [39.0, np.nan])
    assert [shown_values(a, a.original)(row) for row in range(2)] == ["[20, 39]", "*"]


def test_that_categories_show_their_names():
    a = attribute([1.0, 2.0, 1.0, np.nan], [1.0, 2.0, 2.0, np.nan], ("low", "high"))
    assert [shown_values(a, a.original)(row) for row in range(4)] == ["low", "high", "[low, high]", "*"]


def test_that_a_midpoint_between_categories_says_that_it_is_one():
    a = attribute([1.0], [2.0], ("low", "high"))
    assert [shown_column(a, np.array([1.5, 2.0, np.nan]))(row) for row in range(3)] == ["low …", "high", "*"]


def test_that_dates_show_as_dates():
    values = Values(np.array([0.0, 18262.0, 18262.5, np.nan]), np.array([0.0, 18292.0, 18262.5, np.nan]))
    a = AttributePair("born", Level.NUMERIC, values, values, dates=DateNotation.YEAR_MONTH_DAY)
    assert [shown_values(a, a.original)(row) for row in range(4)] == [
        "1970-01-01", "[2020-01-01, 2020-01-31]", "2020-01-01 12:00:00", "*",
    ]  # fmt: skip
