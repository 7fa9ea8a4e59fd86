"""Work inside a library that cannot be asked to stop, made so that nobody has to wait for its end."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from permdesk.compute.progress import Progress

Answer = TypeVar("Answer")
WAIT_SECONDS = 0.05


def wait_for(work: Callable[[], Answer], progress: Progress) -> Answer:
    """The answer of ``work``, or what it raises. Raises Cancelled at once; the work then ends unseen and is dropped.

    ``work`` must change nothing but what it returns.
    """
    pool = ThreadPoolExecutor(1, thread_name_prefix="permdesk-unstoppable")
    try:
        future = pool.submit(work)
        while True:
            try:
                return future.result(WAIT_SECONDS)
            except TimeoutError:
                if future.done():
                    raise  # the work's own
                progress.check()
    finally:
        pool.shutdown(wait=False)
