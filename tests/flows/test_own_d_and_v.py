"""An officer asks her own d and v, sees who fails, and goes to one of them, with keys and clicks."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


def test_that_an_officer_asks_her_own_d_and_finds_who_fails(with_results, qtbot):
    window = with_results
    page = window.result_pages[1]
    window.show_tab(2)
    assert page.records.table.isVisible()
    page.side.buttons[0].setFocus()
    qtbot.keyClick(page.side.buttons[0], Qt.Key.Key_Right)
    panel = page.requirement
    qtbot.waitUntil(lambda: panel.reading is not None)
    panel.distance.field.setFocus()
    panel.distance.field.selectAll()
    qtbot.keyClicks(panel.distance.field, "3")
    qtbot.keyClick(panel.distance.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel.sentence.text().startswith("✗ 12 of 20 records (60.0 %)"))
    panel.failing.setFocus()
    qtbot.keyClick(panel.failing, Qt.Key.Key_Space)
    assert page.records.table.rows.rowCount() == 8
    qtbot.keyClick(page.records.table, Qt.Key.Key_G, CONTROL)
    assert QApplication.focusWidget() is page.records.jump
    qtbot.keyClicks(page.records.jump, "7")
    qtbot.keyClick(page.records.jump, Qt.Key.Key_Return)
    qtbot.mouseClick(page.side.buttons[0], LEFT)
    assert page.record.title.text() == "Record 7"


def test_that_the_window_closes_while_a_requirement_is_read(with_results, qtbot):
    window = with_results
    page = window.result_pages[1]
    window.show_tab(2)
    qtbot.mouseClick(page.side.buttons[1], LEFT)
    window.close()
    assert not window.isVisible()
