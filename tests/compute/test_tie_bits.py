"""Ties that are counted by bits, where there are many."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute import tie_edges
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.search import nearest_by_comparison
from permdesk.compute.tie_bits import ALL, FIRST_PLANE, GROUP, NONE, Records, make_tie_bits
from permdesk.compute.tie_edges import NO_EDGE, Edges
from permdesk.compute.tree_leaves import has_wildcards
from permdesk.compute.tree_search import nearest_in_tree, searches_in_groups, tree_over
from tests.compute.boxes_to_search import SHAPES, random_boxes
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


def beside(boxes, others):
    """The attributes of both, for the same records."""
    return RankBoxes(*(np.column_stack(ranks) for ranks in ((boxes.low, others.low), (boxes.high, others.high))))


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


@settings(max_examples=300, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    n=st.sampled_from([65, 300, 1_500, 4_000]),
    m=st.integers(1, 5),
    m_few=st.integers(0, 4),
    shape=SHAPES,
    wild=st.sampled_from([0.0, 0.05, 0.5]),
    missing=st.sampled_from([0.0, 0.1]),
    ranks=st.sampled_from([0.5, 1.0, 2.0]),
    most_edges=st.sampled_from([1, 2, 3, 8]),
    bound_is_known=st.booleans(),
    threads=st.sampled_from([1, 2, 4]),
)
def test_that_ties_of_many_values_are_those_that_comparison_finds(
    seed, n, m, m_few, shape, wild, missing, ranks, most_edges, bound_is_known, threads
):
    """Few edges leave much that ranks have to tell. Some ranks may be beyond those of the target."""
    generator, n_ranks = np.random.default_rng(seed), int(n * ranks)
    many = random_boxes(generator, n + 40, m, n_ranks, shape, wild, missing)
    both = beside(few_values(generator, n + 40, m_few, 3, n_ranks, 2, wild, missing), many) if m_few else many
    target, queries = both.take(np.arange(n)), both.take(np.arange(n, n + 40))
    right = nearest_by_comparison(queries, target, Progress())
    bound = right.distance if bound_is_known else None
    with patch.object(tie_edges, "MANY_TIES", -1.0), patch.object(tie_edges, "MOST_EDGES", most_edges):
        tree = tree_over(target, Progress())
    are_points = tree.have_one_rank and not has_wildcards(target.low)
    assert (tree.tie_bits.n_rows > 0) == (not searches_in_groups(tree) and not are_points)
    same(nearest_in_tree(queries, tree, bound, Progress(), threads), right)


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


def test_that_more_records_than_the_bits_of_one_row_of_groups_are_counted():
    target = random_boxes(np.random.default_rng(1), 1_100_000, 6, 1_100_000, "points", wild=0.5)
    tree = tree_over(target, Progress())
    assert tree.tie_bits.n_groups > GROUP
    queries = target.take(np.arange(0, 1_100_000, 200_000))
    found = nearest_in_tree(queries, tree, None, Progress())
    assert found.n_matches.min() > 100
    same(found, nearest_by_comparison(queries, target, Progress()))


def bits_of(row):
    """The 1,024 bits of a row, as flags."""
    return np.unpackbits(row.view(np.uint8), bitorder="little").astype(bool)


@pytest.mark.parametrize("most_edges", [3, 32])
def test_that_a_bit_says_which_records_begin_below_an_edge_and_which_reach_it(most_edges):
    """Each record is there once, though the tree has parts of it, and with its weight."""
    target = few_values(np.random.default_rng(1), 3_000, 7, 4, 3_000, 3, 0.3, 0.1)
    target = target.take(np.random.default_rng(1).integers(0, 3_000, 5_000))
    with patch.object(tie_edges, "MANY_TIES", -1.0), patch.object(tie_edges, "MOST_EDGES", most_edges):
        tree = tree_over(target, Progress())
    bits = tree.tie_bits
    assert bits.is_exact.all() == (most_edges == 32)
    rows, tops = bits.rows.reshape(bits.n_groups, bits.n_rows, 32), bits.tops.reshape(bits.n_rows, 32)
    assert not bits_of(tops[ALL])[bits.n_groups :].any()
    n_seen = 0
    for group in range(bits.n_groups):
        used = bits_of(rows[group, ALL])
        records = bits.record[group * GROUP : (group + 1) * GROUP][used]
        n_seen += tree.weight[records].sum()
        assert used[: records.size].all()
        assert not rows[group, NONE].any()
        assert tree.first_row[records].tolist() == sorted(set(tree.first_row[records]))
        assert bits.first_row[group] == tree.first_row[records[0]]
        planes = sum(bits_of(rows[group, FIRST_PLANE + b]).astype(int) << b for b in range(bits.n_planes))
        assert planes[used].tolist() == (tree.weight[records] - 1).tolist()
        for j in range(7):
            edges, first = bits.edges[j][bits.edges[j] < NO_EDGE], bits.first[j]
            for c, edge in enumerate(edges):
                below, reached = tree.low[records, j] < edge, tree.high[records, j] >= edge
                assert bits_of(rows[group, first + c])[used].tolist() == below.tolist()
                assert bits_of(rows[group, first + edges.size + c])[used].tolist() == reached.tolist()
                assert bits_of(tops[first + c])[group] == below.any()
                assert bits_of(tops[first + edges.size + c])[group] == reached.any()
    assert n_seen == 5_000
    assert bits.most_low.tolist() == target.low.max(axis=0).tolist()
    assert bits.least_high.tolist() == target.high.min(axis=0).tolist()


def test_that_no_bits_are_made_for_what_is_searched_in_groups():
    target = few_values(np.random.default_rng(1), 3_000, 5, 2, 3_000, 1, 0.5)
    assert tree_over(target, Progress()).tie_bits.n_rows == 0


def test_that_setting_bits_is_part_of_the_progress_and_can_be_stopped():
    target = few_values(np.random.default_rng(1), 20_000, 12, 3, 20_000, 2)
    progress = Progress()
    progress.begin("tree", 20_000)
    tree = tree_over(target, progress)
    assert tree.tie_bits.n_rows > 0
    assert progress.done == 20_000
    weight = np.ones(tree.first_row.size, np.int32)
    records = Records(tree.low, tree.high, weight, tree.first_row, tree.in_use)
    edges = Edges(tree.tie_bits.edges, tree.tie_bits.is_exact)
    with pytest.raises(Cancelled):
        make_tie_bits(edges, records, 20_000, 20_000, StopsAfter(0))
