"""Threads that work beside the calling one: started for one piece of work, or kept from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event, Thread, local

Task = Callable[[], None]


class Member:
    """A thread that does the tasks that it is given, which must not raise, until it is sent away."""

    def __init__(self, number: int) -> None:
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._is_free = Event()
        self._is_free.set()
        self._thread = Thread(target=self._serve, name=f"permdesk-chunks-{number}")

    @property
    def is_free(self) -> bool:
        return self._is_free.is_set()

    def give(self, task: Task) -> None:
        """Have a task begun. Raises RuntimeError where the system has no thread left."""
        self._is_free.clear()
        self._tasks.put(task)
        if not self._thread.is_alive():
            self._thread.start()

    def wait(self) -> None:
        """Wait for the end of the task."""
        if self._thread.is_alive():
            self._is_free.wait()

    def send_away(self) -> None:
        """Let the thread end, which has nothing to do."""
        if self._thread.is_alive():
            self._tasks.put(None)
            self._thread.join()

    def _serve(self) -> None:
        while (task := self._tasks.get()) is not None:
            task()
            # A task holds what the work is about.
            del task
            self._is_free.set()


class Crew:
    """The threads beside one, as many as it has needed at once."""

    def __init__(self) -> None:
        self._members: list[Member] = []

    def free(self, n: int) -> list[Member]:
        """So many members that have nothing to do: others may be at work, where this one is part of it."""
        while sum(member.is_free for member in self._members) < n:
            self._members.append(Member(len(self._members) + 1))
        return [member for member in self._members if member.is_free][:n]

    def send_away(self) -> None:
        for member in self._members:
            member.send_away()


class _Kept(local):
    """The crew that each thread keeps: its own, as work that it hands on to another thread may outlast it."""

    crew: Crew | None = None


_kept = _Kept()


@contextmanager
def some_crew() -> Iterator[Crew]:
    """The crew that the calling thread keeps, or one that is sent away afterwards."""
    if _kept.crew is not None:
        yield _kept.crew
        return
    crew = Crew()
    try:
        yield crew
    finally:
        crew.send_away()


@contextmanager
def kept_crew() -> Iterator[None]:
    """Keep the crew of the calling thread from one piece of work to the next: many a one takes less time than to start
    a thread."""
    before = _kept.crew
    with some_crew() as crew:
        _kept.crew = crew
        try:
            yield
        finally:
            _kept.crew = before
