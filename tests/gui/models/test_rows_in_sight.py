"""A table that is never lower than some of its rows need."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from permdesk.gui.models.columns import Column
from permdesk.gui.models.rows_in_sight import RowsInSight
from permdesk.gui.models.table_view import TableView


@pytest.fixture
def table(qtbot):
    window = QWidget()
    table = TableView("a table")
    layout = QVBoxLayout(window)
    layout.addWidget(table)
    layout.addStretch(1)
    qtbot.addWidget(window)
    window.resize(400, 600)
    window.show()
    yield table
    window.close()


def seen_rows(table):
    return table.viewport().height() / table.verticalHeader().defaultSectionSize()


def test_that_rows_are_seen_whole_above_a_bar_and_below_titles_of_two_lines(table, qtbot):
    RowsInSight(table, 3)
    table.rows.show_columns([Column("A title of several words", str) for _ in range(20)], 50)
    table.fit_columns()
    table.setMaximumHeight(table.minimumHeight())
    qtbot.waitUntil(lambda: table.horizontalScrollBar().maximum() > 0)
    table.setMaximumHeight(table.minimumHeight())
    qtbot.waitUntil(lambda: seen_rows(table) == 3)
    assert table.horizontalHeader().height() > 2 * table.fontMetrics().height()


def test_that_a_short_table_is_no_higher_than_its_rows_and_a_long_one_than_the_most(table, qtbot):
    RowsInSight(table, 5, 5)
    for n_rows, shown in ((2, 2), (50, 5)):
        table.rows.show_columns([Column("x", str)], n_rows)
        table.fit_columns()
        qtbot.waitUntil(lambda shown=shown: seen_rows(table) == shown)
