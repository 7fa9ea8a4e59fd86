"""Files that are dropped or opened while a long run goes on: asked about, queued, never at the cost of the run."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from permdesk.gui.dialogs.still_running import StillRunningDialog


@pytest.fixture
def long_pair(tmp_path):
    """So many records that results do not follow by themselves."""
    random = np.random.default_rng(3)
    x = random.normal(size=(20_001, 2))
    paths = (tmp_path / "long_original.csv", tmp_path / "long_anonymized.csv")
    for path, values in zip(paths, (x, x + random.normal(size=x.shape)), strict=True):
        np.savetxt(path, values, "%.4f", ",", header="a,b", comments="")
    return paths


@pytest.fixture
def during_the_audit(window, long_pair, drop):
    """Do something in the very moment in which the first long audit has begun."""

    def act(then):
        def begun(title):
            if title == "Audit":
                window.desk.runner.started.disconnect(begun)
                then()

        window.desk.runner.started.connect(begun)
        drop(window, *long_pair)

    return act


@pytest.fixture
def audited(window):
    """The number of records of every audit that was found, in order."""
    found = []

    def follow(before):
        audit = window.desk.workspace.state.audit
        if audit is not None and audit is not before.audit:
            found.append(audit.n_original)

    window.desk.workspace.changed.connect(follow)
    return found


def question_of(qtbot, window):
    qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), StillRunningDialog))
    return QApplication.activeModalWidget()


def test_that_files_dropped_during_a_first_long_run_wait_for_its_end(
    qtbot, window, settle, paper, drop, during_the_audit, audited
):
    during_the_audit(lambda: drop(window, *paper))
    dialog = question_of(qtbot, window)
    assert window.desk.runner.title == "Audit"
    assert dialog.focusWidget() is dialog.afterwards
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert window.desk.runner.title == "Audit"
    assert window.statusBar().currentMessage() == "The files are opened when “Audit” has ended."
    settle()
    assert audited == [20_001, 20]
    assert window.strip.original.text() == "original.csv"


def test_that_escape_opens_nothing_and_lets_the_run_go_on(qtbot, window, paper, drop, during_the_audit):
    during_the_audit(lambda: drop(window, paper[0]))
    qtbot.keyClick(question_of(qtbot, window), Qt.Key.Key_Escape)
    assert window.desk.runner.title == "Audit"
    assert window.strip.original.text() == "long_original.csv"


def test_that_a_run_can_be_stopped_for_other_files(qtbot, window, settle, paper, drop, during_the_audit, audited):
    during_the_audit(lambda: drop(window, *paper))
    dialog = question_of(qtbot, window)
    qtbot.keyClick(dialog, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    settle()
    assert audited == [20]


def test_that_files_are_opened_when_the_run_ends_before_the_question_is_answered(
    qtbot, window, settle, paper, drop, during_the_audit, audited
):
    during_the_audit(lambda: drop(window, *paper))
    question_of(qtbot, window)
    qtbot.waitUntil(lambda: audited == [20_001, 20])
    assert QApplication.activeModalWidget() is None


def test_that_a_recipe_too_waits_for_its_turn_and_only_the_latest_files_are_opened(
    qtbot, window, settle, paper, drop, during_the_audit, audited
):
    recipe = paper[0].parent / "paper.permdesk"

    def drop_both():
        drop(window, paper[0])
        window.recipes.forget()
        drop(window, recipe)

    during_the_audit(drop_both)
    qtbot.keyClick(question_of(qtbot, window), Qt.Key.Key_Return)
    settle()
    assert audited == [20_001, 20]
    assert window.recipes.path == recipe


def test_that_a_second_file_dropped_while_the_first_is_read_does_not_lose_it(window, settle, paper, drop):
    drop(window, paper[0])
    assert window.desk.is_opening
    drop(window, paper[1])
    settle()
    assert window.strip.original.text() == "original.csv"
    assert window.strip.distance.value.text() == "1"


def test_that_closing_the_window_opens_nothing_that_waited(qtbot, window, paper, drop, during_the_audit, audited):
    during_the_audit(lambda: drop(window, *paper))
    qtbot.keyClick(question_of(qtbot, window), Qt.Key.Key_Return)
    opened = []
    window.desk.runner.started.connect(opened.append)
    window.leave()
    assert opened == []
    assert audited == []
