"""Numbers as text: rounded no further than a reader can use, in the C locale."""

import pytest

from permdesk.report.blocks import Cell, Column, Number
from permdesk.report.number_text import MISSING, cell_text, measure_text, multiple_text, number_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.009024999, "0.009025"),
        (11.073688, "11.07"),
        (20167.78, "20168"),
        (42.0, "42"),
        (0.05, "0.05"),
        (0, "0"),
        (-3.14159, "-3.142"),
        (1.23456e-9, "1.235e-09"),
        (9.99999, "10"),
    ],
)
def test_that_measures_have_four_significant_digits_and_all_whole_ones(value, text):
    assert measure_text(value) == text


@pytest.mark.parametrize(
    ("value", "number", "text"),
    [
        (5.0, Number.COUNT, "5"),
        (5.5, Number.COUNT, "5.5"),
        (1_000_000, Number.COUNT, "1000000"),
        (0.05, Number.SHARE, "5.0 %"),
        (0.00001, Number.SHARE, "< 0.1 %"),
        (0.99999, Number.SHARE, "> 99.9 %"),
        (1.0, Number.SHARE, "100.0 %"),
        (0.0, Number.SHARE, "0.0 %"),
        (0.18986, Number.PROBABILITY, "0.1899"),
        (0.00001, Number.PROBABILITY, "< 0.0001"),
        (0.99999, Number.PROBABILITY, "> 0.9999"),
        (-0.0001, Number.CORRELATION, "0.000"),
        (0.72180, Number.CORRELATION, "0.722"),
        (None, Number.MEASURE, MISSING),
        (float("nan"), Number.MEASURE, MISSING),
    ],
)
def test_that_numbers_read_as_their_kind_says(value, number, text):
    assert number_text(value, number) == text


def test_that_values_keep_the_decimals_of_their_column():
    assert cell_text(Cell(981.8), Column("X2", Number.VALUE, decimals=2)) == "981.80"
    assert cell_text(Cell(-0.001), Column("E", Number.VALUE, decimals=2)) == "0.00"


def test_that_text_and_missing_cells_read_in_any_column():
    assert cell_text(Cell("3–7"), Column("rank", Number.COUNT)) == "3–7"
    assert cell_text(Cell(None), Column("rank", Number.COUNT)) == MISSING
    assert cell_text(Cell(7), Column("free")) == "7"


def test_that_multiples_of_chance_are_short():
    assert (multiple_text(7.8333), multiple_text(32334.4)) == ("7.8", "32334")
