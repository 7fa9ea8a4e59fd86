"""Items within two bounds, against looking at each."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permdesk.compute.dominance import first_and_last_within
from permdesk.compute.progress import Cancelled, Progress
from tests.stopping import StopsAfter


@given(st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_that_the_first_and_the_last_item_within_both_bounds_are_found(k, seed):
    random = np.random.default_rng(seed)
    place, height = random.permutation(k), random.integers(0, k + 1, k)
    n_places, least_height = random.integers(0, k + 1, 30), random.integers(0, k + 1, 30)
    first, last = first_and_last_within(place, height, n_places, least_height, Progress())
    for query in range(30):
        within = np.flatnonzero((place < n_places[query]) & (height >= least_height[query]))
        expected = (within[0], within[-1]) if within.size else (k, -1)
        assert (first[query], last[query]) == expected


def test_that_a_stop_is_heard_between_levels():
    items = np.arange(100)
    with pytest.raises(Cancelled):
        first_and_last_within(items, items, items, items, StopsAfter(3))
