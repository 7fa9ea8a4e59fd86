"""Work inside a library that cannot be asked to stop, made so that nobody has to wait for its end."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from permdesk.compute.parallel import is_in_one_thread, run_chunks
from permdesk.compute.progress import Progress

Answer = TypeVar("Answer")
WAIT_SECONDS = 0.05


def wait_for(work: Callable[[], Answer], progress: Progress) -> Answer:
    """The answer of ``work``, or what it raises. Raises Cancelled at once; the work then ends unseen and is dropped.

    ``work`` must change nothing but what it returns, and call nothing that two threads must not call at once, as what
    ends unseen may meet its successor: the drawing of pictures is no such work. It speaks the language of whoever
    waits, and hurries as he does (context variables). Where one thread is to work alone, it works itself, and a stop
    waits for it: what is small ends soon.
    """
    if is_in_one_thread():
        return work()
    pool = ThreadPoolExecutor(1, thread_name_prefix="permdesk-unstoppable")
    try:
        future = pool.submit(copy_context().run, work)
        while True:
            try:
                return future.result(WAIT_SECONDS)
            except TimeoutError:
                if future.done():
                    raise  # the work's own
                progress.check()
    finally:
        pool.shutdown(wait=False)


def wait_for_each(work: Callable[[int, int], None], n: int, progress: Progress) -> None:
    """Call ``work(k, k + 1)`` for each of n items on all cores, as ``run_chunks`` does; each may take long.

    Raises Cancelled at once; what runs then ends unseen, so that it must write to nothing that is used later.
    """
    context = copy_context()

    def wait(start: int, stop: int) -> None:
        context.copy().run(wait_for, lambda: work(start, stop), progress)

    run_chunks(wait, n, 1, progress)
