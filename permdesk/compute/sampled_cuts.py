"""The first cuts through many records follow a sample, and all records are brought to the pieces between them.

To part a set of records in two equal halves takes several times as long as to tell on which side of known cuts each of
them lies. So a sample is cut into leaves, and its cuts part all records into pieces that the sample says are equally
large. A record without a rank in an attribute comes to both sides of a cut through it.
"""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.best_cut import LEAF
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.centres import shares_ranks
from permdesk.compute.counting_sort import sorted_by_group
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.progress import Progress
from permdesk.compute.query_order import lowest_right_of
from permdesk.compute.ranks import WILDCARD_LOW
from permdesk.compute.tree_cuts import Cuts, Sets

# Each record of the sample stands for so many, of which so many make a piece. With fewer in the sample pieces are less
# equal, nodes less full, and more of them are opened.
SAMPLED = 16
PIECE = 64 * LEAF


def sample_of(sets: Sets) -> Sets:
    """Some records of each set, one at least, the same each time."""
    # Files repeat: at regular steps there might be only the first, complete records of respondents.
    generator = np.random.default_rng(0)
    rows = []
    for begin, end in zip(sets.start[:-1], sets.start[1:], strict=True):
        steps = np.arange(begin, end, SAMPLED)
        rows.append(sets.rows[np.minimum(steps + generator.integers(0, SAMPLED, steps.size), end - 1)])
    return sets._replace(rows=np.concatenate(rows), start=np.cumsum([0, *(some.size for some in rows)], dtype=np.int64))


def filled(pieces: Sets, whole: Sets, boxes: RankBoxes, cuts: Cuts, shift: int, progress: Progress) -> Sets:
    """The pieces of the sample of ``whole`` with all records, which are brought below the cuts.

    ``progress`` advances by the boxes. Raises Cancelled.
    """
    lowest_right = lowest_right_of(cuts, shift)

    def find(start: int, stop: int) -> tuple[Ranks, Ranks]:
        waiting, n_parts = np.empty(cuts.attribute.size + 1, np.int32), 2 * (stop - start)
        while True:
            rows, piece_of = np.empty((2, n_parts), np.int32)
            n_parts = _find_pieces(boxes.low, boxes.high, cuts, lowest_right, start, stop, waiting, rows, piece_of)
            if n_parts <= rows.size:
                return rows[:n_parts], piece_of[:n_parts]

    rows, start = sorted_by_group(find, boxes.n_records, pieces.depth.size, progress)
    # A sample says only about how many parts there are: so later cuts know how many they may make.
    found = (np.diff(start) / pieces.parts).sum() / (np.diff(whole.start) / whole.parts).sum()
    return pieces._replace(rows=rows, start=start, parts=pieces.parts * found)


@borrowing_kernel
def _find_pieces(
    low: Ranks,
    high: Ranks,
    cuts: Cuts,
    lowest_right: Rows,
    start: int,
    stop: int,
    waiting: Ranks,
    rows: Ranks,
    piece_of: Ranks,
) -> int:
    """Write the rows ``start`` to ``stop`` and the piece of each part of them, as far as there is room for them; return
    how many parts there are. ``waiting`` (n_cuts + 1,) is for the sides to come."""
    n_parts = np.uint64(0)
    for row in range(np.uint64(start), np.uint64(stop)):
        waiting[0] = 0 if cuts.attribute.size else ~0
        last = 0
        while last >= 0:
            at = waiting[last]
            last -= 1
            while at >= 0:
                cut = np.uint64(at)
                j = np.uint64(cuts.attribute[cut])
                if low[row, j] == WILDCARD_LOW and shares_ranks(cuts.boundary[cut]):
                    last += 1
                    waiting[last] = cuts.children[cut, 1]
                    at = cuts.children[cut, 0]
                else:
                    is_right = np.int64(low[row, j]) + np.int64(high[row, j]) >= lowest_right[cut]
                    at = cuts.children[cut, np.uint64(1) if is_right else np.uint64(0)]
            if n_parts < np.uint64(rows.size):
                rows[n_parts], piece_of[n_parts] = row, ~at
            n_parts += np.uint64(1)
    return int(np.int64(n_parts))
