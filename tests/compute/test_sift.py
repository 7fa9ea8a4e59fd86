"""Which visits are left to be made after a look at the first attributes, against plain comparison."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute import sift as sifting
from permdesk.compute.band_places import n_kept, range_size
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.progress import Progress
from permdesk.compute.sift import sift
from permdesk.compute.tree_search import tree_over
from permdesk.compute.visits import QUERY_BITS
from tests.compute.bands_of_blocks import by_attribute
from tests.compute.boxes_to_search import random_boxes

N_QUERIES = 5


@borrowing_kernel
def _sift(tree, visits, of_queries, size):
    return sift(tree, visits, visits.size, of_queries, size)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    m=st.integers(6, 22),
    shape=st.sampled_from(["permutation", "classes"]),
    wild=st.sampled_from([0.0, 0.2]),
    width=st.sampled_from([20, 150, 230]),
    n_visits=st.integers(0, 90),
)
def test_that_those_are_left_whose_leaf_has_a_record_near_in_the_first_attributes(
    seed, m, shape, wild, width, n_visits
):
    """Also where a leaf is not full: what is not in use is no record that is near."""
    generator = np.random.default_rng(seed)
    tree = tree_over(random_boxes(generator, 700, m, 700, shape, wild), Progress())
    if tree.leaf_high.size:
        return
    n, size = n_kept(m, np.uint8), range_size(m, np.uint8)
    first = generator.integers(1, 255 - width, (N_QUERIES, n)).astype(np.uint8)
    of_queries = np.zeros((N_QUERIES, size), np.uint8)
    of_queries[:, :n], of_queries[:, n : 2 * n] = first, first + np.uint8(width)
    leaves, queries = generator.integers(0, tree.n_leaves, n_visits), generator.integers(0, N_QUERIES, n_visits)
    visits = leaves << QUERY_BITS | queries
    before = visits.copy()
    n_left = _sift(tree, visits, of_queries.reshape(-1), size)

    some = min(n // 4 * 4, m, sifting.ATTRIBUTES)
    bands, first = by_attribute(tree.leaf_low, m)[leaves, :some].astype(int), first[queries, :some, None].astype(int)
    is_near = (bands == 0) | (first <= bands) & (bands <= first + width)
    is_used = (tree.in_use[leaves, None] >> np.arange(32, dtype=np.uint32) & 1).astype(bool)
    assert visits[:n_left].tolist() == before[(is_near.all(axis=1) & is_used).any(axis=1)].tolist()
