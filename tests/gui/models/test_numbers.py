"""Numbers on screen follow the locale, and never hide that something is small or missing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale

from permdesk.gui import numbers


def test_that_numbers_follow_the_locale():
    assert (numbers.count(1234567), numbers.decimal(1234.5, 2)) == ("1,234,567", "1,234.50")
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    assert (numbers.count(1234567), numbers.decimal(1234.5, 2)) == ("1.234.567", "1.234,50")
    assert numbers.percent(0.392) == "39,2 %"


def test_that_a_small_share_or_probability_is_never_shown_as_nothing():
    assert numbers.percent(0.0001) == "< 0.1 %"
    assert numbers.percent(0.0) == "0.0 %"
    assert numbers.probability(0.00001) == "< 0.0001"
    assert numbers.probability(0.25) == "0.2500"


def test_that_nearly_all_is_never_shown_as_all():
    assert (numbers.percent(0.9996), numbers.percent(0.9995), numbers.percent(0.99949)) == ("> 99.9 %",) * 2 + (
        "99.9 %",
    )
    assert (numbers.percent(0.9999, 2), numbers.percent(0.999, 0)) == ("99.99 %", "> 99 %")
    assert (numbers.percent(1.0), numbers.percent(1.2)) == ("100.0 %", "120.0 %")


@pytest.mark.parametrize("text", [numbers.decimal, numbers.significant, numbers.percent, numbers.probability])
@pytest.mark.parametrize("value", [None, float("nan"), float("inf")])
def test_that_a_number_that_does_not_exist_is_a_dash(text, value):
    assert text(value) == numbers.NOTHING


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.009025, "0.009025"),
        (11.0737, "11.07"),
        (-7.46, "−7.460"),
        (0.0, "0.000"),
        (2e-9, "2e−09"),
        (12345.6, "12,346"),
    ],
)
def test_that_significant_digits_are_kept(value, text):
    assert numbers.significant(value) == text


def test_that_nothing_is_ever_minus_nothing():
    assert (numbers.decimal(-0.001, 2), numbers.decimal(-0.006, 2)) == ("0.00", "−0.01")


def test_that_shared_ranks_are_an_interval():
    assert (numbers.interval(3, 3), numbers.interval(3, 1200)) == ("3", "3–1,200")


@given(st.integers(0, 4), st.lists(st.integers(-(10**6), 10**6), min_size=1))
def test_that_values_show_no_more_places_than_they_have(places, scaled):
    assert numbers.places_of(np.array(scaled) / 10**places) <= places


def test_that_values_show_all_places_up_to_four():
    assert numbers.places_of(np.array([1.0, np.nan, 2.25])) == 2
    assert numbers.places_of(np.array([1 / 3])) == 4
    assert [numbers.places_of(np.array([size / 3])) for size in (1e6, 1e4, 1e2, 0.01)] == [1, 2, 4, 6]
    assert numbers.places_of(np.array([np.nan])) == 0


@given(st.integers(-(10**9), 10**9))
def test_that_an_ungrouped_number_can_be_read_back(number):
    assert int(numbers.ungrouped(numbers.count(number))) == number


def test_that_a_minus_is_one_sign_in_every_language_and_a_hyphen_for_programs():
    for language in ("en_US", "de_DE", "sv_SE", "nb_NO"):
        QLocale.setDefault(QLocale(language))
        shown = numbers.count(-7), numbers.decimal(-7.5), numbers.significant(-7.5), numbers.exact(-7.5)
        assert [text[0] for text in shown] == [numbers.MINUS] * 4
        assert [numbers.ungrouped(text)[0] for text in shown] == ["-"] * 4


def test_that_numbers_of_any_size_are_shown_and_never_as_nothing_or_a_line_of_digits():
    for values, shown in (
        ([1.02417e302, 9.5e301], ["1.02417e+302", "9.5e+301"]),
        ([1.5e-298, 0.0], ["1.5e−298", "0"]),
        ([2.5e-10, 1.25e-10], ["2.5e−10", "1.25e−10"]),
        ([9_007_199_254_740_992.0, 1.0], ["9,007,199,254,740,992", "1"]),
        ([0.0, 0.0], ["0", "0"]),
    ):
        places = numbers.places_of(np.array(values))
        assert [numbers.decimal(value, places) for value in values] == shown, values


@pytest.mark.parametrize("size", [1e-300, 1e-9, 1.0, 1e15, 1e300, 1.7e308])
def test_that_the_fewest_places_that_show_values_as_they_are_do_so_for_numpy_too(size):
    for values in (np.array([size]), np.array([size / 3, size]), np.array([0.0, size, -size / 7])):
        with np.errstate(over="ignore"):
            places = numbers.places_of(values)
            near = [
                np.allclose(values, values.round(n), rtol=1e-12, atol=1e-9 * min(np.abs(values).max(), 1.0))
                for n in range(numbers.MOST_PLACES + 1)
            ]
        assert places == next((n for n, is_near in enumerate(near) if is_near), places)
