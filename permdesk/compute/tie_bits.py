"""Which of the records of a node overlap an interval, as bits: where attributes have few distinct values.

There a query has hundreds of records at its distance. For each end of an interval in an attribute, one row of 1,024
bits says which of the records below a node begin before it, another which reach up to it. What overlaps a query in
all attributes is then a handful of rows and-ed together, where comparing ranks takes a hundred times as long.
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

# So many rows for each attribute, on average: as much memory as the coarse ranks of the same records take.
MOST_ROWS = 32
NODES_AT_ONCE = 16
# Above all ranks, those of wildcards too.
NO_END = np.iinfo(np.int32).max
# Where attributes have more distinct values than that.
NO_ENDS = np.empty((0, 0), np.int32)


class TieBits(NamedTuple):
    """Rows of 1,024 bits for each node above leaves; bit i of word k is record i of the node's leaf k.

    ``ends`` (m, most + 1) are the ranks at which an interval of the target begins, or has ended just before, in
    ascending order, then NO_END. A rank is in place c if c of its attribute's ends are at or below it. Row
    ``first[j] + c`` says which records begin in a place up to c, row ``middle[j] + c - 1`` which of them end in place c
    or later. All records begin in a place up to the last and end in place 0 or later: for these there is no row.
    ``rows`` (n_nodes * n_rows * 32,) and ``ends`` are empty if attributes have too many ends.
    """

    ends: Ranks
    first: Rows
    middle: Rows
    n_nodes: int
    n_rows: int
    rows: NDArray[np.uint32]


def tie_ends(is_end: Flags, is_wide: Flags) -> Ranks:
    """The ends as in ``TieBits``, from those (m, n_ranks + 2) that ``coarse_ranks.find_ends`` found; none if there are
    too many, some beyond the ranks, or an attribute that not ``is_wide``, whose records begin everywhere."""
    n_ends = np.count_nonzero(is_end, axis=1)
    if not is_wide.all() or is_end[:, 0].any() or 2 * n_ends.sum() > MOST_ROWS * is_wide.size:
        return NO_ENDS
    ends = np.full((is_wide.size, n_ends.max() + 1), NO_END, np.int32)
    for j in range(is_wide.size):
        ends[j, : n_ends[j]] = np.flatnonzero(is_end[j])
    return ends


def empty_tie_bits(ends: Ranks, n_nodes: int) -> TieBits:
    """No bit is set yet, for ``n_nodes`` nodes above leaves."""
    n_ends = np.count_nonzero(ends < NO_END, axis=1) if ends.size else np.zeros(0, np.int64)
    first = 2 * (np.cumsum(n_ends) - n_ends)
    n_rows = int(2 * n_ends.sum())
    # Rows begin with a cache line.
    rows = aligned(n_nodes * n_rows * 2 * WIDTH).view(np.uint32)
    rows[:] = 0
    return TieBits(ends, first, first + n_ends, n_nodes, n_rows, rows)


def fill_tie_bits(
    bits: TieBits, low: Ranks, high: Ranks, in_use: NDArray[np.uint32], first_child: Rows, progress: Progress
) -> None:
    """Set the bits of all records, ``low`` to ``high`` (32 n_leaves, m), in a tree with these blocks (``BoxTree``).

    ``progress`` advances by the nodes above leaves. Raises Cancelled.
    """
    if bits.n_rows:
        n_leaves = low.shape[0] // WIDTH
        run_chunks(
            lambda start, stop: _fill(bits, low, high, in_use, first_child, n_leaves, start, stop),
            bits.n_nodes,
            NODES_AT_ONCE,
            progress,
        )


@borrowing_kernel
def _fill(
    bits: TieBits,
    low: Ranks,
    high: Ranks,
    in_use: NDArray[np.uint32],
    first_child: Rows,
    n_leaves: int,
    start: int,
    stop: int,
) -> None:
    m = low.shape[1]
    for node in range(start, stop):
        begin = node * bits.n_rows
        leaves = in_use[n_leaves + node]
        while leaves:
            leaf = first_bit(leaves)
            leaves &= leaves - np.uint32(1)
            block = first_child[node] + leaf
            records = in_use[block]
            while records:
                k = first_bit(records)
                bit = np.uint32(1) << np.uint32(k)
                records &= records - np.uint32(1)
                for j in range(m):
                    place = place_of(bits, j, low[block * WIDTH + k, j])
                    if place < bits.middle[j] - bits.first[j]:
                        bits.rows[(begin + bits.first[j] + place) * WIDTH + leaf] |= bit
                    place = place_of(bits, j, high[block * WIDTH + k, j])
                    if place > 0:
                        bits.rows[(begin + bits.middle[j] + place - 1) * WIDTH + leaf] |= bit
        for j in range(m):
            n_ends = bits.middle[j] - bits.first[j]
            for c in range(1, n_ends):
                _add_row(bits, begin + bits.first[j] + c, begin + bits.first[j] + c - 1)
            for c in range(n_ends - 2, -1, -1):
                _add_row(bits, begin + bits.middle[j] + c, begin + bits.middle[j] + c + 1)


@inlined_kernel
def _add_row(bits: TieBits, row: int, other: int) -> None:
    for k in range(WIDTH):
        bits.rows[row * WIDTH + k] |= bits.rows[other * WIDTH + k]


@inlined_kernel
def place_of(bits: TieBits, attribute: int, rank: int) -> int:
    """How many ends of an attribute are at or below a rank."""
    place = 0
    while rank >= bits.ends[attribute, place]:
        place += 1
    return place
