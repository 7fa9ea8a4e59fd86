"""Builds the pages of results while the officer looks for her files and the audit runs."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Slot

from permdesk.gui.pages.result_page import LatePage

TURN_SECONDS = 0.01
"""How long building goes on before the window has its turn; a piece that has begun is ended."""


class PageBuilder(QObject):
    """Builds page after page, from the left, whenever the window has nothing else to do."""

    def __init__(self, pages: Sequence[LatePage], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._unfinished = list(pages)
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._build)

    @Slot()
    def begin(self) -> None:
        self._timer.start()

    @property
    def is_building(self) -> bool:
        return self._timer.isActive()

    def _build(self) -> None:
        end = perf_counter() + TURN_SECONDS
        while self._unfinished:
            if not self._unfinished[0].build_piece():
                del self._unfinished[0]
            if perf_counter() >= end:
                return
        self._timer.stop()
