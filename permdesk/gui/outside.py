"""Shows a local file in the program that the person uses for it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices


def open_outside(path: Path) -> None:
    """Open a file that was just written; nothing is sent anywhere."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
