"""Compiles all kernels, or loads them from their cache, before anybody waits for them."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from enum import Enum
from threading import Event, Lock, Thread

import numpy as np

from permdesk.compute.arrays import frozen
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.progress import COMPILING, Progress
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW

WAIT_SECONDS = 0.05
MOST_SECONDS = 30.0
HEAD_START = 1.0
"""Seconds in which small files, which need no kernel, have the processor to themselves when the window opens."""


class Kernels(Enum):
    """What kernels are for. They are compiled in this order, in which an audit needs them."""

    SEARCH = "search"
    BATCHES = "batches"
    LINKAGES = "linkages"
    WINDOWS = "windows"
    GROUPS = "groups"


_one_at_a_time = Lock()
_compiler: Thread | None = None
_wanted, _ending = Event(), Event()
_ready = {kernels: Event() for kernels in Kernels}


def warm_up(head_start: float = 0.0) -> Thread:
    """Begin to compile on a thread of its own, once for the process, and return that thread.

    It lets others go first for ``head_start`` seconds, unless somebody waits for kernels. It takes some seconds on the
    first start and a few tenths once the cache is filled. Where Python ends the process, it waits for the step that
    the thread is in: what it was about to compile is compiled again on the next start.
    """
    global _compiler
    with _one_at_a_time:
        if _compiler is None:
            _compiler = Thread(target=_begin, args=(head_start,), name="permdesk-compiler", daemon=True)
            _compiler.start()
            atexit.register(_end, _compiler)
        return _compiler


def wait_for_kernels(progress: Progress, kernels: Kernels = Kernels.SEARCH) -> None:
    """Return when the ``kernels`` can run; until then the task is in the stage ``COMPILING``. Raises Cancelled, at
    once, also while they compile."""
    compiler = warm_up()
    _wanted.set()
    if _ready[kernels].is_set():
        return
    with progress.interlude(COMPILING):
        while not _ready[kernels].wait(WAIT_SECONDS) and compiler.is_alive():
            progress.check()


def _end(compiler: Thread) -> None:
    """Stop the thread before its next step. The process is aborted, whatever it was to say by its exit status, if it
    ends while LLVM compiles."""
    _ending.set()
    _wanted.set()
    compiler.join(MOST_SECONDS)


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
    work: dict[Kernels, Callable[[], None]] = {
        Kernels.SEARCH: _search,
        Kernels.BATCHES: _search_batches,
        Kernels.LINKAGES: _link,
        Kernels.WINDOWS: _vary,
        Kernels.GROUPS: _search_groups,
    }
    for kernels in Kernels:
        work[kernels]()
        _ready[kernels].set()


def _search() -> None:
    """Break ties, and search a few boxes, some of them equal, some without a rank: that takes every kernel."""
    from permdesk.compute.coarse_ranks import BITS, find_ends, find_steps
    from permdesk.compute.tie_order import ranks_by_dice
    from permdesk.compute.tree_leaves import AT_ONCE, find_leaves
    from permdesk.compute.tree_search import nearest_in_tree, tree_over

    ranks_by_dice(np.ones(2, np.int32), np.array([0, 2]), np.zeros(2))
    low = np.arange(2_100, dtype=np.int32)[:, None] % 1_050 + 1
    few = low % 2 + 1
    for boxes in (RankBoxes(low, low), RankBoxes(low, low + 1), RankBoxes(few, few + 1)):
        nearest_in_tree(boxes, tree_over(boxes, Progress()), None, Progress(), threads=1)
    is_wide = np.ones(1, np.bool_)
    find_steps(find_ends(RankBoxes(low, low + 1), 1 << BITS, is_wide), is_wide)
    many = frozen(np.arange(AT_ONCE + 1, dtype=np.int32)[:, None])
    find_leaves(RankBoxes(many, many), 0, Progress())


def _search_batches() -> None:
    """Search boxes of more than a few attributes, whose bands are of another kind."""
    from permdesk.compute.tree_leaves import FEW_ATTRIBUTES
    from permdesk.compute.tree_search import nearest_in_tree, tree_over

    low = np.tile(np.arange(1, 65, dtype=np.int32)[:, None], FEW_ATTRIBUTES + 1)
    few = low % 2 + 1
    for boxes in (RankBoxes(low, low), RankBoxes(few, few + 1)):
        nearest_in_tree(boxes, tree_over(boxes, Progress()), None, Progress(), threads=1)


def _search_groups() -> None:
    """Search boxes of few attributes of which one lacks a rank."""
    from permdesk.compute.tree_search import nearest_in_tree, tree_over

    low = np.arange(64, dtype=np.int32)[:, None]
    high = low.copy()
    low[0], high[0] = WILDCARD_LOW, WILDCARD_HIGH
    boxes = RankBoxes(low, high)
    nearest_in_tree(boxes, tree_over(boxes, Progress()), None, Progress(), threads=1)


def _link() -> None:
    """Link two records by ranks and by values."""
    from permdesk.compute.blocks import make_blocks
    from permdesk.compute.right_chance import Total, chance_in_blocks
    from permdesk.compute.value_boxes import ValueBoxes

    ranks, values = np.array([[1], [2]], np.int32), np.array([[1.0], [2.0]])
    for boxes in (RankBoxes(ranks, ranks), ValueBoxes(values, values)):
        blocks = make_blocks(boxes.low, boxes.high, Progress())
        chance_in_blocks(boxes, blocks, np.arange(2), np.ones(2, np.int64), Total.SUM, 2.0, 0.0, 0.0, Progress())


def _vary() -> None:
    """Variances of a window."""
    from permdesk.compute.windows import compiled_variances

    rank = np.ones(1, np.int32)
    compiled_variances(np.zeros(1), rank, rank, Progress())
