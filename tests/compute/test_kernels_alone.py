"""Each kind of kernels suffices for the work that waits for it, and that work waits for no other."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import numpy as np
import pytest

from permdesk.audit.ranking import rank_pair
from permdesk.audit.settings import Settings
from permdesk.compute import warm_up
from permdesk.compute.arrays import frozen
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.kernel_steps import STEPS, Kernels
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import FEW_TIED
from permdesk.compute.right_chance import Total, distinct_for, right_chance
from permdesk.compute.search import SearchTarget, nearest
from permdesk.compute.value_boxes import ValueBoxes
from permdesk.compute.windows import window_variances
from tests.audit.auditing import pair_of
from tests.compute.boxes_to_search import random_boxes

ALONE = """
import sys
from tests.compute.test_kernels_alone import compiled_by

print("compiled:", compiled_by(*sys.argv[1:]))
"""


# In a process of its own: here all kernels are compiled, or will be.
@pytest.mark.parametrize(
    ("kinds", "work"),
    [
        (["TIES"], "rank_tied"),
        (["SEARCH"], "search_few"),
        (["BATCHES"], "search_many"),
        (["LINKAGES"], "link"),
        (["WINDOWS"], "vary"),
        (["SEARCH", "GROUPS"], "search_groups"),
    ],
    ids=lambda given: given if isinstance(given, str) else "-".join(given),
)
def test_that_work_compiles_nothing_and_waits_for_nothing_but_its_kind_of_kernels(kinds, work):
    command = [sys.executable, "-c", ALONE, work, *kinds]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=500, check=False)
    assert (ended.returncode, ended.stdout) == (0, "compiled: []\n"), ended.stderr


def compiled_by(work, *kinds):
    def waits_for_others(head_start=0.0):
        raise AssertionError(f"waits for {warm_up._waited_for}")

    for kind in map(Kernels.__getitem__, kinds):
        for _ in STEPS[kind]():
            pass
        warm_up._ready[kind].set()
    warm_up.warm_up = waits_for_others
    before = _signatures()
    globals()[work]()
    return [name for name, n in _signatures().items() if n > before.get(name, 0)]


def rank_tied():
    x = np.arange(FEW_TIED + 3.0)[:, None] // 2
    rank_pair(pair_of(x, x), Settings(), Progress())


def search_few(m=3, wild=0.0):
    generator = np.random.default_rng(1)
    for n, shape, n_ranks in product((6_000, 40_000), ("permutation", "classes", "intervals"), (5, 40_000)):
        target, queries = (random_boxes(generator, size, m, n_ranks, shape, wild, 0.1) for size in (n, 3_000))
        searched = SearchTarget(target)
        for bound in (None, np.full(3_000, n, np.int32)):
            nearest(queries, searched, bound, Progress())
    asked, points = (RankBoxes(boxes.low, boxes.low) for boxes in (queries, target))
    nearest(asked, points, None, Progress())


def search_many():
    search_few(10)
    search_few(10, wild=0.1)


def search_groups():
    search_few(wild=0.1)


def link():
    ranks = frozen(np.arange(2_000, dtype=np.int32)[:, None] // 2 + 1)
    boxes, values = RankBoxes(ranks, ranks), ValueBoxes(ranks * 0.5, ranks * 0.5)
    distinct_for(boxes, 2_000, Progress())
    for asked in (boxes, values):
        right_chance(asked, asked, np.arange(2_000), Total.SUM, Progress())


def vary():
    window_variances(np.arange(5000.0), *[np.ones(2, np.int32)] * 2, Progress())


def _signatures():
    """For how many kinds of arguments each kernel was compiled, or loaded from the cache."""
    return {
        f"{module}.{name}": len(kernel.signatures)
        for module in [name for name in sys.modules if name.startswith("permdesk.compute.")]
        for name, kernel in vars(sys.modules[module]).items()
        if hasattr(kernel, "signatures")
    }
