"""A text is a number, a range of numbers, or neither; nothing in between."""

from __future__ import annotations

import math

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.compute.progress import Progress
from permdesk.data.numbers import Reading, holds, matches, read_numbers, read_range


def reading(text, mark="."):
    numbers = read_numbers(pa.array([text], pa.string()), mark, Progress())
    return Reading(int(numbers.readings[0])), float(numbers.lower[0]), float(numbers.upper[0])


@pytest.mark.parametrize(
    ("text", "mark", "value"),
    [("5", ".", 5), ("+5", ".", 5), ("-5.25", ".", -5.25), (".5", ".", 0.5), ("5.", ".", 5), ("1e3", ".", 1000),
     ("1E-2", ".", 0.01), ("007", ".", 7), ("1,5", ",", 1.5), ("-,5", ",", -0.5), ("1,5e2", ",", 150),
     ("[5, 5]", ".", 5)],
)  # fmt: skip
def test_that_a_number_is_read_exactly(text, mark, value):
    assert reading(text, mark) == (Reading.PLAIN, value, value)


@pytest.mark.parametrize("text", ["4e", "7f", "1,234", "1.2.3", "1 2", "0x10", "1_000", "--1", "e5", "", ".", "-",
                                  "1d5", "٣", "2020-01-15", "12:30", "1/2", "NaN", "a5"])  # fmt: skip
def test_that_what_is_not_wholly_a_number_is_text(text):
    kind, lower, upper = reading(text)
    assert kind is Reading.TEXT
    assert math.isnan(lower) and math.isnan(upper)


@pytest.mark.parametrize("text", ["1.5", "1.234,5", "1,234,567"])
def test_that_a_foreign_mark_is_text_under_a_decimal_comma(text):
    assert reading(text, ",")[0] is Reading.TEXT


@pytest.mark.parametrize("text", ["inf", "-Inf", "Infinity", "1e999", "-1e999", "1.#INF", "∞"])
def test_that_an_infinity_is_no_number(text):
    kind, lower, upper = reading(text)
    assert kind is Reading.INFINITE
    assert math.isnan(lower) and math.isnan(upper)


RANGES = [
    ("[20, 40[", ".", (20, 40)),
    ("]20, 40]", ".", (20, 40)),
    ("[20,40)", ".", (20, 40)),
    ("(20,40]", ".", (20, 40)),
    ("[20;40]", ".", (20, 40)),
    ("[20-40]", ".", (20, 40)),
    ("[20..40]", ".", (20, 40)),
    ("(20.0, 40.5]", ".", (20, 40.5)),
    ("[-5, -1]", ".", (-5, -1)),
    ("[-5,-1]", ".", (-5, -1)),
    ("[-10--5]", ".", (-10, -5)),
    ("20-40", ".", (20, 40)),
    ("20 - 40", ".", (20, 40)),
    ("20–40", ".", (20, 40)),
    ("20..40", ".", (20, 40)),
    ("-5-10", ".", (-5, 10)),
    ("-5--1", ".", (-5, -1)),
    ("0-9", ".", (0, 9)),
    ("1e2-1e3", ".", (100, 1000)),
    ("1,5-2,5", ",", (1.5, 2.5)),
    ("[1,5;2,5]", ",", (1.5, 2.5)),
    ("[1,5, 2,5[", ",", (1.5, 2.5)),
    ("[1, 83[", ",", (1, 83)),
    ("[20,40]", ",", (20, 40)),
    ("[1,5, 2]", ",", (1.5, 2)),
    ("[1, 5,2]", ",", (1, 5.2)),
    (">=65", ".", (65, math.inf)),
    ("> 65", ".", (65, math.inf)),
    ("≥65", ".", (65, math.inf)),
    ("65+", ".", (65, math.inf)),
    ("[65, inf[", ".", (65, math.inf)),
    ("<5", ".", (-math.inf, 5)),
    ("<= 5", ".", (-math.inf, 5)),
    ("≤-5", ".", (-math.inf, -5)),
    ("(-Inf, 5]", ".", (-math.inf, 5)),
]


@pytest.mark.parametrize(("text", "mark", "bounds"), RANGES)
def test_that_a_generalized_number_has_its_bounds(text, mark, bounds):
    assert reading(text, mark) == (Reading.RANGE, *bounds)


@pytest.mark.parametrize(
    ("text", "mark"),
    [("40-20", "."), ("[40, 20]", "."), ("5--1", "."), ("01-12", "."), ("0171-5555", "."), ("[1,5,2]", ","),
     ("[5]", "."), ("[a, b]", "."), ("[-inf, inf]", "."), ("20-40-60", "."), ("<=50K", "."), (">=1e999", "."),
     ("+", "."), ("[,]", ".")],
)  # fmt: skip
def test_that_what_has_no_single_meaning_is_no_range(text, mark):
    assert reading(text, mark)[0] is Reading.TEXT


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_that_every_float_written_by_python_reads_back_the_same(value):
    kind, lower, upper = reading(repr(value))
    assert kind is Reading.PLAIN
    assert lower == upper == value


@given(
    st.integers(-999, 999),
    st.integers(-999, 999),
    st.sampled_from(["[{}, {}[", "[{},{}]", "{}-{}", "{}..{}", "[{};{}]"]),
)
def test_that_bounds_in_order_are_a_range_and_others_none(low, high, form):
    bounds = read_range(form.format(low, high), ".")
    assert bounds == ((low, high) if low <= high else None)


@given(st.lists(st.text(max_size=8)), st.sampled_from(".,"))
def test_that_bounds_are_numbers_exactly_where_the_reading_says_so(texts, mark):
    numbers = read_numbers(pa.array(texts, pa.string()), mark, Progress())
    is_number = np.isin(numbers.readings, (Reading.PLAIN, Reading.RANGE))
    np.testing.assert_array_equal(~np.isnan(numbers.lower), is_number)
    np.testing.assert_array_equal(~np.isnan(numbers.upper), is_number)
    assert (numbers.lower[is_number] <= numbers.upper[is_number]).all()


@given(st.lists(st.text(alphabet="1.,\u00a0\r\nab", max_size=4), max_size=6), st.integers(0, 3))
def test_that_characters_are_found_in_the_texts_that_hold_them_as_by_a_pattern(texts, start):
    cells = pa.array(texts, pa.string())[start:]
    for characters in ("\r\n", ",", "\u00a0"):
        assert holds(cells, characters).tolist() == matches(cells, f"[{characters}]").tolist()


@pytest.mark.parametrize("dash", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212-")
def test_that_any_dash_stands_between_the_ends_of_a_range(dash):
    found = read_numbers(pa.array([f"20{dash}39", f"[20 {dash} 39]"]), ".", Progress())
    assert found.lower.tolist() == [20, 20]
    assert found.upper.tolist() == [39, 39]


def test_that_the_minus_of_typeset_tables_is_a_minus():
    found = read_numbers(pa.array(["\u22125,5", "\u22125,5\u2013\u22121", "[\u2212\u221e; 3]"]), ",", Progress())
    assert found.lower.tolist() == [-5.5, -5.5, -np.inf]
    assert found.upper.tolist() == [-5.5, -1, 3]
