"""Numbers that another reading changes are shown; another scale is confirmed by name."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from permdesk.data.scale_changes import ReadingChange, ReadingSample
from permdesk.gui.dialogs.reading_changes import ReadingChanges

SCALED = ReadingChange("share", 30, 0, 0, (ReadingSample("0,435", 435.0, 0.435),))
LOST = ReadingChange("code", 0, 4, 0, (ReadingSample("99", 99.0, None),))


@pytest.fixture
def panel(qtbot, app):
    panel = ReadingChanges()
    qtbot.addWidget(panel)
    return panel


def row(panel, place):
    return [panel.samples.rows.index(place, column).data() for column in range(5)]


def test_that_nothing_is_shown_while_nothing_changes(panel):
    assert panel.isHidden()
    assert not panel.needs_confirmation


def test_that_another_scale_is_shown_both_ways_and_needs_a_confirmation(qtbot, panel):
    panel.show_changes((LOST, SCALED))
    panel.show()
    assert row(panel, 0) == ["share", "0,435", "435", "0.435", "30"]
    assert row(panel, 1) == ["code", "99", "99", "no number", "4"]
    assert panel.confirm.text() == "Yes, these are the numbers of share."
    assert panel.needs_confirmation
    with qtbot.waitSignal(panel.confirmed):
        qtbot.keyClick(panel.confirm, Qt.Key.Key_Space)
    assert not panel.needs_confirmation


def test_that_a_confirmation_is_not_for_other_changes(qtbot, panel):
    panel.show_changes((SCALED,))
    panel.show()
    qtbot.keyClick(panel.confirm, Qt.Key.Key_Space)
    panel.show_changes((SCALED,))
    assert not panel.needs_confirmation
    panel.show_changes((ReadingChange("share", 31, 0, 0, SCALED.samples),))
    assert panel.needs_confirmation


def test_that_cells_that_are_no_numbers_any_more_need_none(panel):
    panel.show_changes((LOST,))
    assert not panel.needs_confirmation
    assert panel.confirm.isHidden()
    assert panel.title.text() == "What this changes in code"
