"""Commands are data: complete, explained, on keys of their own, and possible only when they make sense."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication

from permdesk.app import make_window
from permdesk.gui.appearance import Scheme
from permdesk.gui.commands import Circumstances
from permdesk.gui.menus.all_menus import all_menus
from permdesk.gui.theme import DARK, HIGH_CONTRAST
from permdesk.gui.workspace import Workspace
from permdesk.translation import in_language, languages


@pytest.fixture
def window(app, qtbot):
    window = make_window(Scheme.LIGHT)
    yield window
    window.leave()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def commands(window):
    return [command for menu in all_menus(window) for command in menu.commands if command is not None]


def named(commands, workspace, text):
    return next(command for command in commands if command.text(workspace).replace("&", "").startswith(text))


def test_that_every_command_has_a_text_and_an_explanation(commands, window):
    for command in commands:
        assert command.text(window.desk.workspace).strip()
        assert command.tip.endswith(".")


def test_that_no_two_commands_share_a_key(commands):
    keys = Counter(QKeySequence(keys).toString() for command in commands for keys in command.shortcuts)
    assert max(keys.values()) == 1
    assert "" not in keys


@pytest.mark.parametrize("keys", ["F5", "Ctrl+R", "Esc", "Ctrl+1", "Ctrl+5", "Ctrl+Z", "Ctrl+O"])
def test_that_the_promised_keys_are_there(commands, keys):
    assert any(keys in command.shortcuts for command in commands)


def test_that_undo_is_called_by_what_it_undoes(commands, workspace):
    undo = named(commands, workspace, "Undo")
    assert undo.text(workspace) == "&Undo: open"
    assert undo.enabled(Circumstances(workspace, busy=False))
    assert not undo.enabled(Circumstances(Workspace(), busy=False))


def test_that_cancel_is_possible_only_while_something_runs(commands, workspace):
    cancel = named(commands, workspace, "Cancel")
    assert cancel.enabled(Circumstances(workspace, busy=True))
    assert not cancel.enabled(Circumstances(workspace, busy=False))


@pytest.mark.parametrize("text", ["Run", "Save recipe", "Export report"])
def test_that_what_needs_files_or_results_waits_for_them(commands, workspace, text):
    command = named(commands, workspace, text)
    assert command.enabled(Circumstances(workspace, busy=False))
    assert not command.enabled(Circumstances(Workspace(), busy=False))


def test_that_the_chosen_scheme_is_ticked(window):
    window.set_scheme(Scheme.DARK)
    view = window.actions_shown.menus[5]
    ticked = [action.text() for action in view.actions() if action.isChecked()]
    assert ticked == ["&Dark", "Lan&guage of the system"]
    assert window.theme is DARK


def test_that_high_contrast_is_a_scheme_of_the_menu(window):
    (action,) = [one for one in window.actions_shown.menus[5].actions() if one.text() == "&High contrast"]
    action.trigger()
    assert window.theme is HIGH_CONTRAST
    assert action.isChecked()


def test_that_the_window_follows_a_system_that_turns_to_high_contrast(window, monkeypatch):
    window.set_scheme(Scheme.SYSTEM)
    monkeypatch.setattr("permdesk.gui.main_window.theme_for", lambda _: HIGH_CONTRAST)
    hints = QGuiApplication.styleHints()
    wishes = hints.accessibility()
    wishes.contrastPreferenceChanged.emit(Qt.ContrastPreference.HighContrast)
    assert window.theme is HIGH_CONTRAST


def test_that_every_item_of_a_menu_has_a_letter_of_its_own_in_every_language(app):
    for language in languages():
        with in_language(language):
            window = make_window(Scheme.LIGHT)
        bar = [QKeySequence.mnemonic(menu.title()) for menu in window.actions_shown.menus]
        assert max(Counter(map(QKeySequence.toString, bar)).values()) == 1
        for menu in window.actions_shown.menus:
            items = [action.text() for action in menu.actions() if not action.isSeparator()]
            letters = [QKeySequence.mnemonic(item).toString() for item in items]
            assert len({*letters, ""}) == len(items) + 1, (language, items)
        window.leave()
        window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_that_a_name_with_its_own_mark_is_shown_as_it_is(commands, workspace):
    workspace.decide(
        "exclude R&D", replace(workspace.setup, description=replace(workspace.setup.description, title="a"))
    )
    assert named(commands, workspace, "Undo").text(workspace) == "&Undo: exclude R&&D"
