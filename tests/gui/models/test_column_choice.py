"""Columns are hidden, found and frozen by a person, and the choice lives as long as the table."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from permdesk.gui.dialogs.columns import ColumnsDialog
from permdesk.gui.models.columns import Column
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.footer_row import FooterRow

N = 50


def wide_columns(n_columns=12, shift=0):
    values = np.arange(N) + shift
    columns = [Column("record", lambda row: str(row), np.arange(N), pinned=True)]
    return columns + [
        Column(f"attribute {j}", lambda row, j=j: f"{values[row]} of {j}", values) for j in range(n_columns)
    ]


@pytest.fixture
def view(qtbot):
    view = TableView("a table")
    view.tester = QAbstractItemModelTester(view.rows, QAbstractItemModelTester.FailureReportingMode.Fatal)
    qtbot.addWidget(view)
    view.resize(600, 300)
    view.rows.show_columns(wide_columns(), N)
    view.fit_columns()
    view.choose(0)
    view.show()
    qtbot.waitExposed(view)
    return view


@pytest.fixture
def dialog(view, qtbot):
    qtbot.keyClick(view, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    dialog = view.findChild(ColumnsDialog)
    assert dialog.isVisible()
    return dialog


def shown(view):
    return [column.title for j, column in enumerate(view.rows.columns) if not view.isColumnHidden(j)]


def test_that_a_tick_hides_a_column_at_once_and_space_brings_it_back(view, dialog, qtbot):
    dialog.list.setFocus()
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Space)
    assert shown(view) == ["record", *(f"attribute {j}" for j in range(1, 12))]
    qtbot.keyClick(dialog.list, Qt.Key.Key_Space)
    assert shown(view)[1] == "attribute 0"
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_that_a_column_is_found_by_its_letters_and_only_the_listed_ones_change(view, dialog, qtbot):
    qtbot.keyClicks(dialog.search, "ute 1")
    listed = [dialog.list.item(j).text() for j in range(dialog.list.count()) if not dialog.list.item(j).isHidden()]
    assert listed == ["attribute 1", "attribute 10", "attribute 11"]
    qtbot.mouseClick(dialog.none, Qt.MouseButton.LeftButton)
    assert "attribute 1" in shown(view)
    assert not {"attribute 10", "attribute 11"} & set(shown(view))
    qtbot.mouseClick(dialog.before, Qt.MouseButton.LeftButton)
    assert len(shown(view)) == 13


def test_that_columns_that_come_while_the_choice_is_open_are_the_ones_to_choose_from(view, dialog, qtbot):
    qtbot.keyClicks(dialog.search, "ute 1")
    view.rows.show_columns(wide_columns(14), N)
    listed = [dialog.list.item(j).text() for j in range(dialog.list.count()) if not dialog.list.item(j).isHidden()]
    assert listed == ["attribute 1", "attribute 10", "attribute 11", "attribute 12", "attribute 13"]
    qtbot.mouseClick(dialog.none, Qt.MouseButton.LeftButton)
    assert len(shown(view)) == 11


def test_that_the_first_columns_can_be_frozen(view, dialog, qtbot):
    dialog.frozen.setFocus()
    qtbot.keyClick(dialog.frozen, Qt.Key.Key_Up)
    qtbot.keyClick(dialog.frozen, Qt.Key.Key_Up)
    assert view.pinned.wanted == [0, 1, 2]
    view.horizontalScrollBar().setValue(view.horizontalScrollBar().maximum())
    assert view.pinned.is_visible
    assert [view.pinned.view.columnAt(x) for x in (5, view.columnWidth(0) + 5)] == [0, 1]


def test_that_nothing_stays_in_sight_when_nothing_is_frozen(view, dialog, qtbot):
    dialog.frozen.setFocus()
    qtbot.keyClick(dialog.frozen, Qt.Key.Key_Down)
    assert view.pinned.wanted == []
    assert not view.pinned.is_visible


def test_that_a_choice_outlives_the_numbers_it_was_made_for(view):
    view.show_column([view.rows.columns[3]], shown=False)
    view.freeze_first(2)
    view.rows.show_columns(wide_columns(shift=9), N)
    view.fit_columns()
    assert "attribute 2" not in shown(view)
    assert view.pinned.wanted == [0, 1]
    view.rows.show_columns(wide_columns(4), N)
    assert shown(view) == ["record", "attribute 0", "attribute 1", "attribute 3"]


def test_that_the_last_column_that_shows_cannot_be_hidden(view):
    view.show_column(view.rows.columns, shown=False)
    assert shown(view) == ["record"]
    view.show_column([view.rows.columns[0]], shown=False)
    assert shown(view) == ["record"]


def test_that_the_current_row_stays_current_when_its_column_hides(view):
    view.setCurrentIndex(view.rows.index(7, 2))
    view.show_column([view.rows.columns[2]], shown=False)
    assert view.currentIndex().row() == 7
    assert not view.isColumnHidden(view.currentIndex().column())


def test_that_the_bottom_row_has_the_columns_of_the_table_above_it(view, qtbot):
    bottom = FooterRow("all", view)
    qtbot.addWidget(bottom)
    bottom.show_row([Column(column.title, lambda _row: "x") for column in view.rows.columns])
    view.show_column([view.rows.columns[1]], shown=False)
    view.freeze_first(2)
    assert bottom.isColumnHidden(1)
    assert bottom.pinned.wanted == view.pinned.wanted == [0, 2]


def test_that_of_more_columns_than_can_stay_in_sight_the_first_do(view, qtbot):
    view.rows.show_columns(wide_columns(60), N)
    view.fit_columns()
    bottom = FooterRow("all", view)
    qtbot.addWidget(bottom)
    bottom.show_row([Column(column.title, lambda _row: "x") for column in view.rows.columns])
    widths = [view.columnWidth(j) for j in range(61)]
    view.freeze_first(40)
    assert [view.columnWidth(j) for j in range(61)] == widths
    stay = view.pinned.shown
    assert [view.pinned.view.columnWidth(j) for j in stay] == [widths[j] for j in stay]
    assert view.pinned.is_visible
    assert stay == list(range(len(stay)))
    assert 1 < len(stay) < 40
    assert view.pinned.view.width() < view.viewport().width()
    assert bottom.pinned.shown == stay
    view.resize(2_000, 300)
    assert stay == view.pinned.shown[: len(stay)]
    assert len(view.pinned.shown) > len(stay)
    view.horizontalScrollBar().setValue(view.horizontalScrollBar().maximum())
    view.setCurrentIndex(view.rows.index(0, 60))
    for _ in range(60 - len(view.pinned.shown)):
        qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.currentIndex().column() == len(view.pinned.shown)
    assert view.columnViewportPosition(view.currentIndex().column()) >= view.pinned.pinned_width


def test_that_a_column_with_a_figure_in_its_title_stays_hidden_and_sorted_by_when_that_changes(view):
    def columns(d):
        return [Column("record", str), Column("v", str, np.arange(N), f"Variance at d = {d}", name="variance")]

    view.rows.show_columns(columns(3), N)
    view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    view.show_column([view.rows.columns[1]], shown=False)
    view.rows.show_columns(columns(4), N)
    assert view.isColumnHidden(1)
    assert view.rows.sorted_by == (1, Qt.SortOrder.DescendingOrder)


def test_that_a_column_that_comes_alone_can_be_chosen_in_its_place(view, dialog):
    view.insert_column(1, Column("new", str))
    assert [dialog.list.item(j).text() for j in range(3)] == ["record", "new", "attribute 0"]
    dialog.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    assert shown(view)[:2] == ["record", "attribute 0"]
