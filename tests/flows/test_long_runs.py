"""Runs that take their time: progress, cancel, close."""

from __future__ import annotations

from threading import Event

import pytest
from PySide6.QtCore import Qt

from permdesk.gui import report_tasks, writing_desk
from permdesk.report.formats import Format


def test_that_escape_stops_a_run_at_once_and_keeps_the_last_results(qtbot, with_results, settle, drop, large_pair):
    window = with_results
    before = window.desk.workspace.state.audit
    drop(window, *large_pair)
    qtbot.waitUntil(lambda: window.desk.workspace.state.pair is None, timeout=60_000)
    qtbot.waitUntil(lambda: window.activity.bar.isVisible())
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.desk.runner.busy
    assert not window.activity.bar.isVisible()
    assert window.desk.workspace.state.audit is before
    assert window.desk.workspace.state.is_stale
    assert window.stale_bar.isVisible()
    assert window.stale_bar.text.text() == "Results are of other files: original.csv and anonymized.csv."
    assert window.strip.verdict.text() == "No results yet"


def test_that_the_cancel_button_stops_a_run(qtbot, window, drop, large_pair):
    drop(window, *large_pair)
    qtbot.waitUntil(lambda: window.activity.cancel.isVisible())
    qtbot.mouseClick(window.activity.cancel, Qt.MouseButton.LeftButton)
    assert not window.desk.runner.busy
    assert window.desk.workspace.state.audit is None


def test_that_a_first_run_that_was_stopped_is_one_click_away(qtbot, window, settle, drop, large_pair):
    drop(window, *large_pair)
    qtbot.waitUntil(lambda: window.desk.workspace.setup.question is not None, timeout=60_000)
    assert not window.stale_bar.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.stale_bar.isVisible()
    qtbot.mouseClick(window.stale_bar.again, Qt.MouseButton.LeftButton)
    assert not window.stale_bar.isVisible()
    settle()
    assert window.desk.workspace.state.audit is not None
    assert not window.stale_bar.isVisible()


def test_that_closing_during_a_run_ends_cleanly(qtbot, window, drop, large_pair):
    drop(window, *large_pair)
    qtbot.waitUntil(lambda: window.desk.workspace.setup.question is not None, timeout=60_000)
    assert window.desk.runner.busy
    window.close()
    assert not window.isVisible()
    assert not window.desk.runner.busy
    assert window.desk.workspace.state.audit is None


@pytest.fixture
def endless(with_results, qtbot, monkeypatch, tmp_path):
    """The window while a report is written that would never be done."""
    window = with_results

    def write(_wanted, _kind, path, progress):
        progress.begin("report", 2)
        while True:
            progress.check()
            Event().wait(0.001)

    monkeypatch.setattr(writing_desk, "write", write)
    window.desk.writing.export(Format.PDF, tmp_path / "report.pdf")
    qtbot.waitUntil(lambda: window.activity.text.text() == "Preparing the report")
    return window


def is_at_rest(window):
    return not window.desk.reports.busy and not window.activity.cancel.isVisible()


def test_that_escape_stops_a_report_that_is_being_written_and_the_next_one_is_written(
    qtbot, endless, tmp_path, monkeypatch
):
    qtbot.keyClick(endless, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: is_at_rest(endless))
    assert not list(tmp_path.glob("report*"))
    monkeypatch.setattr(writing_desk, "write", report_tasks.write)
    endless.desk.writing.export(Format.JSON, tmp_path / "report.json")
    qtbot.waitUntil(lambda: (tmp_path / "report.json").exists() and is_at_rest(endless), timeout=60_000)


def test_that_the_cancel_button_stops_a_report_that_is_being_written(qtbot, endless):
    qtbot.mouseClick(endless.activity.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: is_at_rest(endless))


def test_that_a_run_is_stopped_before_what_is_written_meanwhile(qtbot, endless, drop, large_pair):
    drop(endless, *large_pair)
    assert endless.desk.runner.busy
    assert endless.activity.text.text() != "Preparing the report"
    qtbot.keyClick(endless, Qt.Key.Key_Escape)
    assert not endless.desk.runner.busy
    assert endless.desk.reports.writes
    assert endless.activity.cancel.isVisible()
    qtbot.keyClick(endless, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: is_at_rest(endless))
