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


def test_that_the_legend_names_every_curve_within_the_picture(qtbot):
    plot = OverlayPlot()
    qtbot.addWidget(plot)
    plot.resize(560, 420)
    plot.show_curves([Curve(f"original-microaggregation-{place}.csv", np.linspace(0, 5, 50)) for place in range(8)])
    plot.show()
    qtbot.waitExposed(plot)
    for place, (_sample, said) in enumerate(plot.legend.items):
        assert said.text == f"original-microaggregation-{place}.csv"
        assert said.mapRectToScene(said.boundingRect()).right() <= plot.view.width()
    plot.resize(1600, 420)
    qtbot.waitUntil(lambda: plot.legend.columnCount == OverlayPlot.most_columns)


def test_that_the_title_of_the_upright_axis_is_cut_where_the_picture_is_low_and_whole_where_it_is_not(qtbot):
    plot = OverlayPlot()
    qtbot.addWidget(plot)
    plot.show_curves([Curve("a.csv", np.linspace(0, 5, 50))])
    plot.view.setMinimumHeight(110)
    plot.resize(560, 240)
    plot.show()
    qtbot.waitExposed(plot)
    axis = plot.canvas.getAxis("left")
    qtbot.waitUntil(lambda: axis.labelText.endswith("…"))
    plot.resize(560, 500)
    qtbot.waitUntil(lambda: axis.labelText == "Moved at most so far, %")
