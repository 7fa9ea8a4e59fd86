"""The search for permutation distances: plain comparison and box tree against the definition and scipy's tree."""

from __future__ import annotations

import subprocess
import sys
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import cKDTree

from permdesk.compute import query_batch, sampled_cuts, tree_leaves, tree_search
from permdesk.compute import search as search_module
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.search import SMALL, nearest, nearest_by_comparison
from permdesk.compute.tree_search import tree_over
from permdesk.compute.warm_up import wait_for_kernels
from tests.compute.boxes_to_search import random_boxes, searches
from tests.naive import nearest_by_definition
from tests.stopping import StopsAfter


def same(found, right):
    np.testing.assert_array_equal(found.distance, right.distance)
    np.testing.assert_array_equal(found.n_matches, right.n_matches)
    np.testing.assert_array_equal(found.first_match, right.first_match)


def nearest_in_tree(queries, target, bound, progress, threads=0):
    return tree_search.nearest_in_tree(queries, tree_over(target, progress), bound, progress, threads)


def points(rows):
    ranks = np.asarray(rows, np.int32)
    return RankBoxes(ranks, ranks.copy())


def points_in_one_array(boxes):
    return RankBoxes(boxes.low, boxes.low) if (boxes.low == boxes.high).all() else boxes


@pytest.mark.parametrize("search", [nearest_by_comparison, lambda q, t, p: nearest_in_tree(q, t, None, p)])
@settings(max_examples=60, deadline=None)
@given(boxes=searches(st.sampled_from([1, 2, 31, 33, 65])), at_once=st.sampled_from([1, 200, 1 << 16]))
def test_that_the_search_finds_what_the_definition_says(search, boxes, at_once):
    queries, target = map(points_in_one_array, boxes)
    with patch.object(search_module, "CELLS_AT_ONCE", at_once):
        found = search(queries, target, Progress())
    right = nearest_by_definition(
        *((boxes.low.tolist(), boxes.high.tolist()) for boxes in (queries, target)),
    )
    assert list(zip(found.distance, found.n_matches, found.first_match, strict=True)) == right


@settings(max_examples=300, deadline=None)
@given(
    boxes=searches(),
    threads=st.sampled_from([1, 2, 4]),
    slack=st.none() | st.integers(0, 50),
    sampled=st.sampled_from([2, 5]),
    at_once=st.sampled_from([tree_leaves.AT_ONCE, 512, 128]),
)
def test_that_the_tree_finds_what_comparison_finds_by_any_threads_from_any_bound(
    boxes, threads, slack, sampled, at_once
):
    queries, target = boxes
    right = nearest_by_comparison(queries, target, Progress())
    bound = None if slack is None else (right.distance + slack * (np.arange(queries.n_records) % 2)).astype(np.int32)
    in_pieces = patch.multiple(tree_leaves, AT_ONCE=at_once, SAMPLED=sampled, PIECE=64)
    with in_pieces, patch.object(sampled_cuts, "SAMPLED", sampled):
        same(nearest_in_tree(queries, target, bound, Progress(), threads), right)


# From 2**15 records on ranks are coarsened in the tree, by more bits with every doubling.
@pytest.mark.parametrize("n", [32_767, 32_768, 70_000, 140_000])
@pytest.mark.parametrize("m", [1, 3, 9])
@pytest.mark.parametrize("shape", ["permutation", "points", "classes", "intervals"])
@pytest.mark.parametrize(("wild", "missing"), [(0, 0), (0.05, 0.05)])
def test_that_coarse_ranks_never_change_an_answer(n, m, shape, wild, missing):
    generator = np.random.default_rng(n + m)
    target = random_boxes(generator, n, m, n, shape, wild, missing)
    queries = random_boxes(generator, 12, m, n, shape, wild)
    same(nearest_in_tree(queries, target, None, Progress()), nearest_by_comparison(queries, target, Progress()))


@pytest.mark.parametrize("m", [1, 2, 3, 5, 10])
def test_that_scipys_tree_agrees_on_points(m):
    generator = np.random.default_rng(m)
    target, queries = (random_boxes(generator, 40_000, m, 40_000, "permutation") for _ in range(2))
    found = nearest_in_tree(queries, target, None, Progress())
    tree = cKDTree(target.low)
    distance, _ = tree.query(queries.low, p=np.inf, workers=2)
    n_matches = tree.query_ball_point(queries.low, distance, p=np.inf, workers=2, return_length=True)
    np.testing.assert_array_equal(found.distance, distance)
    np.testing.assert_array_equal(found.n_matches, n_matches)


def test_that_binary_records_are_all_counted():
    """Of 20 binary attributes: most queries have no equal, and then match nearly every record at distance 1."""
    generator = np.random.default_rng(1)
    target, queries = (random_boxes(generator, 5_000, 20, 2, "points") for _ in range(2))
    same(nearest_in_tree(queries, target, None, Progress()), nearest_by_comparison(queries, target, Progress()))


@pytest.mark.parametrize("shape", ["permutation", "classes", "intervals"])
@pytest.mark.parametrize("wild", [0.0, 0.1])
@pytest.mark.parametrize("at_once", [1, 50, query_batch.AT_ONCE])
def test_that_queries_of_a_tree_of_several_levels_are_answered_in_batches_of_any_size(
    monkeypatch, shape, wild, at_once
):
    monkeypatch.setattr(query_batch, "AT_ONCE", at_once)
    generator = np.random.default_rng(1)
    target, queries = (random_boxes(generator, n, 6, 12_000, shape, wild) for n in (12_000, 1_500))
    tree = tree_over(target, Progress())
    assert tree.height >= 2
    same(
        tree_search.nearest_in_tree(queries, tree, None, Progress(), threads=1),
        nearest_by_comparison(queries, target, Progress()),
    )


@pytest.mark.parametrize("m", [3, 7])
@pytest.mark.parametrize("bound", [None, 0, 100])
def test_that_many_ties_at_a_distance_are_counted_from_any_bound(m, bound):
    """All records are alike in all attributes but one, in which few of them are near; no bits say which."""
    low = np.full((4_000, m), 7, np.int32)
    low[:, 0] = np.arange(4_000)
    high = low + 300
    high[:, 1:] = 7
    target = RankBoxes(low, high)
    queries = RankBoxes(low[::40].copy(), low[::40].copy())
    right = nearest_by_comparison(queries, target, Progress())
    limit = None if bound is None else np.full(100, bound, np.int32)
    same(nearest_in_tree(queries, target, limit, Progress()), right)
    assert right.n_matches.max() > 64


def test_that_a_query_beyond_all_records_is_at_distance_n_from_each_of_them():
    target = points(np.arange(1, 101)[:, None])
    queries = points([[MISSING_RANK], [50]])
    found = nearest_in_tree(queries, target, np.array([100, 100], np.int32), Progress())
    assert found.distance.tolist() == [100, 0]
    assert found.n_matches.tolist() == [100, 1]
    assert found.first_match.tolist() == [0, 49]


def test_that_a_record_n_ranks_away_is_as_far_as_one_that_has_no_rank():
    queries, target = points([[3]]), points([[1], [MISSING_RANK]])
    for found in (
        nearest_by_comparison(queries, target, Progress()),
        nearest_in_tree(queries, target, None, Progress()),
    ):
        assert [numbers.tolist() for numbers in (found.distance, found.n_matches, found.first_match)] == [[2], [2], [0]]


def test_that_a_query_of_wildcards_matches_every_record():
    target = points(np.arange(1, 2_001)[:, None])
    queries = RankBoxes(np.array([[WILDCARD_LOW]], np.int32), np.array([[WILDCARD_HIGH]], np.int32))
    found = nearest_in_tree(queries, target, None, Progress())
    assert (found.distance[0], found.n_matches[0], found.first_match[0]) == (0, 2_000, 0)


def test_that_progress_ends_at_the_number_of_queries():
    generator = np.random.default_rng(1)
    for shape in ("permutation", "classes"):
        target, queries = (random_boxes(generator, n, 3, 4_000, shape) for n in (4_000, 5_001))
        progress = Progress()
        progress.begin("distances", 5_001)
        nearest(queries, target, None, progress)
        assert progress.done == 5_001


@pytest.mark.parametrize("calls", [0, 1, 2, 5, 10, 20])
def test_that_a_search_can_be_stopped_at_any_step(calls):
    generator = np.random.default_rng(1)
    target, queries = (random_boxes(generator, 40_000, 3, 40_000, "permutation") for _ in range(2))
    with pytest.raises(Cancelled):
        nearest_in_tree(queries, target, None, StopsAfter(calls))


def test_that_small_files_never_load_the_compiler():
    code = """
import sys
import numpy as np
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.progress import Progress
from permdesk.compute.search import nearest
ranks = np.arange(1, 21, dtype=np.int32)[:, None]
nearest(RankBoxes(ranks, ranks), RankBoxes(ranks, ranks), None, Progress())
assert "numba" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_that_large_files_are_searched_in_the_tree(monkeypatch):
    from permdesk.compute import tree_search

    wait_for_kernels(Progress())
    asked = []
    monkeypatch.setattr(tree_search, "nearest_in_tree", lambda *arguments: asked.append(arguments))
    n = int(SMALL**0.5) + 1
    ranks = points(np.arange(n)[:, None])
    nearest(ranks, ranks, None, Progress())
    assert len(asked) == 1


def test_that_a_bound_that_no_record_attains_is_refused():
    target = points(np.arange(1, 101)[:, None])
    with pytest.raises(ValueError, match="no target record attains"):
        nearest_in_tree(points([[200]]), target, np.array([5], np.int32), Progress())
