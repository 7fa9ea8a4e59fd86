"""Presentation mode: larger type everywhere, and the window that asks for it fills the screen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from permdesk.gui.appearance import PRESENTED


class Presentation(QObject):
    """``changed`` is called when type gets another size; the theme has to be applied again then."""

    def __init__(self, changed: Callable[[], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._changed = changed
        self._window: QWidget | None = None

    @property
    def is_on(self) -> bool:
        return self._window is not None

    @property
    def larger(self) -> float:
        """By how much type is larger now."""
        return PRESENTED if self.is_on else 1.0

    def toggle(self, window: QWidget) -> None:
        """Begin in ``window``, or end wherever it began."""
        if self._window is None:
            self._window = window
            window.showFullScreen()
        else:
            self._window.showNormal()
            self._window = None
        self._changed()

    def end(self, window: QWidget) -> None:
        """End if it began in ``window``, which closes."""
        if self._window is window:
            self._window = None
            self._changed()
