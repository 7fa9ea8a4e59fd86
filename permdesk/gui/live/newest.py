"""Answers the newest wish and forgets those between: a slider asks faster than anybody can answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject

from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.gui.jobs import JobRunner


class Newest(QObject):
    """One job at a time on a runner of its own. A running one is never replaced, else a slider that moves on and on
    would never show anything; of the wishes that come meanwhile only the last is kept."""

    def __init__(
        self,
        runner: JobRunner,
        title: str,
        done: Callable[[Any], None],
        refused: Callable[[Problem], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._title = title
        self._done = done
        self._refused = refused
        self._waiting: Callable[[Progress], Any] | None = None
        runner.idle.connect(self._begin)

    def want(self, work: Callable[[Progress], Any]) -> None:
        """Answer ``work`` as soon as the runner is free, unless something newer is wanted by then."""
        self._waiting = work
        if not self._runner.busy:
            self._begin()

    def forget(self) -> None:
        """Want nothing any more; what runs stops and is not reported."""
        self._waiting = None
        self._runner.cancel()

    def _begin(self) -> None:
        work, self._waiting = self._waiting, None
        if work is not None:
            self._runner.start(self._title, work, self._done, self._refused)
