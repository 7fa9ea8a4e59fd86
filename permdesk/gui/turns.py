"""Lets no opening of files stop a long run without a question: it waits for its turn, or the officer stops the run."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from permdesk.gui.desk import Desk
from permdesk.gui.dialogs.still_running import StillRunningDialog
from permdesk.translation import tr


class Turns(QObject):
    """Asked before files are opened."""

    def __init__(self, desk: Desk, said: Callable[[str], object], window: QWidget) -> None:
        """``said`` gets what an officer is told of what waits."""
        super().__init__(window)
        self._desk, self._said, self._window = desk, said, window
        self._waiting: list[Callable[[], object]] = []
        self._question: StillRunningDialog | None = None
        self._asked: Callable[[], object] | None = None
        desk.opening_wanted = self.take
        desk.runner.idle.connect(self._go_on)

    def take(self, opening: Callable[[], object]) -> None:
        """Open now where nothing is lost by it, else ask; the question that is open is about the latest files."""
        if self._question is not None:
            self._asked = opening
        elif self._desk.runner.busy and (self._desk.is_opening or not self._desk.workspace.setup.is_small):
            self._asked = opening
            self._question = StillRunningDialog(self._desk.runner.title, self._open_now, self._wait, self._window)
            self._question.finished.connect(self._end_question)
            self._question.open()
        else:
            opening()

    def forget(self) -> None:
        """Open nothing any more, as the window closes."""
        self._waiting = []
        if self._question is not None:
            self._question.reject()

    def _open_now(self) -> None:
        asked, self._asked = self._asked, None
        if asked is not None:
            asked()

    def _wait(self) -> None:
        asked, self._asked = self._asked, None
        if asked is not None and self._desk.runner.busy:
            self._waiting.append(asked)
            self._said(tr("The files are opened when “{title}” has ended.", title=self._desk.runner.title))
        elif asked is not None:
            asked()

    def _go_on(self) -> None:
        """What ran has ended, be it while the question is open."""
        if self._question is not None:
            self._question.afterwards.click()
        if self._waiting and not self._desk.runner.busy:
            self._waiting.pop(0)()

    def _end_question(self) -> None:
        if self._question is not None:
            self._question.deleteLater()
            self._question = None
