"""The rounds of MDAV: who is farthest, who is nearest, and the records that are left."""

from __future__ import annotations

import numpy as np
from numba import njit

from permdesk.compute.arrays import Flags, Floats, Rows


@njit(nogil=True, cache=True)
def make_groups(
    columns: Floats, rows: Rows, n_left: int, k: int, n_groups: int, group: Rows, most_rounds: int
) -> tuple[int, int]:
    """Put the first ``n_left`` of the points ``columns`` (m, n), which are records ``rows`` (n,), into groups: two in
    each of ``most_rounds`` rounds at most, and the last ones when fewer than 3k are left. ``group`` (n,) takes the
    number of the group of each record. What is left moves to the front, in its order. Returns how many are left and how
    many groups there are.

    A round takes time that grows with ``n_left`` times m. Sums are those of plain loops, records in file order and
    attributes in theirs, so that a slow program gets the same last digits.
    """
    m = columns.shape[0]
    squares, is_taken = np.empty(n_left), np.zeros(n_left, np.bool_)
    centre, nearest, distances = np.empty(m), np.empty(k, np.int64), np.empty(k)
    for _ in range(most_rounds):
        if n_left < 2 * k:
            break
        for j in range(m):
            total = 0.0
            for i in range(n_left):
                total += columns[j, i]
            centre[j] = total / n_left
        farthest = _farthest(columns, n_left, centre, squares)
        for j in range(m):
            centre[j] = columns[j, farthest]
        opposite = _farthest(columns, n_left, centre, squares)
        squares[farthest] = -1.0  # it is its own, however many are equal to it
        _find_nearest(squares, is_taken, n_left, nearest, distances)
        for position in nearest:
            is_taken[position] = True
            group[rows[position]] = n_groups
        n_groups += 1
        if n_left >= 3 * k:
            for j in range(m):
                centre[j] = columns[j, opposite]
            _farthest(columns, n_left, centre, squares)
            squares[opposite] = -1.0
            _find_nearest(squares, is_taken, n_left, nearest, distances)
            for position in nearest:
                is_taken[position] = True
                group[rows[position]] = n_groups
            n_groups += 1
        n_left = _close_ranks(columns, rows, n_left, is_taken)
    if 0 < n_left < 2 * k:
        for i in range(n_left):
            group[rows[i]] = n_groups
        return 0, n_groups + 1
    return n_left, n_groups


@njit(nogil=True, cache=True)
def _farthest(columns: Floats, n_left: int, centre: Floats, squares: Floats) -> int:
    """Write the squared distances to ``centre``, and return the place of the first of the largest."""
    for i in range(n_left):
        squares[i] = 0.0
    for j in range(columns.shape[0]):
        at = centre[j]
        for i in range(n_left):
            step = columns[j, i] - at
            squares[i] += step * step
    found = 0
    for i in range(1, n_left):
        if squares[i] > squares[found]:
            found = i
    return found


@njit(nogil=True, cache=True)
def _find_nearest(squares: Floats, is_taken: Flags, n_left: int, nearest: Rows, distances: Floats) -> None:
    """Write the places of the least distances of those that are not taken, of equal ones the first in order."""
    k, n_found = nearest.size, 0
    for i in range(n_left):
        if is_taken[i] or (n_found == k and squares[i] >= distances[k - 1]):
            continue
        place = min(n_found, k - 1)
        while place > 0 and distances[place - 1] > squares[i]:
            distances[place], nearest[place] = distances[place - 1], nearest[place - 1]
            place -= 1
        distances[place], nearest[place] = squares[i], i
        n_found = min(n_found + 1, k)


@njit(nogil=True, cache=True)
def _close_ranks(columns: Floats, rows: Rows, n_left: int, is_taken: Flags) -> int:
    """Let go of the points that are taken."""
    for j in range(columns.shape[0]):
        kept = 0
        for i in range(n_left):
            columns[j, kept] = columns[j, i]
            kept += not is_taken[i]
    kept = 0
    for i in range(n_left):
        rows[kept] = rows[i]
        kept += not is_taken[i]
    is_taken[:] = False
    return kept
