"""What knows that the numbers in a widget no longer answer what is asked, so that their notes say so."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget


class Outdated(QObject):
    """Belongs to a widget; ``said`` is why the numbers in it are old, empty while they hold."""

    def __init__(self, widget: QWidget, said: Callable[[], str]) -> None:
        super().__init__(widget)
        self.said = said


def why_outdated(widget: QWidget | None) -> str:
    """Why a number in a widget is old, by what belongs to the widget or to one around it; empty while it holds."""
    while widget is not None:
        for found in widget.findChildren(Outdated, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if isinstance(found, Outdated) and (said := found.said()):
                return said
        widget = None if widget.isWindow() else widget.parentWidget()
    return ""
