"""Which visits are left to be made after a look at the first attributes, against plain comparison."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.asked import Asked
from permdesk.compute.band_places import n_kept
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.progress import Progress
from permdesk.compute.query_batch import new_batch
from permdesk.compute.sift import ATTRIBUTES, sift
from permdesk.compute.tree_search import tree_over
from permdesk.compute.visits import QUERY_BITS
from tests.compute.bands_of_blocks import by_attribute, in_bits
from tests.compute.boxes_to_search import random_boxes

N_QUERIES = 5


@borrowing_kernel
def _sift(tree, n_visits, batch):
    return sift(tree, n_visits, batch)


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
    assert not tree.leaf_high.size
    # Of what is asked, only whether it has one rank in each attribute matters to a batch.
    batch, n = new_batch(tree, Asked(*[tree.low] * 2, *[None] * 4, True), N_QUERIES), n_kept(m, np.uint8)
    first = generator.integers(1, 255 - width, (N_QUERIES, n)).astype(np.uint8)
    of_queries = batch.bands.reshape(N_QUERIES, batch.range_size)
    of_queries[:, :n], of_queries[:, n : 2 * n] = first, first + np.uint8(width)
    leaves, queries = generator.integers(0, tree.n_leaves, n_visits), generator.integers(0, N_QUERIES, n_visits)
    visits = batch.visits[:n_visits]
    visits[:] = before = leaves << QUERY_BITS | queries
    n_left = _sift(tree, n_visits, batch)

    some = min(n // 4 * 4, m, ATTRIBUTES)
    bands, first = by_attribute(tree.leaf_low, m)[leaves, :some].astype(int), first[queries, :some, None].astype(int)
    is_near = (bands == 0) | (first <= bands) & (bands <= first + width)
    is_found = (is_near.all(axis=1) & in_bits(tree.in_use[leaves])).any(axis=1)
    assert visits[:n_left].tolist() == before[is_found].tolist()
