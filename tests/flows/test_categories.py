"""Words become ranks when the officer says in which order."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from permdesk.data.choices import CategoryOrder, Level
from permdesk.gui.pages.data.attribute_model import LEVEL, ORDER
from permdesk.gui.pages.data.choice_box import ChoiceBox


@pytest.fixture
def with_words(window, settle, drop, tmp_path):
    x, y = tmp_path / "x.csv", tmp_path / "x_masked.csv"
    sizes = ["small", "large", "middle", "small", "large", "middle"]
    x.write_text("size,v\n" + "".join(f"{size},{i}\n" for i, size in enumerate(sizes)), "utf-8")
    y.write_text("size,v\n" + "".join(f"{size},{i + 1}\n" for i, size in enumerate(sizes[::-1])), "utf-8")
    drop(window, x, y)
    settle()
    assert window.desk.workspace.state.audit.names == ("v",)
    return window


def choose(qtbot, window, column, places_down):
    table = window.data_page.attributes.table
    table.setCurrentIndex(table.attributes.index(0, column))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    view = table.viewport().findChildren(ChoiceBox)[-1].view()
    view.setCurrentIndex(view.model().index(places_down, 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)


def test_that_frequency_is_one_choice_away(qtbot, with_words, settle):
    choose(qtbot, with_words, ORDER, 1)
    settle()
    assert with_words.desk.workspace.setup.choices.attributes[0].order is CategoryOrder.BY_FREQUENCY
    assert with_words.desk.workspace.state.audit.names == ("size", "v")


def test_that_an_ordinal_attribute_asks_for_its_order(qtbot, with_words, settle):
    choose(qtbot, with_words, LEVEL, list(Level).index(Level.ORDINAL))
    dialog = QApplication.activeModalWidget()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    assert dialog.categories == ("large", "middle", "small")
    qtbot.keyClick(dialog, Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: dialog.categories == ("small", "middle", "large"))
    dialog.list.setCurrentRow(2)
    qtbot.keyClick(dialog, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: dialog.categories == ("small", "large", "middle"))
    qtbot.keyClick(dialog, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: dialog.categories == ("small", "middle", "large"))
    qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
    settle()
    choice = with_words.desk.workspace.setup.choices.attributes[0]
    assert (choice.level, choice.order) == (Level.ORDINAL, CategoryOrder.BY_HAND)
    assert choice.categories == ("small", "middle", "large")
    assert with_words.desk.workspace.state.audit.names == ("size", "v")


def test_that_leaving_the_order_open_changes_nothing(qtbot, with_words, settle):
    before = with_words.desk.workspace.setup
    choose(qtbot, with_words, LEVEL, list(Level).index(Level.ORDINAL))
    qtbot.keyClick(QApplication.activeModalWidget(), Qt.Key.Key_Escape)
    settle()
    assert with_words.desk.workspace.setup == before


def test_that_why_an_attribute_is_left_out_can_be_read(with_words):
    table = with_words.data_page.attributes.table
    table.setCurrentIndex(table.attributes.index(0, 0))
    assert with_words.data_page.attributes.report.why.text().startswith("Left out:")


def open_order(qtbot, window):
    choose(qtbot, window, LEVEL, list(Level).index(Level.ORDINAL))
    dialog = QApplication.activeModalWidget()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def test_that_the_order_can_follow_the_frequency_of_categories(qtbot, with_words):
    dialog = open_order(qtbot, with_words)
    qtbot.keyClick(dialog, Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
    qtbot.keyClick(dialog, Qt.Key.Key_F, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: dialog.categories == ("large", "middle", "small"))


def test_that_several_categories_move_together(qtbot, with_words):
    dialog = open_order(qtbot, with_words)
    dialog.list.setFocus()
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(dialog, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: dialog.categories == ("middle", "small", "large"))
    qtbot.keyClick(dialog, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert dialog.categories == ("middle", "small", "large")


def test_that_a_dragged_category_keeps_its_code(qtbot, with_words):
    dialog = open_order(qtbot, with_words)
    data = dialog.list.mimeData([dialog.list.item(2)])
    dialog.list.model().dropMimeData(data, Qt.DropAction.MoveAction, 0, 0, dialog.list.rootIndex())
    assert dialog.categories[0] == "small"
