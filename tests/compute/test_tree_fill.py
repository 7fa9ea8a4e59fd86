"""What stands in the leaves of a box tree: the bands and the bounds of their records."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute import tree_leaves
from permdesk.compute.bands import band_at
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_LOW
from permdesk.compute.tree_leaves import has_wildcards
from permdesk.compute.tree_rooms import NOWHERE
from permdesk.compute.tree_search import tree_over
from tests.compute.bands_of_blocks import by_attribute, in_bits
from tests.compute.boxes_to_search import random_boxes


@borrowing_kernel
def _bands_of(ranks, bands, steps, found):
    for i in range(ranks.shape[0]):
        for j in range(ranks.shape[1]):
            found[i, j] = band_at(ranks[i, j], bands, steps, j)


def in_use(tree):
    return in_bits(tree.in_use[: tree.n_leaves])


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    n=st.sampled_from([1, 31, 33, 700]),
    m=st.integers(1, 11),
    wild=st.sampled_from([0.0, 0.2, 1.0]),
)
def test_that_each_record_stands_in_its_leaf_by_the_bands_of_its_ranks(seed, n, m, wild):
    tree = tree_over(random_boxes(np.random.default_rng(seed), n, m, n, "permutation", wild), Progress())
    assert tree.have_one_rank and tree.leaf_high.size == 0
    found = np.empty(tree.low.shape, np.uint16)
    _bands_of(tree.low, tree.bands, tree.steps, found)
    expected = np.moveaxis(found.reshape(tree.n_leaves, 32, m), 1, 2)
    used = np.broadcast_to(in_use(tree)[:, None], expected.shape)
    np.testing.assert_array_equal(by_attribute(tree.leaf_low, m)[used], expected[used])


@pytest.mark.parametrize("m", [4, 9])
@pytest.mark.parametrize("wild", [0.0, 0.2])
def test_that_records_of_one_rank_are_bounded_as_others_are(m, wild):
    """The same ranks twice, but for one record with two ranks in the second tree."""
    boxes = random_boxes(np.random.default_rng(3), 2_000, m, 2_000, "permutation", wild)
    low, high = boxes.low.copy(), boxes.high.copy()
    trees = [tree_over(RankBoxes(low, high), Progress())]
    high[np.flatnonzero(low[:, 0] != WILDCARD_LOW)[0], 0] += 1
    trees.append(tree_over(RankBoxes(low, high), Progress()))
    assert [tree.have_one_rank for tree in trees] == [True, False]
    for tree in trees:
        for leaf, used in enumerate(in_use(tree)):
            records = slice(32 * leaf, 32 * leaf + int(used.sum()))
            is_wild = tree.low[records] == WILDCARD_LOW
            lows, highs = tree.low[records].copy(), tree.high[records].copy()
            if tree.cell_low.size:
                lows, highs = (
                    np.where(is_wild, tree.cell_low[leaf], lows),
                    np.where(is_wild, tree.cell_high[leaf], highs),
                )
            assert tree.block_low[leaf].tolist() == lows.min(axis=0).tolist()
            assert tree.block_high[leaf].tolist() == highs.max(axis=0).tolist()
            if tree.inner_low[leaf, 0] < NOWHERE:
                assert tree.inner_low[leaf].tolist() == lows.max(axis=0).tolist()
                assert tree.inner_high[leaf].tolist() == np.minimum(MISSING_RANK, highs.min(axis=0)).tolist()


def test_that_a_wildcard_is_found_wherever_it_is(monkeypatch):
    monkeypatch.setattr(tree_leaves, "AT_ONCE", 16)
    low = np.ones((40, 3), np.int32)
    assert not has_wildcards(low)
    for row, attribute in ((0, 0), (39, 2), (20, 1)):
        wild = low.copy()
        wild[row, attribute] = WILDCARD_LOW
        assert has_wildcards(wild)


def test_that_records_have_weights_only_where_some_are_those_of_several_rows():
    boxes = random_boxes(np.random.default_rng(3), 3_000, 3, 3_000, "permutation")
    once = tree_over(boxes, Progress())
    assert once.weight.size == 0
    assert once.block_weight[-1] == 3_000
    twice = tree_over(boxes.take(np.tile(np.arange(3_000), 2)), Progress())
    assert twice.weight[: twice.in_use[0].bit_count()].tolist() == [2] * twice.in_use[0].bit_count()
    assert twice.block_weight[-1] == 6_000
