"""Brings windows before the person: a dialog until it is answered, a window in front of the others."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QWidget


def open_dialog(dialog: QDialog) -> None:
    """Show a dialog that must be answered before its window goes on, and let it go with the answer."""
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def bring_to_front(window: QWidget) -> None:
    """Show a window, if it was not, before all others, with the keys."""
    window.show()
    window.raise_()
    window.activateWindow()
