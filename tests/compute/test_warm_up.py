"""Compiling the kernels before they are needed, and stopping while it goes on."""

from __future__ import annotations

from threading import Event

import numpy as np
import pytest

from permdesk.compute import box_tree, distinct_boxes, query_order, tree_cuts, tree_kernel, warm_up
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.tree_search import nearest_in_tree, tree_over
from tests.compute.boxes_to_search import random_boxes
from tests.stopping import StopsAfter


def test_that_a_run_can_be_stopped_while_kernels_compile(monkeypatch):
    compiled = Event()
    monkeypatch.setattr(warm_up, "_compiler", None)
    monkeypatch.setattr(warm_up, "_compile", compiled.wait)
    with pytest.raises(Cancelled):
        warm_up.wait_for_kernels(StopsAfter(2))
    compiled.set()
    warm_up.wait_for_kernels(Progress())


def test_that_kernels_are_compiled_once_for_every_kind_of_arrays():
    warm_up.wait_for_kernels(Progress())
    kernels = (tree_kernel.search_tree, tree_cuts.cut_into_leaves, distinct_boxes._group)
    before = [len(kernel.signatures) for kernel in kernels]
    generator = np.random.default_rng(1)
    for shape in ("permutation", "classes"):
        target, queries = (random_boxes(generator, 4_000, 3, 4_000, shape) for _ in range(2))
        for array in (target.low, target.high, queries.low):
            array.setflags(write=False)
        nearest_in_tree(queries, tree_over(target, Progress()), None, Progress())
    assert [len(kernel.signatures) for kernel in kernels] == before


def test_that_warming_up_leaves_nothing_to_compile():
    warm_up.warm_up().join()
    before = {name: len(kernel.signatures) for name, kernel in _kernels()}
    generator = np.random.default_rng(1)
    target, queries = (random_boxes(generator, 40_000, 3, 5, "intervals", 0.1, 0.1) for _ in range(2))
    nearest_in_tree(queries, tree_over(target, Progress()), np.full(40_000, 40_000, np.int32), Progress())
    assert {name: len(kernel.signatures) for name, kernel in _kernels()} == before


def _kernels():
    for module in (box_tree, distinct_boxes, query_order, tree_cuts, tree_kernel):
        for name, kernel in vars(module).items():
            if hasattr(kernel, "signatures"):
                yield f"{module.__name__}.{name}", kernel
