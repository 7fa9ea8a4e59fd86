"""The tree over a file is built once for all searches in it: original records, random records, and more of these."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

from permdesk.audit.more_draws import Precision, draw_until_exact
from permdesk.audit.policy import Policy
from permdesk.compute import search, tree_search
from permdesk.compute.progress import Progress
from permdesk.compute.warm_up import warm_up
from tests.audit.auditing import audit_of, noisy, seeded


@pytest.fixture
def trees(monkeypatch):
    """The number of records in each tree that is built; every search takes one."""
    warm_up().join()  # its own trees do not count
    built = []
    tree_over = tree_search.tree_over
    monkeypatch.setattr(search, "SMALL", 0)
    monkeypatch.setattr(
        tree_search, "tree_over", lambda boxes, progress: built.append(boxes.n_records) or tree_over(boxes, progress)
    )
    return built


def test_that_random_records_are_searched_in_the_tree_of_the_links(trees):
    audit_of(*noisy(seeded(4), n=150), draws=20_000)
    assert trees == [150, 150]


def test_that_two_trees_are_never_held_at_once(monkeypatch):
    warm_up().join()
    monkeypatch.setattr(search, "SMALL", 0)
    tree_over, held, most = tree_search.tree_over, [], []

    def build(boxes, progress):
        gc.collect()
        most.append(sum(tree() is not None for tree in held))
        tree = tree_over(boxes, progress)
        held.append(weakref.ref(tree.leaf_low))
        return tree

    monkeypatch.setattr(tree_search, "tree_over", build)
    x, y = noisy(seeded(4), n=150)
    policy = Policy(max_defensible_right=0)
    for draws in (20, 20_000):
        audit = audit_of(x, y[:149], policy, own=np.r_[:149, -1], draws=draws)
        assert not audit.mapping.is_permutation
    assert len(most) >= 5  # of one audit links in one file could decide beside those in the other
    assert set(most) == {0}


def test_that_drawing_on_builds_one_tree(trees):
    audit = audit_of(*noisy(seeded(4), n=150), draws=500)
    trees.clear()
    draw_until_exact(audit, Precision(1e-9, most_draws=30_000), lambda _: None, Progress())
    assert trees == [150]
