"""Shows in the foot of the window what an officer can stop: what is read or audited, else what is being written."""

from __future__ import annotations

from PySide6.QtCore import QObject

from permdesk.gui.activity import Activity
from permdesk.gui.jobs import JobRunner


class WhatRuns(QObject):
    """Follows two runners. A preview is neither shown nor stopped, as nobody waits for it."""

    def __init__(self, activity: Activity, runner: JobRunner, reports: JobRunner) -> None:
        super().__init__(activity)
        self._activity, self._runner, self._reports = activity, runner, reports
        runner.started.connect(activity.start)
        runner.progressed.connect(activity.show_progress)
        for one in (runner, reports):
            one.idle.connect(self._follow)
        reports.started.connect(self._follow)
        reports.progressed.connect(self._show_writing)

    @property
    def _is_writing(self) -> bool:
        return self._reports.writes and not self._runner.busy

    def _follow(self) -> None:
        if self._is_writing:
            self._activity.start(self._reports.title)
        elif not self._runner.busy:
            self._activity.stop()

    def _show_writing(self, stage: str, done: int, total: int) -> None:
        if self._is_writing:
            self._activity.show_progress(stage, done, total)
