"""Ranks of tied records by the numbers drawn for them, in time that grows with the number of records only."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Floats, Ranks, Rows
from permdesk.compute.lanes import borrowing_kernel


def ranks_by_dice(begins: Ranks, n_beginning: Rows, dice: Floats) -> Ranks:
    """The place (n,), from 1, of each record by the rank ``begins`` of its interval, then by ``dice`` in [0, 1), then
    by its row. ``n_beginning``: how many intervals begin at rank 0, 1, ..."""
    n = begins.size
    ends, rows, thrown, ranks = np.zeros(n, np.int32), np.empty(n, np.int32), np.empty(n), np.empty(n, np.int32)
    _order(begins, n_beginning, np.cumsum(n_beginning) - n_beginning, dice, ends, rows, thrown, ranks)
    return ranks


@borrowing_kernel
def _order(
    begins: Ranks,
    n_beginning: Rows,
    n_before: Rows,
    dice: Floats,
    ends: Ranks,
    rows: Ranks,
    thrown: Floats,
    ranks: Ranks,
) -> None:
    """Each number points to a slot, of which there are as many as records, in the order of the numbers. As these are
    even, few share a slot, and only those must be sorted. ``ranks`` hold slots first."""
    n = begins.size
    for i in range(n):
        # A number below 1 times a whole one stays below it, however it is rounded.
        ranks[i] = n_before[begins[i]] + int(dice[i] * n_beginning[begins[i]])
        ends[ranks[i]] += 1
    n_so_far = 0
    for slot in range(n):
        n_so_far, ends[slot] = n_so_far + ends[slot], n_so_far
    for i in range(n):
        place = ends[ranks[i]]
        ends[ranks[i]] += 1
        rows[place], thrown[place] = i, dice[i]
    start = 0
    for slot in range(n):
        for last in range(start + 1, ends[slot]):
            row, number, place = rows[last], thrown[last], last
            while place > start and thrown[place - 1] > number:
                rows[place], thrown[place] = rows[place - 1], thrown[place - 1]
                place -= 1
            rows[place], thrown[place] = row, number
        start = ends[slot]
    for place in range(n):
        ranks[rows[place]] = place + 1
