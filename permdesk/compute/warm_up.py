"""Compiles the kernels of the search, or loads them from their cache, before anybody waits for them."""

from __future__ import annotations

from threading import Lock, Thread

import numpy as np

from permdesk.compute.boxes import RankBoxes
from permdesk.compute.progress import Progress

WAIT_SECONDS = 0.05

_one_at_a_time = Lock()
_compiler: Thread | None = None


def warm_up() -> Thread:
    """Begin to compile on a thread of its own, once for the process, and return that thread.

    It takes some seconds on the first start and a few tenths once the cache is filled. The thread ends with the
    process: what it was about to compile is compiled again on the next start.
    """
    global _compiler
    with _one_at_a_time:
        if _compiler is None:
            _compiler = Thread(target=_compile, name="permdesk-compiler", daemon=True)
            _compiler.start()
        return _compiler


def wait_for_kernels(progress: Progress) -> None:
    """Return when all kernels of the search can run. Raises Cancelled, at once, also while they compile."""
    compiler = warm_up()
    while compiler.is_alive():
        progress.check()
        compiler.join(WAIT_SECONDS)


def _compile() -> None:
    """Search a few boxes, some of them equal, some without a rank: that takes every kernel."""
    from permdesk.compute.tree_cuts import cut_in_two
    from permdesk.compute.tree_search import nearest_in_tree, tree_over

    low = np.arange(2_100, dtype=np.int32)[:, None] % 1_050 + 1
    for boxes in (RankBoxes(low, low), RankBoxes(low, low + 1)):
        nearest_in_tree(boxes, tree_over(boxes, Progress()), None, Progress(), threads=1)
    cut_in_two(np.arange(64, dtype=np.int32), np.arange(64, dtype=np.uint16)[None, :], 1.0)
