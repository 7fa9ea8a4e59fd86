"""Visits: which blocks are to be opened for which queries, against plain loops over the bits of masks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.query_batch import AT_ONCE
from permdesk.compute.visits import VISITS, add_visits, block_of, new_visits, query_of

MOST_LEAVES = 1 << 31


@borrowing_kernel
def _list(queries, firsts, masks, n, visits, ends):
    for k in range(masks.size):
        n = ends[k] = add_visits(queries[k], firsts[k], masks[k], n, visits)


@borrowing_kernel
def _tell(visits, n, blocks, queries):
    for k in range(n):
        blocks[k], queries[k] = block_of(visits[k]), query_of(visits[k])


def told(visits, n):
    blocks, queries = np.empty((2, n), np.int64)
    _tell(visits, n, blocks, queries)
    return list(zip(blocks.tolist(), queries.tolist(), strict=True))


@settings(max_examples=60, deadline=None)
@given(
    asked=st.lists(
        st.tuples(
            st.integers(0, AT_ONCE - 1),
            st.integers(0, MOST_LEAVES - 32),
            st.one_of(st.integers(0, 2**32 - 1), st.sampled_from([0, 1, 1 << 31, 0xFF, 0x1FF, 2**32 - 1])),
        ),
        max_size=7,
    )
)
def test_that_each_bit_of_a_mask_is_a_visit_of_its_query(asked):
    queries, firsts, masks = (np.array([one[k] for one in asked], np.int64) for k in range(3))
    visits, ends = new_visits(), np.empty(len(asked), np.int64)
    _list(queries, firsts, masks.astype(np.uint32), 0, visits, ends)
    expected = []
    for (query, first, mask), end in zip(asked, ends, strict=True):
        expected += [(first + bit, query) for bit in range(32) if mask >> bit & 1]
        assert end == len(expected)
    assert told(visits, len(expected)) == expected


@pytest.mark.parametrize("mask", [0, 1, 0xFF, 0x1FF, 2**32 - 1])
def test_that_visits_have_room_until_they_are_due(mask):
    visits, end = np.full(new_visits().size + 1, -7), np.empty(1, np.int64)
    _list(np.array([3]), np.array([5]), np.array([mask], np.uint32), VISITS - 1, visits, end)
    assert (visits[: VISITS - 1] == -7).all() and visits[-1] == -7
    assert end[0] == VISITS - 1 + mask.bit_count()
