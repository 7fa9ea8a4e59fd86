"""Shares of leaves: where one of their parts may count they are near, elsewhere their ranked records bound them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from permdesk.compute.progress import Progress
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.tree_search import tree_over
from permdesk.compute.tree_shares import empty_shares, fill_shares, leaves_with_share
from tests.compute.boxes_to_search import random_boxes, with_shares


@njit
def shares_at(shares, node, attribute, rank):
    return leaves_with_share(shares, node, attribute, rank)


@njit
def fill(shares, low, high):
    fill_shares(shares, 0, 0, 0, low.shape[0], low, high)


def leaves_near(low, high, ranks):
    """Of leaves without ranked records that have these shares: which are near a query at each of the ranks."""
    shares = empty_shares(len(low), 1, 1)
    fill(shares, np.array(low, np.int32)[:, None], np.array(high, np.int32)[:, None])
    return [int(shares_at(shares, 0, 0, rank)) for rank in ranks]


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    n=st.sampled_from([100, 500, 1_500]),
    m=st.integers(6, 8),
    shape=st.sampled_from(["points", "permutation", "classes", "intervals"]),
    wild=st.sampled_from([0.05, 0.3]),
)
def test_that_a_leaf_is_near_or_bounded_wherever_one_of_its_parts_counts(seed, n, m, shape, wild):
    boxes = random_boxes(np.random.default_rng(seed), n, m, n, shape, wild)
    tree = tree_over(boxes, Progress())
    shares = tree.shares
    low, high = with_shares(tree)
    for node in range(shares.n_nodes):
        first = int(tree.first_child[node])
        for k in range(int(tree.in_use[tree.n_leaves + node]).bit_count()):
            leaf = first + k
            for record in range(32 * leaf, 32 * leaf + int(tree.in_use[leaf]).bit_count()):
                for j in np.flatnonzero(tree.low[record] == WILDCARD_LOW):
                    for rank in {max(0, int(low[record, j])), min(n, int(high[record, j])), WILDCARD_LOW}:
                        if low[record, j] <= rank <= high[record, j]:
                            is_near = int(shares_at(shares, node, j, rank)) >> k & 1
                            assert is_near or shares.low[leaf, j] <= rank <= shares.high[leaf, j]


def test_that_leaves_with_two_shares_are_near_in_their_own_only():
    low, high = [WILDCARD_LOW, WILDCARD_LOW, 50, 50], [49, 49, WILDCARD_HIGH, WILDCARD_HIGH]
    assert leaves_near(low, high, [WILDCARD_LOW, 1, 49, 50, 99]) == [0b0011, 0b0011, 0b0011, 0b1100, 0b1100]


def test_that_no_leaf_is_near_beyond_all_shares():
    assert leaves_near([20, 40], [39, 60], [19, 20, 39, 40, 60, 61]) == [0, 0b01, 0b01, 0b10, 0b10, 0]


def test_that_shares_which_begin_at_many_ranks_are_told_apart_before_the_first_and_after_the_last():
    low, high = [1, 30, 1, 40, 1, 50], [29, 99, 39, 99, 49, 99]
    assert leaves_near(low, high, [29, 30, 49, 50]) == [0b010101, 0b011110, 0b011110, 0b101010]


def test_that_leaves_have_shares_only_where_there_are_parts():
    generator = np.random.default_rng(1)
    for m, wild, has_shares in ((6, 0.1, True), (6, 0.0, False), (3, 0.1, False)):
        tree = tree_over(random_boxes(generator, 2_000, m, 2_000, "permutation", wild), Progress())
        assert bool(tree.shares.n_nodes) is has_shares


@pytest.mark.parametrize("m", [3, 6])
def test_that_records_of_one_rank_in_each_attribute_need_no_high_ranks_even_where_values_are_missing(m):
    generator = np.random.default_rng(1)
    tree = tree_over(random_boxes(generator, 2_000, m, 2_000, "permutation", 0.1), Progress())
    assert tree.high is tree.low and tree.leaf_high.size == 0
    assert (tree.low == WILDCARD_LOW).any()
    tree = tree_over(random_boxes(generator, 2_000, m, 2_000, "intervals", 0.1), Progress())
    assert tree.high is not tree.low


@pytest.mark.parametrize("wild", [0.05, 0.2])
def test_that_ranked_records_bound_a_leaf_closer_than_all_of_them(wild):
    tree = tree_over(random_boxes(np.random.default_rng(1), 5_000, 8, 5_000, "permutation", wild), Progress())
    n_leaves = tree.n_leaves
    assert (tree.shares.low >= tree.block_low[:n_leaves]).all()
    assert (tree.shares.high <= tree.block_high[:n_leaves]).all()
    assert (tree.shares.low > tree.block_low[:n_leaves]).mean() > 0.5
