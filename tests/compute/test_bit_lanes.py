"""1,024 bits as one value of the vector unit, against plain arithmetic."""

from __future__ import annotations

import numpy as np

from permdesk.compute.bit_lanes import both, n_set, row_of, without, words_of
from permdesk.compute.lanes import borrowing_kernel, put


@borrowing_kernel
def _of_two(array, words):
    first = row_of(array, 0)
    bits = both(first, array, 32)
    put(words, 0, bits)
    put(words, 32, without(first, bits))
    return words_of(bits), n_set(bits)


def test_that_bits_are_set_where_they_are_in_both_and_words_with_any_are_told():
    generator = np.random.default_rng(1)
    rows = generator.integers(0, 2**32, (2, 32), dtype=np.uint32)
    rows[:, 5], rows[0, 31], rows[:, 0] = 0, 0, 1 << 31
    words = np.empty(64, np.uint32)
    leaves, n = _of_two(rows.ravel(), words)
    np.testing.assert_array_equal(words[:32], rows[0] & rows[1])
    np.testing.assert_array_equal(words[32:], rows[0] & ~rows[1])
    assert [int(leaves) >> k & 1 for k in range(32)] == [int(word != 0) for word in words[:32]]
    assert n == sum(int(word).bit_count() for word in words[:32])


def test_that_all_bits_of_a_row_are_counted():
    assert _of_two(np.full(64, 0xFFFFFFFF, np.uint32), np.empty(64, np.uint32)) == (0xFFFFFFFF, 1_024)
