"""Which records overlap an interval, as bits, for a thousand records at once: where queries have many ties.

For each edge of an attribute (``tie_edges``) one row of 1,024 bits says which records of a group begin below it,
another which reach it. What overlaps a query in all attributes is then a handful of rows and-ed together, where
comparing ranks takes a hundred times as long. A record with wildcards is one here, not several parts as in the tree.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Flags, Ranks, Rows
from permdesk.compute.coarse_ranks import aligned
from permdesk.compute.lanes import WIDTH, borrowing_kernel, first_bit, inlined_kernel
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW
from permdesk.compute.tie_edges import NO_EDGE, NO_EDGES, Edges

GROUP = 32 * WIDTH
GROUPS_AT_ONCE = 16
# The first rows of each group: no record, and all that there are.
NONE = 0
ALL = 1
FIRST_PLANE = 2
NO_RECORD = np.iinfo(np.int64).max

Words = NDArray[np.uint32]


class TieBits(NamedTuple):
    """Rows of 1,024 bits for each group of as many records, which lie beside each other in the tree.

    Bit i of word k is record 32 k + i of the group, the tree's record ``record[1024 group + 32 k + i]``; those of a
    group are in the order of their rows, of which ``first_row`` (n_groups,) is the first. After the rows NONE and ALL
    come ``n_planes``: bit b of a record's weight, less 1, stands in plane b; those of a group from
    ``n_planes_of[group]`` on are empty. Row ``first[j] + c`` then says which records begin below edge c of attribute j,
    row ``first[j] + n_edges[j] + c`` which reach it.

    ``rows`` (n_groups n_rows 32,) are those of groups; ``tops`` are as many rows for each 1,024 groups, by the bounds
    of a group's records. No record begins above ``most_low`` (m,), and none ends below ``least_high``. ``n_rows`` is 0
    where there are no bits.
    """

    edges: Ranks
    is_exact: Flags
    first: Rows
    n_edges: Rows
    most_low: Ranks
    least_high: Ranks
    record: Ranks
    first_row: Rows
    n_planes_of: Rows
    rows: Words
    tops: Words
    n_planes: int
    n_groups: int
    n_rows: int


class Records(NamedTuple):
    """The records of a tree, as in ``BoxTree``, and which of the 32 of each leaf there are."""

    low: Ranks
    high: Ranks
    weight: Ranks
    first_row: Ranks
    in_use: Words


def no_tie_bits(m: int) -> TieBits:
    """No bits for any record of m attributes."""
    return _empty(NO_EDGES, np.zeros(m, np.int64), np.empty(0, np.int32), 0, 0)


def make_tie_bits(edges: Edges, records: Records, n_distinct: int, n_rows: int, progress: Progress) -> TieBits:
    """The bits of the records of a tree over ``n_distinct`` different ones, of ``n_rows``.

    ``progress`` advances by the records. Raises Cancelled.
    """
    n_edges = np.count_nonzero(edges.rank < NO_EDGE, axis=1)
    n_groups = -(-n_distinct // GROUP)
    keys = np.full(n_groups * GROUP, NO_RECORD)
    _find_whole(records, np.zeros(n_rows, np.bool_), keys)
    n_planes = int(records.weight.max() - 1).bit_length()
    bits = _empty(edges, n_edges, np.zeros(keys.size, np.int32), n_planes, n_groups)
    m = n_edges.size
    lows, highs = np.empty((2, n_groups, m), np.int32)
    least_high = np.empty((n_groups, m), np.int32)
    most_low = np.empty((n_groups, m), np.int32)

    def fill(start: int, stop: int) -> None:
        some = keys.reshape(n_groups, GROUP)[start:stop]
        some.sort(axis=1)
        bits.record[start * GROUP : stop * GROUP] = (some & 0xFFFFFFFF).ravel()
        _fill(bits, bits.rows, records.low, records.high, bits.record, n_distinct, start, stop)
        _fill_planes(bits, records, n_distinct, start, stop)
        _find_bounds(bits, records, n_distinct, lows, highs, most_low, least_high, start, stop)

    run_chunks(fill, n_groups, GROUPS_AT_ONCE, progress)
    bits.most_low[:], bits.least_high[:] = most_low.max(axis=0), least_high.min(axis=0)
    _fill(bits, bits.tops, lows, highs, np.arange(n_groups, dtype=np.int32), n_groups, 0, -(-n_groups // GROUP))
    return bits


def _empty(edges: Edges, n_edges: Rows, record: Ranks, n_planes: int, n_groups: int) -> TieBits:
    n_rows = FIRST_PLANE + n_planes + int(2 * n_edges.sum()) if n_groups else 0
    return TieBits(
        edges=edges.rank,
        is_exact=edges.is_exact,
        first=FIRST_PLANE + n_planes + 2 * (np.cumsum(n_edges) - n_edges),
        n_edges=n_edges,
        most_low=np.empty(n_edges.size, np.int32),
        least_high=np.empty(n_edges.size, np.int32),
        record=record,
        first_row=np.empty(n_groups, np.int64),
        n_planes_of=np.zeros(n_groups, np.int64),
        rows=_no_words(n_groups * n_rows),
        tops=_no_words(-(-n_groups // GROUP) * n_rows),
        n_planes=n_planes,
        n_groups=n_groups,
        n_rows=n_rows,
    )


def _no_words(n_rows: int) -> Words:
    # Rows begin with a cache line.
    words = aligned(n_rows * 2 * WIDTH).view(np.uint32)
    words[:] = 0
    return words


@borrowing_kernel
def _find_whole(records: Records, is_known: Flags, keys: Rows) -> None:
    """List each record once, in the order of the tree, as its first row and its number in 32 bits each."""
    n = 0
    for leaf in range(records.low.shape[0] // WIDTH):
        used = records.in_use[leaf]
        while used:
            record = leaf * WIDTH + first_bit(used)
            used &= used - np.uint32(1)
            row = np.int64(records.first_row[record])
            if not is_known[row]:
                is_known[row] = True
                keys[n] = row << 32 | record
                n += 1


@borrowing_kernel
def _fill(bits: TieBits, rows: Words, low: Ranks, high: Ranks, record: Ranks, n: int, start: int, stop: int) -> None:
    """Set the bits of all edges for the groups ``start`` to ``stop`` of n records."""
    for group in range(start, stop):
        begin = group * bits.n_rows
        for i in range(group * GROUP, min(n, (group + 1) * GROUP)):
            _set(rows, begin + ALL, i)
            for j in range(low.shape[1]):
                first, last = low[record[i], j], _last(low, high, record[i], j)
                c = n_below(bits, j, first)
                if c < bits.n_edges[j]:
                    _set(rows, begin + bits.first[j] + c, i)
                c = n_below(bits, j, last)
                if c > 0:
                    _set(rows, begin + bits.first[j] + bits.n_edges[j] + c - 1, i)
        for j in range(low.shape[1]):
            first = begin + bits.first[j]
            middle = first + bits.n_edges[j]
            for row in range(first + 1, middle):
                _add_row(rows, row, row - 1)
            for row in range(middle + bits.n_edges[j] - 2, middle - 1, -1):
                _add_row(rows, row, row + 1)


@borrowing_kernel
def _fill_planes(bits: TieBits, records: Records, n: int, start: int, stop: int) -> None:
    for group in range(start, stop):
        bits.first_row[group] = records.first_row[bits.record[group * GROUP]]
        for i in range(group * GROUP, min(n, (group + 1) * GROUP)):
            rest, plane = records.weight[bits.record[i]] - 1, 0
            while rest > 0:
                if rest & 1:
                    _set(bits.rows, group * bits.n_rows + FIRST_PLANE + plane, i)
                rest, plane = rest >> 1, plane + 1
            bits.n_planes_of[group] = max(bits.n_planes_of[group], plane)


@borrowing_kernel
def _find_bounds(
    bits: TieBits,
    records: Records,
    n: int,
    lows: Ranks,
    highs: Ranks,
    most_low: Ranks,
    least_high: Ranks,
    start: int,
    stop: int,
) -> None:
    """The smallest and the largest ranks (n_groups, m) at which the records of each group begin and end."""
    for group in range(start, stop):
        for j in range(lows.shape[1]):
            lows[group, j] = least_high[group, j] = NO_EDGE
            highs[group, j] = most_low[group, j] = WILDCARD_LOW
            for i in range(group * GROUP, min(n, (group + 1) * GROUP)):
                low, high = records.low[bits.record[i], j], _last(records.low, records.high, bits.record[i], j)
                lows[group, j], highs[group, j] = min(lows[group, j], low), max(highs[group, j], high)
                most_low[group, j] = max(most_low[group, j], low)
                least_high[group, j] = min(least_high[group, j], high)


@inlined_kernel
def _last(low: Ranks, high: Ranks, record: int, attribute: int) -> int:
    """The last rank of a record, which may be told by its first one if that is a wildcard's."""
    return int(WILDCARD_HIGH if low[record, attribute] == WILDCARD_LOW else high[record, attribute])


@inlined_kernel
def _set(rows: Words, row: int, i: int) -> None:
    rows[row * WIDTH + i % GROUP // 32] |= np.uint32(1) << np.uint32(i % 32)


@inlined_kernel
def _add_row(rows: Words, row: int, other: int) -> None:
    for k in range(WIDTH):
        rows[row * WIDTH + k] |= rows[other * WIDTH + k]


@inlined_kernel
def n_below(bits: TieBits, attribute: int, rank: int) -> int:
    """How many edges of an attribute are at or below a rank."""
    first, last = int(np.int64(0)), int(np.int64(bits.n_edges[attribute]))
    while first < last:
        middle = (first + last) >> 1
        if bits.edges[attribute, middle] <= rank:
            first = middle + 1
        else:
            last = middle
    return first
