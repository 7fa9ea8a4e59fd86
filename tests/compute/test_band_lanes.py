"""32 bands side by side, against plain comparison."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.band_lanes import apart, inside, none_outside, outside
from permdesk.compute.lanes import borrowing_kernel

KINDS = [np.uint8, np.uint16]


@borrowing_kernel
def _inside(low, high, others, first, last):
    points = outside(none_outside(low), low, 32, first, last, 1)
    ranges = apart(none_outside(low), low, high, 32, first, last, 1)
    return inside(points), inside(ranges), inside(outside(ranges, others, 32, first, last, 1))


def bits(flags):
    return sum(int(flag) << k for k, flag in enumerate(flags))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), largest=st.sampled_from([1, 3, 40, None]))
def test_that_bands_are_inside_where_comparison_says_so(kind, seed, largest):
    generator = np.random.default_rng(seed)
    most = np.iinfo(kind).max if largest is None else largest
    low, high, others = generator.integers(0, most + 1, (3, 64)).astype(kind)
    first, last = generator.integers(0, most + 1, 2)
    first, last = min(first, last), max(first, last)
    query = [np.array([other, band, other], kind) for band, other in ((first, most), (last, 0))]
    points, ranges, both = (int(mask) for mask in _inside(low, high, others, *query))
    low, high, others = (row[32:].astype(np.int64) for row in (low, high, others))
    is_near = (low <= last) & (high >= first)
    assert points == bits((low == 0) | ((first <= low) & (low <= last)))
    assert ranges == bits(is_near)
    assert both == bits(is_near & ((others == 0) | ((first <= others) & (others <= last))))
