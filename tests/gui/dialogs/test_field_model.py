"""Names stay with the characters that they stand for while borders move."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from permdesk.data.choices import FixedField
from permdesk.gui.dialogs.field_model import NAME, FieldModel


@pytest.fixture
def model(app):
    model = FieldModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_fields([FixedField("id", 1, 4), FixedField("age", 7, 2, missing_codes=("99",))], 10)
    yield model
    assert tester is not None


def names(model):
    return [model.index(row, NAME).data() for row in range(model.rowCount())]


def test_that_what_lies_between_fields_is_shown_and_not_read(model):
    assert names(model) == ["id", "(not read)", "age", "(not read)"]
    assert model.borders == (4, 6, 8)
    assert [field.name for field in model.fields] == ["id", "age"]


def test_that_a_moved_border_takes_the_names_along(model):
    model.cut((3, 6, 8), 10)
    assert model.fields == (FixedField("id", 1, 3), FixedField("age", 7, 2, missing_codes=("99",)))


def test_that_a_new_border_makes_a_new_name_and_the_longer_piece_keeps_the_old_one(model):
    model.cut((3, 4, 6, 8), 10)
    assert [(field.name, field.first, field.width) for field in model.fields[:2]] == [("id", 1, 3), ("V1", 4, 1)]


def test_that_a_removed_border_joins_two_pieces(model):
    model.cut((4, 8), 10)
    assert [(field.name, field.first, field.width) for field in model.fields] == [("id", 1, 4)]
    assert names(model) == ["id", "(not read)", "(not read)"]


def test_that_a_whole_line_is_one_field_at_first(app):
    model = FieldModel()
    model.show_fields([], 10)
    assert model.fields == (FixedField("V1", 1, 10),)


def test_that_two_columns_cannot_have_one_name(model):
    assert not model.setData(model.index(2, NAME), "id")
    assert model.setData(model.index(2, NAME), "years")
    assert [field.name for field in model.fields] == ["id", "years"]


def test_that_only_names_can_be_changed(model):
    editable = [
        bool(model.flags(model.index(0, column)) & Qt.ItemFlag.ItemIsEditable) for column in range(model.columnCount())
    ]
    assert editable == [True, False, False]


def test_that_titles_stand_above_their_values(model):
    for section in range(model.columnCount()):
        title = model.headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        value = model.index(0, section).data(Qt.ItemDataRole.TextAlignmentRole) or Qt.AlignmentFlag.AlignLeft
        sides = Qt.AlignmentFlag.AlignHorizontal_Mask
        assert title & sides == value & sides
