"""Cuts that bring records that lack the same attributes together, before any other cut."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Ranks
from permdesk.compute.best_cut import MOST_PARTS
from permdesk.compute.centres import WILD
from permdesk.compute.counting_sort import sorted_by_group
from permdesk.compute.lanes import borrowing_kernel
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import WILDCARD_LOW
from permdesk.compute.tree_cuts import Cuts, Sets


def cut_by_presence(low: Ranks, whole: Sets, progress: Progress) -> tuple[Cuts, Sets]:
    """Part the one set of all records, which have the low ranks ``low`` (n, m), by what they lack, most of it first.

    No parts are to be made of its records later. ``progress`` advances by the records. Raises Cancelled.
    """
    n, m = low.shape

    def find(start: int, stop: int) -> tuple[Ranks, Ranks]:
        rows, pattern = np.arange(start, stop, dtype=np.int32), np.empty(stop - start, np.int32)
        _find_patterns(low, start, pattern)
        return rows, pattern

    rows, start = sorted_by_group(find, n, 1 << m, progress)
    patterns = np.flatnonzero(np.diff(start))
    attribute: list[int] = []
    children: list[list[int]] = []
    depth, cut_before = np.zeros((2, patterns.size), np.int32)

    def part(first: int, last: int, n_above: int) -> int:
        """Cut the patterns ``first`` to ``last``, and return the child that they are."""
        if last - first == 1:
            depth[first] = n_above
            return ~first
        bit = int(patterns[first] ^ patterns[last - 1]).bit_length() - 1
        middle = first + int(np.searchsorted(patterns[first:last] >> bit & 1, 1))
        cut_before[middle] = n_above
        cut = len(attribute)
        attribute.append(m - 1 - bit)
        children.append([])
        children[cut] = [part(first, middle, n_above + 1), part(middle, last, n_above + 1)]
        return cut

    part(0, patterns.size, 0)
    cuts = Cuts(
        np.array(attribute, np.int32),
        np.full(len(attribute), WILD + 1, np.int32),
        np.array(children, np.int32).reshape(-1, 2),
    )
    cells = (np.repeat(cell, patterns.size, axis=0) for cell in (whole.cell_low, whole.cell_high))
    parts = np.full(patterns.size, MOST_PARTS)
    return cuts, Sets(rows, np.append(start[patterns], n), depth, cut_before, parts, *cells)


@borrowing_kernel
def _find_patterns(low: Ranks, start: int, pattern: Ranks) -> None:
    """Which attributes have ranks, in bits, the first attribute in the highest one."""
    for i in range(pattern.size):
        bits = 0
        for j in range(low.shape[1]):
            bits = 2 * bits + (low[start + i, j] != WILDCARD_LOW)
        pattern[i] = bits
