"""The order of rows is that of a stable sort, whatever the numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from permdesk.compute.stable_order import has_equal, stable_order

KINDS = (np.bool_, np.int32, np.int64, np.float32, np.float64)
FEW = st.sampled_from([-1e300, -2.5, -1.0, -0.0, 0.0, 1e-300, 1.0, 2.5, 1e300, np.inf, -np.inf, np.nan])


def by_hand(keys, descending):
    """Sorted by Python, nan last."""
    known = [row for row, key in enumerate(keys.tolist()) if key == key]
    missing = [row for row, key in enumerate(keys.tolist()) if key != key]
    return sorted(known, key=lambda row: -keys[row].item() if descending else keys[row].item()) + missing


@pytest.mark.parametrize("descending", [False, True])
@given(keys=arrays(np.float64, st.integers(0, 30), elements=FEW | st.floats()))
def test_that_floats_are_sorted_with_equal_ones_as_they_were_and_nan_last(descending, keys):
    assert stable_order(keys, descending=descending).tolist() == by_hand(keys, descending)


@pytest.mark.parametrize("descending", [False, True])
@given(keys=arrays(np.int64, st.integers(0, 30), elements=st.integers(-(2**63), 2**63 - 1) | st.integers(-2, 2)))
def test_that_whole_numbers_of_any_size_are_sorted(descending, keys):
    assert stable_order(keys, descending=descending).tolist() == by_hand(keys, descending)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("descending", [False, True])
def test_that_long_columns_of_every_kind_are_sorted(kind, descending):
    keys = np.random.default_rng(1).normal(0, 90_000, 5_000).astype(kind)
    assert stable_order(keys, descending=descending).tolist() == by_hand(keys, descending)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("most", [2**16 - 1, 2**16, 2**24 - 1, 2**24, 2**32 - 1, 2**32])
def test_that_whole_numbers_around_the_bounds_of_their_bytes_are_sorted_with_equal_ones_as_they_were(most, descending):
    keys = np.random.default_rng(2).integers(0, most, 500, endpoint=True)
    keys = np.concatenate([[0, most], keys, keys % 1_000, keys - keys % (1 << 16), [most, 0]])
    assert stable_order(keys, descending=descending).tolist() == by_hand(keys, descending)


@given(keys=arrays(np.float64, st.integers(0, 8), elements=FEW))
def test_that_equal_keys_are_noticed_nan_among_them(keys):
    texts = [str(key + 0.0) for key in keys]
    assert has_equal(keys[stable_order(keys)]) is (len(set(texts)) < len(texts))
