"""Formulas: what is lowered and raised, and what stays on the line."""

import pytest

from permdesk.report.formula import Place, formula_html, formula_parts


@pytest.mark.parametrize(
    ("formula", "html"),
    [
        ("a < b", "a &lt; b"),
        ("x_i^2", "x<sub>i</sub><sup>2</sup>"),
        ("x_{i<j} + 1", "x<sub>i&lt;j</sub> + 1"),
        ("", ""),
        ("x_{}y", "xy"),
    ],
)
def test_that_parts_are_lowered_and_raised(formula, html):
    assert formula_html(formula) == html


def test_that_parts_come_in_their_order():
    assert list(formula_parts("a_b c")) == [("a", Place.LINE), ("b", Place.LOWERED), (" c", Place.LINE)]
