"""Operations of kernels on masks of 32 bits, which no search's answer shows."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from permdesk.compute.lanes import first_bit, n_bits


@njit
def bits_of(mask):
    return n_bits(mask), first_bit(mask)


@pytest.mark.parametrize("mask", [1, 0b1100, 1 << 31, 0xFFFFFFFF])
def test_that_bits_of_a_mask_are_counted_and_the_lowest_found(mask):
    assert bits_of(np.uint32(mask)) == (mask.bit_count(), (mask & -mask).bit_length() - 1)
