"""Compiled variances of windows of sorted values: linear time to prepare, constant time for each window.

Values are cut into blocks. Moments are kept of every beginning and every end of a block, and, for pairs of blocks,
of the stretches on both sides of the border at which their numbers part (a disjoint sparse table). A window is then
the end of one block, at most two stretches and the beginning of another. Moments are only ever merged, never
subtracted, and a mean is kept as its difference from a value that lies in the stretch itself: so nothing is lost
where values are large and their differences small.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from permdesk.compute.arrays import Floats

BLOCK = 32


@njit(nogil=True, cache=True)
def _merged(  # type: ignore[no-untyped-def]
    count, anchor, mean, square, other_count, other_anchor, other_mean, other_square
):
    """Moments of two stretches together, the mean relative to ``anchor`` (Chan, Golub and LeVeque 1979)."""
    total = count + other_count
    apart = (other_anchor - anchor) + (other_mean - mean)
    return (
        total,
        mean + apart * other_count / total,
        square + other_square + apart * apart * count / total * other_count,
    )


def block_moments(ordered: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """The four arrays that ``find_moments`` fills for the values ``ordered`` (n,)."""
    n_blocks = -(-ordered.size // BLOCK)
    levels = max(1, (n_blocks - 1).bit_length())
    stretches, borders = (ordered.size, 2), (levels, n_blocks, 2)
    # An interrupt while a kernel makes arrays crashes the process.
    moments = np.zeros(stretches), np.zeros(stretches), np.zeros(borders), np.zeros(borders)
    find_moments(ordered, *moments)
    return moments


@njit(nogil=True, cache=True)
def find_moments(ordered: Floats, beginnings: Floats, ends: Floats, before: Floats, after: Floats) -> None:
    """Write moments, as (mean relative to the anchor, sum of squared deviations), of the stretches of ``ordered`` (n,).

    All come as zeros. ``beginnings`` (n, 2) go from a block's first value, their anchor, up to each value; ``ends``
    (n, 2) from each value to the block's last, their anchor; ``before`` and ``after`` (levels, blocks, 2) from each
    block to the last value before the border of its level, and from the border to the end of each block. These two
    are anchored at the values that touch the border.
    """
    n = ordered.size
    levels, n_blocks, _ = before.shape
    for block in range(n_blocks):
        start, stop = block * BLOCK, min((block + 1) * BLOCK, n)
        for i in range(start + 1, stop):
            _, beginnings[i, 0], beginnings[i, 1] = _merged(
                i - start, ordered[start], beginnings[i - 1, 0], beginnings[i - 1, 1], 1, ordered[i], 0.0, 0.0
            )
        for i in range(stop - 2, start - 1, -1):
            _, ends[i, 0], ends[i, 1] = _merged(
                stop - 1 - i, ordered[stop - 1], ends[i + 1, 0], ends[i + 1, 1], 1, ordered[i], 0.0, 0.0
            )
    for level in range(levels):
        half = 1 << level
        for border in range(half, n_blocks, 2 * half):
            edge = border * BLOCK
            count, mean, square = 0, 0.0, 0.0
            for block in range(border - 1, border - half - 1, -1):
                start = block * BLOCK
                count, mean, square = _merged(
                    count,
                    ordered[edge - 1],
                    mean,
                    square,
                    BLOCK,
                    ordered[start + BLOCK - 1],
                    ends[start, 0],
                    ends[start, 1],
                )
                before[level, block, 0], before[level, block, 1] = mean, square
            count, mean, square = 0, 0.0, 0.0
            for block in range(border, min(border + half, n_blocks)):
                start, last = block * BLOCK, min((block + 1) * BLOCK, n) - 1
                count, mean, square = _merged(
                    count,
                    ordered[edge],
                    mean,
                    square,
                    last + 1 - start,
                    ordered[start],
                    beginnings[last, 0],
                    beginnings[last, 1],
                )
                after[level, block, 0], after[level, block, 1] = mean, square


@njit(nogil=True, cache=True)
def merge_windows(  # type: ignore[no-untyped-def]
    ordered, beginnings, ends, before, after, first, last, variances
):
    """Write the population variance of the values of ranks ``first`` to ``last`` of each window."""
    for window in range(first.size):
        start, final = first[window] - 1, last[window] - 1
        left, right = start // BLOCK, final // BLOCK
        if left == right:
            count, mean, square = 1, 0.0, 0.0
            for i in range(start + 1, final + 1):
                count, mean, square = _merged(count, ordered[start], mean, square, 1, ordered[i], 0.0, 0.0)
            variances[window] = square / count
            continue
        anchor = ordered[(left + 1) * BLOCK - 1]
        count, mean, square = (left + 1) * BLOCK - start, ends[start, 0], ends[start, 1]
        low, high = left + 1, right - 1
        if low == high:
            whole = (low + 1) * BLOCK - 1
            count, mean, square = _merged(
                count, anchor, mean, square, BLOCK, ordered[low * BLOCK], beginnings[whole, 0], beginnings[whole, 1]
            )
        elif low < high:
            level = 0
            while (low ^ high) >> (level + 1):
                level += 1
            border = (high >> level) << level
            edge = border * BLOCK
            count, mean, square = _merged(
                count, anchor, mean, square,
                (border - low) * BLOCK, ordered[edge - 1], before[level, low, 0], before[level, low, 1],
            )  # fmt: skip
            count, mean, square = _merged(
                count, anchor, mean, square,
                (high + 1 - border) * BLOCK, ordered[edge], after[level, high, 0], after[level, high, 1],
            )  # fmt: skip
        count, mean, square = _merged(
            count, anchor, mean, square,
            final + 1 - right * BLOCK, ordered[right * BLOCK], beginnings[final, 0], beginnings[final, 1],
        )  # fmt: skip
        variances[window] = square / count
