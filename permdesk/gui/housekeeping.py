"""Keeps Python's own housekeeping from holding the window still.

A search of all objects for garbage stops every thread, 0.1 to 0.3 s each time while a report of 100,000 records is
made; so it happens only when nothing runs. And a thread that computes in Python lets the window wait 5 ms for every
step of an event unless it is told to be more polite.
"""

from __future__ import annotations

import gc
import sys

from PySide6.QtCore import QObject, QTimer

from permdesk.gui.jobs import JobRunner

NEW_OBJECTS = 5_000
ROUNDS = 10
NEVER = 1_000_000_000
"""How many new objects start a search of the youngest, how many of those one of the middle-aged, and of all."""
TURN_SECONDS = 0.001
REST_MS = 1_000


class Housekeeping(QObject):
    """Collects garbage when ``runners`` have been idle for a second; what is there the first time stays for good."""

    def __init__(self, runners: tuple[JobRunner, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runners = runners
        self._is_first = True
        self.rest = QTimer(self, interval=REST_MS, singleShot=True)
        self.rest.timeout.connect(self._collect)
        for runner in runners:
            runner.idle.connect(self.rest.start)

    def begin(self) -> None:
        """From now on no full search interrupts a job, in this process."""
        gc.set_threshold(NEW_OBJECTS, ROUNDS, NEVER)
        sys.setswitchinterval(TURN_SECONDS)

    def _collect(self) -> None:
        if any(runner.busy for runner in self._runners):
            return  # the end of that job starts the rest anew
        if self._is_first:
            # The engine and the window are here to stay: no search need look at them, not even this one.
            gc.freeze()
            self._is_first = False
        else:
            gc.collect()
