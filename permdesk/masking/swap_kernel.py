"""Which ranks change places: one pass from the lowest to the highest."""

from __future__ import annotations

from numba import njit

from permdesk.compute.arrays import Flags, Floats, Rows


@njit(nogil=True, cache=True)
def swap_partners(reach: int, drawn: Floats, is_free: Flags, partner: Rows) -> None:
    """Write the rank (from 0) with which each rank changes places: itself where no free one is within ``reach``.

    ``drawn`` (n, TRIES + 1) are uniform numbers: some tries at a free rank, then a start from which the next free one
    is taken. ``partner`` (n,) comes with each rank its own, ``is_free`` (n,) all true.
    """
    n = partner.size
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
