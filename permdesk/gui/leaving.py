"""Keeps the window open until what a person asked for is written, unless she does without."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from permdesk.gui.dialogs.still_writing import StillWritingDialog
from permdesk.gui.jobs import JobRunner


class Leaving(QObject):
    """Asked before the window closes; closes it later where it had to wait."""

    def __init__(self, runners: tuple[JobRunner, ...], window: QWidget) -> None:
        """``runners`` are those that write files."""
        super().__init__(window)
        self._runners, self._window = runners, window
        self._does_without = False
        self._question: StillWritingDialog | None = None
        for runner in runners:
            runner.started.connect(lambda _: self._follow())
            runner.idle.connect(self._follow)
            runner.not_written.connect(self._stay)

    def may(self) -> bool:
        """Nothing would be lost by closing now; else says what, and closes the window when that is written."""
        if self._does_without or not self._writing:
            return True
        if self._question is None:
            self._question = StillWritingDialog(self._leave_now, self._window)
            self._question.finished.connect(self._end_question)
            self._question.show_titles(self._writing)
            self._question.open()
        return False

    def do_without(self) -> None:
        """Let the window close whatever is being written."""
        self._does_without = True

    @property
    def _writing(self) -> tuple[str, ...]:
        return tuple(title for runner in self._runners for title in runner.writing)

    def _follow(self) -> None:
        if self._question is None:
            return
        if self._writing:
            self._question.show_titles(self._writing)
        else:
            self._question.accept()
            self._window.close()

    def _stay(self) -> None:
        """What could not be written is said in the window."""
        if self._question is not None:
            self._question.reject()

    def _leave_now(self) -> None:
        self.do_without()
        self._window.close()

    def _end_question(self) -> None:
        if self._question is not None:
            self._question.deleteLater()
            self._question = None
