"""Shares of leaves: where one of their parts may count they are near, elsewhere their ranked records bound them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.bands import band_at
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import WILDCARD_LOW
from permdesk.compute.tree_search import tree_over
from tests.compute.boxes_to_search import random_boxes, with_shares


@borrowing_kernel
def _band(rank, tree, attribute):
    return band_at(rank, tree.bands, tree.steps, attribute)


def leaf_bands(tree):
    """Where the shares of each leaf of each node above leaves begin and end (n_nodes, m, 32)."""
    shape = tree.shares.n_nodes, tree.low.shape[1], 32
    return tree.shares.begin.reshape(shape), tree.shares.end.reshape(shape)


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
    begin, end = leaf_bands(tree)
    for node in range(shares.n_nodes):
        first = int(tree.first_child[node])
        for k in range(int(tree.in_use[tree.n_leaves + node]).bit_count()):
            leaf = first + k
            for record in range(32 * leaf, 32 * leaf + int(tree.in_use[leaf]).bit_count()):
                for j in np.flatnonzero(tree.low[record] == WILDCARD_LOW):
                    for rank in {max(0, int(low[record, j])), min(n, int(high[record, j])), WILDCARD_LOW}:
                        if low[record, j] <= rank <= high[record, j]:
                            is_near = begin[node, j, k] <= _band(rank, tree, j) <= end[node, j, k]
                            assert is_near or shares.low[leaf, j] <= rank <= shares.high[leaf, j]


def test_that_a_leaf_without_parts_has_no_share_in_any_band():
    tree = tree_over(random_boxes(np.random.default_rng(1), 3_000, 7, 3_000, "permutation", 0.02), Progress())
    begin, end = leaf_bands(tree)
    n_without = 0
    for node in range(tree.shares.n_nodes):
        for k in range(int(tree.in_use[tree.n_leaves + node]).bit_count()):
            leaf = int(tree.first_child[node]) + k
            records = slice(32 * leaf, 32 * leaf + int(tree.in_use[leaf]).bit_count())
            without = (tree.low[records] != WILDCARD_LOW).all(axis=0)
            assert (begin[node, without, k] == 255).all() and (end[node, without, k] == 0).all()
            n_without += np.count_nonzero(without)
    assert n_without


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
