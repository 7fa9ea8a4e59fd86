"""Answers file dialogs as a person does: with the keys on the field."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot


def type_path(qtbot: QtBot, parent: QObject, path: Path) -> None:
    """Type a path into the file dialog that ``parent`` opened last, press Enter, and wait until it is gone."""
    qtbot.waitUntil(lambda: bool(parent.findChildren(QFileDialog)))
    dialog = parent.findChildren(QFileDialog)[-1]
    field = dialog.findChild(QLineEdit)
    assert field is not None
    # In a field without the keys, Qt adds what is typed to a file of that name in the last folder, and gives neither.
    dialog.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    field.setText(str(path))
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not dialog.isVisible())
