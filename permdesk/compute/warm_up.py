"""Compiles all kernels, or loads them from their cache, before anybody waits for them."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator
from enum import Enum
from threading import Event, Lock, Thread

import numpy as np

from permdesk.compute.arrays import frozen
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.few_attributes import FEW_ATTRIBUTES
from permdesk.compute.progress import COMPILING, Progress
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW

WAIT_SECONDS = 0.05
MOST_SECONDS = 30.0
HEAD_START = 1.0
"""Seconds in which small files, which need no kernel, have the processor to themselves when the window opens."""


class Kernels(Enum):
    """What kernels are for. They are compiled in this order, in which an audit needs them, but those that somebody
    waits for come first. Each kind suffices for what waits for it, whatever is compiled or not of the others, except
    that groups are searched in trees that were built with those for a ``SEARCH``."""

    TIES = "ties"
    SEARCH = "search"
    BATCHES = "batches"
    LINKAGES = "linkages"
    WINDOWS = "windows"
    GROUPS = "groups"


_one_at_a_time = Lock()
_compiler: Thread | None = None
_wanted, _ending = Event(), Event()
_waited_for: list[Kernels] = []
"""Once for each who waits."""
_ready = {kernels: Event() for kernels in Kernels}


def warm_up(head_start: float = 0.0) -> Thread:
    """Begin to compile on a thread of its own, once for the process, and return that thread.

    It lets others go first for ``head_start`` seconds, unless somebody waits for kernels. It takes up to a minute on
    the first start and a few tenths of a second once the cache is filled. Where Python ends the process, it waits for
    the step that the thread is in: what it was about to compile is compiled again on the next start.
    """
    global _compiler
    with _one_at_a_time:
        if _compiler is None:
            _compiler = Thread(target=_begin, args=(head_start,), name="permdesk-compiler", daemon=True)
            _compiler.start()
            atexit.register(_end, _compiler)
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
    """Do the steps of one kind after the other, of those first that somebody waits for now."""
    work: dict[Kernels, Callable[[], Iterator[None]]] = {
        Kernels.TIES: _break_ties,
        Kernels.SEARCH: _search,
        Kernels.BATCHES: _search_batches,
        Kernels.LINKAGES: _link,
        Kernels.WINDOWS: _vary,
        Kernels.GROUPS: _search_groups,
    }
    left = {kernels: work[kernels]() for kernels in Kernels}
    while left:
        kernels = next((kind for kind in left if kind in _waited_for), next(iter(left)))
        for _ in left[kernels]:
            break
        else:
            del left[kernels]
            _ready[kernels].set()


def _break_ties() -> Iterator[None]:
    """Break a tie of two records."""
    from permdesk.compute.tie_order import ranks_by_dice

    ranks_by_dice(np.ones(2, np.int32), np.array([0, 2]), np.zeros(2))
    yield


def _search() -> Iterator[None]:
    """Search a few boxes, some of them equal, some with more than one rank: that takes every kernel."""
    low = np.arange(2_100, dtype=np.int32)[:, None] % 1_050 + 1
    few = low % 2 + 1
    return _search_each(RankBoxes(low, low), RankBoxes(low, low + 1), RankBoxes(few, few + 1))


def _search_batches() -> Iterator[None]:
    """Search boxes of more than a few attributes, whose bands are of another kind."""
    low = np.tile(np.arange(1, 65, dtype=np.int32)[:, None], FEW_ATTRIBUTES + 1)
    few = low % 2 + 1
    return _search_each(RankBoxes(low, low), RankBoxes(few, few + 1))


def _search_groups() -> Iterator[None]:
    """Search boxes of few attributes of which one lacks a rank."""
    low = np.arange(64, dtype=np.int32)[:, None]
    high = low.copy()
    low[0], high[0] = WILDCARD_LOW, WILDCARD_HIGH
    return _search_each(RankBoxes(low, high))


def _search_each(*searched: RankBoxes) -> Iterator[None]:
    """Cut the leaves and place the steps of many records, then search each of some boxes in itself."""
    from permdesk.compute.coarse_ranks import BITS, find_ends, find_steps
    from permdesk.compute.tree_leaves import AT_ONCE, find_leaves
    from permdesk.compute.tree_search import nearest_in_tree, tree_over

    many = frozen(np.tile(np.arange(AT_ONCE + 1, dtype=np.int32)[:, None], 2))
    boxes, is_wide = RankBoxes(many, many), np.ones(2, np.bool_)
    find_leaves(boxes, 0, Progress())
    find_steps(find_ends(boxes, 1 << BITS, is_wide, Progress()), is_wide)
    yield
    for boxes in searched:
        tree = tree_over(boxes, Progress())
        yield
        nearest_in_tree(boxes, tree, None, Progress(), threads=1)
        yield


def _link() -> Iterator[None]:
    """Bring equal records together, and link two by ranks and by values."""
    from permdesk.compute.blocks import make_blocks
    from permdesk.compute.distinct_boxes import distinct_boxes
    from permdesk.compute.right_chance import Total, chance_in_blocks
    from permdesk.compute.value_boxes import ValueBoxes

    ranks, values = frozen(np.array([[1], [2]], np.int32)), np.array([[1.0], [2.0]])
    distinct_boxes(RankBoxes(ranks, ranks), Progress())
    yield
    for boxes in (RankBoxes(ranks, ranks), ValueBoxes(values, values)):
        blocks = make_blocks(boxes.low, boxes.high, Progress())
        chance_in_blocks(boxes, blocks, np.arange(2), np.ones(2, np.int64), Total.SUM, 2.0, 0.0, 0.0, Progress())
        yield


def _vary() -> Iterator[None]:
    """Variances of a window."""
    from permdesk.compute.windows import compiled_variances

    rank = np.ones(1, np.int32)
    compiled_variances(np.zeros(1), rank, rank, Progress())
    yield
