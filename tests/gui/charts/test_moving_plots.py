"""Plots that move ten times a second show what plots drawn anew would, and links are lines between two ranks."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
import pytest

from permdesk.audit.release_figures import Figure
from permdesk.audit.sweep import Goal, Sweep, SweepPlan, SweepPoint
from permdesk.gui.charts.distribution_plot import DistributionPlot, rounded_up
from permdesk.gui.charts.link_plot import MOST_LINES, LinkPlot
from permdesk.gui.charts.sweep_plot import SweepPlot
from permdesk.gui.theme import DARK
from permdesk.masking.parameters import Method
from permdesk.report.bins import Bins
from tests.audit.test_release_figures import line


def drawn(plot):
    """What stands in the canvas and the legend."""
    (bars,) = (item for item in plot.canvas.items if isinstance(item, pg.BarGraphItem))
    (steps,) = (item for item in plot.canvas.items if isinstance(item, pg.PlotDataItem))
    lines = [float(item.value()) for item in plot.canvas.items if isinstance(item, pg.InfiniteLine)]
    words = [label.text for _, label in plot.legend.items]
    return [list(bars.opts["x"]), list(bars.opts["height"]), list(steps.yData), lines, words]


@pytest.fixture
def moving(qtbot):
    plot = DistributionPlot()
    qtbot.addWidget(plot)
    plot.move_distributions(Bins(1, 3), np.array([0.5, 0.5, 0.0]), np.array([0.1, 0.2, 0.7]), 1)
    return plot


@pytest.mark.parametrize(
    ("bins", "critical"),
    [(Bins(1, 3), 2), (Bins(1, 3), -1), (Bins(1, 4), 0), (Bins(5, 3), 7)],
    ids=["moved", "no critical distance", "one bin more", "wider bins"],
)
def test_that_what_moved_is_what_would_be_drawn_anew(qtbot, moving, bins, critical):
    original, random = np.linspace(0, 1, bins.n), np.linspace(1, 0, bins.n)
    moving.move_distributions(bins, original, random, critical)
    anew = DistributionPlot()
    qtbot.addWidget(anew)
    anew.show_distributions(bins, original, random, critical)
    assert drawn(moving) == drawn(anew)


def test_that_another_theme_draws_the_same(moving):
    before = drawn(moving)
    moving.apply_theme(DARK)
    assert drawn(moving) == before


def test_that_the_line_of_a_chosen_distance_comes_moves_and_goes_without_drawing_the_rest_anew(qtbot, moving):
    bars = moving._bars
    moving.show_within(1)
    with_line = drawn(moving)
    assert with_line[-1][-1] == "within distance t"
    moving.show_within(2)
    assert moving._bars is bars
    moved = drawn(moving)
    moving.redraw()
    assert drawn(moving) == moved != with_line
    moving.show_within(-1)
    assert "within distance t" not in drawn(moving)[-1]


def test_that_a_distance_chosen_before_anything_is_drawn_has_its_line_later(qtbot):
    plot = DistributionPlot()
    qtbot.addWidget(plot)
    plot.show_within(1)
    plot.show_distributions(Bins(1, 3), np.array([0.5, 0.5, 0.0]), np.array([0.1, 0.2, 0.7]), 1)
    assert drawn(plot)[-1][-1] == "within distance t"


def links_of(n, chosen=0, seed=1):
    random = np.random.default_rng(seed)
    before, after = (random.permutation(n).astype(np.int32) + 1 for _ in range(2))
    right = random.random(n) < 0.5
    return before, after, right, chosen


def test_that_each_record_has_one_line_by_whether_its_link_is_right(qtbot):
    plot = LinkPlot()
    qtbot.addWidget(plot)
    before, after, right, chosen = links_of(30, chosen=4)
    plot.show_links(before, after, right, chosen, "Links.")
    wrong, sure, mine = (ends.reshape(-1, 2) for ends in plot._lines)
    assert len(wrong) + len(sure) == 29
    assert {tuple(ends) for ends in sure} == {(before[i], after[i]) for i in range(30) if right[i] and i != chosen}
    assert mine.tolist() == [[before[4], after[4]]]
    assert plot.caption.text() == "Links."


def test_that_missing_ranks_have_no_line_and_many_records_are_sampled(qtbot):
    plot = LinkPlot()
    qtbot.addWidget(plot)
    before, after, right, chosen = links_of(1_000)
    before[chosen] = 0
    plot.show_links(before, after, right, chosen, "Links.")
    assert plot._lines[2].size == 0
    assert MOST_LINES - 1 <= sum(ends.size // 2 for ends in plot._lines) <= MOST_LINES
    assert "120 of 1,000" in plot.caption.text() or "120 of 1000" in plot.caption.text()
    curves = [item for item in plot.canvas.items if isinstance(item, pg.PlotCurveItem)]
    assert sum(len(curve.getData()[1]) for curve in curves) == sum(ends.size for ends in plot._lines)


def swept(goal):
    points = tuple(
        SweepPoint(strength, tuple(line(right_links=rate) for rate in rates))
        for strength, rates in ((0.1, (0.8, 0.9)), (0.2, (0.1, 0.3)), (0.5, (0.0, 0.02)))
    )
    return Sweep(SweepPlan(Method.RANK_SWAPPING, (0.1, 0.2, 0.5), goal, 2), points)


def test_that_a_sweep_is_a_mean_with_a_band_in_percent_and_its_goal(qtbot):
    plot = SweepPlot(Figure.RIGHT_LINKS)
    qtbot.addWidget(plot)
    plot.show_sweep(swept(Goal(0.05)))
    low, high, mean = (item for item in plot.canvas.items if isinstance(item, pg.PlotDataItem))
    assert list(mean.xData) == pytest.approx([10, 20, 50])
    assert list(mean.yData) == pytest.approx([85, 20, 1])
    assert list(low.yData) == pytest.approx([80, 10, 0])
    assert list(high.yData) == pytest.approx([90, 30, 2])
    lines = sorted(float(item.value()) for item in plot.canvas.items if isinstance(item, pg.InfiniteLine))
    assert lines == pytest.approx([5, 50])  # the goal, and where it is reached


def test_that_a_goal_of_another_kind_or_out_of_reach_has_no_line(qtbot):
    plot = SweepPlot(Figure.RIGHT_LINKS)
    qtbot.addWidget(plot)
    plot.show_sweep(swept(Goal(0.001)))
    lines = [float(item.value()) for item in plot.canvas.items if isinstance(item, pg.InfiniteLine)]
    assert lines == pytest.approx([0.1])


def test_that_the_plot_of_a_sweep_grows_to_a_goal_that_is_near(qtbot):
    plot = SweepPlot(Figure.RIGHT_LINKS)
    qtbot.addWidget(plot)
    far = SweepPoint(0.1, tuple(line(right_links=rate) for rate in (0.3, 0.5)))
    plot.show_sweep(Sweep(SweepPlan(Method.RANK_SWAPPING, (0.1,), Goal(0.2), 2), (far,)))
    plot.view.grab()
    low, high = plot.box.viewRange()[1]
    assert low <= 20 < 50 <= high
    assert plot.far_goal == ""
    assert [label.text for _, label in plot.legend.items] == ["goal 20.0 %"]


@pytest.mark.parametrize(
    ("rates", "goal", "said"), [((0.95, 1.0), 0.01, "↓ goal 1.0 %"), ((0, 0.02), 0.9, "↑ goal 90.0 %")]
)
def test_that_a_goal_far_from_the_curve_is_told_at_the_edge_with_its_value(qtbot, rates, goal, said):
    plot = SweepPlot(Figure.RIGHT_LINKS)
    qtbot.addWidget(plot)
    points = tuple(SweepPoint(strength, tuple(line(right_links=rate) for rate in rates)) for strength in (0.1, 0.2))
    plot.show_sweep(Sweep(SweepPlan(Method.RANK_SWAPPING, (0.1, 0.2), Goal(goal), 2), points))
    plot.view.grab()
    low, high = plot.box.viewRange()[1]
    assert high - low < 60  # the curve is not pressed flat
    assert plot.far_goal == said
    plot.show_sweep(swept(Goal(0.05)))
    assert plot.far_goal == ""


@pytest.mark.parametrize(
    ("number", "end"), [(0, 1), (0.003, 0.003), (0.0031, 0.004), (0.95, 1), (101, 120), (1000, 1000)]
)
def test_that_axes_of_moving_plots_end_at_round_numbers(number, end):
    assert rounded_up(number) == pytest.approx(end)


def test_that_axes_rest_while_frequencies_move_a_little_and_hold_all_that_is_drawn(qtbot, moving):
    seen = moving.box.viewRange()
    moving.move_distributions(Bins(1, 3), np.array([0.45, 0.55, 0.0]), np.array([0.1, 0.2, 0.7]), 1)
    moving.view.grab()
    assert moving.box.viewRange() == seen
    moving.move_distributions(Bins(5, 30), np.full(30, 0.01), np.full(30, 0.9), 1)
    moving.view.grab()
    (left, right), (low, high) = moving.box.viewRange()
    assert left <= -0.5 and right >= 149.5 and high >= 0.9
    assert -0.05 * high < low < 0  # a dot at zero is whole, and bars still stand on the axis
    moving.box.setRange(xRange=(0, 10), yRange=(0, 0.1), padding=0)
    moving.reset()
    assert moving.box.viewRange()[0][1] == pytest.approx(right)
