"""At which ranks bits tell intervals apart, and which targets have bits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.boxes import RankBoxes
from permdesk.compute.coarse_ranks import find_ends, wide_attributes
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.tie_edges import EACH, MOST_EDGES, NO_EDGE, expected_ties, find_edges
from tests.compute.boxes_to_search import random_boxes
from tests.compute.test_tie_bits import beside, few_values
from tests.naive import nearest_by_definition


def edges_of(boxes):
    """The edges of each attribute, None if there are none, and which attributes are exact."""
    is_wide = wide_attributes(boxes)
    edges = find_edges(boxes, find_ends(boxes, boxes.n_records, is_wide, Progress()), is_wide)
    return [row[row < NO_EDGE].tolist() for row in edges.rank] or None, edges.is_exact.tolist()


def test_that_an_edge_stands_where_an_interval_of_few_values_begins_or_has_ended():
    low = np.array([[1, 1], [1, 3], [4, WILDCARD_LOW], [4, MISSING_RANK], [4, 3], [4, 1]], np.int32)
    high = np.array([[3, 2], [6, 5], [6, WILDCARD_HIGH], [6, MISSING_RANK], [6, 5], [6, 2]], np.int32)
    assert edges_of(RankBoxes(low, high)) == ([[1, 4, 7], [1, 3, 6, 7]], [True, True])


@pytest.mark.parametrize("rank", [0, 3_001])
def test_that_an_attribute_with_ranks_beyond_those_of_the_target_is_not_exact(rank):
    boxes = few_values(np.random.default_rng(1), 3_000, 2, 3, 3_000)
    ranks = boxes.low if rank == 0 else boxes.high
    ranks[ranks[:, 1] == (1 if rank == 0 else 3_000), 1] = rank
    edges, is_exact = edges_of(boxes)
    assert is_exact == [True, False]
    assert (edges[1][0], edges[1][-1]) == (1, MISSING_RANK)


def test_that_an_attribute_of_many_values_has_the_edges_that_others_leave_and_they_are_ends():
    generator = np.random.default_rng(1)
    few = few_values(generator, 3_000, 3, 2, 3_000, 1, 0.5)
    many = few_values(generator, 3_000, 1, 1_000, 3_000, 1, 0.5)
    points = random_boxes(generator, 3_000, 1, 3_000, "permutation", 0.5)
    edges, is_exact = edges_of(beside(beside(few, many), points))
    assert is_exact == [True, True, True, False, False]
    assert sum(len(one) for one in edges) <= 5 * MOST_EDGES
    for one, ends in zip(edges[3:], (set(many.low.ravel()) | set(many.high.ravel() + 1), None), strict=True):
        assert (one[0], one[-2:]) == (1, [3_001, MISSING_RANK])
        assert one == sorted(set(one))
        assert len(one) > 2 * MOST_EDGES - 10
        assert ends is None or set(one[1:-2]) <= ends


def test_that_there_are_edges_only_where_values_are_few_or_ties_many():
    generator = np.random.default_rng(1)
    few = few_values(generator, 3_000, 4, 3, 3_000)
    points = random_boxes(generator, 3_000, 4, 3_000, "permutation")
    assert edges_of(few)[0] is not None
    assert edges_of(points)[0] is None
    assert edges_of(beside(few, points))[0] is None
    assert edges_of(random_boxes(generator, 3_000, 4, 3_000, "permutation", wild=0.5))[0] is not None


@settings(max_examples=100, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    n=st.integers(1, 100),
    shape=st.sampled_from(["points", "intervals"]),
    wild=st.sampled_from([0.0, 0.5]),
)
def test_that_the_ties_of_each_sixteenth_record_are_those_of_the_definition(seed, n, shape, wild):
    boxes = random_boxes(np.random.default_rng(seed), n, 3, 7, shape, wild)
    some = boxes.take(np.arange(0, n, EACH))
    ties = [
        n_matches
        for _, n_matches, _ in nearest_by_definition(
            *((of.low.tolist(), of.high.tolist()) for of in (some, boxes)),
        )
    ]
    assert expected_ties(boxes) == pytest.approx(np.mean(ties) - 1)


def test_that_a_wildcard_ties_with_all_whatever_its_high_rank_is():
    boxes = random_boxes(np.random.default_rng(1), 300, 3, 300, "permutation", 0.5)
    found = expected_ties(RankBoxes(boxes.low, boxes.low))
    assert found == expected_ties(boxes) > 10


def test_that_records_that_overlap_no_other_have_no_ties_however_many_they_are():
    ranks = np.arange(3_000_000, dtype=np.int32)[:, None]
    assert expected_ties(RankBoxes(ranks, ranks)) == 0
