"""An officer closes the window while what she asked for is being written: it is written first, unless she says no."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import pytest
from PySide6.QtCore import Qt

import permdesk.gui.writing_desk as writing_desk
from permdesk.audit.policy import Policy
from permdesk.gui.dialogs.still_writing import StillWritingDialog
from permdesk.gui.dialogs.unsaved import UnsavedDialog
from permdesk.gui.dialogs.validation import ValidationDialog
from permdesk.gui.report_tasks import write
from permdesk.report.formats import Format


@pytest.fixture
def gate(monkeypatch) -> Iterator[Event]:
    """Reports are written once it is set, or stopped before."""
    gate = Event()

    def write_later(wanted, kind, path, progress):
        while not gate.wait(0.01):
            progress.check()
        return write(wanted, kind, path, progress)

    monkeypatch.setattr(writing_desk, "write", write_later)
    yield gate
    gate.set()


def questions(window, kind=StillWritingDialog):
    return [dialog for dialog in window.findChildren(kind) if dialog.isVisible()]


def test_that_the_window_closes_when_the_report_is_written(qtbot, with_results, gate, tmp_path):
    window, path = with_results, tmp_path / "report.html"
    window.desk.writing.export(Format.HTML, path)
    window.close()
    (question,) = questions(window)
    assert "report.html" in question.titles.text()
    assert window.isVisible()
    gate.set()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert "</html>" in path.read_text("utf-8")


def test_that_escape_leaves_the_window_open_and_the_report_comes(qtbot, with_results, settle, gate, tmp_path):
    window, path = with_results, tmp_path / "report.html"
    window.desk.writing.export(Format.HTML, path)
    window.close()
    window.close()
    (question,) = questions(window)
    qtbot.keyClick(question, Qt.Key.Key_Escape)
    gate.set()
    settle()
    assert path.exists()
    assert window.isVisible()


def test_that_the_window_may_be_closed_without_the_report(qtbot, with_results, gate, tmp_path):
    window, path = with_results, tmp_path / "report.html"
    path.write_text("the old one", "utf-8")
    window.desk.writing.export(Format.HTML, path)
    window.close()
    (question,) = questions(window)
    qtbot.waitUntil(question.isActiveWindow)
    qtbot.keyClick(question, Qt.Key.Key_C, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: not window.isVisible())
    assert path.read_text("utf-8") == "the old one"


def test_that_the_window_stays_where_the_report_cannot_be_written(qtbot, with_results, gate, tmp_path):
    window = with_results
    window.desk.writing.export(Format.HTML, tmp_path / "absent" / "report.html")
    window.close()
    gate.set()
    qtbot.waitUntil(lambda: not questions(window))
    assert window.isVisible()
    assert "folder does not exist" in window.banner.what.text()


def test_that_unsaved_decisions_are_asked_about_first(qtbot, with_results, settle, gate, tmp_path):
    window = with_results
    window.desk.decide("policy", replace(window.desk.workspace.setup, policy=Policy(name="strict")))
    settle()
    window.desk.writing.export(Format.HTML, tmp_path / "report.html")
    window.close()
    (unsaved,) = questions(window, UnsavedDialog)
    assert questions(window) == []
    qtbot.waitUntil(unsaved.isActiveWindow)
    qtbot.keyClick(unsaved, Qt.Key.Key_D, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: len(questions(window)) == 1)
    gate.set()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert (tmp_path / "report.html").exists()


def test_that_a_dialog_that_is_closed_does_not_lose_the_report(qtbot, with_results, settle, gate, tmp_path):
    window = with_results
    window.desk.writing.export(Format.HTML, tmp_path / "report.html")
    window.dialogs.validate()
    (dialog,) = questions(window, ValidationDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    gate.set()
    settle()
    assert (tmp_path / "report.html").exists()
