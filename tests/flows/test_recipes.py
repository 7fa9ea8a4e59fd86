"""Recipes as documents: new, open, save, recent ones, and a question before unsaved decisions are lost."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from permdesk.audit.recipe import read_recipe, write_recipe
from permdesk.audit.settings import Settings, Ties
from permdesk.gui.dialogs.unsaved import UnsavedDialog
from permdesk.gui.pages.data.choice_box import ChoiceBox

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def pair(paper, tmp_path):
    """The paper's files in a folder of their own."""
    return tuple(shutil.copy(path, tmp_path / path.name) for path in paper)


@pytest.fixture
def saved(qtbot, window, settle, pair, drop, answer_file_dialog, tmp_path):
    """The window with a recipe that was saved by keys as r.permdesk."""
    drop(window, *pair)
    settle()
    qtbot.keyClick(window, Qt.Key.Key_S, CONTROL)
    answer_file_dialog(tmp_path / "r.permdesk")
    settle()
    assert (tmp_path / "r.permdesk").is_file()
    return window


def decide(qtbot, window, settle):
    """Let ties be broken at random, by keys."""
    box: ChoiceBox = window.data_page.audit.ties
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    settle()
    assert window.desk.workspace.setup.settings.ties is Ties.RANDOM


def answer(qtbot, window, key, modifier=Qt.KeyboardModifier.NoModifier):
    """Answer the question that is shown by a key."""
    (dialog,) = questions(window)
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClick(dialog, key, modifier)
    qtbot.waitUntil(lambda: questions(window) == [])


def questions(window):
    return [dialog for dialog in window.findChildren(UnsavedDialog) if dialog.isVisible()]


def submenu(window):
    """The recent recipes, as shown when the menu is opened."""
    below = next(action.menu() for action in window.actions_shown.menus[0].actions() if action.menu() is not None)
    below.aboutToShow.emit()
    return [action for action in below.actions() if not action.isSeparator()]


def test_that_the_title_names_the_recipe_and_marks_what_is_not_saved(qtbot, window, settle, pair, drop, tmp_path):
    assert (window.windowTitle(), window.isWindowModified()) == ("PermDesk", False)
    drop(window, *pair)
    settle()
    assert (window.windowTitle(), window.isWindowModified()) == ("New recipe[*] – PermDesk", False)
    decide(qtbot, window, settle)
    assert window.isWindowModified()
    qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
    settle()
    assert not window.isWindowModified()


def test_that_the_papers_example_is_left_without_a_question(qtbot, window, settle):
    window.recipes.open_demonstration()
    settle()
    assert window.desk.workspace.state.audit is not None
    assert window.recipes.path is None
    window.close()
    assert not window.isVisible()


def test_that_save_writes_to_the_known_path_without_a_dialog(qtbot, saved, settle, tmp_path):
    assert (saved.windowTitle(), saved.isWindowModified()) == ("r.permdesk[*] – PermDesk", False)
    decide(qtbot, saved, settle)
    qtbot.keyClick(saved, Qt.Key.Key_S, CONTROL)
    assert not [dialog for dialog in saved.findChildren(QFileDialog) if dialog.isVisible()]
    settle()
    assert not saved.isWindowModified()
    assert read_recipe(tmp_path / "r.permdesk").settings.ties is Ties.RANDOM


def test_that_save_as_goes_on_with_the_other_recipe(qtbot, saved, settle, answer_file_dialog, tmp_path):
    decide(qtbot, saved, settle)
    qtbot.keyClick(saved, Qt.Key.Key_S, CONTROL | SHIFT)
    qtbot.wait(500)  # Qt selects the suggested file when it has read the folder, whatever is typed before
    answer_file_dialog(tmp_path / "other.permdesk")
    settle()
    assert saved.windowTitle() == "other.permdesk[*] – PermDesk"
    assert read_recipe(tmp_path / "r.permdesk").settings.ties is Ties.WORST_CASE
    assert read_recipe(tmp_path / "other.permdesk").settings.ties is Ties.RANDOM


def test_that_a_recipe_of_other_files_is_never_replaced_without_a_question(qtbot, saved, settle, pair, drop, tmp_path):
    others = [shutil.copy(path, tmp_path / f"next_{path.name}") for path in map(type(tmp_path), pair)]
    drop(saved, *map(type(tmp_path), others))
    settle()
    assert saved.isWindowModified()
    qtbot.keyClick(saved, Qt.Key.Key_S, CONTROL)
    dialog = next(dialog for dialog in saved.findChildren(QFileDialog) if dialog.isVisible())
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    settle()
    assert read_recipe(tmp_path / "r.permdesk").original.path == str(tmp_path / "original.csv")
    assert saved.isWindowModified()


def test_that_what_another_window_saved_meanwhile_is_never_replaced_without_a_question(
    qtbot, saved, settle, answer_file_dialog, tmp_path
):
    decide(qtbot, saved, settle)
    theirs = replace(read_recipe(tmp_path / "r.permdesk"), settings=Settings(draws=7_000))
    assert write_recipe(theirs, tmp_path / "r.permdesk") is None
    qtbot.keyClick(saved, Qt.Key.Key_S, CONTROL)
    assert "Another window or program has changed this recipe" in saved.banner.what.text()
    dialog = next(dialog for dialog in saved.findChildren(QFileDialog) if dialog.isVisible())
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    settle()
    assert read_recipe(tmp_path / "r.permdesk").settings.draws == 7_000
    assert saved.isWindowModified()
    saved.activateWindow()
    qtbot.keyClick(saved, Qt.Key.Key_S, CONTROL)
    qtbot.wait(500)  # Qt selects the suggested file when it has read the folder, whatever is typed before
    answer_file_dialog(tmp_path / "mine.permdesk")
    settle()
    assert read_recipe(tmp_path / "mine.permdesk").settings.ties is Ties.RANDOM
    assert not saved.isWindowModified()


def test_that_new_asks_about_unsaved_decisions_and_then_begins_with_nothing(qtbot, saved, settle, tmp_path):
    decide(qtbot, saved, settle)
    qtbot.keyClick(saved, Qt.Key.Key_N, CONTROL)
    answer(qtbot, saved, Qt.Key.Key_Escape)
    assert questions(saved) == []
    assert saved.desk.workspace.setup.settings.ties is Ties.RANDOM
    saved.activateWindow()
    qtbot.waitUntil(saved.isActiveWindow)
    qtbot.keyClick(saved, Qt.Key.Key_N, CONTROL)
    answer(qtbot, saved, Qt.Key.Key_Return)
    settle()
    assert read_recipe(tmp_path / "r.permdesk").settings.ties is Ties.RANDOM
    state = saved.desk.workspace.state
    assert (state.setup.original, state.audit, saved.recipes.path) == (None, None, None)
    assert saved.windowTitle() == "PermDesk"
    assert saved.desk.workspace.undo_name == ""
    assert saved.strip.distance.value.text() == "–"
    (recent,) = saved.data_page.welcome.recent_buttons
    qtbot.mouseClick(recent, Qt.MouseButton.LeftButton)
    settle()
    assert saved.windowTitle() == "r.permdesk[*] – PermDesk"
    assert saved.desk.workspace.setup.settings.ties is Ties.RANDOM


def test_that_closing_asks_and_can_be_cancelled_saved_or_discarded_by_keys(qtbot, saved, settle, tmp_path):
    decide(qtbot, saved, settle)
    saved.close()
    assert saved.isVisible()
    saved.close()
    assert len(questions(saved)) == 1
    answer(qtbot, saved, Qt.Key.Key_Escape)
    assert saved.isVisible()
    saved.close()
    answer(qtbot, saved, Qt.Key.Key_S, ALT)
    qtbot.waitUntil(lambda: not saved.isVisible())
    assert read_recipe(tmp_path / "r.permdesk").settings.ties is Ties.RANDOM


def test_that_discarding_closes_and_writes_nothing(qtbot, saved, settle, tmp_path):
    decide(qtbot, saved, settle)
    saved.close()
    answer(qtbot, saved, Qt.Key.Key_D, ALT)
    qtbot.waitUntil(lambda: not saved.isVisible())
    assert read_recipe(tmp_path / "r.permdesk").settings.ties is Ties.WORST_CASE


def test_that_a_recipe_that_cannot_be_saved_leaves_the_window_open(qtbot, saved, settle, tmp_path):
    decide(qtbot, saved, settle)
    (tmp_path / "r.permdesk").unlink()
    (tmp_path / "r.permdesk").mkdir()
    saved.close()
    answer(qtbot, saved, Qt.Key.Key_Return)
    settle()
    assert saved.isVisible()
    assert "A folder has this name already." in saved.banner.what.text()
    assert saved.isWindowModified()


def test_that_recent_recipes_are_listed_opened_taken_out_and_cleared(qtbot, saved, settle, tmp_path):
    assert [action.text() for action in submenu(saved)] == ["&1 r.permdesk", "&Clear the list"]
    decide(qtbot, saved, settle)
    submenu(saved)[0].trigger()
    answer(qtbot, saved, Qt.Key.Key_D, ALT)
    settle()
    assert saved.desk.workspace.setup.settings.ties is Ties.WORST_CASE
    assert saved.desk.workspace.undo_name == ""
    (tmp_path / "r.permdesk").unlink()
    submenu(saved)[0].trigger()
    settle()
    assert "no longer there" in saved.banner.what.text()
    assert saved.desk.workspace.state.audit is not None
    assert [action.text() for action in submenu(saved)] == ["None yet"]
    saved.preferences.add_recent(tmp_path / "a&b.permdesk")
    assert submenu(saved)[0].text() == "&1 a&&b.permdesk"
    submenu(saved)[-1].trigger()
    assert saved.preferences.settings.recent == ()


def test_that_ten_steps_are_undone_and_redone_by_their_names(qtbot, saved, settle):
    window, page = saved, saved.data_page
    numbers = lambda: (window.strip.distance.value.text(), window.strip.links.value.text())  # noqa: E731
    seen = [numbers()]
    names = []
    steps = ((page.audit.ties, 1), (page.audit.ties, -1), (page.audit.missing, 1), (page.audit.missing, -1))
    for _ in range(2):
        for box, way in steps:
            box.setFocus()
            qtbot.keyClick(box, Qt.Key.Key_Down if way > 0 else Qt.Key.Key_Up)
            settle()
            names.append(window.desk.workspace.undo_name)
            seen.append(numbers())
    for way in (1, -1):
        box = page.pairing.by
        box.setFocus()
        qtbot.keyClick(box, Qt.Key.Key_Down if way > 0 else Qt.Key.Key_Up)
        settle()
        names.append(window.desk.workspace.undo_name)
        seen.append(numbers())
    assert len(names) == 10
    edit = window.actions_shown.menus[1].actions()
    for place in range(10, 0, -1):
        assert edit[0].text() == f"&Undo: {names[place - 1]}"
        qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
        settle()
        assert numbers() == seen[place - 1]
    assert not window.isWindowModified()
    for place in range(10):
        assert edit[1].text() == f"&Redo: {names[place]}"
        qtbot.keyClick(window, Qt.Key.Key_Y, CONTROL)
        settle()
        assert numbers() == seen[place + 1]
