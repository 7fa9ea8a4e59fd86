"""A canvas holds what was added, and brings no hidden widgets with it."""

from __future__ import annotations

import pyqtgraph as pg
import pytest
from PySide6.QtWidgets import QApplication, QWidget

from permdesk.gui.charts.canvas import Canvas
from permdesk.gui.charts.heat_map import HeatMap
from permdesk.gui.charts.rank_plot import RankPlot
from permdesk.gui.models.correlation_columns import Matrix, matrix_columns
from permdesk.gui.models.table_view import TableView
from permdesk.gui.theme import DARK
from tests.gui.audits import paper_audit


@pytest.fixture
def canvas(qtbot):
    view = pg.GraphicsLayoutWidget()
    qtbot.addWidget(view)
    canvas = Canvas({side: pg.AxisItem(side) for side in ("bottom", "left")})
    view.addItem(canvas, 0, 0)
    yield canvas


def test_that_what_was_added_is_taken_away_again(canvas):
    line, points = pg.PlotDataItem([0, 9], [1, 2]), pg.ScatterPlotItem([5], [700])
    canvas.addItem(line)
    canvas.addItem(points, ignoreBounds=True)
    assert canvas.items == [line, points]
    right, high = (end for _, end in canvas.getViewBox().childrenBounds())
    assert right < 10 and high < 3, "what is not to count does not"
    canvas.removeItem(line)
    assert canvas.items == [points]
    canvas.clear()
    assert canvas.items == canvas.getViewBox().addedItems == []


def test_that_axes_tell_what_the_box_shows(canvas):
    canvas.getViewBox().setRange(xRange=(3, 8), yRange=(-1, 1), padding=0)
    assert canvas.getAxis("bottom").range == [3, 8]
    assert canvas.getAxis("left").range == [-1, 1]


def test_that_a_grid_goes_across_or_is_none(canvas):
    left, bottom = canvas.getAxis("left"), canvas.getAxis("bottom")
    canvas.showGrid(y=True, alpha=0.2)
    assert (left.grid, bottom.grid) == (51, False)
    canvas.showGrid(y=False)
    assert left.grid is False


@pytest.mark.parametrize("kind", [HeatMap, RankPlot])
def test_that_a_plot_makes_no_window_that_nobody_sees(qtbot, kind):
    before = set(QApplication.topLevelWidgets())
    plot = kind()
    qtbot.addWidget(plot)
    hidden = [window for window in QApplication.topLevelWidgets() if window not in before and window is not plot]
    assert [window for window in hidden if window.parent() is None and window.findChildren(QWidget)] == []


def test_that_the_table_of_numbers_is_made_when_it_is_asked_for_as_the_plot_looks_now(qtbot):
    plot = HeatMap()
    qtbot.addWidget(plot)
    plot.resize(900, 500)
    plot.show()
    audit = paper_audit()
    plot.show_matrix(
        audit.names,
        {matrix.value: matrix.of(audit) for matrix in Matrix},
        "Y",
        matrix_columns(audit, Matrix.ANONYMIZED),
    )
    plot.apply_theme(DARK)
    assert plot.table is None and not plot.findChildren(TableView)
    plot.with_numbers.click()
    assert plot.table.isVisible() and plot.view.isVisible()
    assert plot.table.horizontalHeader().theme is DARK
    assert plot.table.rows.rowCount() == len(audit.names)
    assert 0.5 < plot.view.width() / (plot.view.width() + plot.table.width()) < 0.7
    plot.with_numbers.click()
    assert not plot.table.isVisible()
    plot.with_numbers.click()
    assert plot.findChildren(TableView) == [plot.table]
