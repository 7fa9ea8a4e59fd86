"""Queries searched in groups: as by comparison, whatever they lack, and with little work for each."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.compute.asked import Asked
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.progress import Progress
from permdesk.compute.query_group import new_group
from permdesk.compute.query_order import query_order
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.search import nearest_by_comparison
from permdesk.compute.tree_groups import search_groups
from permdesk.compute.tree_search import nearest_in_tree, searches_in_groups, tree_over
from tests.compute.boxes_to_search import SHAPES, SIZES, random_boxes

PARTS = "distance", "n_matches", "first_match"


def assert_same(found, right):
    for part in PARTS:
        np.testing.assert_array_equal(getattr(found, part), getattr(right, part))


@st.composite
def lacking(draw):
    """(queries, target) of few attributes, some of whose target records lack ranks."""
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, n_queries, m = draw(SIZES), draw(st.sampled_from([1, 31, 33, 300])), draw(st.integers(1, 5))
    n_ranks = draw(st.sampled_from([2, 7, n, n]))
    shares = st.sampled_from([0.0, 0.05, 0.3, 0.9])
    queries = random_boxes(generator, n_queries, m, min(n_ranks, n), draw(SHAPES), draw(shares), draw(shares))
    target = random_boxes(generator, n, m, min(n_ranks, n), draw(SHAPES), draw(shares), draw(shares))
    low, high = target.low.copy(), target.high.copy()
    low[0, 0], high[0, 0] = WILDCARD_LOW, WILDCARD_HIGH
    return queries, RankBoxes(low, high)


@given(boxes=lacking(), threads=st.sampled_from([1, 2, 4]), slack=st.integers(0, 50))
def test_that_groups_find_what_comparison_finds_by_any_threads_from_any_bound(boxes, threads, slack):
    queries, target = boxes
    right = nearest_by_comparison(queries, target, Progress())
    tree = tree_over(target, Progress())
    assert searches_in_groups(tree)
    bound = np.minimum(right.distance + slack, target.n_records).astype(np.int32)
    assert_same(nearest_in_tree(queries, tree, bound, Progress(), threads), right)
    assert_same(nearest_in_tree(queries, tree, None, Progress(), threads), right)


@pytest.mark.parametrize("shape", ["permutation", "classes", "intervals"])
def test_that_coarse_ranks_change_no_answer_of_a_group(shape):
    generator = np.random.default_rng(1)
    target = random_boxes(generator, 100_000, 3, 100_000, shape, 0.05)
    queries = random_boxes(generator, 300, 3, 100_000, shape, 0.2)
    right = nearest_by_comparison(queries, target, Progress())
    assert_same(nearest_in_tree(queries, tree_over(target, Progress()), None, Progress()), right)


@pytest.mark.parametrize(("m", "wild", "in_groups"), [(5, 0.05, True), (6, 0.05, False), (5, 0.0, False)])
def test_that_groups_are_for_few_attributes_and_records_that_lack_some(m, wild, in_groups):
    target = random_boxes(np.random.default_rng(1), 2_000, m, 2_000, "permutation", wild)
    assert searches_in_groups(tree_over(target, Progress())) is in_groups


def effort(m, wild):
    """Leaves, nodes and exact comparisons for each of 20,000 queries."""
    n = 20_000
    target, queries = (random_boxes(np.random.default_rng(seed), n, m, n, "permutation", wild) for seed in (1, 2))
    tree = tree_over(target, Progress())
    order, home = query_order(queries, tree.cuts, tree.steps.shift, tree.n_leaves, Progress())
    answers = np.empty(n, np.int32), np.empty(n, np.int64), np.empty(n, np.int64)
    bound = np.full(n, n, np.int32)
    asked = Asked(queries.low, queries.high, bound, *answers, have_one_rank=False)
    done = search_groups(tree, asked, order, home, 0, n, new_group(tree))
    return tuple(number / n for number in done)


# Measured: 1.1, 0.7, 0.8 with 3 and 5.3, 1.4, 3.0 with 5 attributes.
@pytest.mark.parametrize(("m", "most"), [(3, (3, 2, 3)), (5, (10, 4, 8))])
def test_that_a_query_among_records_that_lack_some_is_little_work(m, most):
    assert all(done <= limit for done, limit in zip(effort(m, 0.05), most, strict=True))


@pytest.mark.parametrize("lack_one", [False, True])
def test_that_records_near_all_queries_are_counted_by_whole_blocks(lack_one):
    n = 4_000
    points = np.repeat(np.arange(1, n + 1, dtype=np.int32)[:, None], 2, axis=1)
    low, near_low, near_high = points.copy(), np.full_like(points, WILDCARD_LOW), np.full_like(points, WILDCARD_HIGH)
    if lack_one:
        low[:, 1] = WILDCARD_LOW
        near_low[:, 1] = near_high[:, 1] = points[:, 1]
    tree = tree_over(RankBoxes(np.vstack([near_low, points]), np.vstack([near_high, points])), Progress())
    order, home = query_order(RankBoxes(low, low), tree.cuts, tree.steps.shift, tree.n_leaves, Progress())
    answers = np.empty(n, np.int32), np.empty(n, np.int64), np.empty(n, np.int64)
    bound = np.full(n, 2 * n, np.int32)
    asked = Asked(low, low, bound, *answers, have_one_rank=True)
    _, _, compared = search_groups(tree, asked, order, home, 0, n, new_group(tree))
    assert compared <= 2 * n
    assert (answers[0] == 0).all()
    assert (answers[1] == n + 1).all()


def points(*rows):
    """Boxes of one rank in each attribute, or of none where WILDCARD_LOW says so."""
    low = np.array(rows, np.int32)
    return RankBoxes(low, np.where(low == WILDCARD_LOW, np.int32(WILDCARD_HIGH), low))


def test_that_a_query_takes_no_shortcut_of_one_before_it_that_lacks_more():
    # The record in the first leaf lies at distance 0 from what lacks the second attribute, and only from that.
    target = points((WILDCARD_LOW, 4), (1, 1), (2, 2), (3, 3))
    queries = points((1, WILDCARD_LOW), (3, 1))
    tree = tree_over(target, Progress())
    assert searches_in_groups(tree)
    order, home = query_order(queries, tree.cuts, tree.steps.shift, tree.n_leaves, Progress())
    assert order.tolist() == [0, 1]
    assert home.tolist() == [1, 1]
    found = nearest_in_tree(queries, tree, None, Progress())
    assert found.distance.tolist() == [0, 1]
    assert found.n_matches.tolist() == [2, 1]
    assert found.first_match.tolist() == [0, 2]
