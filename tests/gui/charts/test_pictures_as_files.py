"""A picture as a file or on the clipboard looks as on the screen, finer, and in colours for paper."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QGuiApplication, QImage

from permdesk.gui.charts.distribution_plot import DistributionPlot
from permdesk.gui.charts.heat_map import HeatMap
from permdesk.gui.charts.picture import METRE, SCALE
from permdesk.gui.charts.rank_plot import RankPlot
from permdesk.gui.theme import DARK, LIGHT
from permdesk.report.bins import Bins
from tests.gui.audits import paper_audit


@pytest.fixture
def distributions(qtbot):
    plot, found = DistributionPlot(), paper_audit().random_match
    plot.show_distributions(Bins(1, found.distance.size), found.share_original, found.share_random, 2)
    return shown(qtbot, plot)


@pytest.fixture
def ranks(qtbot):
    plot = RankPlot()
    plot.show_ranks("income", np.arange(1, 21, dtype=np.int32), np.arange(20, 0, -1, dtype=np.int32))
    return shown(qtbot, plot)


@pytest.fixture
def heat(qtbot):
    plot = HeatMap()
    plot.show_matrix(["a", "b"], {"Y": np.eye(2)}, "Y", ())
    return shown(qtbot, plot)


def shown(qtbot, plot):
    qtbot.addWidget(plot)
    plot.resize(640, 420)
    plot.apply_theme(LIGHT)
    with qtbot.waitExposed(plot):
        plot.show()
    return plot


def covered(image, part):
    """The share of a part that is no background."""
    grey = image.copy(part).convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), -1)[:, : grey.width()]
    return float((rows < 200).mean())


def legend_of(plot):
    return plot.legend.mapRectToScene(plot.legend.boundingRect()).toRect()


def whole(plot):
    return plot.view.viewport().rect()


@pytest.mark.parametrize("part", [legend_of, whole])
@pytest.mark.parametrize("name", ["distributions", "ranks"])
def test_that_letters_lines_and_symbols_are_as_large_as_on_the_screen(request, name, part):
    plot = request.getfixturevalue(name)
    place = part(plot)
    plot.copy()
    finer = QRect(SCALE * place.topLeft(), SCALE * place.size())
    on_screen = covered(plot.view.grab().toImage(), place)
    assert on_screen > 0.01
    assert covered(QGuiApplication.clipboard().image(), finer) == pytest.approx(on_screen, rel=0.25)


def test_that_a_picture_is_as_large_on_paper_as_on_the_screen(distributions, tmp_path):
    distributions.write(tmp_path / "a.png")
    assert QImage(str(tmp_path / "a.png")).dotsPerMeterX() == pytest.approx(SCALE * METRE, abs=1)


def test_that_symbols_scale_in_a_drawing(ranks, tmp_path):
    ranks.write(tmp_path / "a.svg")
    drawing = (tmp_path / "a.svg").read_text("utf-8")
    assert "<image" not in drawing
    assert "income: each point is a record." in drawing


def test_that_a_dark_window_gives_pictures_for_paper_and_stays_dark(distributions, tmp_path):
    distributions.apply_theme(DARK)
    box = distributions.canvas.getViewBox()
    box.setRange(xRange=(1, 4), yRange=(0, 0.3), padding=0)
    seen = np.array(box.viewRange())
    distributions.write(tmp_path / "a.png")
    distributions.write(tmp_path / "a.svg")
    assert QImage(str(tmp_path / "a.png")).pixelColor(2, 2) == QColor(LIGHT.surface)
    assert DARK.surface not in (tmp_path / "a.svg").read_text("utf-8")
    assert distributions.view.backgroundBrush().color() == QColor(DARK.surface)
    assert distributions.theme is DARK
    assert np.allclose(box.viewRange(), seen)
    assert not any(box.autoRangeEnabled())


def test_that_the_numbers_beside_a_picture_are_left_alone(heat, tmp_path):
    heat.with_numbers.click()
    resets = []
    heat.table.rows.modelReset.connect(lambda: resets.append(1))
    heat.write(tmp_path / "a.png")
    assert resets == []


def test_that_a_picture_says_by_itself_what_it_is_about(heat, ranks):
    assert ranks.canvas.getAxis("bottom").labelText == "Rank of income in X"
    assert heat.canvas.getAxis("bottom").labelText == "Correlations of Y"


def test_that_the_sign_of_the_random_records_in_the_legend_is_the_one_that_is_drawn(distributions):
    sign = next(sample.item for sample, text in distributions.legend.items if text.text == "random records A")
    (dots,) = (item for item in distributions.canvas.items if type(item) is pg.ScatterPlotItem)
    for key in ("symbol", "size"):
        assert sign.scatter.opts[key] == dots.opts[key]
    for key in ("pen", "brush"):
        assert sign.scatter.opts[key].color() == dots.opts[key].color()
