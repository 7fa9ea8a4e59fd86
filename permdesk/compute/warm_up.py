"""Compiles all kernels, or loads them from their cache, before anybody waits for them."""

from __future__ import annotations

import atexit
from threading import Event, Lock, Thread

from permdesk.compute.compiler_process import CompilerProcess, start_compiler
from permdesk.compute.kernel_cache import all_are_kept, say_that_all_are_kept
from permdesk.compute.kernel_steps import STEPS, Kernels
from permdesk.compute.progress import COMPILING, Progress
from permdesk.ending import at_the_end

WAIT_SECONDS = 0.05
MOST_SECONDS = 30.0
HEAD_START = 1.0
"""Seconds in which small files, which need no kernel, have the processor to themselves when the window opens."""

_one_at_a_time = Lock()
_compiler: Thread | None = None
_other_process: CompilerProcess | None = None
_wanted, _ending = Event(), Event()
_waited_for: list[Kernels] = []
"""Once for each who waits."""
_ready = {kernels: Event() for kernels in Kernels}


def warm_up(head_start: float = 0.0) -> Thread:
    """Begin to compile on a thread of its own, once for the process, and return that thread.

    It lets others go first for ``head_start`` seconds, unless somebody waits for kernels. It takes up to a minute on
    the first start, in another process, and a few tenths of a second once the cache is filled. Where Python ends the
    process, the other one is ended at once, and if there is none, Python waits for the pass of the compiler that the
    thread is in: what was about to be compiled is compiled again on the next start.
    """
    global _compiler
    with _one_at_a_time:
        if _compiler is None:
            _compiler = Thread(target=_begin, args=(head_start,), name="permdesk-compiler", daemon=True)
            _compiler.start()
            # The process is aborted, whatever it was to say by its exit status, if it ends while LLVM compiles. What is
            # registered last is done first.
            atexit.register(_compiler.join, MOST_SECONDS)
            at_the_end(_stop)
        return _compiler


def wait_for_kernels(progress: Progress, kernels: Kernels = Kernels.SEARCH) -> None:
    """Return when the ``kernels`` can run; until then the task is in the stage ``COMPILING``. They come next, after the
    step that others are in. Raises Cancelled, at once, also while they compile."""
    if _ready[kernels].is_set():
        return
    # Before the thread is there, which looks for it.
    _waited_for.append(kernels)
    try:
        compiler = warm_up()
        _wanted.set()
        with progress.interlude(COMPILING):
            while not _ready[kernels].wait(WAIT_SECONDS) and compiler.is_alive():
                progress.check()
    finally:
        _waited_for.remove(kernels)


def _stop() -> None:
    """Stop the thread before its next step, and the other process at once."""
    _ending.set()
    _wanted.set()
    if _other_process is not None:
        _other_process.kill()


def _begin(head_start: float) -> None:
    _wanted.wait(head_start)
    if not _ending.is_set():
        _stop_at_the_end()
        _compile()


def _stop_at_the_end() -> None:
    """Let each pass of the compiler look first whether the process ends. Nowhere else may it be left: an exception
    between two of its lines makes it dispose twice of what LLVM has taken from it, which crashes the process."""
    from numba.core import event

    class Stopping(event.Listener):
        def on_start(self, event: object) -> None:
            if _ending.is_set():
                raise SystemExit

        def on_end(self, event: object) -> None:
            pass

    event.register("numba:run_pass", Stopping())  # type: ignore[no-untyped-call]


def _compile() -> None:
    """Do the steps of one kind after the other, of those first that somebody waits for now. Until all kernels are kept,
    as on the first start, another process does each step before."""
    global _other_process
    left = {kernels: STEPS[kernels]() for kernels in Kernels}
    _other_process = None if all_are_kept() else start_compiler()
    try:
        while left and not _ending.is_set():
            kernels = next((kind for kind in left if kind in _waited_for), next(iter(left)))
            if _other_process is not None:
                _other_process.do_step(kernels)
            for _ in left[kernels]:
                break
            else:
                del left[kernels]
                _ready[kernels].set()
    finally:
        if _other_process is not None:
            _other_process.close()
    if not left:
        say_that_all_are_kept()
