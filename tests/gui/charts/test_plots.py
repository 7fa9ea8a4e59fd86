"""Plots hold the numbers they are given, say what they leave out, and leave the window as files."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QLocale, QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QFileDialog, QMessageBox

from permdesk.gui.charts import rank_plot
from permdesk.gui.charts.distribution_plot import DistributionPlot
from permdesk.gui.charts.picture import SCALE
from permdesk.gui.charts.plot import LocaleAxis, _fitted_title
from permdesk.gui.charts.rank_plot import RankPlot
from permdesk.gui.theme import DARK, LIGHT
from permdesk.report.bins import Bins, bin_distances
from tests.file_dialogs import type_path
from tests.gui.audits import paper_audit


def figure_1():
    return paper_audit().random_match


@pytest.fixture
def figure(qtbot):
    plot = DistributionPlot()
    qtbot.addWidget(plot)
    plot.resize(640, 420)
    plot.show()
    bins = Bins(1, figure_1().distance.size)
    plot.show_distributions(bins, figure_1().share_original, figure_1().share_random, figure_1().critical_distance)
    return plot


def items(plot, kind):
    return [item for item in plot.canvas.items if type(item) is kind]


def test_that_figure_1_holds_both_distributions(figure, expected):
    (bars,), (steps,) = items(figure, pg.BarGraphItem), items(figure, pg.PlotDataItem)
    at, heights = bars.opts["x"], bars.opts["height"]
    shares = np.array(expected["histogram_X"]) / 20
    assert dict(zip(at, heights, strict=True)) == {float(d): share for d, share in enumerate(shares) if share}
    assert steps.yData == pytest.approx(np.array(expected["histogram_A_of_8000"][: steps.yData.size]) / 8000)
    assert steps.xData[:2].tolist() == [-0.5, 0.5]


def test_that_bars_and_line_are_told_apart_without_colour_and_named(figure):
    (bars,) = items(figure, pg.BarGraphItem)
    (steps,) = items(figure, pg.PlotDataItem)
    assert bars.opts["brush"].color().alpha() > 0
    assert (steps.opts["stepMode"], steps.opts["fillLevel"]) == ("center", None)
    assert len(items(figure, pg.ScatterPlotItem)[0].data) == figure_1().distance.size
    assert [label.text for _, label in figure.legend.items] == [
        "original records X", "random records A", "critical distance 0",
    ]  # fmt: skip


def test_that_the_critical_distance_is_a_line_between_it_and_the_next(figure):
    (line,) = items(figure, pg.InfiniteLine)
    assert line.value() == figure_1().critical_distance + 0.5
    figure.show_distributions(Bins(1, 2), np.array([1.0, 0.0]), np.array([0.0, 1.0]), -1)
    assert items(figure, pg.InfiniteLine) == []


def test_that_no_two_lines_look_alike_without_colour(figure):
    """The random records' one has dots on it, in the legend too."""
    figure.show_within(2)
    critical, within = items(figure, pg.InfiniteLine)
    assert critical.pen.style() is not within.pen.style()
    assert Qt.PenStyle.SolidLine not in (critical.pen.style(), within.pen.style())
    assert figure.legend.items[1][0].item.opts["symbol"] == "o"


def test_that_wide_ranges_are_drawn_in_bins(figure):
    bins = bin_distances(200)
    shares = np.full(bins.n, 1 / bins.n)
    figure.show_distributions(bins, shares, shares, 30)
    (steps,) = items(figure, pg.PlotDataItem)
    assert np.diff(steps.xData).tolist() == [bins.width] * bins.n


def test_that_the_pointer_is_told_the_numbers_below_it(figure):
    at_three = figure.box.mapViewToScene(QPointF(3.1, 0.1))
    figure.view.scene().sigMouseMoved.emit(at_three)
    said = "Distance 3: 40.00 % of the original records, 30.14 % of the random ones"
    assert figure.view.toolTip() == said
    figure.view.scene().sigMouseMoved.emit(figure.box.mapViewToScene(QPointF(-5, 0)))
    assert figure.view.toolTip() == ""


def test_that_a_theme_changes_the_colours_and_not_the_numbers(figure):
    for theme in (DARK, LIGHT):
        figure.apply_theme(theme)
        assert figure.view.backgroundBrush().color().name() == theme.surface
        assert len(items(figure, pg.BarGraphItem)) == len(items(figure, pg.PlotDataItem)) == 1
        assert items(figure, pg.PlotDataItem)[0].opts["pen"].color().name() == theme.random


def test_that_reset_shows_everything_after_zooming(figure):
    box = figure.box
    box.setRange(xRange=(2, 3), padding=0)
    figure.reset()
    box.updateAutoRange()
    left, right = box.viewRange()[0]
    assert left <= -0.5
    assert right >= figure_1().distance[-1] + 0.5


def test_that_axis_texts_follow_the_locale(qapp):
    axis = LocaleAxis("left")
    assert axis.tickStrings([0.0, 1000.0], 1, 1000) == ["0", "1,000"]
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    assert axis.tickStrings([0.05, 0.1], 1, 0.05) == ["0,05", "0,10"]


def test_that_the_svg_has_texts_and_the_png_is_sharp(figure, tmp_path):
    figure.write(tmp_path / "figure.svg")
    figure.write(tmp_path / "figure.png")
    root = ET.parse(tmp_path / "figure.svg").getroot()
    texts = {"".join(node.itertext()).strip() for node in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Permutation distance of the match", "Share of records", "random records A"} <= texts
    width, height = figure.view.viewport().width(), figure.view.viewport().height()
    assert root.get("viewBox") == f"0 0 {width} {height}"
    assert float(root.get("width").removesuffix("mm")) == pytest.approx(width / 96 * 25.4, rel=1e-3)
    picture = QImage(str(tmp_path / "figure.png"))
    assert (picture.width(), picture.height()) == (SCALE * width, SCALE * height)
    assert picture.pixelColor(2, 2).name() == LIGHT.surface


def test_that_copy_puts_a_picture_on_the_clipboard(figure):
    figure.copy()
    assert QGuiApplication.clipboard().image().width() == SCALE * figure.view.viewport().width()


@pytest.mark.parametrize(("typed", "written"), [("a.svg", "a.svg"), ("b.png", "b.png"), ("c", "c.png")])
def test_that_save_asks_for_a_file_while_the_window_stays_alive(qtbot, figure, tmp_path, typed, written):
    figure.save()
    type_path(qtbot, figure, tmp_path / typed)
    assert [path.name for path in tmp_path.iterdir()] == [written]


def test_that_a_dismissed_save_writes_nothing(qtbot, figure, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    figure.save()
    qtbot.keyClick(figure.findChild(QFileDialog), Qt.Key.Key_Escape)
    assert list(tmp_path.iterdir()) == []


def test_that_a_file_that_cannot_be_written_is_said_kindly(figure, tmp_path):
    figure.write(tmp_path / "no such folder" / "a.png")
    box = figure.findChild(QMessageBox)
    assert box.isVisible()
    assert "a.png" in box.text()


def test_that_the_rank_scatter_holds_the_ranks_of_paired_records(qtbot, expected):
    plot = RankPlot()
    qtbot.addWidget(plot)
    in_x, in_z = np.array(expected["rank_X"])[:, 0], np.array(expected["rank_Y"])[:, 0]
    plot.show_ranks("X1", in_x, in_z)
    points = items(plot, pg.ScatterPlotItem)[0].getData()
    assert np.column_stack(points).tolist() == np.column_stack([in_x, in_z]).tolist()
    assert "20" not in plot.caption.text()


def test_that_missing_ranks_are_left_out_of_the_scatter(qtbot):
    plot = RankPlot()
    qtbot.addWidget(plot)
    plot.show_ranks("x", np.array([1, 2, 0], np.int32), np.array([0, 1, 2], np.int32))
    assert (plot.original.tolist(), plot.mapped.tolist()) == ([2], [1])


def test_that_a_scatter_of_many_records_is_a_sample_and_says_so(qtbot, monkeypatch):
    monkeypatch.setattr(rank_plot, "MOST_POINTS", 100)
    plot = RankPlot()
    qtbot.addWidget(plot)
    ranks = np.arange(1, 2001, dtype=np.int32)
    plot.show_ranks("x", ranks, ranks[::-1].copy())
    assert plot.original.size == 100
    assert (plot.original + plot.mapped == 2001).all()
    assert "100 of 2,000 records, drawn at random." in plot.caption.text()
    assert plot.original.mean() == pytest.approx(1000, abs=200)


def test_that_every_button_of_a_plot_can_be_reached_and_has_a_name(figure):
    assert [button.accessibleName() for button in figure.buttons] == [
        f"{text} Distances of matches" for text in ("Copy", "Save…", "Reset view")
    ]
    assert all(button.toolTip() and button.focusPolicy() & Qt.FocusPolicy.TabFocus for button in figure.buttons)


def test_that_all_numbers_of_an_axis_have_as_many_decimals(figure):
    axis = figure.canvas.getAxis("left")
    figure.box.setYRange(0, 0.29, padding=0)
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    coarse, fine = axis.tickStrings([0.1, 0.2], 1, 0.1), axis.tickStrings([0.05, 0.15], 1, 0.05)
    _, _, texts = axis.generateDrawSpecs(painter)
    painter.end()
    assert (coarse, fine) == (["0.1", "0.2"], ["0.05", "0.15"])
    assert len({len(text) for *_, text in texts}) == 1 < len(texts)
    assert "0.00" in {text for *_, text in texts}


@pytest.mark.parametrize(
    ("room", "said"), [(400, "Moved at most so far, %"), (120, "Moved at\nmost so far, %"), (40, "%")]
)
def test_that_a_title_in_percent_takes_two_lines_before_it_says_the_unit_only(qapp, room, said):
    assert _fitted_title("Moved at most so far, %", QFontMetricsF(qapp.font()), room) == said


def test_that_a_dot_at_zero_is_not_cut_in_half_by_the_axis(figure):
    figure.view.grab()
    dots = items(figure, pg.ScatterPlotItem)[0]
    (_, _), (low, high) = figure.box.viewRange()
    room = figure.box.height() * -low / (high - low)
    assert room >= dots.opts["size"] / 2 and -low < 0.1 * high
