"""The view copies, selects and sorts by key, and asks little of a long table."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester

from permdesk.gui.models import selection_text
from permdesk.gui.models.array_table import ArrayTableModel
from permdesk.gui.models.columns import Column, Mark, Side
from permdesk.gui.models.table_view import TableView
from permdesk.gui.numbers import count
from permdesk.gui.theme import DARK, LIGHT


@pytest.fixture
def view(qtbot):
    view = TableView("a table")
    view.tester = QAbstractItemModelTester(view.rows, QAbstractItemModelTester.FailureReportingMode.Fatal)
    qtbot.addWidget(view)
    names = ["=cmd()", "plain", "tab\there"]
    values = np.array([3000, 1000, 2000])
    columns = [
        Column("name", lambda row: names[row], side=Side.LEFT),
        Column("x", lambda row: count(values[row]), values, group="numbers"),
    ]
    view.rows.show_columns(columns, 3)
    view.show()
    return view


def clipboard():
    return QGuiApplication.clipboard().text()


def test_that_control_a_and_control_c_copy_rows_as_a_spreadsheet_takes_them(view, qtbot):
    qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(view.copied) as copied:
        qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == "name\tnumbers: x\n'=cmd()\t3000\nplain\t1000\ntab here\t2000\n"
    assert (copied.args[0].n_selected, copied.args[0].n_copied) == (3, 3)


def test_that_rows_are_copied_in_the_order_and_with_the_columns_that_are_shown(view, qtbot):
    view.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    view.hideColumn(0)
    view.selectAll()
    with qtbot.waitSignal(view.copied):
        view.copy()
    assert clipboard() == "numbers: x\n1000\n2000\n3000\n"


def test_that_no_title_is_run_as_a_formula_or_breaks_the_line(view, qtbot):
    view.rows.show_columns([Column("=cmd()\r\n\tx", str, np.arange(1))], 1)
    view.selectAll()
    with qtbot.waitSignal(view.copied):
        view.copy()
    assert clipboard() == "'=cmd()   x\n0\n"


def test_that_nothing_is_copied_when_nothing_is_selected(view):
    QGuiApplication.clipboard().setText("before")
    view.copy()
    assert clipboard() == "before"


def test_that_a_copy_is_bounded_and_says_so(view, qtbot, monkeypatch):
    monkeypatch.setattr(selection_text, "MOST_CELLS", 4)
    view.selectAll()
    with qtbot.waitSignal(view.copied) as copied:
        view.copy()
    assert (copied.args[0].n_selected, copied.args[0].n_copied) == (3, 2)
    assert clipboard().count("\n") == 3


def test_that_the_bound_holds_across_several_spans(view, monkeypatch):
    monkeypatch.setattr(selection_text, "MOST_CELLS", 4)
    assert len(list(selection_text.selection_lines(view, view.rows, [(0, 0), (2, 2)]))) == 3
    assert len(list(selection_text.selection_lines(view, view.rows, [(0, 1), (2, 2)]))) == 3


def test_that_a_long_copy_leaves_the_window_its_turn(view, qtbot, monkeypatch):
    monkeypatch.setattr(selection_text, "SLICE_SECONDS", 0)
    QGuiApplication.clipboard().setText("before")
    view.selectAll()
    with qtbot.waitSignal(view.copied):
        view.copy()
        assert clipboard() == "before"
    assert clipboard() == "name\tnumbers: x\n'=cmd()\t3000\nplain\t1000\ntab here\t2000\n"


def test_that_a_table_that_changes_stops_its_copy(view, qtbot, monkeypatch):
    monkeypatch.setattr(selection_text, "SLICE_SECONDS", 0)
    view.selectAll()
    view.copy()
    with qtbot.assertNotEmitted(view.copied, wait=50):
        view.rows.keep(np.array([True, False, False]))


def test_that_keys_sort_by_the_column_of_the_current_cell_and_undo_it(view, qtbot):
    def order():
        return [view.rows.source_row(row) for row in range(3)]

    view.setCurrentIndex(view.rows.index(0, 1))
    qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert order() == [1, 2, 0]
    qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert order() == [0, 2, 1]
    qtbot.keyClick(view, Qt.Key.Key_Home, Qt.KeyboardModifier.AltModifier)
    assert order() == [0, 1, 2]


def test_that_clicks_on_a_title_sort_up_then_down_then_not(view, qtbot):
    header = view.horizontalHeader()
    place = header.viewport().rect().bottomLeft()
    place.setX(header.sectionViewportPosition(1) + 10)
    place.setY(place.y() - 4)
    orders = []
    for _ in range(3):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
        orders.append([view.rows.source_row(row) for row in range(3)])
    assert orders == [[1, 2, 0], [0, 2, 1], [0, 1, 2]]


def test_that_the_current_record_stays_current_through_sorting(view):
    seen = []
    view.row_chosen.connect(seen.append)
    assert view.choose(2)
    view.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert view.rows.source_row(view.currentIndex().row()) == 2
    assert seen[-1] == 2


def test_that_a_record_that_is_filtered_out_cannot_be_chosen(view):
    view.rows.keep(np.array([True, False, True]))
    assert not view.choose(1)
    assert view.choose(2)


def test_that_selecting_a_million_rows_asks_for_a_screenful(qtbot, monkeypatch):
    asked = []
    plain = ArrayTableModel.flags
    monkeypatch.setattr(ArrayTableModel, "flags", lambda self, index: asked.append(1) or plain(self, index))
    view = TableView("long")
    qtbot.addWidget(view)
    view.rows.show_columns([Column(str(j), str) for j in range(5)], 1_000_000)
    view.show()
    qtbot.waitExposed(view)
    qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    view.grab()
    assert view.selectionModel().isRowSelected(999_999)
    assert len(asked) < 10_000


def test_that_columns_are_wide_enough_for_rows_titles_groups_and_the_row_below(view):
    metrics = view.fontMetrics()
    below = [Column("", lambda _row: "m" * 12), Column("", lambda _row: "")]
    view.fit_columns(below)
    assert view.columnWidth(0) > metrics.horizontalAdvance("m" * 12)
    assert view.columnWidth(1) > metrics.horizontalAdvance("numbers")


TITLED = [Column(title, str) for title in ("Record of X", "Links found in Z", "Own release")]


def shown_titled(view, extra):
    """The width of the columns with titles on one line, after these have been fitted into so many pixels more."""
    view.rows.show_columns(TITLED, 3)
    view.resize(2000, 300)
    view.fit_columns()
    whole = view.horizontalHeader().length()
    frame = view.width() - view.viewport().width()
    view.resize(whole + frame + extra, 300)
    return whole


def test_that_titles_take_two_lines_where_columns_do_not_fit_and_one_where_they_do(view):
    whole = shown_titled(view, -20)
    header = view.horizontalHeader()
    assert view.horizontalScrollBar().maximum() == 0
    assert header.length() < whole - 20
    two_lines = header.height()
    view.resize(2000, 300)
    assert header.length() == whole
    assert two_lines - header.height() == view.fontMetrics().height()


def test_that_columns_give_up_what_they_can_spare_before_their_titles_take_two_lines(view):
    whole = shown_titled(view, -3)
    assert view.horizontalHeader().length() < whole
    assert view.horizontalHeader().height() < 2 * view.fontMetrics().height()


def test_that_a_column_that_a_person_has_made_wider_stays_so(view):
    shown_titled(view, 0)
    view.setColumnWidth(1, 333)
    view.resize(200, 300)
    assert view.columnWidth(1) == 333


def test_that_a_title_on_two_lines_is_painted_whole(view):
    """Each of its lines has ink, in the column that is narrower than the title."""
    shown_titled(view, -20)
    view.apply_theme(LIGHT)
    header = view.horizontalHeader()
    image = header.viewport().grab().toImage()
    left, width = header.sectionViewportPosition(1) + 1, header.sectionSize(1) - 3
    dark = QColor(LIGHT.sunken).lightness() / 2

    def has_ink(top, bottom):
        return any(image.pixelColor(left + x, y).lightness() < dark for x in range(width) for y in range(top, bottom))

    middle = header.height() - 9 - view.fontMetrics().height()
    assert has_ink(2, middle)
    assert has_ink(middle + 4, header.height() - 4)


def test_that_columns_are_fitted_again_when_type_becomes_larger(view):
    whole = shown_titled(view, 0)
    view.resize(2000, 300)
    font = view.font()
    font.setPointSizeF(2 * font.pointSizeF())
    view.setFont(font)
    assert view.horizontalHeader().length() > 1.5 * whole


def test_that_marks_and_both_themes_are_painted(qtbot):
    view = TableView("marks")
    qtbot.addWidget(view)
    marks = Mark.BOLD | Mark.UNDERLINED
    heavy = Column("heavy", lambda _row: "10", marks=lambda _row: marks)
    boxed = Column("boxed", lambda _row: "10", marks=lambda _row: Mark.BOXED)
    filled = Column("filled", lambda _row: "1.00", fill=lambda _row: 1.0)
    barred = Column("barred", lambda _row: "4", bar=lambda row: 1.0, side=Side.LEFT)
    plain = Column("plain", lambda _row: "10")
    view.rows.show_columns([heavy, filled, barred, plain, boxed], 1)
    view.setSelectionMode(view.SelectionMode.NoSelection)
    view.resize(600, 120)
    view.show()

    def pixels(column):
        rect = view.visualRect(view.rows.index(0, column)).adjusted(1, 1, -1, -2)
        image = view.viewport().grab(rect).toImage()
        return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}

    def ink(column):
        rect = view.visualRect(view.rows.index(0, column))
        image = view.viewport().grab(rect).toImage()
        dark = QColor(LIGHT.surface).lightness() / 2
        return sum(
            image.pixelColor(x, y).lightness() < dark for x in range(image.width()) for y in range(image.height())
        )

    view.apply_theme(LIGHT)
    assert LIGHT.tint(LIGHT.original, 0.75) in pixels(1)
    assert LIGHT.tint(LIGHT.accent, 0.28) in pixels(2)
    assert ink(0) > 1.2 * ink(3)
    assert ink(4) > 2 * ink(3)
    view.apply_theme(DARK)
    assert DARK.surface in pixels(3)
