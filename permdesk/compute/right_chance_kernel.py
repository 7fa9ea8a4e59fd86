"""Counts, for each query, the target records that are as close as its own release; stops at the first closer one.

Rows of 32 totals in floats of 32 bits, each a bound from below, leave out most boxes at once. What they leave is
decided by exact totals, which those of 32 bits are themselves where sums are small whole numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from permdesk.compute.lanes import WIDTH, first_bit, inlined_kernel, inner_kernel, put
from permdesk.compute.total_lanes import at_most, below, totals_of_row

# So many queries go from wide to wide together: a wide stays in a core's own cache until all of them have seen it.
TOGETHER = 16
# Most queries that have a closer record find one in a wide that is among the nearest.
NEAREST = 4
CLOSER = -1


@njit(nogil=True, cache=True)
def count_rivals(  # type: ignore[no-untyped-def]
    queries_low, queries_high, asked_low, asked_high, low, high, order, weight, records_low, records_high,
    blocks_low, blocks_high, wides_low, wides_high, own, squares, cap, slack, for_missing, wild, exact_below,
    chance, start, stop,
):  # fmt: skip
    """Write the chance of a right link of the queries start..stop.

    ``asked`` are the queries, and the rows of records, blocks and wides the boxes in their order, as ``box_rows`` makes
    them. ``own`` are rows of ``low`` and ``high``; box ``order[k]`` stands for ``weight[k]`` records. Totals below
    ``exact_below`` are exact in 32 bits.
    """
    n_wides = blocks_low.shape[0]
    padded = wides_low.shape[0] * WIDTH
    bounds = np.empty(TOGETHER * padded, np.float32)
    limits = np.empty((TOGETHER, 2))
    reach = np.empty(TOGETHER, np.float32)
    n_as_close = np.empty(TOGETHER, np.int64)
    largest, missing = np.float32(cap), np.float32(for_missing)
    for first in range(start, stop, TOGETHER):
        n_together = min(TOGETHER, stop - first)
        for k in range(n_together):
            query = first + k
            limit = _total(low, high, own[query], queries_low, queries_high, query, squares, cap, for_missing, wild)
            limits[k, 0], limits[k, 1] = limit * (1 - slack), limit * (1 + slack)
            # Each of some m + 3 roundings adds up to 2^-24 to a total, and the smallest number where digits run out.
            rounded = limits[k, 1] * (1 + (low.shape[1] + 4) * 2.0**-23) + 2.0**-126
            reach[k] = np.float32(limit if limit < exact_below else rounded)
            for row in range(wides_low.shape[0]):
                totals = totals_of_row(
                    wides_low, wides_high, row, asked_low, asked_high, query, squares, largest, missing,
                    np.float32(np.inf),
                )  # fmt: skip
                put(bounds, k * padded + row * WIDTH, totals)
            n_as_close[k] = 0
            of_query = bounds[k * padded : k * padded + n_wides]
            for _ in range(min(NEAREST, n_wides)):
                nearest = of_query.argmin()
                if of_query[nearest] > reach[k] or n_as_close[k] == CLOSER:
                    break
                of_query[nearest] = np.inf
                n_as_close[k] = _within_wide(
                    queries_low, queries_high, asked_low, asked_high, low, high, order, weight,
                    records_low, records_high, blocks_low, blocks_high, squares, cap, for_missing, wild, exact_below,
                    limits, reach, n_as_close, query, k, nearest,
                )  # fmt: skip
        for wide in range(n_wides):
            for k in range(n_together):
                if n_as_close[k] != CLOSER and bounds[k * padded + wide] <= reach[k]:
                    n_as_close[k] = _within_wide(
                        queries_low, queries_high, asked_low, asked_high, low, high, order, weight,
                        records_low, records_high, blocks_low, blocks_high, squares, cap, for_missing, wild,
                        exact_below, limits, reach, n_as_close, first + k, k, wide,
                    )  # fmt: skip
        for k in range(n_together):
            chance[first + k] = 0.0 if n_as_close[k] == CLOSER else 1.0 / n_as_close[k]


@inner_kernel
def _within_wide(
    queries_low: Any, queries_high: Any, asked_low: Any, asked_high: Any, low: Any, high: Any, order: Any, weight: Any,
    records_low: Any, records_high: Any, blocks_low: Any, blocks_high: Any, squares: Any, cap: Any, for_missing: Any,
    wild: Any, exact_below: Any, limits: Any, reaches: Any, n_as_close: Any, query: Any, k: Any, wide: Any,
) -> Any:  # fmt: skip
    """How many records are as close as the own release of ``query``, those of one more wide with them; ``CLOSER`` if
    one is closer."""
    n, n_blocks = order.size, records_low.shape[0]
    largest, missing = np.float32(cap), np.float32(for_missing)
    least, most, reach = limits[k, 0], limits[k, 1], reaches[k]
    n_found = n_as_close[k]
    is_exact = most < exact_below
    totals = totals_of_row(
        blocks_low, blocks_high, wide, asked_low, asked_high, query, squares, largest, missing, reach
    )
    near_blocks = at_most(totals, reach)
    while near_blocks:
        block = wide * WIDTH + first_bit(near_blocks)
        near_blocks &= near_blocks - np.uint32(1)
        if block >= n_blocks:
            break
        totals = totals_of_row(
            records_low, records_high, block, asked_low, asked_high, query, squares, largest, missing, reach
        )
        near = at_most(totals, reach)
        if near and is_exact and below(totals, np.float32(least)):
            return CLOSER
        while near:
            place = block * WIDTH + first_bit(near)
            near &= near - np.uint32(1)
            if place >= n:
                break
            if not is_exact:
                total = _total(
                    low, high, order[place], queries_low, queries_high, query, squares, cap, for_missing, wild
                )
                if total < least:
                    return CLOSER
                if total > most:
                    continue
            n_found += weight[place]
    return n_found


@inlined_kernel
def _total(
    low: Any, high: Any, row: Any, q_low: Any, q_high: Any, query: Any, squares: Any, cap: Any, for_missing: Any,
    wild: Any,
) -> Any:  # fmt: skip
    """The total over the attributes. Without branches: most of those that are asked for tie in all attributes."""
    total = 0.0
    for j in range(low.shape[1]):
        above, below = float(low[row, j] - q_high[query, j]), float(q_low[query, j] - high[row, j])
        gap = above if above > below else below
        counted = gap if gap > 0.0 else 0.0
        counted = counted if counted < cap else cap
        added = counted * counted if squares else counted
        total += for_missing if gap < wild else added
    return total
