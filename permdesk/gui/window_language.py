"""The language of the window: its sentences, the marks of its numbers, and the words that Qt itself brings."""

from __future__ import annotations

import os

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from permdesk.catalogue_entry import entry
from permdesk.translation import (
    SOURCE_LANGUAGE,
    catalogue_path,
    current_language,
    in_language,
    languages,
    speak,
    to_translate,
    tr,
)


def own_name(code: str) -> str:
    """What a language calls itself: its catalogue translates the name of the source's language by its own."""
    return entry(catalogue_path(code), to_translate("English"))


def known_language(code: str) -> str:
    """A code that was kept in the settings; empty if its catalogue is there no longer."""
    return code if code in languages() else ""


def next_language_sentence(code: str) -> str:
    """Said in the language that was chosen, an empty code being that of the system."""
    if not code:
        return tr("The window takes the language of the system when PermDesk is started again.")
    with in_language(code):
        return tr(
            "The window will be in this language when PermDesk is started again: {language}.", language=tr("English")
        )


def apply_language(app: QApplication, code: str) -> None:
    """Let the window be in a language, before any of its widgets is made; an empty code leaves it to the system.

    Numbers keep the marks of the system's own country where it speaks the same language, and those that LC_NUMERIC
    asks for.
    """
    speak(code)
    system = QLocale.system()
    spoken, own = QLocale(code or current_language()), QLocale(system.name())
    is_spoken_there = system.language() == spoken.language()
    # LANGUAGE alone changes what the system is called, but not how it writes numbers.
    writes_otherwise = system.decimalPoint() != own.decimalPoint() and not os.environ.get("LC_NUMERIC")
    if code and not is_spoken_there:
        QLocale.setDefault(spoken)
    elif is_spoken_there and writes_otherwise:
        QLocale.setDefault(own)
    if current_language() != SOURCE_LANGUAGE:
        words = QTranslator(app)
        if words.load(f"qtbase_{current_language()}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            app.installTranslator(words)
