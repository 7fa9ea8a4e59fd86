"""How tests come to a note about a number, and from it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMenu

from permdesk.gui.derivations.note import Note


def open_note(qtbot) -> Note:
    """The note that is open now."""
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), Note))
    note = QApplication.activePopupWidget()
    assert isinstance(note, Note)
    return note


def no_note() -> bool:
    return not isinstance(QApplication.activePopupWidget(), Note)


def choose_from_menu(qtbot, text):
    """Take an entry of the menu that the next event opens."""

    def choose():
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        entry = next(action for action in menu.actions() if action.text() == text)
        menu.setActiveAction(entry)
        qtbot.keyClick(menu, Qt.Key.Key_Return)

    QTimer.singleShot(50, choose)
