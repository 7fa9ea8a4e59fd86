"""The table of attributes: what it says, what can be chosen, and that it announces choices."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from permdesk.compute.progress import Progress
from permdesk.data.choices import AttributeChoice, CategoryOrder, DateNotation, Dialect, Level, PairChoices, PairingBy
from permdesk.data.column_meaning import ColumnMeaning, ValueLabel
from permdesk.data.column_report import report_column
from permdesk.data.text_column import column_of
from permdesk.gui.column_facts import column_facts
from permdesk.gui.pages.data.attribute_model import LEVEL, NAME, NAME_IN_Y, ORDER, AttributeModel
from permdesk.gui.pages.data.attribute_rows import attribute_rows
from permdesk.gui.workspace import Setup, State


@pytest.fixture
def state(opened):
    x = opened("x.csv", age=["1", "2", "2"], town=["a", "b", "a"], only_x=["1", "2", "3"])
    y = opened("y.csv", age=["1", "*", ""], town=["a", "a", "a"], only_y=["1", "2", "3"])
    choices = PairChoices(
        (AttributeChoice("age", Level.NUMERIC, reason="Numbers."), AttributeChoice("town", Level.NOMINAL)),
        PairingBy.ROW,
    )
    return State(Setup(original=x, anonymized=y, choices=choices))


@pytest.fixture
def model(app, state):
    model = AttributeModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_attributes(attribute_rows(state))
    yield model
    assert tester is not None


def texts(model, row):
    return [model.index(row, column).data() for column in range(model.columnCount())]


def test_that_every_attribute_of_both_files_has_a_row(model):
    assert [texts(model, row)[NAME] for row in range(model.rowCount())] == ["age", "town", "only_x", "only_y"]


def test_that_a_row_says_what_both_columns_hold(model):
    assert texts(model, 0) == [
        *("age", "Numeric", "", "2", "0", "1, 2", "age", "1", "33.3 %", "33.3 %", "0", "1", "Numbers."),
    ]
    assert texts(model, 1)[10:] == ["100.0 %", "a", "Chosen by you."]


def test_that_an_attribute_of_one_file_says_which(model):
    assert texts(model, 2)[-1] == "Only the original has it."
    assert texts(model, 3)[3:6] == ["–", "–", ""]


def test_that_level_and_order_of_common_attributes_and_the_name_of_each_can_be_chosen(model):
    editable = {
        (row, column)
        for row in range(model.rowCount())
        for column in range(model.columnCount())
        if model.flags(model.index(row, column)) & Qt.ItemFlag.ItemIsEditable
    }
    assert editable == {(0, LEVEL), (1, LEVEL), (1, ORDER), (0, NAME_IN_Y), (1, NAME_IN_Y), (2, NAME_IN_Y)}


def test_that_a_choice_is_announced(model):
    seen = []
    model.level_chosen.connect(lambda *choice: seen.append(choice))
    model.order_chosen.connect(lambda *choice: seen.append(choice))
    model.partner_chosen.connect(lambda *choice: seen.append(choice))
    assert model.setData(model.index(0, LEVEL), Level.EXCLUDED)
    assert model.setData(model.index(1, ORDER), CategoryOrder.BY_FREQUENCY)
    assert not model.setData(model.index(0, ORDER), CategoryOrder.BY_FREQUENCY)
    assert not model.setData(model.index(0, NAME), "x")
    assert model.setData(model.index(2, NAME_IN_Y), "only_y")
    assert not model.setData(model.index(3, NAME_IN_Y), "only_y")
    assert seen == [("age", Level.EXCLUDED), ("town", CategoryOrder.BY_FREQUENCY), ("only_x", "only_y")]


def test_that_the_same_attributes_again_reset_nothing(qtbot, model, state):
    attributes = (replace(state.setup.choices.attributes[0], level=Level.EXCLUDED), state.setup.choices.attributes[1])
    setup = replace(state.setup, choices=replace(state.setup.choices, attributes=attributes))
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.show_attributes(attribute_rows(replace(state, setup=setup)))
    assert texts(model, 0)[LEVEL] == "Excluded"


def test_that_one_file_alone_shows_its_columns(app, state):
    alone = replace(state, setup=replace(state.setup, anonymized=None, choices=None))
    assert [row.name for row in attribute_rows(alone)] == ["age", "town", "only_x"]


def test_that_codes_are_shown_with_what_they_mean(app, opened):
    column = column_of("sex", ["1", "2", "1"])
    meaning = ColumnMeaning(value_labels=(ValueLabel("1", "male"),))
    facts = column_facts(report_column(column, Dialect(), Progress(), meaning))
    assert facts.examples == ("1 (male)", "2")


def test_that_the_notation_of_dates_can_be_chosen(model, state):
    dated = replace(state.setup.choices.attributes[0], dates=DateNotation.DAY_MONTH_YEAR)
    choices = replace(state.setup.choices, attributes=(dated, state.setup.choices.attributes[1]))
    model.show_attributes(attribute_rows(replace(state, setup=replace(state.setup, choices=choices))))
    assert texts(model, 0)[ORDER] == "Day, month, year"
    assert model.is_choice(model.index(0, ORDER))
    seen = []
    model.notation_chosen.connect(lambda *choice: seen.append(choice))
    assert model.setData(model.index(0, ORDER), DateNotation.MONTH_DAY_YEAR)
    assert seen == [("age", DateNotation.MONTH_DAY_YEAR)]
