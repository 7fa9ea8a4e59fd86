"""The pictures of one attribute and the map of correlations hold the audit's numbers and say them."""

from __future__ import annotations

import re

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QImage, QPainter

from permdesk.audit.marginals import find_marginals
from permdesk.compute import cache_slices
from permdesk.gui.appearance import POINTS
from permdesk.gui.charts import noise_plot
from permdesk.gui.charts.heat_map import STRONGEST_FILL, CellNumbers, HeatMap, shade
from permdesk.gui.charts.marginal_plot import MarginalPlot
from permdesk.gui.charts.noise_plot import NoisePlot
from permdesk.gui.charts.picture import svg
from permdesk.gui.charts.plot import Plot
from permdesk.gui.charts.rank_plot import RankPlot
from permdesk.gui.charts.share_plot import SharePlot
from permdesk.gui.models.correlation_columns import Matrix
from permdesk.gui.numbers import decimal
from permdesk.gui.panels.attribute_pictures import AttributePictures
from permdesk.gui.theme import DARK, LIGHT
from tests.gui.audits import paper_audit, tied_audit, unpaired_audit


@pytest.fixture
def pictures(qtbot):
    pictures = AttributePictures(RankPlot(), NoisePlot(), MarginalPlot())
    qtbot.addWidget(pictures)
    pictures.resize(700, 500)
    pictures.show()
    pictures.show_attribute(paper_audit(), 0)
    return pictures


def point_at(plot, x, y):
    """Bring the pointer to a place of the canvas."""
    plot.box.updateAutoRange()
    plot.view.scene().sigMouseMoved.emit(plot.box.mapViewToScene(QPointF(x, y)))
    return plot.view.toolTip()


def test_that_the_pointer_is_told_the_nearest_record(pictures):
    audit = paper_audit()
    scatter = pictures.scatter
    x, y = scatter.across[4], scatter.up[4]
    assert point_at(scatter, x, y) == f"Record 5: rank {x:.0f} in X, {y:.0f} in Z"
    assert audit.mapping.ranks_original[4, 0] == x
    assert point_at(scatter, 1, 19) == ""


def test_that_noise_stands_against_residual_noise(pictures):
    pictures.choose(1)
    audit = paper_audit()
    plot = pictures.noise
    assert plot.across.tolist() == audit.mapping.noise(0).tolist()
    assert plot.up.tolist() == audit.mapping.residual_noise(0).tolist()
    assert plot.is_smaller.mean() == audit.attributes[0].residual_smaller_share
    points = [item for item in plot.canvas.items if isinstance(item, pg.ScatterPlotItem)]
    assert [len(item.data) for item in points] == [18, 2]
    assert [item.opts["symbol"] for item in points] == ["o", "d"]
    assert "90.0 %" in plot.caption.text()
    assert point_at(plot, plot.across[2], plot.up[2]).startswith("Record 3: E = ")


@pytest.mark.parametrize("width", [320, 520, 900])
def test_that_both_ends_of_an_axis_of_values_have_their_numbers_whole(pictures, qtbot, width):
    pictures.choose(2)
    pictures.resize(width, 400)
    qtbot.wait(50)
    axis = pictures.marginals.canvas.getAxis("bottom")
    wanted = [text for _, text in axis._tickLevels[0]]
    image = QImage(10, 10, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    painter.setFont(axis.style["tickFont"])
    shown = [text for _, _, text in axis.generateDrawSpecs(painter)[2]]
    painter.end()
    assert len(wanted) == 5
    assert (shown[0], shown[-1]) == (wanted[0], wanted[-1])


def test_that_dots_are_as_large_at_every_scale(qtbot, monkeypatch):
    def size_of_dots(plot, draw):
        qtbot.addWidget(plot)
        plot.setFont(QFont(plot.font().family(), int(POINTS)))  # larger type would have larger dots
        draw(plot)
        return [item.opts["size"] for item in plot.canvas.items if isinstance(item, pg.ScatterPlotItem)]

    def marginal():
        return size_of_dots(MarginalPlot(), lambda plot: plot.show_marginals(
            "x", found, str, is_categorical=False, keeps_marginal=True
        ))  # fmt: skip

    def share():
        at = np.arange(5.0)
        return size_of_dots(SharePlot("s", "x"), lambda plot: plot.show_curve(at, 1 - at / 5, 2.0, 0.5, "x", str))

    found = find_marginals(paper_audit(), 0)
    usual = marginal(), share()
    assert usual == ([7], [7, 13])
    monkeypatch.setattr(Plot, "devicePixelRatioF", lambda _: 2.0)
    assert (marginal(), share()) == usual


def test_that_much_noise_is_a_sample_whose_share_is_that_of_all(qtbot, monkeypatch):
    monkeypatch.setattr(noise_plot, "MOST_POINTS", 50)
    monkeypatch.setattr(cache_slices, "VALUES", 7)
    plot = NoisePlot()
    qtbot.addWidget(plot)
    noise = np.arange(1.0, 1_001)
    residual = np.where(np.arange(1_000) < 250, 0, 2 * noise)
    plot.show_noise("x", "units", noise, residual)
    assert plot.records.size == 50
    assert "in 25.0 % of the records" in plot.caption.text()
    assert plot.caption.text().endswith("50 of 1,000 records, drawn at random.")


@pytest.mark.parametrize("audit", [unpaired_audit, tied_audit])
def test_that_every_picture_can_be_drawn_of_any_audit(pictures, audit):
    for place in range(3):
        pictures.choose(place)
        pictures.show_attribute(audit(), 1)
        assert pictures.currentWidget().caption.text()
    pictures.apply_theme(DARK)


def test_that_only_the_picture_in_view_is_drawn(pictures):
    assert pictures.noise.records.size == 0
    pictures.choose(2)
    assert pictures.marginals.marginals is not None
    assert pictures.noise.records.size == 0


def test_that_the_marginals_say_their_shares_and_list_them(pictures, qtbot):
    pictures.choose(2)
    plot = pictures.marginals
    middle = float(plot.marginals.edges[:2].mean())
    said = point_at(plot, middle, 1)
    share = plot.marginals.share_original[0]
    assert said.endswith(f"{100 * plot.marginals.share_anonymized[0]:.2f} % of Y")
    assert f"{100 * share:.2f} % of X" in said
    qtbot.mouseClick(plot.with_numbers, Qt.MouseButton.LeftButton)
    assert plot.table.rows.rowCount() == plot.marginals.share_original.size
    assert plot.table.rows.index(0, 1).data() == f"{100 * share:.2f} %"


@pytest.fixture
def heat(qtbot):
    heat = HeatMap()
    qtbot.addWidget(heat)
    heat.resize(600, 500)
    heat.show()
    audit = paper_audit()
    heat.show_matrix(audit.names, {matrix.value: matrix.of(audit) for matrix in Matrix}, "Y", [])
    return heat


def test_that_a_cell_says_its_correlation_in_every_file(heat):
    mapping = paper_audit().mapping
    files = (mapping.spearman_original, mapping.spearman_anonymized, mapping.spearman_reverse_mapped)
    x, y, z = (decimal(matrix[2, 0], 3) for matrix in files)
    said = heat.said_at(0.5, 2.5)
    assert said.startswith(f"X3 and X1: {x} in X, {y} in Y, {z} in Z")
    assert heat.said_at(3.5, 0.5) == heat.said_at(0.5, -1) == ""


def test_that_few_attributes_have_their_numbers_in_the_cells(heat):
    (written,) = (item for item in heat.canvas.items if isinstance(item, CellNumbers))
    assert written.texts == [[decimal(value) for value in row] for row in heat.matrix]


def test_that_numbers_of_cells_are_text_in_a_drawing_and_as_large_as_other_text(heat):
    drawing = svg(heat.view, "correlations", "").decode()
    sizes = {text: float(size) for size, text in re.findall(r'font-size="([0-9.]+)"[^>]*>([^<]+)</text>', drawing)}
    assert {decimal(value) for value in heat.matrix.ravel()} <= sizes.keys()
    assert sizes["1.00"] == sizes["X1"]


def test_that_forty_attributes_fit_and_name_as_many_as_there_is_room_for(heat):
    names = tuple(f"an attribute with a long name {j}" for j in range(40))
    matrix = np.corrcoef(np.random.default_rng(1).normal(size=(40, 60)))
    heat.show_matrix(names, {"X": matrix}, "X", [])
    assert not [item for item in heat.canvas.items if isinstance(item, CellNumbers)]
    (ticks,) = heat.canvas.getAxis("left")._tickLevels
    assert 15 <= len(ticks) <= 40
    assert ticks[0] == (0.5, "1  an attribute with…")
    assert heat.grab().toImage().width() > 0


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_that_shades_grow_with_the_size_and_a_missing_correlation_has_none(theme):
    assert shade(1.0, theme) == theme.tint(theme.original, STRONGEST_FILL)
    assert shade(-1.0, theme) == theme.tint(theme.anonymized, STRONGEST_FILL)
    assert shade(0.0, theme) == theme.surface
    assert shade(float("nan"), theme) == theme.sunken
