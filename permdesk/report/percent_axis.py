"""Shares on the axis of a picture, as percentages with the marks of the report's language."""

from __future__ import annotations

from matplotlib.axis import Axis

from permdesk.translation import tr, tr_number

SMALL = 0.06
"""Up to here percentages need a decimal to tell ticks apart."""


def show_percentages(axis: Axis, largest: float) -> None:
    """Label an axis of shares that goes up to ``largest``."""
    decimals = 0 if largest > SMALL else 1
    axis.set_major_formatter(lambda share, _: tr("{number} %", number=tr_number(f"{100 * share:.{decimals}f}")))
