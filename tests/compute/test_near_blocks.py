"""Which boxes of a block are near a query by their bands, and how far its records are, against plain comparison."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.band_places import n_kept
from permdesk.compute.lanes import borrowing_kernel, put
from permdesk.compute.near_blocks import near_children, near_records, record_gaps
from permdesk.compute.progress import Progress
from permdesk.compute.tree_search import tree_over
from tests.compute.bands_of_blocks import by_attribute, in_bits, range_of
from tests.compute.boxes_to_search import random_boxes


@borrowing_kernel
def _look(tree, near, own, near_one, gaps):
    for leaf in range(tree.n_leaves):
        near_one[leaf] = near_records(tree, leaf, near)
        put(gaps, leaf * 32, record_gaps(tree, leaf, own))
    for block in range(tree.n_leaves, tree.in_use.size):
        near_one[block] = near_children(tree, block, near)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    m=st.integers(6, 22),
    shape=st.sampled_from(["permutation", "classes", "intervals"]),
    wild=st.sampled_from([0.0, 0.2]),
    width=st.sampled_from([60, 150, 230]),
    last_only=st.booleans(),
)
def test_that_every_attribute_tells_what_is_near(seed, m, shape, wild, width, last_only):
    """Also where a query is near everything but in the last attribute."""
    generator = np.random.default_rng(seed)
    tree = tree_over(random_boxes(generator, 700, m, 700, shape, wild), Progress())
    first, last = np.zeros((2, n_kept(m, np.uint8)), np.uint8)
    first[:m] = generator.integers(1, 255 - width, m)
    last[:] = first + np.uint8(width)
    if last_only:
        first[: m - 1], last[: m - 1] = 0, 255
    own = np.where(generator.random(first.size) < 0.8, first, 0).astype(np.uint8)
    own[m:] = 0
    masks, gaps = np.empty(tree.in_use.size, np.uint32), np.empty(tree.n_leaves * 32, np.uint16)
    _look(tree, range_of(first, last), own, masks, gaps)

    low = by_attribute(tree.leaf_low, m).astype(int)
    high = by_attribute(tree.leaf_high, m).astype(int) if tree.leaf_high.size else low
    first, last, own = (bands[:m, None].astype(int) for bands in (first, last, own))
    is_near = (low <= last) & (high >= first)
    if tree.leaf_high.size == 0:
        is_near |= low == 0
    used = in_bits(tree.in_use)
    found = in_bits(masks)
    assert (found[: tree.n_leaves] == is_near.all(axis=1) & used[: tree.n_leaves]).all()
    node_low, node_high = (by_attribute(bands, m).astype(int) for bands in (tree.node_low, tree.node_high))
    overlap = ((node_low <= last) & (node_high >= first)).all(axis=1)
    assert (found[tree.n_leaves :] == overlap & used[tree.n_leaves :]).all()
    furthest = np.where(own == 0, 0, np.maximum(0, np.maximum(low - own, own - high))).max(axis=1)
    assert (gaps.reshape(-1, 32) == furthest)[used[: tree.n_leaves]].all()
