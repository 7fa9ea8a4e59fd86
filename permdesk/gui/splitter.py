"""Parts beside each other or under each other, with a border between them that can be moved."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget


class Splitter(QSplitter):
    """Its parts stay inside, also from right to left, where Qt sets all of them one pixel too far to the right."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        if self.isRightToLeft():
            self.setContentsMargins(0, 0, 1, 0)
