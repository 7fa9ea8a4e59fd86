"""Unsaved decisions survive the death of the process, and a window that ends as it should leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from permdesk.app import make_application, make_window
from permdesk.audit.recipe import read_recipe, write_recipe
from permdesk.audit.settings import Ties
from permdesk.gui.appearance import Scheme
from permdesk.gui.dialogs.recovery import RecoveryDialog
from permdesk.gui.file_state import state_of
from permdesk.gui.kept_recipes import KeptRecipe
from permdesk.gui.settings import settings_path

ROOT = Path(__file__).parents[2]
DECIDES_AND_WAITS = """
import sys
from dataclasses import replace
from pathlib import Path
from PySide6.QtCore import QTimer
from permdesk.app import make_application, make_window
from permdesk.audit.settings import Ties
from permdesk.gui.appearance import Scheme
from permdesk.gui.settings import settings_path

app = make_application()
window = make_window(Scheme.LIGHT, path=settings_path())
window.show()
window.desk.open_recipe(Path(sys.argv[1]))

def decide():
    if window.desk.runner.busy or window.desk.workspace.state.audit is None:
        return
    setup = window.desk.workspace.setup
    window.desk.decide("random ties", replace(setup, settings=replace(setup.settings, ties=Ties.RANDOM)))

timer = QTimer(interval=100)
timer.timeout.connect(decide)
timer.start()
app.exec()
"""

STARTS_AND_LOOKS = """
import sys
import permdesk.app
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

make = permdesk.app.make_window

def looking(*arguments):
    window = make(*arguments)
    timer = QTimer(window, interval=50)

    def look():
        if any(type(one).__name__ == "RecoveryDialog" for one in QApplication.topLevelWidgets() if one.isVisible()):
            QApplication.exit(42)

    timer.timeout.connect(look)
    timer.start()
    return window

permdesk.app.make_window = looking
sys.exit(permdesk.app.main([]))
"""


@pytest.fixture
def folder():
    """Where copies of unsaved recipes lie."""
    return settings_path().parent / "unsaved"


@pytest.fixture
def remembering(qtbot, qapp):
    """Makes windows that write into the settings folder, and closes them in the end."""
    make_application()
    windows = []

    def make():
        window = make_window(Scheme.LIGHT, path=settings_path())
        windows.append(window)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    yield make
    for window in windows:
        window.leave()
        window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def recipe(paper, tmp_path):
    """A recipe in a folder with the files of the paper."""
    for path in (*paper, paper[0].parent / "paper.permdesk"):
        shutil.copy(path, tmp_path / path.name)
    return tmp_path / "paper.permdesk"


def settled(qtbot, window):
    runners = (window.desk.runner, window.desk.reports)
    qtbot.waitUntil(lambda: not any(runner.busy for runner in runners), timeout=120_000)


def copies(folder):
    return sorted(folder.glob("*.permdesk")) if folder.exists() else []


def left_behind(folder, recipe, own=None):
    """What a window leaves that was killed: a copy that decides something, and no living holder."""
    folder.mkdir(parents=True, exist_ok=True)
    read = read_recipe(recipe)
    kept = KeptRecipe(folder / f"{len(copies(folder))}.permdesk")
    decided = replace(read, settings=replace(read.settings, ties=Ties.RANDOM))
    assert kept.write(decided, own, None if own is None else state_of(own)) is None
    kept.let_go()
    return kept.copy


def offered(qtbot, window):
    window.recovery.offer()
    qtbot.waitUntil(lambda: bool(window.findChildren(RecoveryDialog)))
    (dialog,) = window.findChildren(RecoveryDialog)
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def decide(window):
    setup = window.desk.workspace.setup
    window.desk.decide("random ties", replace(setup, settings=replace(setup.settings, ties=Ties.RANDOM)))


def test_that_decisions_of_a_killed_process_are_recovered(qtbot, remembering, recipe, folder):
    process = subprocess.Popen(
        [sys.executable, "-c", DECIDES_AND_WAITS, str(recipe)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(folder.parents[1])},
        stderr=subprocess.DEVNULL,
    )
    try:
        qtbot.waitUntil(lambda: bool(copies(folder)), timeout=120_000)
        window = remembering()
        window.recovery.offer()  # that process still runs, so its copy is not for us
        qtbot.waitUntil(lambda: not window.recovery._runner.busy)
        assert window.findChildren(RecoveryDialog) == []
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    dialog = offered(qtbot, window)
    assert "paper.permdesk: original.csv and anonymized.csv" in dialog.list.item(0).text()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    settled(qtbot, window)
    assert window.desk.workspace.setup.settings.ties is Ties.RANDOM
    assert window.desk.workspace.state.audit is not None
    assert window.recipes.path == recipe
    assert window.isWindowModified()
    qtbot.waitUntil(lambda: len(copies(folder)) == 1 and not window.recovery._recovered)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: copies(folder) == [])
    assert read_recipe(recipe).settings.ties is Ties.RANDOM


def test_that_a_window_that_is_closed_leaves_nothing(qtbot, remembering, recipe, folder):
    window = remembering()
    window.recipes.open(recipe)
    settled(qtbot, window)
    qtbot.wait(1200)
    assert copies(folder) == []
    decide(window)
    qtbot.waitUntil(lambda: bool(copies(folder)))
    kept = read_recipe(copies(folder)[0])
    assert kept.settings.ties is Ties.RANDOM
    assert Path(kept.original.path) == recipe.parent / "original.csv"
    window.desk.workspace.undo()
    qtbot.waitUntil(lambda: copies(folder) == [])
    window.desk.workspace.redo()
    qtbot.waitUntil(lambda: bool(copies(folder)))
    window.leave()
    assert list(folder.iterdir()) == []


def test_that_escape_leaves_the_question_for_the_next_start(qtbot, remembering, recipe, folder):
    left_behind(folder, recipe)
    window = remembering()
    dialog = offered(qtbot, window)
    assert dialog.list.item(0).text().startswith("New recipe: original.csv and anonymized.csv")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.findChildren(RecoveryDialog) == [])
    window.leave()
    assert len(copies(folder)) == 1
    assert offered(qtbot, remembering()).list.count() == 1


@pytest.mark.parametrize("is_asked", [True, False])
def test_that_a_window_that_closes_before_an_answer_holds_nothing_any_more(
    qtbot, remembering, recipe, folder, is_asked
):
    left_behind(folder, recipe)
    window = remembering()
    if is_asked:
        offered(qtbot, window)
    else:
        window.recovery.offer()
    window.leave()
    assert [path.name for path in folder.iterdir() if path.suffix == ".lock"] == []
    assert len(copies(folder)) == 1


def test_that_what_is_discarded_is_gone_and_the_other_stays(qtbot, remembering, recipe, folder):
    left_behind(folder, recipe)
    left_behind(folder, recipe, recipe)
    dialog = offered(qtbot, remembering())
    assert dialog.list.count() == 2
    qtbot.keyClick(dialog.discard, Qt.Key.Key_Space)
    assert dialog.isVisible()
    assert (dialog.list.count(), len(copies(folder))) == (1, 1)
    qtbot.keyClick(dialog.discard, Qt.Key.Key_Space)
    assert not dialog.isVisible()
    assert copies(folder) == []


def test_that_a_copy_that_cannot_be_read_is_marked_and_can_be_kept_or_removed(qtbot, remembering, recipe, folder):
    readable = left_behind(folder, recipe)
    damaged = left_behind(folder, recipe, recipe)
    damaged.write_bytes(b"\x00not a recipe")
    os.utime(damaged, (1_900_000_000, 1_900_000_000))
    dialog = offered(qtbot, remembering())
    texts = [dialog.list.item(place).text() for place in range(2)]
    assert texts[0].startswith("▲ paper.permdesk") and texts[0].endswith(": cannot be read")
    assert dialog.list.currentRow() == 1
    assert dialog.recover.isEnabled() and not dialog.unread.isVisible()
    dialog.list.setFocus()
    qtbot.keyClick(dialog.list, Qt.Key.Key_Up)
    assert not dialog.recover.isEnabled()
    assert dialog.unread.text().startswith("▲ This copy cannot be read. ")
    assert dialog.unread.text().endswith("“Later” keeps it, “Discard” removes it.")
    assert dialog.list.accessibleDescription() == dialog.unread.text()
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.isVisible() and copies(folder) == sorted([readable, damaged])
    qtbot.keyClick(dialog.discard, Qt.Key.Key_Space)
    assert copies(folder) == [readable]
    assert dialog.recover.isEnabled() and not dialog.unread.isVisible()


def test_that_a_copy_that_cannot_be_read_stays_by_escape(qtbot, remembering, recipe, folder):
    damaged = left_behind(folder, recipe)
    damaged.write_text("", "utf-8")
    window = remembering()
    dialog = offered(qtbot, window)
    assert dialog.focusWidget() is dialog.list
    qtbot.keyClick(dialog.list, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.findChildren(RecoveryDialog) == [])
    window.leave()
    assert copies(folder) == [damaged]


def test_that_a_recipe_whose_files_are_gone_is_offered_again(qtbot, remembering, recipe, folder):
    left_behind(folder, recipe)
    (recipe.parent / "original.csv").unlink()
    window = remembering()
    qtbot.keyClick(offered(qtbot, window), Qt.Key.Key_Return)
    settled(qtbot, window)
    said = f"{recipe.parent / 'original.csv'}: This file does not exist. The unsaved decisions are kept."
    assert window.banner.what.text() == said
    assert "“Recover unsaved decisions…” in the File menu" in window.banner.remedy.text()
    assert len(copies(folder)) == 1
    window.leave()
    assert len(copies(folder)) == 1


def recover_item(window):
    """The item of the File menu, by which decisions are offered again."""
    items = (item for menu in window.actions_shown.menus for item in menu.actions())
    return next(item for item in items if item.text().replace("&", "") == "Recover unsaved decisions…")


def test_that_they_are_recovered_from_the_menu_once_the_files_are_back(qtbot, remembering, recipe, folder):
    left_behind(folder, recipe, recipe)
    window = remembering()
    assert not recover_item(window).isEnabled()
    original = recipe.parent / "original.csv"
    original.rename(original.with_suffix(".away"))
    qtbot.keyClick(offered(qtbot, window), Qt.Key.Key_Return)
    settled(qtbot, window)
    assert window.desk.workspace.setup.question is None
    original.with_suffix(".away").rename(original)
    qtbot.waitUntil(lambda: window.findChildren(RecoveryDialog) == [])
    recover_item(window).trigger()
    qtbot.waitUntil(lambda: bool(window.findChildren(RecoveryDialog)))
    (dialog,) = window.findChildren(RecoveryDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    settled(qtbot, window)
    assert window.desk.workspace.setup.settings.ties is Ties.RANDOM
    assert not recover_item(window).isEnabled()
    assert not window.banner.isVisible()


def test_that_later_leaves_them_in_the_menu_and_another_window_may_take_them(qtbot, remembering, recipe, folder):
    left_behind(folder, recipe)
    window, other = remembering(), remembering()
    qtbot.keyClick(offered(qtbot, window), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.findChildren(RecoveryDialog) == [])
    assert recover_item(window).isEnabled()
    qtbot.keyClick(offered(qtbot, other).discard, Qt.Key.Key_Space)
    assert not recover_item(other).isEnabled()
    recover_item(window).trigger()
    qtbot.waitUntil(window.banner.isVisible)
    assert "another window has recovered or discarded them" in window.banner.what.text()
    assert not recover_item(window).isEnabled()


def test_that_reading_that_is_stopped_leaves_them_in_the_menu(qtbot, remembering, recipe, folder):
    left_behind(folder, recipe)
    window = remembering()
    dialog = offered(qtbot, window)
    dialog.recover.click()
    window.desk.cancel()
    settled(qtbot, window)
    assert window.desk.workspace.setup.question is None
    qtbot.waitUntil(lambda: window.findChildren(RecoveryDialog) == [])
    assert offered(qtbot, window).list.count() == 1


@pytest.mark.parametrize("is_changed", [True, False])
def test_that_a_recipe_that_was_changed_since_the_crash_is_not_replaced_unasked(
    qtbot, remembering, recipe, folder, is_changed
):
    left_behind(folder, recipe, recipe)
    if is_changed:
        theirs = read_recipe(recipe)
        assert write_recipe(replace(theirs, settings=replace(theirs.settings, draws=7_000)), recipe) is None
    window = remembering()
    qtbot.keyClick(offered(qtbot, window), Qt.Key.Key_Return)
    settled(qtbot, window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    settled(qtbot, window)
    dialogs = [dialog for dialog in window.findChildren(QFileDialog) if dialog.isVisible()]
    if is_changed:
        assert "Another window or program has changed this recipe" in window.banner.what.text()
        qtbot.keyClick(dialogs[0], Qt.Key.Key_Escape)
        assert read_recipe(recipe).settings.draws == 7_000
        assert window.isWindowModified()
    else:
        assert dialogs == []
        assert read_recipe(recipe).settings.ties is Ties.RANDOM


def test_that_a_recipe_whose_last_state_nobody_knows_is_not_replaced_unasked(qtbot, remembering, recipe, folder):
    copy = left_behind(folder, recipe, recipe)
    copy.with_suffix(".place").write_text(f"\n{recipe}", "utf-8")
    window = remembering()
    qtbot.keyClick(offered(qtbot, window), Qt.Key.Key_Return)
    settled(qtbot, window)
    assert window.recipes.path == recipe
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert "Another window or program has changed this recipe" in window.banner.what.text()


def test_that_a_folder_that_cannot_be_written_is_said_once(qtbot, remembering, recipe, folder):
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("", "utf-8")
    window, said = remembering(), []
    window.recovery.reported.connect(said.append)
    window.recipes.open(recipe)
    settled(qtbot, window)
    decide(window)
    qtbot.waitUntil(lambda: len(said) == 1)
    for _ in range(2):
        window.desk.workspace.undo()
        window.desk.workspace.redo()
        qtbot.wait(1200)
    assert len(said) == 1
    assert "cannot be kept for recovery" in said[0].what
    assert write_recipe(read_recipe(recipe), recipe) is None


def test_that_the_program_offers_it_when_it_is_started(recipe, folder):
    left_behind(folder, recipe)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(folder.parents[1])}
    code = [sys.executable, "-c", STARTS_AND_LOOKS]
    done = subprocess.run(code, cwd=ROOT, env=environment, capture_output=True, timeout=120, check=False)
    assert done.returncode == 42, done.stderr
