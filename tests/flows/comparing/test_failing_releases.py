"""A release that fails the policy is crossed out on the map, however good its place is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, QRect, QSize
from PySide6.QtGui import QImage

from permdesk.audit.findings import Outcome
from permdesk.audit.release_figures import pareto_front
from permdesk.report.comparison_map import fails_policy

GREY = QImage.Format.Format_Grayscale8


def scatters(chart):
    return [item for item in chart.canvas.items if isinstance(item, pg.ScatterPlotItem)]


def front_of(chart):
    return pareto_front(chart.lines, chart.risk, chart.loss)


def grey(chart, place):
    """The greys around a release, as a printer without colours has them."""
    at = chart.view.mapFromScene(chart.box.mapViewToScene(QPointF(*chart.at(place))))
    image = chart.view.grab(QRect(at - QPoint(8, 8), QSize(17, 17))).toImage().convertToFormat(GREY)
    return np.array([[image.pixelColor(x, y).lightness() for x in range(17)] for y in range(17)])


def test_that_what_fails_is_told_by_form_on_the_front_and_beside_it_without_colours(compared):
    chart = compared.map.map
    drawn = {}
    for outcome in (Outcome.PASS, Outcome.FAIL):
        lines = [replace(line, outcome=outcome) for line in chart.lines]
        lines[1] = replace(lines[1], right_links=0.9, correlation_loss=0.9, marginal_loss=0.9)
        chart.show_releases(lines, chart.risk, chart.loss)
        assert 1 not in front_of(chart) and front_of(chart)
        drawn[outcome] = [grey(chart, place) for place in (next(iter(front_of(chart))), 1)]
    for passing, failing in zip(drawn[Outcome.PASS], drawn[Outcome.FAIL], strict=True):
        assert (np.abs(passing - failing) > 60).sum() > 15
        middle = passing[8, 8], failing[8, 8]
        assert abs(middle[0] - middle[1]) > 60


def test_that_the_map_crosses_out_what_fails_the_policy_and_its_legend_says_so(compared):
    chart = compared.map.map
    worst, *others = chart.lines
    kept = [replace(line, outcome=Outcome.PASS) for line in others]
    chart.show_releases([replace(worst, outcome=Outcome.FAIL), *kept], chart.risk, chart.loss)
    failing = [place for place in chart.places if chart.lines[place].outcome is Outcome.FAIL]
    assert failing == [0]
    entries = {label.text: sample.item for sample, label in chart.legend.items}
    crosses = entries[fails_policy()]
    assert crosses in chart.canvas.items and crosses.opts["symbol"] == "x"
    assert {(x, y) for x, y in zip(*crosses.getData(), strict=True)} == {chart.at(place) for place in failing}
    assert [fails_policy() in chart.said(place) for place in chart.places] == [
        place in failing for place in chart.places
    ]
    marks = {(item.opts["symbol"], at) for item in scatters(chart) for at in zip(*item.getData(), strict=True)}
    assert len(marks) == len(chart.places) + sum(place in front_of(chart) for place in failing)
    assert not any(("d", chart.at(place)) in marks for place in failing)
    chart.show_releases(kept, chart.risk, chart.loss)
    assert fails_policy() not in {label.text for _, label in chart.legend.items}
