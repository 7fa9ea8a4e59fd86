"""Plots of several releases say their numbers under the pointer."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.audit.release_figures import Figure
from permdesk.audit.sweep import Goal, Sweep, SweepPlan, SweepPoint
from permdesk.gui.charts.difference_plot import DifferencePlot
from permdesk.gui.charts.link_plot import LinkPlot
from permdesk.gui.charts.overlay_plot import Curve, OverlayPlot
from permdesk.gui.charts.sweep_plot import SweepPlot
from permdesk.gui.theme import THEMES, contrast
from permdesk.masking.parameters import Method
from tests.audit.test_release_figures import line


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
    assert plot.said_at(0.3, 1) == "−1.00 to 1.00 % of the records further in A: 50.0 % of the records"
    assert plot.said_at(40.5, 1).endswith("25.0 % of the records")
    assert plot.said_at(50, 1) == ""


def test_that_the_legend_names_every_curve_within_the_picture_and_on_three_lines(qtbot):
    plot = OverlayPlot()
    qtbot.addWidget(plot)
    plot.resize(560, 420)
    plot.show_curves([Curve(f"original-microaggregation-{place}.csv", np.linspace(0, 5, 50)) for place in range(8)])
    plot.show()
    qtbot.waitExposed(plot)
    for place, (_sample, said) in enumerate(plot.legend.items):
        first, last = said.text.split("…")  # what tells the names apart is at their ends
        assert f"original-microaggregation-{place}.csv".startswith(first)
        assert last.endswith(f"-{place}.csv")
        assert said.mapRectToScene(said.boundingRect()).right() <= plot.view.width()
    assert plot.legend.rowCount == 3
    plot.resize(1600, 420)
    qtbot.waitUntil(lambda: plot.legend.columnCount == OverlayPlot.most_columns)
    assert [said.text for _sample, said in plot.legend.items] == [
        f"original-microaggregation-{place}.csv" for place in range(8)
    ]


def test_that_the_title_of_the_upright_axis_is_its_unit_where_the_picture_is_low_and_whole_where_it_is_not(qtbot):
    plot = OverlayPlot()
    qtbot.addWidget(plot)
    plot.show_curves([Curve("a.csv", np.linspace(0, 5, 50))])
    plot.view.setFixedHeight(100)
    plot.show()
    qtbot.waitExposed(plot)
    axis = plot.canvas.getAxis("left")
    qtbot.waitUntil(lambda: axis.labelText == "%")
    plot.view.setFixedHeight(400)
    qtbot.waitUntil(lambda: axis.labelText == "Moved at most so far, %")


@pytest.fixture
def links(qtbot):
    plot = LinkPlot()
    qtbot.addWidget(plot)
    assert plot.said_at(0.5, 1) == ""
    before, after = np.array([1, 50, 100, 80], np.int32), np.array([1, 100, 50, 0], np.int32)
    plot.show_links(before, after, np.array([True, False, False, False]), 2, "")
    plot.resize(500, 500)
    return plot


def test_that_a_line_says_its_record_its_ranks_and_whether_it_is_right(links):
    assert links.said_at(0.5, 1) == "Record 1: rank 1 in X, rank 1 in Z; right link"
    assert links.said_at(0.0, 50) == "Record 2: rank 50 in X, rank 100 in Z; wrong link"
    assert links.said_at(0.5, 75) == "Record 3: rank 100 in X, rank 50 in Z; wrong link, this person"
    assert links.said_at(0.5, 40) == links.said_at(1.2, 1) == ""
    assert links.said_at(0.0, 80) == ""  # it has no link, so that no line is drawn


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_that_every_kind_of_line_stands_out_from_what_it_is_drawn_on(links, theme):
    links.apply_theme(theme)
    for curve in links._curves:
        colour = curve.opts["pen"].color()
        assert colour.alpha() == 255
        assert contrast(colour.name(), theme.surface) >= 3


def test_that_the_numbers_of_links_are_reached_by_keys_and_follow_the_release(links):
    links.with_numbers.setChecked(True)
    rows = links.table.rows
    assert [rows.index(row, 2).data() for row in range(4)] == ["1", "100", "50", "–"]
    assert [rows.index(row, 3).data() for row in range(4)][0::3] == ["right link", "no link"]
    links.show_links(np.array([3, 4], np.int32), np.array([4, 3], np.int32), np.zeros(2, bool), 0, "")
    assert [rows.index(row, 1).data() for row in range(rows.rowCount())] == ["3", "4"]


def test_that_a_sweep_says_the_figure_of_the_nearest_value_with_its_range(qtbot):
    plot = SweepPlot(Figure.RIGHT_LINKS)
    qtbot.addWidget(plot)
    assert plot.said_at(1, 1) == ""
    plan = SweepPlan(Method.RANK_SWAPPING, (0.1, 0.3), Goal(0.5), replicates=2, seed=1)
    points = (
        SweepPoint(0.1, (line(right_links=0.6), line(right_links=0.8))),
        SweepPoint(0.3, (line(right_links=0.2), line(right_links=None))),
    )
    plot.show_sweep(Sweep(plan, points, None))
    assert plot.said_at(12, 5) == "At 10 %: 70.0 % in the mean of 2 releases, from 60.0 % to 80.0 %"
    assert plot.said_at(29, 5) == "At 30 %: 20.0 %, from one release"
    assert plot.said_at(500, 5) == ""
