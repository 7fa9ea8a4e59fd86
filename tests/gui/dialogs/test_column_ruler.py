"""The borders of a text in fixed width, set by click, drag and key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from permdesk.gui.dialogs.column_ruler import ColumnRuler

ALT, CONTROL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def ruler(qtbot, app):
    ruler = ColumnRuler()
    qtbot.addWidget(ruler)
    ruler.resize(600, 200)
    ruler.show_lines(["0011aaa 12.5\n", "0022bbb 13.5\n"])
    ruler.show()
    return ruler


def at(ruler, place):
    return QPoint(ruler.x_of(place), 60)


def test_that_a_click_between_characters_sets_a_border(qtbot, ruler):
    with qtbot.waitSignal(ruler.borders_changed) as told:
        qtbot.mouseClick(ruler.viewport(), Qt.MouseButton.LeftButton, pos=at(ruler, 4) + QPoint(2, 0))
    assert told.args == [(4,)]


def test_that_a_border_can_be_dragged_but_not_across_another(qtbot, ruler):
    ruler.show_borders([4, 8])
    QTest.mousePress(ruler.viewport(), Qt.MouseButton.LeftButton, pos=at(ruler, 4))
    for place in (5, 6, 9):
        QTest.mouseMove(ruler.viewport(), at(ruler, place))
    QTest.mouseRelease(ruler.viewport(), Qt.MouseButton.LeftButton, pos=at(ruler, 9))
    assert ruler.borders == (6, 8)


def test_that_a_double_click_takes_a_border_away(qtbot, ruler):
    ruler.show_borders([4, 8])
    qtbot.mouseDClick(ruler.viewport(), Qt.MouseButton.LeftButton, pos=at(ruler, 4))
    assert ruler.borders == (8,)


def test_that_everything_can_be_done_by_keys(qtbot, ruler):
    for _ in range(3):
        qtbot.keyClick(ruler, Qt.Key.Key_Right)
    qtbot.keyClick(ruler, Qt.Key.Key_Return)
    assert ruler.borders == (4,)
    qtbot.keyClick(ruler, Qt.Key.Key_Right, ALT)
    assert ruler.borders == (5,)
    qtbot.keyClick(ruler, Qt.Key.Key_End)
    qtbot.keyClick(ruler, Qt.Key.Key_Space)
    assert ruler.borders == (5, 11)
    qtbot.keyClick(ruler, Qt.Key.Key_Left, CONTROL)
    assert ruler.caret == 5
    qtbot.keyClick(ruler, Qt.Key.Key_Delete)
    assert ruler.borders == (11,)


def test_that_no_border_leaves_the_text(qtbot, ruler):
    ruler.show_borders([0, 3, 12, 40])
    assert ruler.borders == (3,)
    qtbot.keyClick(ruler, Qt.Key.Key_Home)
    qtbot.keyClick(ruler, Qt.Key.Key_Left)
    assert ruler.caret == 1


def test_that_the_screen_reader_hears_where_the_mark_and_the_borders_are(qtbot, ruler):
    ruler.show_borders([4])
    qtbot.keyClick(ruler, Qt.Key.Key_Right)
    assert ruler.accessibleDescription() == "Mark after character 2. Borders after: 4."


def test_that_one_endless_line_is_drawn_as_far_as_it_is_seen(qtbot, ruler):
    ruler.show_lines(["x" * 10_000_000])
    ruler.grab()
    assert ruler.length == 20_000
