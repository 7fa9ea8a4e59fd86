"""Counts, for each query, the target records that are as close as its own release; stops at the first closer one."""

from __future__ import annotations

import numpy as np
from numba import njit

from permdesk.compute.blocks import BLOCK


@njit(nogil=True, cache=True)
def count_rivals(  # type: ignore[no-untyped-def]
    queries_low, queries_high, low, high, bounds_low, bounds_high, wide_low, wide_high, own, squares, cap, slack,
    for_missing, wild, chance, start, stop,
):  # fmt: skip
    """Write the chance of a right link of the queries start..stop; ``own`` are places in the order of the blocks."""
    n, n_blocks = low.shape[0], bounds_low.shape[0]
    for query in range(start, stop):
        q_low, q_high = queries_low[query], queries_high[query]
        limit = _total(low, high, own[query], q_low, q_high, squares, cap, for_missing, wild, np.inf)
        most, least = limit * (1 + slack), limit * (1 - slack)
        n_as_close = 0
        is_closer = False
        for wide in range(wide_low.shape[0]):
            if _total(wide_low, wide_high, wide, q_low, q_high, squares, cap, 0.0, wild, most) > most:
                continue
            for block in range(wide * BLOCK, min((wide + 1) * BLOCK, n_blocks)):
                if _total(bounds_low, bounds_high, block, q_low, q_high, squares, cap, 0.0, wild, most) > most:
                    continue
                for record in range(block * BLOCK, min((block + 1) * BLOCK, n)):
                    total = _total(low, high, record, q_low, q_high, squares, cap, for_missing, wild, most)
                    if total < least:
                        is_closer = True
                        break
                    if total <= most:
                        n_as_close += 1
                if is_closer:
                    break
            if is_closer:
                break
        chance[query] = 0.0 if is_closer else 1.0 / n_as_close


@njit(nogil=True, cache=True)
def _total(low, high, row, q_low, q_high, squares, cap, for_missing, wild, most):  # type: ignore[no-untyped-def]
    """The total over the attributes, or a part of it that exceeds ``most``."""
    total = 0.0
    for j in range(q_low.size):
        gap = float(max(low[row, j] - q_high[j], q_low[j] - high[row, j]))
        if gap > 0.0:
            gap = min(gap, cap)
            total += gap * gap if squares else gap
        elif gap < wild:
            total += for_missing
        if total > most:
            return total
    return total
