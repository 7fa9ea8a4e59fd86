"""Progress and cancellation, shared by the thread that computes and the one that watches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Event, Lock
from typing import TypeVar

Item = TypeVar("Item")

COMPILING = "compiling"
"""The stage in which a task waits for kernels."""


class Cancelled(Exception):  # noqa: N818 (it is an answer, not an error)
    """The user asked the running task to stop."""


class Progress:
    """How far a task is, written by its worker threads and read by the window.

    ``stage`` is a key such as ``"distances"``, not a sentence; ``done`` of ``total`` units are finished.
    """

    def __init__(self) -> None:
        self.stage = ""
        self.done = 0
        self.total = 0
        self._stop = Event()
        self._lock = Lock()

    def begin(self, stage: str, total: int) -> None:
        """Enter a stage of ``total`` units. Raises Cancelled if a stop was asked for."""
        self.check()
        self.stage, self.done, self.total = stage, 0, total

    def advance(self, units: int = 1) -> None:
        """Add finished units. Raises Cancelled if a stop was asked for."""
        with self._lock:
            self.done += units
        self.check()

    @contextmanager
    def interlude(self, stage: str) -> Iterator[None]:
        """Be in another stage, of unknown length, while the task waits; then in the present one again, as far as it
        was. Raises Cancelled if a stop was asked for."""
        before = self.stage, self.done, self.total
        self.begin(stage, 0)
        yield
        self.stage, self.done, self.total = before

    def cancel(self) -> None:
        """Ask the task to stop; it raises Cancelled at its next call."""
        self._stop.set()

    def each(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items, one after another. Raises Cancelled before the next if a stop was asked for."""
        for item in items:
            self.check()
            yield item

    def part(self) -> Progress:
        """The progress of one part of this task, whose own stages are not shown; a stop of the whole stops it too."""
        inner = Progress()
        inner._stop = self._stop
        return inner

    @property
    def cancelled(self) -> bool:
        return self._stop.is_set()

    def check(self) -> None:
        """Raise Cancelled if a stop was asked for."""
        if self._stop.is_set():
            raise Cancelled


class _Unwatched(Progress):
    """Stays as it is, whatever runs with it, so that all such runs can share it; nobody can stop one of them."""

    def begin(self, stage: str, total: int) -> None:
        pass

    def advance(self, units: int = 1) -> None:
        pass

    def cancel(self) -> None:
        raise TypeError("what nobody watches cannot be stopped")

    def part(self) -> Progress:
        return self


UNWATCHED = _Unwatched()
"""For work that nobody watches and nobody stops."""
