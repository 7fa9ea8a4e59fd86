"""Rank swapping: values change places with values of similar rank, each attribute on its own."""

from __future__ import annotations

import numpy as np
from numba import njit

from permdesk.compute.arrays import Floats, Rows
from permdesk.compute.progress import Progress

TRIES = 8


def swap_ranks(values: Floats, share: float, generator: np.random.Generator, progress: Progress) -> Floats:
    """Swap each value with one at most ``share`` of n ranks away that was not swapped yet, drawn at random.

    Source: Moore, Controlled Data-Swapping Techniques for Masking Public Use Microdata Sets (1996). ``values`` (n, m).
    No value moves by more than the floor of ``share`` times the number of present values, and each attribute stays a
    permutation of itself. Missing values stay missing, and where they are. Raises Cancelled.
    """
    masked = values.copy()
    for j in range(values.shape[1]):
        progress.check()
        present = np.flatnonzero(~np.isnan(values[:, j]))
        order = present[np.argsort(values[present, j], kind="stable")]
        reach = int(share * order.size + 1e-9)
        partner = swap_partners(order.size, reach, generator.random((order.size, TRIES + 1)))
        masked[order, j] = values[order[partner], j]
    return masked


@njit(nogil=True, cache=True)
def swap_partners(n: int, reach: int, drawn: Floats) -> Rows:
    """The rank (from 0) with which each rank changes places: itself where no free one is within ``reach``.

    ``drawn`` (n, TRIES + 1) are uniform numbers: some tries at a free rank, then a start from which the next free one
    is taken.
    """
    partner = np.arange(n)
    is_free = np.ones(n, np.bool_)
    for i in range(n):
        if not is_free[i]:
            continue
        is_free[i] = False
        span = min(reach, n - 1 - i)
        found = -1
        for k in range(drawn.shape[1] - 1):
            if span == 0:
                break
            candidate = i + 1 + int(drawn[i, k] * span)
            if is_free[candidate]:
                found = candidate
                break
        if found < 0 and span > 0:
            start = int(drawn[i, drawn.shape[1] - 1] * span)
            for step in range(span):
                candidate = i + 1 + (start + step) % span
                if is_free[candidate]:
                    found = candidate
                    break
        if found >= 0:
            is_free[found] = False
            partner[i], partner[found] = found, i
    return partner
