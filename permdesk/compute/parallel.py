"""Spreads chunks of work over the cores; the stop flag is read between chunks."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from time import perf_counter

from permdesk.compute.crew import some_crew
from permdesk.compute.progress import Cancelled, Progress

THREADS = "PERMDESK_THREADS"
"""The environment variable that says how many threads compute at most; each core has one where it says no number."""

# The last chunks are this part of the first one: to ask for smaller ones takes longer than to work on them.
LEAST_CHUNK = 4

_is_alone = ContextVar("_is_alone", default=False)


@contextmanager
def in_one_thread() -> Iterator[None]:
    """Let chunks be worked on by the calling thread alone: of small files, starting threads takes longer than they
    save, and another thread may have better use for the other core."""
    before = _is_alone.set(True)
    try:
        yield
    finally:
        _is_alone.reset(before)


def is_in_one_thread() -> bool:
    """Whether the calling thread is to work alone."""
    return _is_alone.get()


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def available_cores() -> int:
    """Cores that computing may use: those of this process, or fewer where THREADS says so."""
    wanted = os.environ.get(THREADS, "")
    return min(int(wanted), cores()) if re.fullmatch("0*[1-9][0-9]{0,5}", wanted) else cores()


def limit_threads(most: int) -> None:
    """Let at most so many threads compute from now on, in this process and those that it starts; 0 for one on each
    core."""
    if most > 0:
        os.environ[THREADS] = str(most)
    else:
        os.environ.pop(THREADS, None)


def run_chunks(
    work: Callable[[int, int], None],
    n: int,
    size: int,
    progress: Progress,
    threads: int = 0,
    seconds: float | None = None,
) -> None:
    """Call ``work(start, stop)`` for consecutive chunks of n items; 0 threads means one for each core.

    Chunks have up to ``size`` items, all equally many, and each thread as many chunks; or, where ``seconds`` are given,
    they begin with that size and then grow or shrink so that each takes about so long. They may run in any order and at
    the same time, so each must write to places of its own. ``progress`` advances by the items of each chunk. Raises
    Cancelled as soon as the running chunks have ended, and what ``work`` raises.
    """
    n_workers = 1 if is_in_one_thread() else min(threads or available_cores(), -(-n // size))
    if seconds is None and n > 0:
        size = -(-n // (n_workers * -(-n // (n_workers * size))))
    next_start, lock = 0, Lock()
    failed = False

    def worker() -> None:
        nonlocal failed, next_start
        own_size = size
        try:
            while not failed:
                with lock:
                    start = next_start
                    # So that no worker is left with a long chunk while the others have nothing to do.
                    fair = max(size // LEAST_CHUNK, 1 + (n - start) // max(1, n_workers))
                    stop = min(n, start + (own_size if seconds is None else min(own_size, fair)))
                    next_start = stop
                if start >= n:
                    return
                progress.check()
                began = perf_counter()
                work(start, stop)
                if seconds is not None:
                    pace = seconds / max(perf_counter() - began, seconds / 4)
                    own_size = max(1, int((stop - start) * pace))
                progress.advance(stop - start)
        except BaseException:
            failed = True
            raise

    if n_workers <= 1:
        worker()
        return
    errors: list[BaseException] = []

    def work_beside() -> None:
        try:
            worker()
        except BaseException as error:
            errors.append(error)

    with some_crew() as crew:
        others = crew.free(n_workers - 1)
        try:
            for member in others:
                member.give(work_beside)
            # The calling thread is one of the workers: it is there already, and would have nothing to do but wait.
            worker()
            for member in others:
                member.wait()
        except BaseException as own:  # also an interrupt from the keyboard: leave after the running chunks
            failed = True
            errors.append(own)
        for member in others:
            member.wait()
    if errors:
        try:
            raise min(errors, key=lambda error: isinstance(error, Cancelled))
        finally:
            # An error holds its frames, which hold what the work is about: a circle would keep all of it.
            errors.clear()
