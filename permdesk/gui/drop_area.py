"""An inviting frame into which files are dropped, with what belongs there and buttons that open the same."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QPushButton

from permdesk.gui.icons import pixmap
from permdesk.gui.parts import GAP, column, explain, label, row, set_trait
from permdesk.gui.theme import Theme

WIDEST = 860


class DropArea(QFrame):
    """``title`` and ``text`` in the middle, ``buttons`` below, the first of which is the usual way and the last one the
    quiet one."""

    def __init__(self, title: QLabel, text: QLabel, buttons: Sequence[QPushButton]) -> None:
        super().__init__()
        self.setProperty("role", "drop")
        self.setMaximumWidth(WIDEST)
        self._picture = label()
        self._picture.setFixedHeight(56)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for words in (title, text):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        buttons[0].setProperty("role", "primary")
        buttons[-1].setProperty("role", "quiet")
        choices = row(gap=GAP)
        choices.addStretch(1)
        for button in buttons:
            choices.addWidget(button)
        choices.addStretch(1)
        layout = column(self._picture, title, text, gap=12)
        layout.addSpacing(8)
        layout.addLayout(choices)
        layout.setContentsMargins(32, 36, 32, 36)
        self.setLayout(layout)

    def set_dragged_over(self, over: bool) -> None:
        set_trait(self, "over", over)

    def apply_theme(self, theme: Theme) -> None:
        self._picture.setPixmap(pixmap("drop", theme.accent, 52, self.devicePixelRatioF()))


def large_button(text: str, tip: str) -> QPushButton:
    """A button of a drop area; its name is its text without marks."""
    button = QPushButton(text)
    button.setIconSize(QSize(18, 18))
    button.setMinimumHeight(34)
    explain(button, text.replace("&", "").removesuffix("…"), tip)
    return button
