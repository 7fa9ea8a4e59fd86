"""Visits: which blocks are to be opened for which queries, in one list that is written without a branch.

A loop over the bits of a mask ends after another number of turns each time, and a processor that foresees the wrong one
loses more time than it takes to compare a leaf. So some bits are always taken, whether there are so many or not, and
what is done for each goes through the list from one end to the other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.lanes import WIDTH, first_bit, inlined_kernel, n_bits

# When there are so many, they are due. With fewer the list would end as often as the loops that it spares; of many the
# last would not profit from what the first have found.
VISITS = 256
# So many bits of a mask are taken at once, a part of all that it has; seldom are more of them set.
BITS_AT_ONCE = 8
# A visit has its query in so many bits, and its block in those above.
QUERY_BITS = 16

Visits = NDArray[np.int64]


def new_visits() -> Visits:
    """Room for all that are listed when one query adds to nearly as many as are due."""
    return np.empty(VISITS - 1 + WIDTH, np.int64)


@inlined_kernel
def add_visits(i: int, first: int, near: np.uint32, n: int, visits: Visits) -> int:
    """List visits to the blocks ``near`` query i, of those from ``first`` on, after n others; return how many there are
    now."""
    after: int = n + n_bits(near)
    at, visit = np.uint64(n), visit_to(first, i)
    while True:
        for _ in range(BITS_AT_ONCE):
            # What comes of a mask without bits is written over, or never read.
            visits[at] = visit + (first_bit(near) << QUERY_BITS)
            near &= near - np.uint32(1)
            at += np.uint64(1)
        if near == 0:
            return after


@inlined_kernel
def visit_to(block: int, i: int) -> int:
    """The visit to a block for query i."""
    return (block << QUERY_BITS) + i


@inlined_kernel
def block_of(visit: np.int64) -> int:
    """The block that is to be opened."""
    return int(visit >> QUERY_BITS)


@inlined_kernel
def query_of(visit: np.int64) -> int:
    """The query that it is to be opened for."""
    return int(visit & ((1 << QUERY_BITS) - 1))
