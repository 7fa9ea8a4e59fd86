"""Equal boxes as one, with their number and the first of them: binary or rounded files shrink before any search."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.lanes import borrowing_kernel, fetch_soon, inner_kernel
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress

ROWS_AT_ONCE = 1 << 16
# Among so many boxes drawn from 10^6 some are equal as soon as there are fewer than some 10^6 distinct ones. Where
# nearly all differ, to bring the others together costs more than it saves.
SAMPLE = 1 << 11
MOSTLY_DISTINCT = 0.998
# A place of the table that is free.
NO_BOX = -1
# Where each record has a box of its own.
NO_ROWS = np.empty(0, np.int64)
# Places lie anywhere in memory: each is asked for so many rows before its turn.
AHEAD = 12


@dataclass(frozen=True, slots=True, eq=False)
class DistinctBoxes:
    """Boxes of which no two are equal: ``weight`` records have box k, the first of them is ``first_row[k]``.

    ``of_record`` (n,) is the box of each record; None if every record has a box of its own, and the others nothing.
    """

    boxes: RankBoxes
    weight: Rows
    first_row: Rows
    of_record: Ranks | None

    def box_of(self, records: Rows) -> Rows:
        """Which boxes some of the records have."""
        return records if self.of_record is None else self.of_record[records].astype(np.int64)


def distinct_boxes(boxes: RankBoxes, progress: Progress) -> DistinctBoxes:
    """Bring equal boxes together in a table where each is found by a hash of its ranks.

    Where a sample says that nearly all differ, each record keeps a box of its own: that costs less time, and changes no
    result. ``progress`` advances by the records. Raises Cancelled.
    """
    n = boxes.n_records
    sample = boxes.take(np.linspace(0, n - 1, min(n, SAMPLE)).astype(np.int64))
    hashes = np.empty(sample.n_records, np.uint64)
    _hash_boxes(sample.low, sample.high, hashes, 0, hashes.size)
    hashes.sort()
    if n > SAMPLE and 1 + np.count_nonzero(hashes[1:] != hashes[:-1]) > MOSTLY_DISTINCT * SAMPLE:
        progress.advance(n)
        return DistinctBoxes(boxes, NO_ROWS, NO_ROWS, None)
    hashes = np.empty(n, np.uint64)
    run_chunks(lambda a, b: _hash_boxes(boxes.low, boxes.high, hashes, a, b), n, ROWS_AT_ONCE, progress)
    table = np.full(2 << (n - 1).bit_length(), NO_BOX, np.int32)
    of_record = np.empty(n, np.int32)
    weight = np.zeros(n, np.int64)
    first_row = np.empty(n, np.int64)
    n_distinct = 0
    for start in range(0, n, ROWS_AT_ONCE):
        progress.check()
        stop = min(start + ROWS_AT_ONCE, n)
        n_distinct = _group(boxes.low, boxes.high, hashes, table, of_record, weight, first_row, n_distinct, start, stop)
    return DistinctBoxes(boxes.take(first_row[:n_distinct]), weight[:n_distinct], first_row[:n_distinct], of_record)


@borrowing_kernel
def _hash_boxes(low: Ranks, high: Ranks, hashes: NDArray[np.uint64], start: int, stop: int) -> None:
    factor = np.uint64(0x9E3779B97F4A7C15)
    for i in range(start, stop):
        mixed = np.uint64(0)
        for j in range(low.shape[1]):
            pair = (np.uint64(np.uint32(low[i, j])) << np.uint64(32)) | np.uint64(np.uint32(high[i, j]))
            mixed = (mixed ^ pair) * factor
            mixed ^= mixed >> np.uint64(32)
        hashes[i] = mixed


@borrowing_kernel
def _group(
    low: Ranks,
    high: Ranks,
    hashes: NDArray[np.uint64],
    table: Ranks,
    of_record: Ranks,
    weight: Rows,
    first_row: Rows,
    n_distinct: int,
    start: int,
    stop: int,
) -> int:
    """Look for the boxes of rows ``start`` to ``stop`` among those of the rows before, and return how many there are.

    A box stands in the table where its hash says, or in the next place that was free; ``n_distinct`` were there.
    """
    last_place = np.uint64(table.size - 1)
    for row in range(start, stop):
        fetch_soon(table, np.int64(hashes[min(row + AHEAD, stop - 1)] & last_place))
        place = hashes[row] & last_place
        while table[place] != NO_BOX and not _are_equal(low, high, row, first_row[table[place]]):
            place = (place + np.uint64(1)) & last_place
        if table[place] == NO_BOX:
            table[place], first_row[n_distinct] = n_distinct, row
            n_distinct += 1
        of_record[row] = table[place]
        weight[table[place]] += 1
    return n_distinct


@inner_kernel
def _are_equal(low: Ranks, high: Ranks, row: int, other: int) -> bool:
    are_equal = True
    for j in range(low.shape[1]):
        are_equal &= low[row, j] == low[other, j] and high[row, j] == high[other, j]
    return are_equal
