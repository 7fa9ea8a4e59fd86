"""Which leaves of a node hold parts that may count for a query, by its rank in each attribute.

A part counts where the query's rank lies in its share of the ranks (``tree_cuts``), and is near it there. Elsewhere
another part of its record counts, and only what has a rank must lie within the distance. So a leaf is bounded by its
ranked records, but near in an attribute in which one of its parts may count. Nodes above have so many different shares
that the bounds of all their records part them better.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from permdesk.compute.arrays import Ranks
from permdesk.compute.bands import BandArray
from permdesk.compute.coarse_ranks import aligned
from permdesk.compute.lanes import WIDTH, inlined_kernel
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_LOW

# The first band of a leaf without parts: beyond all in which a query may lie.
NO_SHARE = np.uint16(0xFFFF)


class Shares(NamedTuple):
    """``low`` and ``high`` (n_leaves, m) are the bounds of a leaf's records that have a rank in the attribute.

    ``begin`` and ``end`` (n_nodes m 32) are the bands of what the leaves of a node stand for, those above leaves: from
    the first to the last of all ranks of a leaf, shares among them; of a leaf without one ``begin`` is the last band of
    all and ``end`` the first one, in which no rank lies. All have no length where there are no parts.
    """

    low: Ranks
    high: Ranks
    begin: BandArray
    end: BandArray
    n_nodes: int


def empty_shares(n_leaves: int, n_nodes: int, m: int, kind: DTypeLike) -> Shares:
    """No ranks in any leaf yet, for bands of one ``kind``."""
    return Shares(
        low=np.full((n_leaves, m), MISSING_RANK, np.int32),
        high=np.full((n_leaves, m), WILDCARD_LOW, np.int32),
        begin=aligned(n_nodes * m * WIDTH, kind),
        end=aligned(n_nodes * m * WIDTH, kind),
        n_nodes=n_nodes,
    )


@inlined_kernel
def has_share(shares: Shares, leaf: int, attribute: int, low: Ranks, high: Ranks) -> bool:
    """Whether a leaf has parts in an attribute: ``low`` and ``high`` (n, m), the bounds of all its records, shares
    among them, go beyond those with ranks where a share tells anything."""
    j = attribute
    return bool(low[leaf, j] < shares.low[leaf, j] or high[leaf, j] > shares.high[leaf, j])
