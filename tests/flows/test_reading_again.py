"""A file that was read wrongly is read again as the officer says."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from permdesk.gui.side import Side


@pytest.fixture
def dialog(qtbot, with_results, settle):
    qtbot.mouseClick(with_results.data_page.cards[Side.ANONYMIZED].change, Qt.MouseButton.LeftButton)
    dialog = QApplication.activeModalWidget()
    settle()
    assert dialog is not None
    return dialog


def shown(dialog):
    model = dialog.rows.rows
    return [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]


def test_that_the_preview_shows_the_file_and_why_it_is_read_so(dialog):
    assert shown(dialog) == ["X1", "X2", "X3"]
    assert dialog.rows.rows.rowCount() == 20
    assert "20 records" in dialog.message.text()


def test_that_the_preview_follows_every_override(qtbot, dialog, settle):
    qtbot.keyClick(dialog.separator, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: len(shown(dialog)) == 1)
    qtbot.keyClick(dialog.separator, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: len(shown(dialog)) == 3)
    qtbot.mouseClick(dialog.header, Qt.MouseButton.LeftButton, pos=dialog.header.rect().center() / 4)
    qtbot.waitUntil(lambda: dialog.rows.rows.rowCount() == 21)


def test_that_a_new_missing_code_is_used_and_can_be_undone(qtbot, with_results, dialog, settle):
    window = with_results
    dialog.missing.selectAll()
    qtbot.keyClicks(dialog.missing, "blank, 108.18")
    settle()
    qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
    settle()
    assert window.desk.workspace.setup.anonymized.table.dialect.missing_codes == ("", "108.18")
    assert window.desk.workspace.state.audit.pair.attributes[0].anonymized.n_missing == 1
    assert not window.desk.workspace.state.is_stale
    window.desk.workspace.undo()
    settle()
    assert window.desk.workspace.state.audit.pair.attributes[0].anonymized.n_missing == 0


def test_that_nonsense_cannot_be_taken(qtbot, dialog, settle):
    dialog.encoding.setEditText("klingon")
    dialog.encoding.activated.emit(0)
    qtbot.waitUntil(lambda: not dialog.take.isEnabled())
    assert dialog.message.text().startswith("✗")
