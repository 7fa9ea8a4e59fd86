"""Names and categories are completed while a condition is typed."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from permdesk.gui.models.record_filter import Field
from permdesk.gui.panels.condition_field import ConditionField

SEX = Field(np.array([1.0, 2.0]), {"female": 1.0, "male": 2.0, "not said": 3.0})


@pytest.fixture
def field(qtbot):
    field = ConditionField()
    qtbot.addWidget(field)
    numbers = Field(np.arange(2))
    field.show_fields({"distance": numbers, "distance_z": numbers, "hours per week": numbers, "sex": SEX})
    field.show()
    field.activateWindow()
    field.setFocus()
    return field


def offered(field):
    model = field.completions.completionModel()
    return [model.index(row, 0).data() for row in range(model.rowCount())] if field.offers.isVisible() else []


def test_that_a_first_letter_offers_the_names_and_enter_takes_one(field, qtbot):
    qtbot.keyClicks(field, "d")
    assert offered(field) == ["distance", "distance_z"]
    qtbot.keyClick(field.offers, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "distance_z "
    assert offered(field) == []


def test_that_a_name_with_blanks_is_put_in_quotes(field, qtbot):
    qtbot.keyClicks(field, "distance > 1 and HOU")
    assert offered(field) == ["hours per week"]
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert field.text() == 'distance > 1 and "hours per week" '


def test_that_categories_are_offered_after_a_comparison(field, qtbot):
    qtbot.keyClicks(field, "sex = n")
    assert offered(field) == ["not said"]
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == 'sex = "not said" '
    field.clear()
    qtbot.keyClicks(field, "distance = f")
    assert offered(field) == []


def test_that_a_name_in_the_middle_is_completed_where_it_stands(field, qtbot):
    qtbot.keyClicks(field, " = 1")
    field.setCursorPosition(0)
    qtbot.keyClicks(field, "s")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "sex = 1"


def test_that_escape_leaves_what_was_typed_and_a_whole_name_offers_nothing(field, qtbot):
    qtbot.keyClicks(field, "se")
    qtbot.keyClick(field.offers, Qt.Key.Key_Escape)
    assert (field.text(), offered(field)) == ("se", [])
    qtbot.keyClicks(field, "x")
    assert offered(field) == []


def test_that_a_name_with_quotes_is_put_in_the_other_ones(field, qtbot):
    field.show_fields({'so "called" pay': Field(np.array([1.0, 2.0]))})
    qtbot.keyClicks(field, "s")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "'so \"called\" pay' "
