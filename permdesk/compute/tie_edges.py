"""At which ranks bits tell intervals apart (``tie_bits``), and whether a target has so many ties that bits are needed.

Where an attribute has few distinct values, an edge stands wherever an interval begins or has ended: bits then tell all
that ranks tell. Elsewhere edges are spread over the ranks, and ranks have to tell what lies between two.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from permdesk.compute.arrays import Flags, Ranks
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW

# So many edges for each attribute, on average: as much memory as the ranks of the same records take.
MOST_EDGES = 32
# Above all ranks, those of wildcards too.
NO_EDGE = np.iinfo(np.int32).max
# Records that overlap so many others, on average, have so many ties that bits count them faster than a walk.
MANY_TIES = 4
# To find that out, so many records are compared with each sixteenth of them.
COMPARED = 2048
EACH = 16


class Edges(NamedTuple):
    """``rank`` (m, most) are the edges of each attribute in ascending order, then NO_EDGE; (0, 0) where no bits are
    needed. ``is_exact`` (m,) says that between two edges all intervals are alike: none begins, and none ends but just
    before the second."""

    rank: Ranks
    is_exact: Flags


NO_EDGES = Edges(np.empty((0, 0), np.int32), np.empty(0, np.bool_))


def find_edges(boxes: RankBoxes, is_end: Flags, is_wide: Flags) -> Edges:
    """The edges for the boxes of a target, if there are few or many ties.

    ``coarse_ranks`` found that these are ends, and that these attributes are wide.
    """
    n_ends = np.array([np.count_nonzero(ends) for ends in is_end])
    # Of points, and beyond the ranks, ends are not told.
    may_be_exact = is_wide & ~is_end[:, 0]
    has_few_values = may_be_exact.all() and n_ends.sum() <= MOST_EDGES * is_wide.size
    if not (has_few_values or expected_ties(boxes) > MANY_TIES):
        return NO_EDGES
    n_wanted = np.where(may_be_exact, n_ends, NO_EDGE)
    n_edges = _shared_out(n_wanted, MOST_EDGES * is_wide.size)
    is_exact = n_edges == n_wanted
    edges = np.full((is_wide.size, n_edges.max()), NO_EDGE, np.int32)
    for j, n in enumerate(n_edges):
        edges[j, :n] = np.flatnonzero(is_end[j]) if is_exact[j] else _spread(is_end[j], n)
    return Edges(edges, is_exact)


def _shared_out(wanted: Ranks, n: int) -> Ranks:
    """How much each gets of n if none gets more than it wants, and otherwise all the same."""
    given = np.empty_like(wanted)
    for already, k in enumerate(np.argsort(wanted, kind="stable")):
        given[k] = min(wanted[k], n // (wanted.size - already))
        n -= given[k]
    return given


def _spread(is_end: Flags, n: int) -> Ranks:
    """n edges of an attribute with more ends than that, or none: the first before all ranks, the last beyond them."""
    ranks = np.linspace(1, is_end.size - 1, n - 1).astype(np.int64)
    ends = np.flatnonzero(is_end[1:]) + 1
    if ends.size:
        ranks[1:] = ends[np.minimum(np.searchsorted(ends, ranks[1:]), ends.size - 1)]
    edges = np.full(n, NO_EDGE, np.int32)
    different = np.append(np.unique(ranks), MISSING_RANK)
    edges[: different.size] = different
    return edges


def expected_ties(boxes: RankBoxes) -> float:
    """How many others a box overlaps, on average, by a sample."""
    rows = np.linspace(0, boxes.n_records - 1, min(boxes.n_records, COMPARED)).astype(np.int64)
    some = boxes.take(rows)
    # Attributes one below the other, so that the vector unit takes many records of one at a time.
    low, high = some.low.T.copy(), np.where(some.low == WILDCARD_LOW, WILDCARD_HIGH, some.high).T.copy()
    n_compared = -(-rows.size // EACH)
    # Each overlaps itself.
    n_found = _n_overlapping(low, high, np.empty(rows.size, np.bool_)) - n_compared
    return boxes.n_records * n_found / (n_compared * rows.size)


@borrowing_kernel
def _n_overlapping(low: Ranks, high: Ranks, overlaps: Flags) -> int:
    """How many of the boxes (m, n) each sixteenth overlaps, at least itself. ``overlaps`` (n,) is to work in."""
    n_found = 0
    for a in range(0, overlaps.size, EACH):
        overlaps[:], n = True, overlaps.size
        for j in range(low.shape[0]):
            if n == 1:
                break
            n, first, last = 0, low[j, a], high[j, a]
            for b in range(np.uint64(overlaps.size)):
                overlaps[b] &= (low[j, b] <= last) & (first <= high[j, b])
                n += overlaps[b]
        n_found += n
    return n_found
