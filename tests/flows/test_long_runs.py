"""Runs that take their time: progress, cancel, close."""

from __future__ import annotations

from PySide6.QtCore import Qt


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
