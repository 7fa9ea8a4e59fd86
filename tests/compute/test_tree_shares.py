"""Bounds of blocks with parts: queries that look as far as the reach find what may count for them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.bands import band_at, find_range
from permdesk.compute.coarse_ranks import coarse_query
from permdesk.compute.gaps import coarse_limit
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.tree_search import tree_over
from permdesk.compute.tree_shares import REACHES
from tests.compute.bands_of_blocks import by_attribute, ends_of, range_of
from tests.compute.boxes_to_search import random_boxes, with_shares


@borrowing_kernel
def _band(rank, tree, attribute):
    return band_at(rank, tree.bands, tree.steps, attribute)


@borrowing_kernel
def _look(bands, steps, low, high, distance, coarse_low, coarse_high, near):
    """Find the bands of all that lies within a distance of a query from ``low`` to ``high`` (m,)."""
    coarse_query(low, high, steps, coarse_low, coarse_high)
    find_range(bands, steps, coarse_low, coarse_high, coarse_limit(distance, steps.shift), near)


def leaves_in_nodes(tree):
    """Each leaf with where its bands stand: its node and the place in that."""
    for node in np.flatnonzero(tree.first_child < tree.n_leaves):
        for k in range(int(tree.in_use[tree.n_leaves + node]).bit_count()):
            yield int(tree.first_child[node]) + k, node, k


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    n=st.sampled_from([100, 500, 1_500]),
    m=st.integers(6, 8),
    shape=st.sampled_from(["points", "permutation", "classes", "intervals"]),
    wild=st.sampled_from([0.05, 0.3]),
    beyond=st.sampled_from([0, 0, 20]),
)
def test_that_a_query_looks_at_each_leaf_in_whose_share_it_lies(seed, n, m, shape, wild, beyond):
    boxes = random_boxes(np.random.default_rng(seed), n, m, n, shape, wild)
    tree = tree_over(boxes, Progress())
    low, high = with_shares(tree)
    bands = by_attribute(tree.node_low, m), by_attribute(tree.node_high, m)
    near, coarse = range_of(*np.empty((2, m), np.uint8)), np.empty((2, m), np.uint16)
    first, last = ends_of(near, m)
    for leaf, node, k in leaves_in_nodes(tree):
        for record in range(32 * leaf, 32 * leaf + int(tree.in_use[leaf]).bit_count()):
            for j in np.flatnonzero(tree.low[record] == WILDCARD_LOW):
                # Those at the ends of the share, and one that has no rank.
                for rank in {max(1, int(low[record, j])), min(n, int(high[record, j])), WILDCARD_LOW}:
                    if low[record, j] <= rank <= high[record, j]:
                        query = np.full(m, rank, np.int32)
                        end = np.where(query == WILDCARD_LOW, WILDCARD_HIGH, query).astype(np.int32)
                        _look(tree.bands, tree.steps, query, end, tree.reach + beyond, *coarse, near)
                        assert bands[0][node, j, k] <= last[j] and first[j] <= bands[1][node, j, k]


def test_that_a_tree_has_a_reach_only_where_there_are_parts():
    generator = np.random.default_rng(1)
    for m, wild, has_parts in ((6, 0.1, True), (6, 0.0, False), (3, 0.1, False)):
        tree = tree_over(random_boxes(generator, 2_000, m, 2_000, "permutation", wild), Progress())
        assert tree.reach == (2_000 // REACHES if has_parts else 0)
        assert (tree.near_low is tree.block_low) is not has_parts
        assert (tree.near_high is tree.block_high) is not has_parts


@pytest.mark.parametrize("wild", [0.05, 0.3])
def test_that_a_leaf_is_bounded_by_its_ranked_records_or_its_share_less_the_reach(wild):
    n, m = 3_000, 7
    tree = tree_over(random_boxes(np.random.default_rng(1), n, m, n, "permutation", wild), Progress())
    node_low, node_high = by_attribute(tree.node_low, m), by_attribute(tree.node_high, m)
    for leaf, node, k in leaves_in_nodes(tree):
        records = tree.low[32 * leaf : 32 * leaf + int(tree.in_use[leaf]).bit_count()]
        for j in range(m):
            ranked = records[records[:, j] != WILDCARD_LOW, j]
            lows, highs = list(ranked), list(ranked)
            if ranked.size < len(records):
                begin, end = int(tree.cell_low[leaf, j]), int(tree.cell_high[leaf, j])
                lows.append(begin + tree.reach * (begin != WILDCARD_LOW))
                highs.append(end - tree.reach * (end != WILDCARD_HIGH))
            assert (tree.near_low[leaf, j], tree.near_high[leaf, j]) == (min(lows), max(highs))
            assert node_low[node, j, k] == _band(int(min(lows)), tree, j)
            assert node_high[node, j, k] == _band(int(max(highs)), tree, j)


def test_that_a_node_is_bounded_by_the_bounds_of_its_blocks():
    tree = tree_over(random_boxes(np.random.default_rng(1), 40_000, 6, 40_000, "permutation", 0.05), Progress())
    assert tree.height > 2
    for node, first in enumerate(tree.first_child):
        children = slice(first, first + int(tree.in_use[tree.n_leaves + node]).bit_count())
        assert (tree.near_low[tree.n_leaves + node] == tree.near_low[children].min(axis=0)).all()
        assert (tree.near_high[tree.n_leaves + node] == tree.near_high[children].max(axis=0)).all()
    assert (tree.near_low[:-1] > tree.block_low[:-1]).mean() > 0.3


@pytest.mark.parametrize("m", [3, 6])
def test_that_records_of_one_rank_in_each_attribute_need_no_high_ranks_even_where_values_are_missing(m):
    generator = np.random.default_rng(1)
    tree = tree_over(random_boxes(generator, 2_000, m, 2_000, "permutation", 0.1), Progress())
    assert tree.high is tree.low and tree.leaf_high.size == 0
    assert (tree.low == WILDCARD_LOW).any()
    tree = tree_over(random_boxes(generator, 2_000, m, 2_000, "intervals", 0.1), Progress())
    assert tree.high is not tree.low
