"""A drop-down list whose items stand for values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox

Value = TypeVar("Value")


class ChoiceBox(QComboBox, Generic[Value]):
    """Only a person's choice emits ``activated``; showing a value does not."""

    def __init__(self, choices: Sequence[tuple[Value, str]] = ()) -> None:
        super().__init__()
        self._values: list[Value] = []
        self.was_chosen = False
        self.offer(choices)
        self.activated.connect(self._note)

    def offer(self, choices: Sequence[tuple[Value, str]]) -> None:
        """Replace what can be chosen."""
        with QSignalBlocker(self):
            self.clear()
            self._values = [value for value, _ in choices]
            self.addItems([text for _, text in choices])

    @property
    def value(self) -> Value:
        """What is chosen. Raises IndexError when nothing is offered."""
        return self._values[self.currentIndex()]

    def show_value(self, value: Value) -> None:
        """Show a value; one that is not offered shows as nothing."""
        with QSignalBlocker(self):
            self.setCurrentIndex(self._values.index(value) if value in self._values else -1)

    def _note(self) -> None:
        self.was_chosen = True

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # scrolling the page must not change what is under the pointer
