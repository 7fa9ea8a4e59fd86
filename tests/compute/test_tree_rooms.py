"""Rooms of blocks: no record outside lies in them, and each block has its parent."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.boxes import RankBoxes
from permdesk.compute.progress import Progress
from permdesk.compute.tree_rooms import NOWHERE
from permdesk.compute.tree_search import tree_over
from tests.compute.boxes_to_search import random_boxes, with_shares


def records_in(tree, block):
    n_boxes = int(tree.in_use[block]).bit_count()
    if block < tree.n_leaves:
        return set(range(32 * block, 32 * block + n_boxes))
    first = tree.first_child[block - tree.n_leaves]
    return set().union(*(records_in(tree, child) for child in range(first, first + n_boxes)))


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    n=st.sampled_from([1, 33, 500, 1_100]),
    m=st.integers(1, 5),
    shape=st.sampled_from(["points", "permutation", "classes", "intervals"]),
    wild=st.sampled_from([0.0, 0.1]),
)
def test_that_every_record_outside_a_block_is_beyond_its_room_in_some_attribute(seed, n, m, shape, wild):
    tree = tree_over(random_boxes(np.random.default_rng(seed), n, m, n, shape, wild), Progress())
    rooms, root = tree.rooms, tree.in_use.size - 1
    low, high = with_shares(tree)
    for block in range(root + 1):
        outside = sorted(records_in(tree, root) - records_in(tree, block))
        beyond = (low[outside] > rooms.high[block]) | (high[outside] < rooms.low[block])
        assert beyond.any(axis=1).all()


def test_that_children_know_their_parent_and_the_root_has_none():
    tree = tree_over(random_boxes(np.random.default_rng(1), 40_000, 2, 40_000, "permutation"), Progress())
    assert tree.rooms.parent[-1] == -1
    for node, first in enumerate(tree.first_child):
        children = range(first, first + int(tree.in_use[tree.n_leaves + node]).bit_count())
        assert (tree.rooms.parent[children] == tree.n_leaves + node).all()


def test_that_points_on_a_line_have_the_room_up_to_their_neighbours():
    ranks = np.arange(1, 129, dtype=np.int32)[:, None]
    rooms = tree_over(RankBoxes(ranks, ranks), Progress()).rooms
    assert rooms.low[:4, 0].tolist() == [-NOWHERE, 33, 65, 97]
    assert rooms.high[:4, 0].tolist() == [32, 64, 96, NOWHERE]
    assert (rooms.low[4, 0], rooms.high[4, 0]) == (-NOWHERE, NOWHERE)
