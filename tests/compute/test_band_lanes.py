"""The bands of 32 boxes as one value, against plain comparison."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.band_lanes import (
    all_zero,
    apart,
    farther,
    half_zero,
    inside,
    n_together,
    outside,
    together,
    widest,
)
from permdesk.compute.band_places import block_size, finish, in_words, n_kept, place_of
from permdesk.compute.lanes import borrowing_kernel, larger, put
from tests.compute.bands_of_blocks import by_attribute

KINDS = [np.uint8, np.uint16]
BLOCKS = 3


@borrowing_kernel
def _inside(low, high, others, query, m, block):
    points, ranges = all_zero(low), all_zero(low)
    size, step, half = block_size(low, m), n_together(low), int(in_words(low, m))
    place, last = block * size, query.size // 2
    for at in range(0, half, step):
        points = outside(points, low, place, query, at, last + at)
        ranges = apart(ranges, low, high, place, query, at, last + at)
        place += step * 32
    both = ranges
    place = block * size
    for at in range(0, half, step):
        both = outside(both, others, place, query, at, last + at)
        place += step * 32
    near = inside(points), inside(ranges), inside(both)
    if half * 32 == size:
        return near
    points = outside(half_zero(low), low, place, query, half, last + half)
    ranges = apart(half_zero(low), low, high, place, query, half, last + half)
    both = outside(ranges, others, place, query, half, last + half)
    return near[0] & inside(points), near[1] & inside(ranges), near[2] & inside(both)


@borrowing_kernel
def _gaps(low, high, own, m, block, found):
    gaps = all_zero(low)
    size, step, half = block_size(low, m), n_together(low), int(in_words(low, m))
    place = block * size
    for at in range(0, half, step):
        gaps = farther(gaps, low, high, place, own, at)
        place += step * 32
    widest_gaps = widest(gaps)
    if half * 32 < size:
        widest_gaps = larger(widest_gaps, widest(farther(half_zero(low), low, high, place, own, half)))
    put(found, 0, widest_gaps)


@borrowing_kernel
def _keep(low, high, of_low, of_high, m):
    for block in range(of_low.shape[0]):
        for j in range(m):
            place = place_of(low, m, block, j)
            for k in range(32):
                low[place + np.uint64(k)] = of_low[block, j, k]
                if high.size:
                    high[place + np.uint64(k)] = of_high[block, j, k]
        finish(low, m, block, np.uint8(0))
        if high.size:
            finish(high, m, block, np.uint8(255))


def kept(low, high):
    """Bands (n_blocks, m, 32) as blocks keep them, and those of their high ends."""
    n, m, _ = low.shape
    kept_low, kept_high = np.full((2, n * n_kept(m, low.dtype) * 32), 99, low.dtype)
    _keep(kept_low, kept_high, low, high, m)
    return kept_low, kept_high


def kept_points(bands):
    n, m, _ = bands.shape
    found = np.full(n * n_kept(m, bands.dtype) * 32, 99, bands.dtype)
    _keep(found, found[:0], bands, bands, m)
    return found


def kept_query(first, last):
    more = np.full(n_kept(first.size, first.dtype) - first.size, 99)
    return np.concatenate([first, more, last, more]).astype(first.dtype)


def bits(flags):
    return sum(int(flag) << k for k, flag in enumerate(flags))


def some_bands(seed, m, kind, largest):
    generator = np.random.default_rng(seed)
    most = np.iinfo(kind).max if largest is None else largest
    low, high, others = generator.integers(0, most + 1, (3, BLOCKS, m, 32)).astype(kind)
    first, last = np.sort(generator.integers(0, most + 1, (2, m)), axis=0).astype(kind)
    return low, np.maximum(low, high), others, first, last


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 2**32), m=st.integers(1, 9), largest=st.sampled_from([1, 3, 40, None]))
def test_that_bands_are_inside_where_comparison_says_so(kind, seed, m, largest):
    low, high, others, first, last = some_bands(seed, m, kind, largest)
    query = kept_query(first, last)
    points, (begins, ends), further = kept_points(low), kept(low, high), kept_points(others)
    ranges, both = (int(mask) for mask in _inside(begins, ends, further, query, m, 1)[1:])
    assert int(_inside(points, points, points, query, m, 1)[0]) == bits(are_near(low[1], first, last))
    overlap = ((low[1] <= last[:, None]) & (high[1] >= first[:, None])).all(axis=0)
    assert ranges == bits(overlap)
    assert both == bits(overlap & are_near(others[1], first, last))


def are_near(bands, first, last):
    return ((bands == 0) | ((first[:, None] <= bands) & (bands <= last[:, None]))).all(axis=0)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 2**32), m=st.integers(1, 9), largest=st.sampled_from([1, 3, 40, None]))
def test_that_the_gap_of_bands_is_the_largest_of_all_attributes_in_which_the_query_has_one(kind, seed, m, largest):
    low, high, _, own, _ = some_bands(seed, m, kind, largest)
    found = np.empty(32, np.uint16)
    own_and_none = np.append(own, np.zeros(n_kept(m, kind) - m)).astype(kind)
    _gaps(*kept(low, high), own_and_none, m, 2, found)
    begin, end, query = (bands.astype(np.int64) for bands in (low[2], high[2], own[:, None]))
    gaps = np.where(query == 0, 0, np.maximum(0, np.maximum(begin - query, query - end)))
    assert found.tolist() == gaps.max(axis=0).tolist()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("m", [1, 3, 4, 5, 8])
def test_that_bands_of_8_bits_stand_four_attributes_together_and_those_of_16_bits_one(kind, m):
    low = np.arange(BLOCKS * m * 32, dtype=kind).reshape(BLOCKS, m, 32)
    found = kept_points(low)
    np.testing.assert_array_equal(by_attribute(found, m), low)
    at_once = together(8 * np.dtype(kind).itemsize)
    assert at_once == (4 if kind is np.uint8 else 1)
    assert found[: min(at_once, m)].tolist() == low[0, :at_once, 0].tolist()


def test_that_nothing_is_apart_in_attributes_that_do_not_exist():
    for m in (3, 5, 7, 9):
        low, high = kept(*np.full((2, BLOCKS, m, 32), 7, np.uint8))
        for bands, expected in ((low, 0), (high, 255)):
            rest = by_attribute(bands, m + 1)[:, m]
            assert rest.shape == (BLOCKS, 32) and (rest == expected).all()


def test_that_one_or_two_attributes_that_are_left_stand_in_half_a_word():
    assert [n_kept(m, np.uint8) for m in range(1, 11)] == [2, 2, 4, 4, 6, 6, 8, 8, 10, 10]
    assert [n_kept(m, np.uint16) for m in range(1, 6)] == [1, 2, 3, 4, 5]
    low = np.arange(BLOCKS * 10 * 32).astype(np.uint8).reshape(BLOCKS, 10, 32)
    assert kept_points(low)[8 * 32 : 8 * 32 + 4].tolist() == [low[0, 8, 0], low[0, 9, 0], low[0, 8, 1], low[0, 9, 1]]
