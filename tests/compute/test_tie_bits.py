"""Ties that are counted by bits, where attributes have few distinct values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.boxes import RankBoxes
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.search import nearest_by_comparison
from permdesk.compute.tie_bits import MOST_ROWS, NO_END, fill_tie_bits
from permdesk.compute.tree_search import nearest_in_tree, tree_over
from tests.compute.boxes_to_search import random_boxes
from tests.compute.test_search import same
from tests.stopping import StopsAfter


def few_values(generator, n, m, n_classes, n_ranks, longest=1, wild=0.0, missing=0.0):
    """n boxes, each of up to ``longest`` of the same few classes of ranks, as in Z; large and small ones."""
    inner = generator.integers(2, max(3, n_ranks + 1), (m, n_classes - 1))
    begins = np.sort(np.column_stack([np.ones(m, np.int64), inner]), axis=1)
    ends = np.column_stack([begins[:, 1:] - 1, np.full(m, n_ranks)])
    first = generator.integers(0, n_classes, (n, m))
    last = np.minimum(first + generator.integers(0, longest, (n, m)), n_classes - 1)
    low, high = begins[np.arange(m), first], np.maximum(ends[np.arange(m), last], begins[np.arange(m), first])
    is_wild, is_missing = generator.random((n, m)) < wild, generator.random((n, m)) < missing
    low = np.where(is_wild, WILDCARD_LOW, np.where(is_missing, MISSING_RANK, low))
    high = np.where(is_wild, WILDCARD_HIGH, np.where(is_missing, MISSING_RANK, high))
    return RankBoxes(low.astype(np.int32), high.astype(np.int32))


def places(ends, ranks):
    return np.searchsorted(ends[ends < NO_END], ranks, side="right")


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    n=st.sampled_from([65, 300, 1_500, 4_000]),
    m=st.integers(1, 9),
    n_classes=st.integers(2, 6),
    longest=st.sampled_from([1, 2, 6]),
    wild=st.sampled_from([0.0, 0.05, 0.5]),
    missing=st.sampled_from([0.0, 0.1]),
    bound_is_known=st.booleans(),
)
def test_that_ties_of_few_values_are_those_that_comparison_finds(
    seed, n, m, n_classes, longest, wild, missing, bound_is_known
):
    generator = np.random.default_rng(seed)
    both = few_values(generator, n + 40, m, n_classes, n, longest, wild, missing)
    target, queries = both.take(np.arange(n)), both.take(np.arange(n, n + 40))
    right = nearest_by_comparison(queries, target, Progress())
    bound = right.distance if bound_is_known else None
    same(nearest_in_tree(queries, tree_over(target, Progress()), bound, Progress()), right)


@pytest.mark.parametrize("n", [2_000, 40_000])
@pytest.mark.parametrize(("wild", "missing"), [(0.0, 0.0), (0.05, 0.05)])
def test_that_a_record_of_z_with_both_values_of_many_attributes_matches_both(n, wild, missing):
    """Many records lie at distance 0 from each query. Those of 40,000 records have a tree of three levels."""
    generator = np.random.default_rng(n)
    queries = few_values(generator, 60, 16, 2, n, 1, wild, missing)
    generator = np.random.default_rng(n)
    target = few_values(generator, n, 16, 2, n, 2, wild, missing)
    tree = tree_over(target, Progress())
    assert tree.tie_bits.n_rows > 0
    found = nearest_in_tree(queries, tree, None, Progress())
    assert found.n_matches.max() > 4
    assert (tree.height > 2) == (n == 40_000)
    same(found, nearest_by_comparison(queries, target, Progress()))


@pytest.mark.parametrize("outside", [-3, 0, 4_001, 4_010])
@pytest.mark.parametrize(("m", "n_outside"), [(1, 1), (9, 1), (9, 9)])
@pytest.mark.parametrize("wild", [0.0, 0.5])
def test_that_queries_beyond_the_ranks_of_the_target_count_their_ties_too(outside, m, n_outside, wild):
    generator = np.random.default_rng(1)
    target = few_values(generator, 4_000, m, 2, 4_000, 2, wild, missing=0.2)
    low = np.full((1, m), 2_000, np.int32)
    low[0, :n_outside] = outside
    same(
        nearest_in_tree(RankBoxes(low, low), tree_over(target, Progress()), None, Progress()),
        nearest_by_comparison(RankBoxes(low, low), target, Progress()),
    )


def test_that_a_bound_that_no_record_of_few_values_attains_is_refused():
    """All records have the same value in all attributes; the query has both."""
    low = np.repeat(np.array([[1], [2_001]], np.int32), [2_000, 1_000], axis=0).repeat(4, axis=1)
    target = RankBoxes(low, np.where(low == 1, np.int32(2_000), np.int32(3_000)))
    query = np.array([[1, 1, 1, 2_001]], np.int32)
    with pytest.raises(ValueError, match="no target record attains"):
        nearest_in_tree(RankBoxes(query, query), tree_over(target, Progress()), np.zeros(1, np.int32), Progress())


def test_that_a_bit_says_where_a_record_begins_and_ends():
    target = few_values(np.random.default_rng(1), 3_000, 7, 4, 3_000, 3, 0.1, 0.1)
    tree = tree_over(target, Progress())
    bits = tree.tie_bits
    rows = bits.rows.reshape(bits.n_nodes, bits.n_rows, 32)
    n_seen = 0
    for node in range(bits.n_nodes):
        for k in range(32):
            leaf = tree.first_child[node] + k
            used = tree.in_use[leaf] if tree.in_use[tree.n_leaves + node] >> np.uint32(k) & 1 else 0
            records = [leaf * 32 + i for i in range(32) if int(used) >> i & 1]
            n_seen += len(records)
            for j in range(7):
                n_ends = bits.middle[j] - bits.first[j]
                begin = places(bits.ends[j], tree.low[records, j])
                end = places(bits.ends[j], tree.high[records, j])
                for c in range(n_ends):
                    assert rows[node, bits.first[j] + c, k] == sum(
                        1 << i for i, place in enumerate(begin) if place <= c
                    )
                    up_to = sum(1 << i for i, place in enumerate(end) if place >= c + 1)
                    assert rows[node, bits.middle[j] + c, k] == up_to
    assert n_seen == sum(int(mask).bit_count() for mask in tree.in_use[: tree.n_leaves])


def test_that_there_are_bits_only_where_values_are_few():
    generator = np.random.default_rng(1)
    few, many = (few_values(generator, 3_000, 4, n_classes, 3_000) for n_classes in (3, MOST_ROWS))
    points = random_boxes(generator, 3_000, 4, 3_000, "permutation")
    assert tree_over(few, Progress()).tie_bits.n_rows > 0
    assert tree_over(many, Progress()).tie_bits.n_rows == 0
    beyond = RankBoxes(few.low, np.where(few.high == 3_000, np.int32(3_001), few.high))
    assert tree_over(beyond, Progress()).tie_bits.n_rows == 0
    before = RankBoxes(np.where(few.low == 1, np.int32(0), few.low), few.high)
    assert tree_over(before, Progress()).tie_bits.n_rows == 0
    mixed = RankBoxes(*(np.column_stack([a[:, :3], b[:, 3:]]) for a, b in zip(ends(few), ends(points), strict=True)))
    assert tree_over(mixed, Progress()).tie_bits.n_rows == 0


def ends(boxes):
    return boxes.low, boxes.high


def test_that_setting_bits_is_part_of_the_progress_and_can_be_stopped():
    target = few_values(np.random.default_rng(1), 20_000, 12, 3, 20_000, 2)
    progress = Progress()
    progress.begin("tree", 20_000)
    bits = tree_over(target, progress).tie_bits
    assert progress.done == 20_000
    with pytest.raises(Cancelled):
        fill_tie_bits(bits, target.low, target.high, np.zeros(0, np.uint32), np.zeros(0, np.int64), StopsAfter(0))
