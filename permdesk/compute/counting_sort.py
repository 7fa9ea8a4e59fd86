"""Rows brought together by small numbers, on all cores: each chunk counts, then each fills the places it has."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.parallel import run_chunks
from permdesk.compute.progress import Progress
from permdesk.compute.share import Share

ROWS_AT_ONCE = 1 << 15


def sorted_by_group(
    find: Callable[[int, int], tuple[Ranks, Ranks]], n: int, n_groups: int, progress: Progress
) -> tuple[Ranks, Rows]:
    """The rows, group by group and ascending in each, and where each group begins and the last one ends.

    ``find(start, stop)`` says which of the n rows from ``start`` to ``stop`` lie in which groups: any of them in any
    number of these. ``progress`` advances by the rows. Raises Cancelled.
    """
    found: dict[int, tuple[Ranks, Ranks, Rows]] = {}

    def count(start: int, stop: int) -> None:
        rows, groups = find(start, stop)
        found[start] = rows, groups, np.bincount(groups, minlength=n_groups).astype(np.int64)

    run_chunks(count, n, ROWS_AT_ONCE, progress)
    chunks = [found[start] for start in sorted(found)]
    counts = np.stack([n_rows for _, _, n_rows in chunks])
    begin_of = np.concatenate([[0], np.cumsum(counts.sum(axis=0))])
    next_of = begin_of[:-1] + np.cumsum(counts, axis=0) - counts
    ordered = np.empty(begin_of[-1], np.int32)

    def fill(first: int, last: int) -> None:
        for k in range(first, last):
            rows, groups, _ = chunks[k]
            _fill(rows, groups, next_of[k], ordered)

    run_chunks(fill, len(chunks), 1, Share(progress, 0, len(chunks)))
    return ordered, begin_of


@borrowing_kernel
def _fill(rows: Ranks, groups: Ranks, next_of: Rows, ordered: Ranks) -> None:
    # Indices without a sign need no second look.
    for i in range(np.uint64(rows.size)):
        group = np.uint64(groups[i])
        ordered[np.uint64(next_of[group])] = rows[i]
        next_of[group] += 1
