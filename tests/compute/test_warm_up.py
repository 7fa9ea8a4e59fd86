"""Compiling the kernels before they are needed, and stopping while it goes on."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from itertools import product
from threading import Event, Thread

import numpy as np
import pytest

from permdesk.audit.settings import Ties
from permdesk.compute import (
    bands,
    centres,
    counting_sort,
    distinct_boxes,
    presence_cuts,
    query_order,
    ranks,
    right_chance,
    right_chance_kernel,
    sampled_cuts,
    tie_count,
    tie_order,
    tie_walk,
    tree_batches,
    tree_build,
    tree_cuts,
    tree_fill,
    tree_groups,
    tree_kernel,
    tree_leaves,
    tree_rooms,
    tree_shares,
    warm_up,
    window_kernel,
    windows,
)
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.kernel_steps import STEPS, Kernels
from permdesk.compute.progress import COMPILING, Cancelled, Progress
from permdesk.compute.tree_search import nearest_in_tree, tree_over
from tests.audit.auditing import audit_of, noisy, seeded
from tests.compute.boxes_to_search import random_boxes
from tests.stopping import StopsAfter


@pytest.fixture(autouse=True)
def no_other_process(monkeypatch):
    """Also where nothing has been kept yet, steps of the tests are done here only, and say nothing about kernels."""
    monkeypatch.setattr(warm_up, "start_compiler", lambda: None)
    monkeypatch.setattr(warm_up, "say_that_all_are_kept", lambda: None)


def test_that_a_run_can_be_stopped_while_kernels_compile(monkeypatch):
    compiled = Event()
    monkeypatch.setattr(warm_up, "_compiler", None)
    monkeypatch.setattr(warm_up, "_ready", {kind: Event() for kind in Kernels})
    monkeypatch.setattr(warm_up, "_compile", compiled.wait)
    with pytest.raises(Cancelled):
        warm_up.wait_for_kernels(StopsAfter(2))
    compiled.set()
    warm_up.wait_for_kernels(Progress())


RAISING = """
import sys
from io import StringIO
import permdesk.compute
import colorama.initialise
from numba.core import errors

usual, sys.stderr = sys.stderr, StringIO()
errors.NumbaNotImplementedError("thousands of these are raised and caught while kernels compile")
is_taken = colorama.initialise.orig_stderr is sys.stderr
sys.stderr = usual
raise SystemExit(is_taken)
"""


def test_that_compiling_leaves_the_stream_of_errors_to_others():
    # In a process of its own: here another test may have imported numba before permdesk has made its choices.
    ended = subprocess.run([sys.executable, "-c", RAISING], capture_output=True, text=True, timeout=100, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_that_kernels_are_compiled_once_for_every_kind_of_arrays():
    warm_up.wait_for_kernels(Progress())
    warm_up.wait_for_kernels(Progress(), Kernels.BATCHES)
    walks = tree_kernel.search_tree, tree_batches.search_batches
    kernels = (*walks, tree_cuts._cut_into_leaves, distinct_boxes._group)
    before = [len(kernel.signatures) for kernel in kernels]
    generator = np.random.default_rng(1)
    for shape, m in product(("permutation", "classes"), (3, 7)):
        target, queries = (random_boxes(generator, 4_000, m, 4_000, shape) for _ in range(2))
        for array in (target.low, target.high, queries.low):
            array.setflags(write=False)
        nearest_in_tree(queries, tree_over(target, Progress()), None, Progress())
    assert [len(kernel.signatures) for kernel in kernels] == before


def test_that_warming_up_leaves_nothing_to_compile():
    warm_up.warm_up().join()
    before = {name: len(kernel.signatures) for name, kernel in _kernels()}
    generator = np.random.default_rng(1)
    bound = np.full(40_000, 40_000, np.int32)
    for m in (3, 7):
        for wild in (0.0, 0.1):
            target, queries = (random_boxes(generator, 40_000, m, 5, "intervals", wild, 0.1) for _ in range(2))
            nearest_in_tree(queries, tree_over(target, Progress()), bound, Progress())
    assert {name: len(kernel.signatures) for name, kernel in _kernels()} == before


def test_that_warming_up_leaves_nothing_to_compile_for_ties_linkages_and_windows(monkeypatch):
    warm_up.warm_up().join()
    before = {name: len(kernel.signatures) for name, kernel in _kernels()}
    monkeypatch.setattr(right_chance, "SMALL", 0)
    monkeypatch.setattr(windows, "FEW", 0)
    monkeypatch.setattr(ranks, "FEW_TIED", 0)
    x, y = noisy(seeded(1), n=90)
    x[3, 0] = y[4, 1] = np.nan
    for ties in Ties:
        audit_of(x, y, ties=ties)
        audit_of(np.round(x, 1), np.round(y, 1), ties=ties)
    assert {name: len(kernel.signatures) for name, kernel in _kernels()} == before


@pytest.mark.parametrize("kernels", Kernels)
def test_that_nobody_waits_for_kernels_of_others(monkeypatch, kernels):
    end = Event()
    monkeypatch.setattr(warm_up, "_compiler", None)
    monkeypatch.setattr(warm_up, "_ready", {kind: Event() for kind in Kernels})
    for kind in Kernels:
        monkeypatch.setitem(STEPS, kind, lambda kind=kind: iter(()) if kind is kernels else steps(end.wait))
    warm_up.wait_for_kernels(StopsAfter(200), kernels)
    assert warm_up.warm_up().is_alive()
    end.set()
    warm_up.warm_up().join()


def steps(*taken):
    """Work that takes these steps."""
    for step in taken:
        step()
        yield


def order_of_steps(monkeypatch, in_the_first):
    """In which order kinds are taken to compile, each in two steps, where something is done in the first of all."""
    order = []
    monkeypatch.setattr(warm_up, "_compiler", None)
    monkeypatch.setattr(warm_up, "_ready", {kind: Event() for kind in Kernels})
    for kind in Kernels:
        taken = [partial(order.append, kind)] * 2
        if kind is next(iter(Kernels)):
            taken.insert(1, in_the_first)
        monkeypatch.setitem(STEPS, kind, partial(steps, *taken))
    warm_up.warm_up().join()
    return order


def test_that_kernels_that_somebody_waits_for_come_next_and_the_others_in_their_order(monkeypatch):
    class Waits(Progress):
        def check(self):
            waits.set()

    def wait_elsewhere():
        elsewhere.start()
        assert waits.wait(100)

    waits = Event()
    elsewhere = Thread(target=warm_up.wait_for_kernels, args=(Waits(), Kernels.LINKAGES))
    ties, search, batches, linkages, *others = Kernels
    order = order_of_steps(monkeypatch, wait_elsewhere)
    # Else it would be waiting still where the next test begins.
    elsewhere.join()
    assert order == [ties, *[linkages] * 2, ties, *np.repeat([search, batches, *others], 2)]


def test_that_kernels_that_somebody_has_waited_for_in_vain_have_no_precedence(monkeypatch):
    def give_up():
        with pytest.raises(Cancelled):
            warm_up.wait_for_kernels(StopsAfter(1), Kernels.LINKAGES)

    assert order_of_steps(monkeypatch, give_up) == list(np.repeat(list(Kernels), 2))


def test_that_small_files_go_first_until_somebody_waits_for_kernels(monkeypatch):
    compiled = Event()
    monkeypatch.setattr(warm_up, "_compiler", None)
    monkeypatch.setattr(warm_up, "_wanted", Event())
    monkeypatch.setattr(warm_up, "_ready", {kind: Event() for kind in Kernels})
    monkeypatch.setattr(warm_up, "_compile", compiled.set)
    thread = warm_up.warm_up(head_start=600.0)
    assert not compiled.wait(0.05)
    warm_up.wait_for_kernels(Progress())
    thread.join()
    assert compiled.is_set()


def test_that_work_is_not_held_up_where_kernels_cannot_be_compiled_ahead(monkeypatch):
    monkeypatch.setattr(warm_up, "_compiler", None)
    monkeypatch.setattr(warm_up, "_ready", {kind: Event() for kind in Kernels})
    monkeypatch.setattr(warm_up, "_compile", lambda: None)
    warm_up.wait_for_kernels(Progress(), Kernels.WINDOWS)


@pytest.mark.parametrize(
    "work",
    [
        lambda progress: windows.window_variances(np.arange(5000.0), *[np.ones(2, np.int32)] * 2, progress),
        lambda progress: right_chance.right_chance(
            *(RankBoxes(ranks, ranks) for ranks in [np.arange(2000, dtype=np.int32)[:, None]] * 2),
            np.arange(2000), right_chance.Total.SUM, progress,
        ),
    ],
    ids=["windows", "linkages"],
)  # fmt: skip
def test_that_work_can_be_stopped_while_its_kernels_compile(monkeypatch, work):
    compiled = Event()
    monkeypatch.setattr(warm_up, "_compiler", None)
    monkeypatch.setattr(warm_up, "_ready", {kind: Event() for kind in Kernels})
    monkeypatch.setattr(warm_up, "_compile", compiled.wait)
    with pytest.raises(Cancelled):
        work(StopsAfter(2))
    compiled.set()


def _kernels():
    for_leaves = centres, counting_sort, presence_cuts, sampled_cuts, tree_cuts, tree_leaves
    for_trees = bands, distinct_boxes, query_order, tie_count, tie_order, tree_build, tree_fill, tree_rooms, tree_shares
    walks = tie_walk, tree_batches, tree_groups, tree_kernel
    for module in (*for_leaves, *for_trees, *walks, right_chance_kernel, window_kernel):
        for name, kernel in vars(module).items():
            if hasattr(kernel, "signatures"):
                yield f"{module.__name__}.{name}", kernel


def test_that_a_task_says_while_it_waits_for_kernels_and_only_then(monkeypatch):
    class Watched(Progress):
        def check(self):
            seen.append((self.stage, self.done))
            if self.stage == COMPILING:
                compiled.set()

    seen, compiled = [], Event()
    monkeypatch.setattr(warm_up, "_compiler", None)
    monkeypatch.setattr(warm_up, "_ready", {kind: Event() for kind in Kernels})
    monkeypatch.setitem(STEPS, Kernels.SEARCH, lambda: steps(compiled.wait))
    progress = Watched()
    progress.stage, progress.done = "ranks", 3
    warm_up.wait_for_kernels(progress)
    assert (progress.stage, progress.done) == ("ranks", 3)
    assert seen[-1] == (COMPILING, 0)
    seen.clear()
    warm_up.wait_for_kernels(progress)
    assert seen == []
    warm_up.warm_up().join()


ENDING = """
from threading import Event
from permdesk.compute import warm_up

begun = Event()

def compile_for_ever():
    from numba import njit

    try:
        while True:
            njit(lambda x: x + 1)(1)
            begun.set()
    finally:
        print("left in good order", flush=True)

warm_up._compile = compile_for_ever
warm_up.warm_up()
assert begun.wait(100)
raise SystemExit(7)
"""


def test_that_a_process_that_ends_while_kernels_compile_leaves_the_compiler_first():
    ended = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True, timeout=100, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (7, "left in good order\n", "")


ENDING_WITHIN_A_LIBRARY = """
import time
from threading import Event
from permdesk.compute import warm_up

begun = Event()

def compile_in_a_library():
    begun.set()
    while not warm_up._ending.is_set():
        pass
    for _ in range(1_000):
        time.sleep(0)
    print("let to its end", flush=True)

warm_up._compile = compile_in_a_library
warm_up.warm_up()
assert begun.wait(100)
raise SystemExit(7)
"""


def test_that_a_process_that_ends_while_a_library_compiles_lets_it_come_to_its_end():
    command = [sys.executable, "-c", ENDING_WITHIN_A_LIBRARY]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (7, "let to its end\n", "")


ENDING_BEFORE_IT_BEGINS = """
from permdesk.compute import warm_up

warm_up._compile = lambda: print("compiled", flush=True)
warm_up.MOST_SECONDS = None
warm_up.warm_up(head_start=600.0)
raise SystemExit(7)
"""


def test_that_a_process_that_ends_before_anything_was_compiled_compiles_nothing():
    command = [sys.executable, "-c", ENDING_BEFORE_IT_BEGINS]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (7, "", "")
