"""Counts, for each query, the target records that are as close as its own release; stops at the first closer one.

Rows of 32 totals in floats of 32 bits, each a bound from below, leave out most records at once. What they leave is
decided by exact totals.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from permdesk.compute.lanes import WIDTH, first_bit, put
from permdesk.compute.total_lanes import at_most, totals_of_row


@njit(nogil=True, cache=True)
def count_rivals(  # type: ignore[no-untyped-def]
    queries_low, queries_high, asked_low, asked_high, low, high, order, records_low, records_high,
    blocks_low, blocks_high, wides_low, wides_high, own, squares, cap, slack, for_missing, wild, chance, start, stop,
):  # fmt: skip
    """Write the chance of a right link of the queries start..stop.

    ``asked`` are the queries, and the rows of records, blocks and wides the boxes in their order, as ``box_rows`` makes
    them. ``own`` are rows of ``low`` and ``high``.
    """
    n, m = low.shape
    n_blocks, n_wides = records_low.shape[0], blocks_low.shape[0]
    bounds = np.empty(wides_low.shape[0] * WIDTH, np.float32)
    largest, missing = np.float32(cap), np.float32(for_missing)
    for query in range(start, stop):
        limit = _total(low, high, own[query], queries_low, queries_high, query, squares, cap, for_missing, wild, np.inf)
        most, least = limit * (1 + slack), limit * (1 - slack)
        # Each of some m + 3 roundings adds up to 2^-24 to a total, and the smallest number where digits run out.
        reach = np.float32(most * (1 + (m + 4) * 2.0**-23) + 2.0**-126)
        for row in range(wides_low.shape[0]):
            totals = totals_of_row(wides_low, wides_high, row, asked_low, asked_high, query, squares, largest, missing)
            put(bounds, row * WIDTH, totals)
        nearest = bounds[:n_wides].argmin()
        n_as_close = 0
        is_closer = False
        # A closer record is most often in the nearest wide, which is asked first.
        for step in range(-1, n_wides):
            wide = nearest if step < 0 else step
            if step == nearest or bounds[wide] > reach:
                continue
            totals = totals_of_row(
                blocks_low, blocks_high, wide, asked_low, asked_high, query, squares, largest, missing
            )
            near_blocks = at_most(totals, reach)
            while near_blocks and not is_closer:
                block = wide * WIDTH + first_bit(near_blocks)
                near_blocks &= near_blocks - np.uint32(1)
                if block >= n_blocks:
                    break
                totals = totals_of_row(
                    records_low, records_high, block, asked_low, asked_high, query, squares, largest, missing
                )
                near = at_most(totals, reach)
                while near:
                    place = block * WIDTH + first_bit(near)
                    near &= near - np.uint32(1)
                    if place >= n:
                        break
                    total = _total(
                        low, high, order[place], queries_low, queries_high, query, squares, cap, for_missing, wild, most
                    )
                    if total < least:
                        is_closer = True
                        break
                    if total <= most:
                        n_as_close += 1
            if is_closer:
                break
        chance[query] = 0.0 if is_closer else 1.0 / n_as_close


@njit(nogil=True, cache=True)
def _total(low, high, row, q_low, q_high, query, squares, cap, for_missing, wild, most):  # type: ignore[no-untyped-def]
    """The total over the attributes, or a part of it that exceeds ``most``."""
    total = 0.0
    for j in range(low.shape[1]):
        gap = float(max(low[row, j] - q_high[query, j], q_low[query, j] - high[row, j]))
        if gap > 0.0:
            gap = min(gap, cap)
            total += gap * gap if squares else gap
        elif gap < wild:
            total += for_missing
        if total > most:
            return total
    return total
