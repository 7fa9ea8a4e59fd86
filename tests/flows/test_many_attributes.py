"""Attributes are decided on together: selected by click and key, excluded, included, given a level and a name."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from permdesk.data.choices import CategoryOrder, Level
from permdesk.gui.pages.data.attribute_model import LEVEL, NAME, NAME_IN_Y
from permdesk.gui.pages.data.choice_box import ChoiceBox

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def with_many(window, settle, drop, tmp_path):
    x, y = tmp_path / "x.csv", tmp_path / "x_masked.csv"
    x.write_text("a,b,c,town\n" + "".join(f"{i},{i * 2},{i * i},{'uvw'[i % 3]}\n" for i in range(12)), "utf-8")
    y.write_text("a,b,c2,town\n" + "".join(f"{i + 1},{i * 3},{i * i + 1},{'uvw'[i % 3]}\n" for i in range(12)), "utf-8")
    drop(window, x, y)
    settle()
    return window


def levels(window):
    return {choice.name: choice.level for choice in window.desk.workspace.setup.choices.attributes}


def click(qtbot, table, row, column, keys=Qt.KeyboardModifier.NoModifier):
    place = table.visualRect(table.attributes.index(row, column)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, keys, place)


def pick(qtbot, box, value):
    """Choose a value of a box by keys."""
    box.setFocus()
    for _ in range(box._values.index(value)):
        qtbot.keyClick(box, Qt.Key.Key_Down)


def test_that_selected_attributes_are_excluded_in_one_step_that_says_so(qtbot, with_many, settle):
    window, section = with_many, with_many.data_page.attributes
    click(qtbot, section.table, 0, NAME)
    click(qtbot, section.table, 1, NAME, SHIFT)
    qtbot.keyClick(section.table, Qt.Key.Key_Delete)
    assert levels(window) == {"a": Level.EXCLUDED, "b": Level.EXCLUDED, "town": Level.NOMINAL}
    assert window.desk.workspace.undo_name == "exclude a, b"
    window.desk.workspace.undo()
    assert levels(window)["a"] is Level.NUMERIC
    settle()


def test_that_a_click_that_selects_opens_no_choice(qtbot, with_many):
    table = with_many.data_page.attributes.table
    click(qtbot, table, 0, NAME)
    click(qtbot, table, 1, LEVEL, CONTROL)
    assert not table.viewport().findChildren(ChoiceBox)
    assert [row.name for row in table.selected_rows] == ["a", "b"]


def test_that_all_can_be_excluded_and_included_again_by_keys(qtbot, with_many, settle):
    window, section = with_many, with_many.data_page.attributes
    section.table.setFocus()
    qtbot.keyClick(section.table, Qt.Key.Key_A, CONTROL)
    assert "5 selected" in section.tools.said.text()
    qtbot.keyClick(section.tools.exclude, Qt.Key.Key_Space)
    assert window.desk.workspace.undo_name == "exclude 3 attributes"
    assert set(levels(window).values()) == {Level.EXCLUDED}
    qtbot.keyClick(section.tools.include, Qt.Key.Key_Space)
    assert levels(window) == {"a": Level.NUMERIC, "b": Level.NUMERIC, "town": Level.NOMINAL}
    settle()


def test_that_a_level_chosen_in_a_selected_row_is_for_all_selected(qtbot, with_many, settle):
    window, table = with_many, with_many.data_page.attributes.table
    click(qtbot, table, 0, NAME)
    qtbot.keyClick(table, Qt.Key.Key_Down, SHIFT)
    table.attributes.setData(table.attributes.index(1, LEVEL), Level.NOMINAL)
    assert levels(window) == {"a": Level.NOMINAL, "b": Level.NOMINAL, "town": Level.NOMINAL}
    settle()


def test_that_an_order_can_be_set_for_all_selected(qtbot, with_many, settle):
    window, section = with_many, with_many.data_page.attributes
    section.table.selectAll()
    pick(qtbot, section.tools.order, CategoryOrder.BY_FREQUENCY)
    orders = {choice.name: choice.order for choice in window.desk.workspace.setup.choices.attributes}
    assert orders == {"a": None, "b": None, "town": CategoryOrder.BY_FREQUENCY}
    assert section.tools.order.value is None
    settle()
    assert window.desk.workspace.state.audit.names == ("a", "b", "town")


def test_that_an_attribute_that_was_renamed_is_matched_by_hand(qtbot, with_many, settle):
    window, table = with_many, with_many.data_page.attributes.table
    place = [row.name for row in table.attributes._attributes].index("c")
    table.setCurrentIndex(table.attributes.index(place, NAME_IN_Y))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    view = table.viewport().findChildren(ChoiceBox)[-1].view()
    assert view.model().index(0, 0).data() == "c2"
    view.setCurrentIndex(view.model().index(0, 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    settle()
    choice = next(choice for choice in window.desk.workspace.setup.choices.attributes if choice.name == "c")
    assert (choice.anonymized_name, choice.level) == ("c2", Level.NUMERIC)
    assert window.desk.workspace.undo_name == "c became c2"


def test_that_two_attributes_can_name_records_together(qtbot, with_many, settle):
    window, card = with_many, with_many.data_page.pairing
    card.by.setFocus()
    qtbot.keyClick(card.by, Qt.Key.Key_Up)
    settle()
    assert window.desk.workspace.setup.choices.id_attributes == ("a",)
    card.ids.setFocus()
    card.ids.setCurrentRow(2)
    qtbot.keyClick(card.ids, Qt.Key.Key_Space)
    settle()
    assert window.desk.workspace.setup.choices.id_attributes == ("a", "town")
    assert window.desk.workspace.undo_name == "pair by a, town"


def test_that_records_without_a_partner_are_counted_and_listed(qtbot, with_many, settle):
    window, card = with_many, with_many.data_page.pairing
    card.by.setFocus()
    qtbot.keyClick(card.by, Qt.Key.Key_Up)
    settle()
    assert card.outcome.text() == (
        "Pairs: 11. Original records without a release: 1. Released ones without an original: 1."
    )
    qtbot.mouseClick(card.unpaired, Qt.MouseButton.LeftButton)
    dialog = QApplication.activeModalWidget()
    shown = [[dialog.table.rows.index(row, column).data() for column in range(3)] for row in range(2)]
    assert shown == [["Original", "1", "0"], ["Anonymized", "12", "12"]]
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert window.isVisible()


def test_that_the_last_identifier_cannot_be_unticked(qtbot, with_many, settle):
    window, card = with_many, with_many.data_page.pairing
    card.by.setFocus()
    qtbot.keyClick(card.by, Qt.Key.Key_Up)
    settle()
    card.ids.setFocus()
    card.ids.setCurrentRow(0)
    qtbot.keyClick(card.ids, Qt.Key.Key_Space)
    assert window.desk.workspace.setup.choices.id_attributes == ("a",)
    assert card.ids.item(0).checkState() == Qt.CheckState.Checked


def test_that_the_first_attribute_is_reported_before_one_is_chosen(qtbot, with_results):
    section = with_results.data_page.attributes
    assert section.report.title.text() == "Import report: X1"
    assert [row.name for row in section.table.selected_rows] == ["X1"]
    section.table.setFocus()
    qtbot.keyClick(section.table, Qt.Key.Key_Down)
    assert section.report.title.text() == "Import report: X2"
