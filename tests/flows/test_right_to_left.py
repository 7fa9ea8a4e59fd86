"""A window that is laid out from right to left: nothing complains, numbers and plots stay as they are."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QSplitter, QStyleOptionViewItem

from permdesk.gui.charts.plot import Plot
from permdesk.gui.dialogs.column_ruler import ColumnRuler
from permdesk.gui.models.array_table import ArrayTableModel
from permdesk.gui.models.cell_delegate import CellDelegate
from permdesk.gui.models.columns import Column, Side
from permdesk.gui.models.table_view import TableView
from permdesk.gui.pages.data.attribute_table import arrow_place

DISTANCE = 2


@pytest.fixture
def from_right_to_left(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.fixture
def mirrored(from_right_to_left, with_results):
    return with_results


def painted(side: Side, text: str, direction: Qt.LayoutDirection) -> np.ndarray:
    rows = ArrayTableModel()
    rows.show_columns([Column("a", lambda _: text, side=side)], 1)
    image = QImage(160, 24, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, 160, 24)
    painter = QPainter(image)
    painter.setLayoutDirection(direction)
    CellDelegate().paint(painter, option, rows.index(0, 0))
    painter.end()
    return np.frombuffer(image.constBits(), np.uint32).reshape(24, 160).copy()


@pytest.mark.parametrize("text", ["−4.300", "60.0 %", "38.7 to 78.1 %", "< 0.01"])
def test_that_a_number_is_drawn_alike_in_both_directions(qapp, text):
    left, right = (painted(Side.RIGHT, text, direction) for direction in Qt.LayoutDirection if direction.value < 2)
    assert (left == right).all()


def test_that_words_begin_where_lines_begin(qapp):
    left, right = (painted(Side.LEFT, "word", direction) for direction in Qt.LayoutDirection if direction.value < 2)
    assert (left[:, :60] != right[:, :60]).any()


@pytest.mark.parametrize("place", range(6))
def test_that_every_tab_is_drawn_without_a_word_of_complaint(mirrored, settle, place):
    mirrored.show_tab(place)
    settle()
    assert not mirrored.grab().isNull()
    assert mirrored.isRightToLeft()


def test_that_frozen_columns_stand_at_the_right_and_hide_no_column_that_is_gone_to(mirrored, settle):
    mirrored.resize(900, 700)  # columns are frozen only where not all of them have room
    mirrored.show_tab(DISTANCE)
    settle()
    views = [view for view in mirrored.findChildren(TableView) if view.isVisible() and view.pinned.is_visible]
    assert views
    for view in views:
        assert abs(view.pinned.view.geometry().right() - view.viewport().geometry().right()) <= 1
        first = view.columnAt(view.viewport().width() - view.pinned.pinned_width - 2)
        view.horizontalScrollBar().setValue(view.horizontalScrollBar().maximum())
        view.setCurrentIndex(view.rows.index(0, first))
        view.scrollTo(view.rows.index(0, first))
        end = view.columnViewportPosition(first) + view.columnWidth(first)
        assert end <= view.viewport().width() - view.pinned.pinned_width


def test_that_headings_of_several_columns_are_drawn(mirrored, settle):
    mirrored.show_tab(DISTANCE)
    settle()
    headers = [
        view.horizontalHeader()
        for view in mirrored.findChildren(TableView)
        if view.isVisible()
        and view.horizontalHeader().isVisible()
        and any(column.group for column in view.rows.columns)
    ]
    assert headers
    for header in headers:
        line = header.grab(QRect(0, 0, header.width(), header.height() // 2)).toImage()
        assert len({line.pixel(x, y) for x in range(line.width()) for y in range(line.height())}) > 4


def test_that_axes_of_plots_stay_at_the_left(mirrored, settle):
    for place in (1, 3):
        mirrored.show_tab(place)
        settle()
        (plot,) = (plot for plot in mirrored.findChildren(Plot) if plot.isVisible())
        assert plot.canvas.getAxis("left").x() < plot.canvas.size().width() / 2


def test_that_lines_of_files_begin_at_the_left(from_right_to_left, qtbot):
    ruler = ColumnRuler()
    qtbot.addWidget(ruler)
    assert not ruler.isRightToLeft()


def test_that_no_part_stands_out_of_its_splitter(mirrored, settle):
    n = 0
    for place in range(1, 4):
        mirrored.show_tab(place)
        settle()
        for splitter in mirrored.findChildren(QSplitter):
            parts = [splitter.widget(at) for at in range(splitter.count())]
            for part in parts if splitter.isVisible() else ():
                if part.isVisible():
                    assert splitter.rect().contains(part.geometry()), (place, part.geometry(), splitter.rect())
                    n += 1
    assert n > 6


def test_that_the_arrow_of_a_choice_is_at_the_other_end():
    option = QStyleOptionViewItem()
    option.rect = QRect(100, 0, 80, 24)
    assert arrow_place(option).right() == 174
    option.direction = Qt.LayoutDirection.RightToLeft
    assert arrow_place(option).left() == 105
