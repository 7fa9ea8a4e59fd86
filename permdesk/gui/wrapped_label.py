"""A label of several lines, none of which ends between a number and its sign or inside “d = 2”."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QLabel

KEPT = re.compile(r" (?=%)|(?<=\b[A-Za-z]) (?== \d)|(?<=\b[A-Za-z] =) (?=\d)")
NO_BREAK = "\u00a0"


class WrappedLabel(QLabel):
    """Shows such spaces as ones that no line ends at; ``text`` is what was said."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setWordWrap(True)
        self._said = ""
        if text:
            self.setText(text)

    def setText(self, text: str) -> None:
        self._said = text
        super().setText(KEPT.sub(NO_BREAK, text))

    def text(self) -> str:
        return self._said
