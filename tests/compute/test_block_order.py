"""The order of records in blocks: neighbours lack the same values and are close."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from permdesk.compute.block_order import WIDE, block_order
from permdesk.compute.box_rows import BLOCK
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.ranks import WILDCARD_LOW
from tests.compute.boxes_to_search import random_boxes
from tests.stopping import StopsAfter


def patterns_of(order, boxes, size):
    """How many different patterns of missing values the records of each whole block of so many have."""
    wild = (boxes.low == WILDCARD_LOW)[order]
    return [len(np.unique(wild[at : at + size], axis=0)) for at in range(0, len(wild) - size + 1, size)]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([1, 2, 31, 33, 1025, 3000]), st.sampled_from([0, 0.05, 0.5, 1]))
def test_that_every_record_stands_in_it_once(seed, n, wild):
    boxes = random_boxes(np.random.default_rng(seed), n, 4, n, wild=wild)
    assert sorted(block_order(boxes.low, boxes.high, Progress()).tolist()) == list(range(n))


def test_that_neighbours_lack_the_same_values():
    boxes = random_boxes(np.random.default_rng(1), 40_000, 3, 40_000, "permutation", wild=0.2)
    order = block_order(boxes.low, boxes.high, Progress())
    blocks, wides = patterns_of(order, boxes, BLOCK), patterns_of(order, boxes, WIDE)
    # Of each of 8 patterns less than a block is left over, and less than a wide that is not whole.
    assert sum(n > 1 for n in blocks) <= 8
    assert sum(n > 1 for n in wides) <= 8
    assert sum(n == 1 for n in wides) >= 31


def test_that_neighbours_are_close():
    boxes = random_boxes(np.random.default_rng(1), 4096, 2, 4096, "permutation")
    ordered = boxes.low[block_order(boxes.low, boxes.high, Progress())]
    for size, most in ((BLOCK, 3), (WIDE, 3)):
        spans = np.ptp(ordered.reshape(-1, size, 2), axis=1) / 4096
        # Were the blocks squares of equal shares, each side would be the root of the share.
        assert spans.mean() < most * np.sqrt(size / 4096) / 2


@pytest.mark.parametrize("last", [1, 4, 9])
def test_that_a_stop_is_heard(last):
    boxes = random_boxes(np.random.default_rng(1), 1000, 3, 1000, wild=0.1)
    with pytest.raises(Cancelled):
        block_order(boxes.low, boxes.high, StopsAfter(last))
