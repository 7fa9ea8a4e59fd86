"""The window in the language that a person chose, from the next start on."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMessageBox

from permdesk import app as composition
from permdesk.gui.main_window import MainWindow
from permdesk.gui.numbers import decimal
from permdesk.gui.settings import change_settings, read_settings, settings_path
from permdesk.translation import current_language, languages, speak

ROOT = Path(__file__).parents[2]
ASKS_HOW_NUMBERS_ARE_WRITTEN = """
from PySide6.QtCore import QLocale
from permdesk.app import make_application
from permdesk.gui.window_language import apply_language
apply_language(make_application(), "")
print(QLocale().toString(1234.5, "f", 1))
"""


@pytest.fixture
def language_comes_back(qapp):
    """Whatever language a test lets the window be in, the next test has that of the system."""
    before = set(map(id, qapp.findChildren(QTranslator)))
    yield
    speak("")
    QLocale.setDefault(QLocale.system())
    for words in qapp.findChildren(QTranslator):
        if id(words) not in before:
            qapp.removeTranslator(words)


@pytest.fixture
def start(qtbot, qapp, monkeypatch, language_comes_back):
    """The program as a person starts it, up to the window; what follows is the test."""
    made = []
    monkeypatch.setattr(QApplication, "exec", lambda *_: 0)
    monkeypatch.setattr(composition.Desk, "prepare", lambda _: None)
    make = composition.make_window
    monkeypatch.setattr(composition, "make_window", lambda *wanted: made.append(make(*wanted)) or made[-1])

    def begin(*arguments):
        assert composition.main(list(arguments)) == 0
        return made[-1]

    yield begin
    for window in made:
        window.leave()
        window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def titles(window: MainWindow) -> list[str]:
    return [menu.title() for menu in window.actions_shown.menus]


def language_actions(window: MainWindow):
    view = next(menu for menu in window.actions_shown.menus if menu.title() in ("&View", "&Ansicht"))
    return {action.text().replace("&", ""): action for action in view.actions()}


def test_that_a_language_is_chosen_in_the_menu_kept_and_spoken_from_the_next_start(start):
    window = start()
    assert titles(window)[0] == "&File"
    choices = language_actions(window)
    choices["Deutsch"].trigger()
    assert (choices["Deutsch"].isChecked(), choices["Language of the system"].isChecked()) == (True, False)
    assert choices["Colours of the system"].isChecked() or choices["Light"].isChecked()
    assert (
        window.banner.isVisible() and "Deutsch" in window.banner.what.text() and "PermDesk" in window.banner.what.text()
    )
    window.leave()
    assert read_settings(settings_path()).language == "de"
    again = start()
    assert titles(again)[0] == "&Datei"
    assert language_actions(again)["Deutsch"].isChecked()


def test_that_numbers_and_the_buttons_of_qt_follow_the_language(start, qtbot):
    window = start("--language", "de")
    assert (current_language(), decimal(1234.5, 1)) == ("de", "1.234,5")
    box = QMessageBox(window)
    box.setStandardButtons(QMessageBox.StandardButton.Cancel)
    assert box.button(QMessageBox.StandardButton.Cancel).text() == "Abbrechen"
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, Qt.Orientation.Horizontal, window)
    assert "chlie" in buttons.button(QDialogButtonBox.StandardButton.Close).text()


@pytest.mark.parametrize("language", languages())
def test_that_no_two_items_of_a_menu_are_called_by_the_same_key(start, language):
    menus = start("--language", language).actions_shown.menus
    called = [[menu.title() for menu in menus], *([action.text() for action in menu.actions()] for menu in menus)]
    for texts in called:
        keys = [found[1].lower() for text in texts if (found := re.search(r"&(\w)", text))]
        assert len(keys) == len(set(keys)), texts


@pytest.mark.parametrize(
    ("language", "file", "number", "cancel"),
    [("fr", "&Fichier", "12\u202f345,5", "Annuler"), ("es", "&Archivo", "12.345,5", "Cancelar")],
)
def test_that_french_and_spanish_have_menus_numbers_and_buttons_of_their_own(start, language, file, number, cancel):
    window = start("--language", language)
    assert (titles(window)[0], decimal(12345.5, 1)) == (file, number)
    box = QMessageBox(window)
    box.setStandardButtons(QMessageBox.StandardButton.Cancel)
    assert box.button(QMessageBox.StandardButton.Cancel).text().replace("&", "") == cancel


def test_that_a_language_for_one_start_leaves_the_choice_as_it_was(start):
    window = start("--language", "de")
    assert window.language == ""
    window.leave()
    assert read_settings(settings_path()).language == ""


def test_that_a_language_without_a_catalogue_leaves_the_window_to_the_system(start):
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    assert change_settings({"language": "tlh"}, settings_path()) is None
    assert titles(start())[0] == "&File"


@pytest.mark.parametrize(
    ("named", "written"),
    [
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "de"}, "1.234,5"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "pl"}, "1,234.5"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "de", "LC_NUMERIC": "en_US.UTF-8"}, "1,234.5"),
    ],
)
def test_that_numbers_are_written_as_in_the_sentences_beside_them(named, written):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    command = [sys.executable, "-c", ASKS_HOW_NUMBERS_ARE_WRITTEN]
    told = subprocess.run(command, env=kept | named, cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == written
