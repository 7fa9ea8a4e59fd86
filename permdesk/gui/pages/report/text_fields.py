"""Fields for typed texts of the description, each with its name above it; a text counts when a person leaves it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout

from permdesk.gui.parts import explain, label

LINES_HEIGHT = 64


class LineField(QLineEdit):
    """One line."""

    def __init__(self, name: str, tip: str, decide: Callable[[], None], example: str = "") -> None:
        super().__init__()
        self._decided = ""
        explain(self, name, tip)
        self.setPlaceholderText(example)
        self.editingFinished.connect(decide)

    @property
    def typed(self) -> str:
        return self.text().strip()

    def show_text(self, text: str) -> None:
        """Show what was decided. What is being typed stays until something else is decided."""
        if text != self._decided and text != self.typed:
            self.setText(text)
            self.setCursorPosition(0)
        self._decided = text


class LinesField(QPlainTextEdit):
    """Several lines; Tab leaves it."""

    left = Signal()

    def __init__(self, name: str, tip: str, decide: Callable[[], None]) -> None:
        super().__init__()
        self._decided = ""
        explain(self, name, tip)
        self.setTabChangesFocus(True)
        self.setFixedHeight(LINES_HEIGHT)
        self.left.connect(decide)

    @property
    def typed(self) -> str:
        return self.toPlainText().strip()

    def show_text(self, text: str) -> None:
        """Show what was decided. What is being typed stays until something else is decided."""
        if text != self._decided and text != self.typed:
            self.setPlainText(text)
        self._decided = text

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


def add_named(layout: QVBoxLayout, name: str, field: LineField | LinesField) -> None:
    """A field below its name, whose underlined letter leads to it."""
    words = label(name, "muted")
    words.setBuddy(field)
    words.setToolTip(field.toolTip())
    layout.addWidget(words)
    layout.addWidget(field)
