"""The order of queries: leaf by leaf, each in the leaf on whose side of every cut it lies."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.centres import centre_of
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.query_order import query_order
from permdesk.compute.tree_leaves import find_leaves
from tests.compute.boxes_to_search import random_boxes
from tests.stopping import StopsAfter


def leaf_by_definition(low, high, cuts):
    at = 0 if cuts.attribute.size else ~0
    while at >= 0:
        j = cuts.attribute[at]
        at = cuts.children[at][int(centre_of(low[j], high[j], 0) >= cuts.boundary[at])]
    return ~at


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    n=st.sampled_from([1, 32, 33, 500]),
    m=st.integers(1, 4),
    shape=st.sampled_from(["points", "permutation", "classes", "intervals"]),
    wild=st.sampled_from([0.0, 0.1, 1.0]),
    n_queries=st.sampled_from([1, 2, 70]),
)
def test_that_queries_come_leaf_by_leaf_and_in_their_own_order_within(seed, n, m, shape, wild, n_queries):
    generator = np.random.default_rng(seed)
    target = random_boxes(generator, n, m, n, shape, wild)
    queries = random_boxes(generator, n_queries, m, n, "intervals", wild, wild)
    leaves = find_leaves(target, 0, Progress())
    order, leaf = query_order(queries, leaves.cuts, 0, leaves.cut_before.size, Progress())
    right = [leaf_by_definition(*bounds, leaves.cuts) for bounds in zip(queries.low, queries.high, strict=True)]
    assert leaf.tolist() == sorted(right)
    assert order.tolist() == np.argsort(right, kind="stable").tolist()


def test_that_records_asked_for_lie_in_their_own_leaf():
    target = random_boxes(np.random.default_rng(1), 1_024, 2, 1_024, "permutation")
    leaves = find_leaves(target, 0, Progress())
    order, leaf = query_order(target, leaves.cuts, 0, leaves.cut_before.size, Progress())
    own = np.empty(1_024, np.int64)
    own[leaves.rows] = np.repeat(np.arange(leaves.start.size - 1), np.diff(leaves.start))
    np.testing.assert_array_equal(leaf, own[order])


def test_that_a_stop_is_heard():
    target = random_boxes(np.random.default_rng(1), 100, 2, 100)
    leaves = find_leaves(target, 0, Progress())
    with pytest.raises(Cancelled):
        query_order(target, leaves.cuts, 0, leaves.cut_before.size, StopsAfter(0))
