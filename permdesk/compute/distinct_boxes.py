"""Equal boxes as one, with their number and the first of them: binary or rounded files shrink before any search."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for

ROWS_AT_ONCE = 1 << 16
# Among so many boxes drawn from 10^6 some are equal as soon as there are fewer than some 10^6 distinct ones. Where
# nearly all differ, to bring the others together costs more than it saves.
SAMPLE = 1 << 11
MOSTLY_DISTINCT = 0.998


@dataclass(frozen=True, slots=True, eq=False)
class DistinctBoxes:
    """Boxes of which (nearly) no two are equal: ``weight`` records have box k, the first of them is ``first_row[k]``.

    ``of_record`` (n,) is the box of each record; None if every record has one of its own.
    """

    boxes: RankBoxes
    weight: Rows
    first_row: Rows
    of_record: Ranks | None


def distinct_boxes(boxes: RankBoxes, progress: Progress) -> DistinctBoxes:
    """Bring equal boxes together by a 64-bit hash of their ranks.

    Boxes count as equal only if their ranks are; where two different ones share a hash, equal ones may stay apart,
    which costs time but changes no result. ``progress`` advances by the records. Raises Cancelled.
    """
    n = boxes.n_records
    sample = boxes.take(np.linspace(0, n - 1, min(n, SAMPLE)).astype(np.int64))
    hashes = np.empty(sample.n_records, np.uint64)
    _hash_boxes(sample.low, sample.high, hashes, 0, hashes.size)
    if n > SAMPLE and np.unique(hashes).size > MOSTLY_DISTINCT * SAMPLE:
        progress.advance(n)
        return DistinctBoxes(boxes, np.broadcast_to(np.int64(1), n), np.arange(n), None)
    hashes = np.empty(n, np.uint64)
    run_chunks(lambda a, b: _hash_boxes(boxes.low, boxes.high, hashes, a, b), n, ROWS_AT_ONCE, progress)
    order = wait_for(lambda: np.argsort(hashes, kind="stable"), progress)
    of_record = np.empty(n, np.int32)
    weight = np.zeros(n, np.int64)
    first_row = np.empty(n, np.int64)
    n_distinct = wait_for(lambda: _group(boxes.low, boxes.high, hashes, order, of_record, weight, first_row), progress)
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
    order: Rows,
    of_record: Ranks,
    weight: Rows,
    first_row: Rows,
) -> int:
    """Number the runs of equal boxes in the order of their hashes, and return how many there are."""
    group = -1
    for k in range(order.size):
        row = order[k]
        starts = k == 0 or hashes[row] != hashes[order[k - 1]]
        if not starts:
            for j in range(low.shape[1]):
                if low[row, j] != low[order[k - 1], j] or high[row, j] != high[order[k - 1], j]:
                    starts = True
        if starts:
            group += 1
            first_row[group] = row
        of_record[row] = group
        weight[group] += 1
    return group + 1
