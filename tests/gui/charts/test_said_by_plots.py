"""Plots of several releases say their numbers under the pointer."""

from __future__ import annotations

import numpy as np

from permdesk.gui.charts.difference_plot import DifferencePlot
from permdesk.gui.charts.overlay_plot import Curve, OverlayPlot


def test_that_every_curve_says_its_share_at_the_pointer(qtbot):
    plot = OverlayPlot()
    qtbot.addWidget(plot)
    assert plot.said_at(1, 1) == ""
    plot.show_curves([Curve("one", np.array([0.0, 1, 2, 3])), Curve("two", np.array([2.0, 2, 4, 8]))])
    assert plot.said_at(2.5, 50).splitlines() == [
        "one: 75.0 % of the records moved at most 2.5 %",
        "two: 50.0 % of the records moved at most 2.5 %",
    ]
    assert plot.said_at(-1, 50) == ""


def test_that_a_bar_says_its_differences_and_its_share(qtbot):
    plot = DifferencePlot()
    qtbot.addWidget(plot)
    assert plot.said_at(0, 1) == ""
    plot.show_differences(np.array([-41.0, 0, 0, 41]))
    assert plot.said_at(0.3, 1) == "-1.00 to 1.00 % of the records further in A: 50.0 % of the records"
    assert plot.said_at(40.5, 1).endswith("25.0 % of the records")
    assert plot.said_at(50, 1) == ""
