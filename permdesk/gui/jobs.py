"""The only module that starts threads: one job at a time, off the GUI thread, reporting back on it."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from permdesk.compute.progress import Cancelled, Progress
from permdesk.data.problem import Problem
from permdesk.translation import tr

log = logging.getLogger(__name__)

T = TypeVar("T")

POLL_MS = 100


@dataclass(frozen=True, slots=True, eq=False)
class _Wanted:
    title: str
    work: Callable[[Progress], Any]
    on_done: Callable[[Any], None]
    on_problem: Callable[[Problem], None]
    must_end: bool
    writes: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    wanted: _Wanted
    future: Future[Any]
    progress: Progress


class JobRunner(QObject):
    """Runs jobs one after another. A job that is replaced or cancelled never reports, so nobody waits for it; one that
    must end, such as writing a file, is neither replaced nor cancelled."""

    started = Signal(str)
    progressed = Signal(str, int, int)
    """Stage key, finished units, all units; emitted about ten times a second while a job runs."""
    idle = Signal()
    """Nothing runs any more; not emitted between a job and the one that replaces it."""
    prepared = Signal()
    """What ``prepare`` asked for has been done."""
    not_written = Signal()
    """What was to write a file has ended with a Problem."""
    _settled = Signal(object)

    def __init__(self, executor: Executor | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._executor = executor or ThreadPoolExecutor(max_workers=1, thread_name_prefix="permdesk")
        self._job: _Job | None = None
        self._waiting: list[_Wanted] = []
        self._preparing: list[Future[Any]] = []
        self._is_over = False
        # Queued, so that a job which ends at once still reports after start() has returned.
        self._settled.connect(self._on_settled, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self._on_tick)

    @property
    def busy(self) -> bool:
        return self._job is not None

    @property
    def title(self) -> str:
        """What runs now is called; empty while nothing does."""
        return "" if self._job is None else self._job.wanted.title

    @property
    def writes(self) -> bool:
        """What runs now writes a file that a person asked for."""
        return self._job is not None and self._job.wanted.writes

    @property
    def writing(self) -> tuple[str, ...]:
        """The titles of all that writes a file now, or waits to."""
        running = () if self._job is None else (self._job.wanted,)
        return tuple(wanted.title for wanted in (*running, *self._waiting) if wanted.writes)

    def start(
        self,
        title: str,
        work: Callable[[Progress], T | Problem],
        on_done: Callable[[T], None],
        on_problem: Callable[[Problem], None],
        *,
        must_end: bool = False,
        writes: bool = False,
    ) -> None:
        """Start ``work``, replacing whatever runs now; what must end waits, and is waited for, instead. What ``writes``
        a file that a person asked for must end too.

        Later, on this thread, ``on_done`` gets what it returned, or ``on_problem`` the Problem that it returned; an
        exception is our own mistake and becomes a Problem too, so that the window survives it.
        """
        must_end = must_end or writes
        if not must_end:
            self._waiting = [wanted for wanted in self._waiting if wanted.must_end]
            if self._job is not None and not self._job.wanted.must_end:
                self._drop()
        self._waiting.append(_Wanted(title, work, on_done, on_problem, must_end, writes))
        if self._job is None:
            self._begin_next()

    def _begin_next(self) -> None:
        wanted = self._waiting.pop(0)
        progress = Progress()
        future = self._executor.submit(wanted.work, progress)
        self._job = _Job(wanted, future, progress)
        self._timer.start()
        self.started.emit(wanted.title)
        future.add_done_callback(self._settled.emit)

    def prepare(self, work: Callable[[], object]) -> None:
        """Let the worker do something before the first job that later jobs profit from, such as slow imports."""
        if self._is_over:
            return
        future = self._executor.submit(work)
        self._preparing = [*(one for one in self._preparing if not one.done()), future]
        future.add_done_callback(self._on_prepared)

    def _on_prepared(self, future: Future[Any]) -> None:
        if not (future.cancelled() or self._is_over):
            self.prepared.emit()  # from the worker's thread

    def cancel(self) -> None:
        """Silence the running job at once and ask it to stop, and forget what waits; what must end goes on."""
        self._waiting = [wanted for wanted in self._waiting if wanted.must_end]
        if self._job is not None and not self._job.wanted.must_end:
            self._drop()
            if self._waiting:
                self._begin_next()
            else:
                self.idle.emit()

    def _drop(self) -> bool:
        job, self._job = self._job, None  # first, so that its own settling is ignored
        if job is None:
            return False
        job.progress.cancel()
        job.future.cancel()
        self._timer.stop()
        return True

    def stop_writing(self) -> None:
        """Ask what writes now to stop. It is waited for, as a file may just have been written; what waits is next."""
        if self._job is not None and self.writes:
            self._job.progress.cancel()

    def shutdown(self) -> None:
        """Stop everything, also what must end, and wait until the worker has noticed; not for what is prepared, which
        nobody profits from any more."""
        self._is_over = True
        self._waiting = []
        if self._drop():
            self.idle.emit()
        # While the worker prepares, it has nothing else under way.
        is_preparing = any(future.running() for future in self._preparing)
        self._executor.shutdown(wait=not is_preparing, cancel_futures=True)

    @Slot()
    def _on_tick(self) -> None:
        if self._job is not None:
            progress = self._job.progress
            self.progressed.emit(progress.stage, progress.done, progress.total)

    @Slot(object)
    def _on_settled(self, future: Future[Any]) -> None:
        job = self._job
        if job is None or job.future is not future:
            return  # replaced or cancelled while it ran
        self._job = None
        self._timer.stop()
        try:
            answer = future.result()
        except (Cancelled, CancelledError):
            pass
        except Exception as error:
            log.error("%s failed: %s", job.wanted.title, _places(error))
            self._refuse(job, _mistake(job.wanted.title, error))
        else:
            if isinstance(answer, Problem):
                self._refuse(job, answer)
            else:
                job.wanted.on_done(answer)
        if self._job is None and self._waiting:
            self._begin_next()
        elif self._job is None:
            self.idle.emit()

    def _refuse(self, job: _Job, problem: Problem) -> None:
        job.wanted.on_problem(problem)
        if job.wanted.writes:
            self.not_written.emit()


def _places(error: Exception) -> str:
    """Type and lines of an exception. Its message is left out, as it may quote a cell."""
    frames = traceback.extract_tb(error.__traceback__)
    return " < ".join([type(error).__name__, *(f"{frame.filename}:{frame.lineno}" for frame in reversed(frames))])


def _mistake(title: str, error: Exception) -> Problem:
    return Problem(
        what=tr("PermDesk made a mistake ({kind}).", kind=type(error).__name__),
        where=title,
        remedy=tr("Nothing that was loaded is lost. Please report this to the developers."),
    )
