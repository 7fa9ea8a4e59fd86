"""Spreads chunks of work over the cores; the stop flag is read between chunks."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import count
from threading import Lock

from permdesk.compute.progress import Cancelled, Progress


def available_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_chunks(work: Callable[[int, int], None], n: int, size: int, progress: Progress, threads: int = 0) -> None:
    """Call ``work(start, stop)`` for consecutive chunks of n items; 0 threads means one for each core.

    Chunks may run in any order and at the same time, so each must write to places of its own. ``progress`` advances
    by the items of each chunk. Raises Cancelled as soon as the running chunks have ended, and what ``work`` raises.
    """
    numbers, lock = count(), Lock()
    failed = False

    def worker() -> None:
        nonlocal failed
        try:
            while not failed:
                with lock:
                    start = next(numbers) * size
                if start >= n:
                    return
                stop = min(start + size, n)
                progress.check()
                work(start, stop)
                progress.advance(stop - start)
        except BaseException:
            failed = True
            raise

    n_workers = min(threads or available_cores(), -(-n // size))
    if n_workers <= 1:
        worker()
        return
    with ThreadPoolExecutor(n_workers, thread_name_prefix="permdesk-chunks") as pool:
        futures = [pool.submit(worker) for _ in range(n_workers)]
        try:
            wait(futures)
        except BaseException:  # an interrupt from the keyboard: leave after the running chunks, not after all
            failed = True
            raise
    errors = [error for future in futures if (error := future.exception()) is not None]
    for error in sorted(errors, key=lambda error: isinstance(error, Cancelled)):
        raise error
