"""Pinned columns stay in sight, and are the same rows, selection and order as the rest of the table."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, Qt

from permdesk.gui.models.columns import Column
from permdesk.gui.models.pinned_view import PinnedView
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.footer_row import FooterRow
from permdesk.gui.theme import DARK

N = 200


def wide_columns(n_columns=12):
    values = np.arange(N) * 7 % N
    columns = [Column("record", lambda row: str(row), np.arange(N), pinned=True)]
    columns += [Column(f"attribute {j}", lambda row, j=j: f"{row} of {j}", values + j) for j in range(n_columns)]
    return [*columns, Column("max", lambda row: str(values[row]), values, pinned=True)]


@pytest.fixture
def view(qtbot):
    view = TableView("a table")
    qtbot.addWidget(view)
    view.resize(600, 300)
    view.rows.show_columns(wide_columns(), N)
    view.fit_columns()
    view.show()
    qtbot.waitExposed(view)
    return view


def seen_at(view, x):
    """The title of the column that a person sees at ``x``."""
    over = view.childAt(QPoint(x, view.height() // 2))
    shown = view.pinned.view if over is view.pinned.view.viewport() else view
    return view.rows.columns[shown.columnAt(x)].title


def first_titles(view):
    header = view.horizontalHeader()
    return [view.rows.columns[header.logicalIndex(place)].title for place in range(3)]


def test_that_pinned_columns_come_first_and_stay_while_others_scroll(view):
    assert first_titles(view) == ["record", "max", "attribute 0"]
    edge = view.pinned.view.columnWidth(0)
    for scrolled in (0, 250, view.horizontalScrollBar().maximum()):
        view.horizontalScrollBar().setValue(scrolled)
        assert seen_at(view, 10) == "record"
        assert seen_at(view, edge + 10) == "max"


def test_that_columns_keep_their_own_order_where_all_fit(view, qtbot):
    view.resize(3000, 300)
    assert not view.pinned.is_visible
    assert first_titles(view) == ["record", "attribute 0", "attribute 1"]
    view.resize(600, 300)
    assert view.pinned.is_visible


def test_that_pinned_columns_never_cover_most_of_a_narrow_table(view):
    view.resize(view.pinned.view.width() + 20, 300)
    assert not view.pinned.is_visible


def test_that_a_click_on_a_pinned_cell_chooses_the_record(view, qtbot):
    place = view.pinned.view.visualRect(view.rows.index(3, 0)).center()
    with qtbot.waitSignal(view.row_chosen) as chosen:
        qtbot.mouseClick(view.pinned.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args == [3]
    assert view.selectionModel().isRowSelected(3)


def test_that_a_click_on_a_pinned_title_sorts_the_table_and_marks_it(view, qtbot):
    header = view.pinned.view.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(13) + 12, 8)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.rows.sorted_by == (13, Qt.SortOrder.AscendingOrder)
    assert view.horizontalHeader().sortIndicatorSection() == 13
    view.sortByColumn(2, Qt.SortOrder.DescendingOrder)
    assert header.sortIndicatorSection() == 2
    assert view.rows.sorted_by == (2, Qt.SortOrder.DescendingOrder)


def test_that_both_parts_scroll_together(view):
    view.verticalScrollBar().setValue(50)
    assert view.pinned.view.rowAt(5) == view.rowAt(5) == 50
    view.pinned.view.verticalScrollBar().setValue(20)
    assert view.rowAt(5) == 20


def test_that_keys_bring_a_cell_out_from_under_the_pinned_columns(view, qtbot):
    view.setCurrentIndex(view.rows.index(0, 12))
    for _ in range(11):
        qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.currentIndex().column() == 1
    assert view.columnViewportPosition(1) >= view.pinned.pinned_width
    view.horizontalScrollBar().setValue(300)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.currentIndex().column() == 13
    assert view.horizontalScrollBar().value() == 300


def test_that_other_columns_are_pinned_when_the_contents_change(view):
    columns = [Column(f"c{j}", str, pinned=j == 2) for j in range(20)]
    view.rows.show_columns(columns, N)
    view.fit_columns()
    view.resize(400, 300)
    assert first_titles(view) == ["c2", "c0", "c1"]
    assert [section for section in range(20) if not view.pinned.view.isColumnHidden(section)] == [2]


def test_that_a_bottom_row_pins_what_its_table_pins(view, qtbot):
    bottom = FooterRow("bottom", view)
    qtbot.addWidget(bottom)
    bottom.resize(600, 30)
    bottom.show_row([Column(str(j), str, pinned=column.pinned) for j, column in enumerate(wide_columns())])
    assert bottom.pinned.is_visible
    assert first_titles(bottom) == ["0", "13", "1"]
    view.resize(3000, 300)
    view.horizontalScrollBar().valueChanged.emit(0)
    assert not bottom.pinned.is_visible


def test_that_a_column_that_is_pinned_again_keeps_the_width_that_it_has_now(view):
    view.resize(3000, 300)
    assert not view.pinned.is_visible
    view.setColumnWidth(0, 131)
    view.resize(600, 300)
    assert view.pinned.is_visible
    assert view.columnWidth(0) == view.pinned.view.columnWidth(0) == 131


def test_that_the_view_of_pinned_columns_is_made_when_one_is_first_pinned(qtbot):
    view = TableView("a table")
    qtbot.addWidget(view)
    view.resize(3000, 300)
    view.rows.show_columns(wide_columns(), N)
    view.fit_columns()
    view.apply_theme(DARK)
    view.sortByColumn(13, Qt.SortOrder.DescendingOrder)
    view.show()
    assert not view.findChildren(PinnedView)
    assert (view.pinned.view, view.pinned.pinned_width, view.pinned.covered) == (None, 0, QRect())
    view.resize(600, 300)
    (made,) = view.findChildren(PinnedView)
    header = made.horizontalHeader()
    assert made.isVisible()
    assert made.rowHeight(0) == view.rowHeight(0)
    assert header.theme is DARK
    assert (header.sortIndicatorSection(), header.sortIndicatorOrder()) == (13, Qt.SortOrder.DescendingOrder)
    view.resize(3000, 300)
    view.resize(600, 300)
    assert view.findChildren(PinnedView) == [made]


@pytest.mark.parametrize("part", ["cells", "titles"])
def test_that_pinned_columns_have_the_menus_of_the_table(view, part, monkeypatch):
    asked = []
    monkeypatch.setattr(view, "_show_menu", lambda actions, _place: asked.append([one.text() for one in actions]))
    over = view.pinned.view if part == "cells" else view.pinned.view.horizontalHeader()
    over.customContextMenuRequested.emit(QPoint(20, 10))
    (texts,) = asked
    assert ("Copy rows" if part == "cells" else "Keep columns up to here in sight") in texts


def test_that_titles_of_pinned_columns_stand_as_high_as_the_others_when_they_come_late(qtbot):
    view = TableView("a table")
    qtbot.addWidget(view)
    view.setStyleSheet(
        """QTableView { border: 1px solid red; border-radius: 8px; }
        QTableView[role="pinned"] { border: none; border-right: 2px solid red; border-radius: 0px; }"""
    )
    view.resize(3000, 300)
    view.rows.show_columns(wide_columns(), N)
    view.fit_columns()
    view.show()
    view.resize(600, 300)
    headers = (view.horizontalHeader(), view.pinned.view.horizontalHeader())
    heights = {header.viewport().mapTo(view, QPoint(0, 0)).y() for header in headers}
    assert len(heights) == 1
    assert view.pinned.view.contentsRect().right() == view.pinned.view.width() - 3


NEW = Column("new", str, np.arange(N), pinned=True)


def test_that_a_new_column_is_pinned_beside_the_others_and_marks_stay_at_theirs(view):
    view.sortByColumn(3, Qt.SortOrder.DescendingOrder)
    view.insert_column(1, NEW)
    assert first_titles(view) == ["record", "new", "max"]
    assert view.pinned.shown == [0, 1, 14]
    for header in (view.horizontalHeader(), view.pinned.view.horizontalHeader()):
        assert (header.sortIndicatorSection(), header.sortIndicatorOrder()) == (4, Qt.SortOrder.DescendingOrder)
    view.horizontalScrollBar().setValue(250)
    assert seen_at(view, view.columnWidth(0) + 10) == "new"


def test_that_a_new_column_leaves_the_choice_of_columns_and_the_widths_of_a_person(view):
    view.choice.show([view.rows.columns[2], NEW], shown=False)
    view.setColumnWidth(3, 171)
    view.insert_column(1, NEW)
    hidden = [section for section in range(15) if view.isColumnHidden(section)]
    assert hidden == [1, 3]
    assert view.columnWidth(4) == 171
    view.choice.forget()
    assert view.columnWidth(4) == 171
    view.resize(900, 300)
    assert view.columnWidth(4) == 171


def test_that_columns_give_room_to_a_new_one_as_if_it_had_been_there_from_the_beginning(view, qtbot):
    view.resize(3000, 300)
    edges = view.width() - view.viewport().width()
    view.resize(view.horizontalHeader().length() + edges, 300)
    before = view.columnWidth(1)
    other = TableView("another table")
    qtbot.addWidget(other)
    other.resize(view.size())
    columns = wide_columns()
    other.rows.show_columns([columns[0], NEW, *columns[1:]], N)
    other.show()
    qtbot.waitExposed(other)
    other.fit_columns()
    view.insert_column(1, NEW)
    assert view.columnWidth(2) < before
    assert [view.columnWidth(section) for section in range(15)] == [other.columnWidth(section) for section in range(15)]


def test_that_a_new_column_is_fitted_where_a_person_has_given_others_their_widths(view):
    view.setColumnWidth(3, 171)
    view.insert_column(1, Column("a title that needs more than any column has at first", str, pinned=True))
    words = view.fontMetrics().horizontalAdvance("a title that needs more than")
    assert view.columnWidth(1) > words > view.horizontalHeader().defaultSectionSize()
    assert view.columnWidth(4) == 171


def test_that_rows_are_selected_whole_when_a_column_comes(view, qtbot):
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    view.choose(5)
    for row in (7, 8, 20):
        view.selectionModel().select(view.rows.index(row, 0), flags)
    with qtbot.assertNotEmitted(view.row_chosen):
        view.insert_column(1, NEW)
    assert [index.row() for index in view.selectionModel().selectedRows()] == [5, 7, 8, 20]
    assert view.rows.columns[view.currentIndex().column()].title == "record"
    assert view.currentIndex().row() == 5
