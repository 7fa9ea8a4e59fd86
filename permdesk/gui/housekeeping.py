"""Looks for Python's garbage between events only, and seldom enough not to hold the window still.

A search that Python begins by itself may begin within any call: while Qt walks over its widgets to give them a style
it takes some away from under Qt's feet, and on a thread that computes it takes away widgets of another thread. Either
ends the process. So Python begins none (``stop_automatic_search``), and this does, from the window's own loop.

A search of all objects stops every thread, 0.1 to 0.3 s each time while a report of 100,000 records is made; so it
happens only when nothing runs. And a thread that computes in Python lets the window wait 5 ms for every step of an
event unless it is told to be more polite.
"""

from __future__ import annotations

import gc
import sys

from PySide6.QtCore import QObject, QTimer

from permdesk.gui.jobs import JobRunner

NEW_OBJECTS = 5_000
ROUNDS = 10
"""How many new objects make a search of the youngest worth while, and how many of those make one of the middle-aged."""
ROUND_MS = 100
REST_MS = 1_000
TURN_SECONDS = 0.001


def stop_automatic_search() -> None:
    """From now on, in this process, garbage stays until somebody asks for a search."""
    gc.disable()


class Housekeeping(QObject):
    """Collects new garbage ten times a second, and all when ``runners`` have been idle for a second; what is there
    when it begins, and the first time after a job, stays for good."""

    def __init__(self, runners: tuple[JobRunner, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runners = runners
        self._is_first = True
        self._rounds = 0
        self.round = QTimer(self, interval=ROUND_MS)
        self.round.timeout.connect(self._collect_young)
        self.rest = QTimer(self, interval=REST_MS, singleShot=True)
        self.rest.timeout.connect(self._collect_all)
        for runner in runners:
            runner.idle.connect(self.rest.start)

    def begin(self) -> None:
        """From now on garbage is collected here and nowhere else, in this process."""
        stop_automatic_search()
        gc.freeze()
        self.round.start()
        sys.setswitchinterval(TURN_SECONDS)

    def _collect_young(self) -> None:
        if gc.get_count()[0] >= NEW_OBJECTS:
            self._rounds += 1
            gc.collect(0 if self._rounds % ROUNDS else 1)

    def _collect_all(self) -> None:
        if any(runner.busy for runner in self._runners):
            return  # the end of that job starts the rest anew
        if self._is_first:
            # The engine and the window are here to stay: no search need look at them, not even this one.
            gc.freeze()
            self._is_first = False
        else:
            gc.collect()
