"""Rooms of blocks: no record outside lies in them, and each block has its parent."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.boxes import RankBoxes
from permdesk.compute.coarse_ranks import coarse_query
from permdesk.compute.gaps import coarse_limit
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.tree_rooms import NOWHERE, has_coarse_room, has_room
from permdesk.compute.tree_search import tree_over
from tests.compute.boxes_to_search import random_boxes, with_shares


@borrowing_kernel
def _rooms_for(tree, low, high, best, coarse_low, coarse_high, in_ranks, in_coarse):
    """Which blocks have room for a query in ranks, and which nodes in coarse ones."""
    coarse_query(low, high, tree.steps, coarse_low, coarse_high)
    limit = coarse_limit(best, tree.steps.shift)
    for block in range(tree.in_use.size):
        in_ranks[block] = has_room(tree.rooms, block, low, high, best)
    for node in range(tree.first_child.size):
        in_coarse[node] = has_coarse_room(tree.rooms, node, coarse_low, coarse_high, limit)


def rooms_for(tree, queries, row, best):
    in_ranks, in_coarse = np.empty(tree.in_use.size, np.bool_), np.empty(tree.first_child.size, np.bool_)
    coarse_low, coarse_high = np.empty((2, queries.n_attributes), np.uint16)
    _rooms_for(tree, queries.low[row], queries.high[row], best, coarse_low, coarse_high, in_ranks, in_coarse)
    return in_ranks, in_coarse


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


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    n=st.sampled_from([1, 33, 1_100, 70_000]),
    shape=st.sampled_from(["points", "permutation", "classes", "intervals"]),
    wild=st.sampled_from([0.0, 0.1]),
)
def test_that_room_in_coarse_ranks_is_room_in_ranks(seed, n, shape, wild):
    """Of 70,000 ranks four have a step."""
    generator = np.random.default_rng(seed)
    tree = tree_over(random_boxes(generator, n, 6, n, shape, wild, 0.05), Progress())
    queries = random_boxes(generator, 10, 6, n, shape, wild, 0.05)
    for row, best in enumerate(generator.integers(1, max(2, n // 4), 10)):
        in_ranks, in_coarse = rooms_for(tree, queries, row, int(best))
        assert in_coarse[-1] and (in_ranks[tree.n_leaves :] | ~in_coarse).all()


def test_that_no_block_has_room_where_what_lies_outside_has_no_rank_either():
    """Intervals with one centre are parted anywhere, here in an attribute in which none of them has a rank."""
    width = np.arange(200, dtype=np.int32)[:, None]
    low, high = np.repeat(200 - width, 6, axis=1), np.repeat(200 + width, 6, axis=1)
    low[:, 0], high[:, 0] = WILDCARD_LOW, WILDCARD_HIGH
    tree = tree_over(RankBoxes(low, high), Progress())
    assert (tree.rooms.high[: tree.n_leaves, 0] < WILDCARD_LOW).any()
    with_rank = RankBoxes(np.full((1, 6), 100, np.int32), np.full((1, 6), 100, np.int32))
    for queries in (with_rank, RankBoxes(low, high)):
        for best in (1, 50):
            in_ranks, in_coarse = rooms_for(tree, queries, 0, best)
            assert in_coarse.sum() == in_ranks.sum() == 1 and in_coarse[-1]


def test_that_rooms_in_coarse_ranks_reach_as_far_where_each_rank_has_a_step():
    ranks = np.random.default_rng(1).permuted(np.tile(np.arange(1, 2_001, dtype=np.int32), (6, 1)), axis=1).T.copy()
    boxes = RankBoxes(ranks, ranks)
    tree = tree_over(boxes, Progress())
    assert tree.steps.shift == 0
    n_with_room = 0
    for row in range(0, 2_000, 40):
        in_ranks, in_coarse = rooms_for(tree, boxes, row, 100)
        np.testing.assert_array_equal(in_ranks[tree.n_leaves :], in_coarse)
        n_with_room += in_coarse[:-1].sum()
    assert n_with_room > 0


def test_that_rooms_have_coarse_ranks_only_where_queries_go_together():
    for m, n_rooms in ((5, 0), (6, 1)):
        tree = tree_over(random_boxes(np.random.default_rng(1), 128, m, 128, "permutation"), Progress())
        assert tree.rooms.coarse_low.shape == tree.rooms.coarse_high.shape == (n_rooms, m)
