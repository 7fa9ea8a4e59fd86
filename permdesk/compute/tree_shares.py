"""Which leaves of a node hold parts that may count for a query, by its rank in each attribute.

A part counts where the query's rank lies in its share of the ranks (``tree_cuts``), and is near it there. Elsewhere
another part of its record counts, and only what has a rank must lie within the distance. So a leaf is bounded by its
ranked records, but near in an attribute in which one of its parts may count. Nodes above have so many different shares
that the bounds of all their records part them better.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks
from permdesk.compute.lanes import inlined_kernel
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW

NO_LEAF = np.uint32(0)


class Shares(NamedTuple):
    """``low`` and ``high`` (n_leaves, m) are the bounds of a leaf's records that have a rank in the attribute.

    ``edges`` (n_nodes m 4) are, for each attribute of each node above leaves, the first rank of all shares, the first
    and the last one at which a share begins or another ended, and the first rank beyond all. Bit k of ``leaves``
    (n_nodes m 5) says whether leaf k of the node has a share below the first edge, which none has, between the first
    and the second, and so on, and from the last one on, which none has. All have no length where there are no parts.
    """

    low: Ranks
    high: Ranks
    edges: Ranks
    leaves: NDArray[np.uint32]
    n_nodes: int


def empty_shares(n_leaves: int, n_nodes: int, m: int) -> Shares:
    """No ranks in any leaf yet."""
    return Shares(
        low=np.full((n_leaves, m), MISSING_RANK, np.int32),
        high=np.full((n_leaves, m), WILDCARD_LOW, np.int32),
        edges=np.empty(n_nodes * m * 4, np.int32),
        leaves=np.empty(n_nodes * m * 5, np.uint32),
        n_nodes=n_nodes,
    )


@inlined_kernel
def fill_shares(shares: Shares, node: int, attribute: int, first: int, last: int, low: Ranks, high: Ranks) -> None:
    """Find the shares of the leaves ``first`` to ``last - 1`` of a node. ``low`` and ``high`` (n, m) are the bounds of
    all their records, shares among them, which go beyond those with ranks where a share tells anything."""
    j = attribute
    begin, end = WILDCARD_HIGH, WILDCARD_LOW
    for leaf in range(first, last):
        if _has_share(shares, leaf, j, low, high):
            begin, end = min(begin, low[leaf, j]), max(end, high[leaf, j])
    second, third = end, begin
    for leaf in range(first, last):
        if _has_share(shares, leaf, j, low, high):
            if low[leaf, j] > begin:
                second, third = min(second, low[leaf, j]), max(third, low[leaf, j])
            if high[leaf, j] < end:
                second, third = min(second, high[leaf, j] + 1), max(third, high[leaf, j] + 1)
    second = min(second, third)
    at = node * low.shape[1] + j
    edges, leaves = shares.edges[4 * at : 4 * at + 4], shares.leaves[5 * at : 5 * at + 5]
    edges[0], edges[1], edges[2], edges[3] = begin, second, third, end + 1
    leaves[:] = NO_LEAF
    for leaf in range(first, last):
        if _has_share(shares, leaf, j, low, high):
            bit = np.uint32(1) << np.uint32(leaf - first)
            if low[leaf, j] < second:
                leaves[1] |= bit
            if low[leaf, j] < third and high[leaf, j] >= second:
                leaves[2] |= bit
            if high[leaf, j] >= third:
                leaves[3] |= bit


@inlined_kernel
def _has_share(shares: Shares, leaf: int, attribute: int, low: Ranks, high: Ranks) -> bool:
    j = attribute
    return bool(low[leaf, j] < shares.low[leaf, j] or high[leaf, j] > shares.high[leaf, j])


@inlined_kernel
def leaves_with_share(shares: Shares, node: int, attribute: int, rank: int) -> np.uint32:
    """The leaves of a node of which a part may count for a query that begins at a rank, beyond their ranked bounds."""
    at = np.uint64(node * shares.low.shape[1] + attribute)
    edge, piece = at * np.uint64(4), at * np.uint64(5)
    # No branch: the processor would guess wrong as often as it saves a leaf.
    for k in range(np.uint64(4)):
        piece += np.uint64(rank >= shares.edges[edge + k])
    return np.uint32(shares.leaves[piece])
