"""1,024 bits as one value of the vector unit, against plain arithmetic."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.compute.bit_lanes import all_bits, both, least_of, leaves_of, total_of
from permdesk.compute.lanes import borrowing_kernel, put


@borrowing_kernel
def _both_of_two(array, words):
    bits = both(both(all_bits(), array, 0), array, 32)
    put(words, 0, bits)
    return leaves_of(bits)


@borrowing_kernel
def _of_chosen(mask, numbers, position):
    return total_of(np.uint32(mask), numbers, position), least_of(np.uint32(mask), numbers, position)


def test_that_bits_are_set_where_they_are_in_both_and_words_with_any_are_told():
    generator = np.random.default_rng(1)
    rows = generator.integers(0, 2**32, (2, 32), dtype=np.uint32)
    rows[:, 5], rows[0, 31], rows[:, 0] = 0, 0, 1 << 31
    words = np.empty(32, np.uint32)
    leaves = _both_of_two(rows.ravel(), words)
    np.testing.assert_array_equal(words, rows[0] & rows[1])
    assert [int(leaves) >> k & 1 for k in range(32)] == [int(word != 0) for word in words]


@pytest.mark.parametrize("mask", [0, 1, 1 << 31, 0xFFFFFFFF, 0xA5A5A5A5])
@pytest.mark.parametrize("position", [0, 3])
def test_that_only_chosen_numbers_are_added_up_and_compared(mask, position):
    numbers = np.random.default_rng(1).integers(0, 10_000_000, 40).astype(np.int32)
    chosen = [int(numbers[position + k]) for k in range(32) if mask >> k & 1]
    assert _of_chosen(mask, numbers, position) == (sum(chosen), min(chosen, default=2**31 - 1))
