"""Tabs that nobody sees take another look when they are seen, or one after the other when the window has time."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QTabWidget, QWidget

from permdesk.gui.appearance import apply_theme
from permdesk.gui.parts import Themed
from permdesk.gui.restyling import take_look
from permdesk.gui.theme import LIGHT, Theme

PAUSE_MS = 20
"""How long the window has its turn between two tabs."""


class LateLook(QObject):
    """The look of the tabs of a window, of which one is seen: another theme or size of type takes a tenth of the time
    there that it takes in all of them."""

    def __init__(self, tabs: QTabWidget, pages: Sequence[Themed], parent: QObject | None = None) -> None:
        """``pages`` are what the tabs hold, in their order."""
        super().__init__(parent)
        self._tabs, self._pages = tabs, pages
        self._theme: Theme = LIGHT
        self._waiting: list[int] = []
        self._pause = QTimer(self, interval=PAUSE_MS)
        self._pause.timeout.connect(self._take_next)
        tabs.currentChanged.connect(self._take)

    @property
    def is_waiting(self) -> bool:
        """Whether there are tabs that look as before."""
        return bool(self._waiting)

    def apply_theme(self, app: QApplication, theme: Theme, larger: float) -> None:
        """Show the application in a theme, with type that is larger by a factor; tabs that are not seen follow."""
        self._theme = theme
        places = range(len(self._pages))
        self._waiting = [place for place in places if self._tabs.isVisible() and place != self._tabs.currentIndex()]
        apply_theme(app, theme, larger, [self._area(place) for place in self._waiting])
        for place in places:
            if place not in self._waiting:
                self._pages[place].apply_theme(theme)
        self._pause.start()

    def _take_next(self) -> None:
        if self._waiting:
            self._take(self._waiting[0])
        else:
            self._pause.stop()

    def _take(self, place: int) -> None:
        if place in self._waiting:
            self._waiting.remove(place)
            take_look(self._area(place))
            self._pages[place].apply_theme(self._theme)

    def _area(self, place: int) -> QWidget:
        area = self._tabs.widget(place)
        assert area is not None
        return area
