"""Pictures that are shown to a room: marks grow with type, and titles of axes stand in the middle of theirs."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from permdesk.gui.appearance import apply_theme
from permdesk.gui.charts.rank_plot import RankPlot
from permdesk.gui.theme import LIGHT


@pytest.fixture
def plot(qtbot, look):
    apply_theme(look, LIGHT)
    plot = RankPlot()
    qtbot.addWidget(plot)
    plot.apply_theme(LIGHT)
    plot.resize(500, 400)
    plot.show()
    ranks = np.arange(1, 21, dtype=np.int32)
    plot.show_ranks("X1", ranks, ranks[::-1].copy())
    return plot


def enlarge(plot: RankPlot, larger: float) -> None:
    apply_theme(QApplication.instance(), LIGHT, larger)
    QApplication.processEvents()
    plot.apply_theme(LIGHT)


def test_that_marks_and_lines_grow_with_type(plot):
    before = plot.dot, plot.pen("#000000", 2).widthF()
    enlarge(plot, 1.5)
    assert (plot.dot, plot.pen("#000000", 2).widthF()) == pytest.approx(tuple(1.5 * size for size in before))


def test_that_the_title_of_an_axis_stands_in_its_middle_cut_and_whole(plot):
    axis = plot.canvas.getAxis("left")
    enlarge(plot, 2.0)
    for height, is_whole in ((330, False), (500, True), (330, False)):
        plot.resize(500, height)
        QApplication.processEvents()
        assert axis.labelText and (axis.labelText == "Rank in Z") is is_whole
        place = axis.mapRectFromItem(axis.label, axis.label.boundingRect()).center()
        assert abs(place.y() - axis.boundingRect().center().y()) <= 6


def test_that_a_long_title_of_an_axis_takes_two_lines_apart_from_its_numbers_before_it_is_cut(plot):
    plot._titles["left"] = "Share of records"
    enlarge(plot, 1.4)
    axis = plot.canvas.getAxis("left")
    for height, title in ((330, "Share of\nrecords"), (600, "Share of records"), (330, "Share of\nrecords")):
        plot.resize(500, height)
        QApplication.processEvents()
        assert axis.labelText == title
        numbers = axis.textWidth + axis.style["tickTextOffset"][0]
        drawn = axis.mapRectFromItem(axis.label, axis.label.boundingRect())
        spare = 0.25 * drawn.width() if "\n" in title else drawn.width()
        assert drawn.right() - spare <= axis.boundingRect().width() - numbers
