"""The page on which respondents check their own records is written from the window, after a warning."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.gui.dialogs.verification import VerificationDialog
from permdesk.gui.subject_task import write_verification_page
from permdesk.report.verification_page import VerificationPage


@pytest.fixture
def asked(qtbot, with_results):
    qtbot.keyClick(with_results, Qt.Key.Key_F, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    qtbot.keyClick(QApplication.activePopupWidget(), Qt.Key.Key_V)
    qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), VerificationDialog))
    dialog = QApplication.activeModalWidget()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def test_that_a_page_with_the_chosen_attributes_is_written(
    qtbot, with_results, asked, settle, answer_file_dialog, tmp_path
):
    path = tmp_path / "check.html"
    assert not asked.pure.isChecked()
    asked.attributes.setFocus()
    qtbot.keyClick(asked.attributes, Qt.Key.Key_Space)
    asked.contact.clear()
    qtbot.keyClicks(asked.contact, "desk 4")
    qtbot.mouseClick(asked.go_on, Qt.MouseButton.LeftButton)
    answer_file_dialog(path)
    settle()
    page = path.read_text("utf-8")
    assert '"name":"X2"' in page
    assert '"name":"X1"' not in page
    assert "desk 4" in page
    assert '"isPurePermutation":false' in page
    desk = with_results.desk
    assert desk.workspace.setup.description.page_for_respondents == "check.html"
    desk.workspace.undo()
    assert desk.workspace.setup.description.page_for_respondents == ""


def test_that_escape_writes_nothing(qtbot, with_results, asked):
    assert asked.cancel.isDefault()
    qtbot.keyClick(asked, Qt.Key.Key_Escape)
    assert not asked.isVisible()
    assert not with_results.findChildren(QFileDialog)


def test_that_a_page_without_attributes_cannot_be_written(qtbot, asked):
    asked.attributes.setFocus()
    for place in range(asked.attributes.count()):
        asked.attributes.setCurrentRow(place)
        qtbot.keyClick(asked.attributes, Qt.Key.Key_Space)
    assert not asked.go_on.isEnabled()


def test_that_the_page_never_replaces_the_release(with_results):
    release = with_results.desk.workspace.state.answered.anonymized.table
    before = release.path.read_bytes()
    outcome = write_verification_page(release, VerificationPage(), release.path, Progress())
    assert release.path.read_bytes() == before
    assert isinstance(outcome, Problem)
