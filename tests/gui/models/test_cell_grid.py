"""A table paints the cells that are seen, each once, with its row's selection and the frame of the current one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from permdesk.gui.models.columns import Column
from permdesk.gui.models.table_view import TableView
from permdesk.gui.theme import LIGHT

N, N_COLUMNS, N_PINNED = 1_000, 30, 2


@pytest.fixture
def asked():
    """The cells whose texts were asked for, as (column, row)."""
    return []


@pytest.fixture
def view(qtbot, asked):
    def text(column):
        def said(row):
            asked.append((column, row))
            return f"{row}·{column}"

        return said

    view = TableView("a table")
    qtbot.addWidget(view)
    view.resize(700, 300)
    columns = [Column(f"c{j}", text(j), pinned=j < N_PINNED) for j in range(N_COLUMNS)]
    view.rows.show_columns(columns, N)
    view.fit_columns()
    view.apply_theme(LIGHT)
    view.show()
    qtbot.waitExposed(view)
    return view


def colours(image: QImage, place: QRect) -> set[str]:
    points = ((x, y) for x in range(place.left(), place.right() + 1) for y in range(place.top(), place.bottom() + 1))
    return {image.pixelColor(x, y).name() for x, y in points}


def test_that_no_cell_is_painted_twice_or_out_of_sight(view, asked):
    assert view.pinned.is_visible
    view.verticalScrollBar().setValue(500)
    QApplication.processEvents()
    asked.clear()
    view.grab()
    height = view.verticalHeader().defaultSectionSize()
    n_rows = -(-view.viewport().height() // height)
    assert len(asked) == len(set(asked))
    assert {row for _, row in asked} == set(range(500, 500 + n_rows))
    assert 0 in {column for column, _ in asked}
    assert N_COLUMNS - 1 not in {column for column, _ in asked}


def test_that_only_rows_that_come_into_sight_are_painted_after_a_step(view, asked):
    view.viewport().repaint(0, 0, view.viewport().width(), 5)
    asked.clear()
    view.viewport().repaint(0, 0, view.viewport().width(), 5)
    assert {row for _, row in asked} == {0}


def test_that_selected_rows_are_tinted_in_every_column_and_others_are_not(view):
    view.selectAll()
    image = view.viewport().grab().toImage()
    assert LIGHT.selection in colours(image, view.visualRect(view.rows.index(3, 5)))
    view.clearSelection()
    image = view.viewport().grab().toImage()
    assert LIGHT.selection not in colours(image, view.visualRect(view.rows.index(3, 5)))


@pytest.mark.parametrize("column", [0, 4])
def test_that_the_current_cell_is_framed_while_the_table_has_the_focus_also_if_pinned(view, qtbot, column):
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    view.setCurrentIndex(view.rows.index(2, column))
    shown = view.pinned.view if column < N_PINNED else view
    place = shown.visualRect(view.rows.index(2, column))
    assert LIGHT.accent in colours(shown.viewport().grab().toImage(), place)
    view.clearFocus()
    assert LIGHT.accent not in colours(shown.viewport().grab().toImage(), place)


def test_that_pinned_cells_are_painted_anew_when_the_focus_leaves(view, qtbot, asked):
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    QApplication.processEvents()
    asked.clear()
    view.clearFocus()
    QApplication.processEvents()
    assert 0 in {column for column, _ in asked}


def test_that_a_table_without_rows_or_columns_is_painted_without_complaint(view):
    view.rows.show_columns([], 0)
    view.grab()
    view.rows.show_columns([Column("c", str)], 0)
    assert not view.grab().isNull()


def test_that_columns_are_painted_where_they_stand_from_right_to_left(view, asked):
    view.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    QApplication.processEvents()
    asked.clear()
    view.grab()
    painted = {column for column, _ in asked}
    assert 0 in painted
    assert N_COLUMNS - 1 not in painted
