"""Slices of a column hold every place once, in order."""

from __future__ import annotations

import pytest

from permdesk.compute.cache_slices import VALUES, cache_slices


@pytest.mark.parametrize("n", [0, 1, VALUES - 1, VALUES, VALUES + 1, 3 * VALUES])
def test_that_slices_hold_every_place_once_and_none_is_larger_than_the_cache_takes(n):
    slices = list(cache_slices(n))
    assert [place for part in slices for place in range(part.start, part.stop)] == list(range(n))
    assert all(0 < part.stop - part.start <= VALUES for part in slices)
