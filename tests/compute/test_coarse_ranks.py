"""Ranks in 16 bits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.boxes import RankBoxes
from permdesk.compute.coarse_ranks import BEYOND, coarse, find_ends, find_steps, wide_attributes
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW


def classes_of(sizes):
    high = np.cumsum(sizes)
    low = high - np.asarray(sizes) + 1
    return RankBoxes(low[:, None].astype(np.int32), high[:, None].astype(np.int32)), int(high[-1])


def steps_for(boxes, n):
    is_wide = wide_attributes(boxes)
    return find_steps(find_ends(boxes, n, is_wide), is_wide)


def coarsened(ranks, steps):
    return np.array([coarse(int(rank), steps, 0) for rank in ranks], np.int64)


@settings(max_examples=50, deadline=None)
@given(sizes=st.lists(st.sampled_from([1, 2, 3, 7, 50_000, 100_001]), min_size=2, max_size=40))
def test_that_coarse_gaps_never_exceed_what_the_gap_allows(sizes):
    boxes, n = classes_of(sizes)
    steps = steps_for(boxes, n)
    ranks = np.unique(np.r_[boxes.low[:, 0], boxes.high[:, 0], np.arange(1, n, 1_009)])
    found = coarsened(ranks, steps)
    above, below = np.tril_indices(ranks.size, -1)
    gaps, seen = ranks[above] - ranks[below], found[above] - found[below]
    assert (seen >= 0).all()
    assert (seen <= ((gaps - 1) >> steps.shift) + 1).all()


@pytest.mark.parametrize("n", [1_000, 100_000, 1_000_000])
def test_that_neighbouring_values_of_a_binary_attribute_differ(n):
    boxes, _ = classes_of([n // 2, n - n // 2])
    steps = steps_for(boxes, n)
    assert coarse(n // 2 + 1, steps, 0) == coarse(n // 2, steps, 0) + 1


@pytest.mark.parametrize("last", [60_000, 1])
def test_that_a_value_that_ends_within_others_differs_from_the_next(last):
    """In Z a record may have both values of a binary attribute: then no interval begins where the other ends."""
    boxes = RankBoxes(np.array([[1], [1]], np.int32), np.array([[last], [100_000]], np.int32))
    steps = steps_for(boxes, 100_000)
    assert coarse(last + 1, steps, 0) == coarse(last, steps, 0) + 1


def test_that_ranks_of_large_classes_stay_far_apart():
    boxes, n = classes_of([100_000] * 10)
    found = coarsened(boxes.low[:, 0], steps_for(boxes, n))
    assert (np.diff(found) >= (100_000 >> 5) - 1).all()


def test_that_what_has_no_rank_lies_at_the_ends():
    boxes, n = classes_of([100_000] * 2)
    steps = steps_for(boxes, n)
    assert coarse(WILDCARD_LOW, steps, 0) == 0
    assert coarse(WILDCARD_HIGH, steps, 0) == coarse(MISSING_RANK, steps, 0) == BEYOND
    assert BEYOND - coarse(n, steps, 0) > n >> steps.shift


def test_that_wildcards_need_no_steps_of_their_own():
    low = np.arange(1, 100_001, dtype=np.int32)[:, None]
    high = low.copy()
    low[::20], high[::20] = WILDCARD_LOW, WILDCARD_HIGH
    assert steps_for(RankBoxes(low, high), 100_000).is_even.all()
    low[1] = 1
    assert not steps_for(RankBoxes(low, high), 100_000).is_even.any()
