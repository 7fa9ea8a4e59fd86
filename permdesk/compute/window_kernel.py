"""Compiled moments of windows, merged from blocks of 1, 2, 4, ... sorted values."""

from __future__ import annotations

import numpy as np
from numba import njit

from permdesk.compute.arrays import Floats, Rows


@njit(nogil=True, cache=True)
def block_moments(ordered: Floats) -> tuple[Floats, Floats, Rows]:
    """Mean relative to the block's first value, and sum of squared deviations, of every aligned block of 2^k values.

    Blocks of level k start at multiples of 2^k; ``offsets[k]`` is where level k begins in the two arrays.
    """
    n = ordered.size
    levels = 1
    while (1 << levels) <= n:
        levels += 1
    offsets = np.zeros(levels + 1, np.int64)
    for level in range(levels):
        offsets[level + 1] = offsets[level] + (n >> level)
    means = np.zeros(offsets[levels])
    squares = np.zeros(offsets[levels])
    for level in range(1, levels):
        half = 1 << (level - 1)
        below = offsets[level - 1]
        for block in range(n >> level):
            left, right = below + 2 * block, below + 2 * block + 1
            start = block << level
            # Differences of neighbouring sorted values are exact or nearly so; means of large values are not.
            apart = (ordered[start + half] - ordered[start]) + (means[right] - means[left])
            means[offsets[level] + block] = means[left] + apart / 2
            squares[offsets[level] + block] = squares[left] + squares[right] + apart * apart * half / 2
    return means, squares, offsets


@njit(nogil=True, cache=True)
def merge_windows(
    ordered: Floats, means: Floats, squares: Floats, offsets: Rows, starts: Rows, stops: Rows, variances: Floats
) -> None:
    """Write the population variance of ``ordered[start:stop]`` of each window, by merging the blocks that tile it."""
    for window in range(starts.size):
        at, stop = starts[window], stops[window]
        anchor = ordered[at]
        count, mean, square = 0, 0.0, 0.0
        while at < stop:
            level = 0
            while at % (2 << level) == 0 and at + (2 << level) <= stop and level + 2 < offsets.size:
                level += 1
            size = 1 << level
            block = offsets[level] + (at >> level)
            apart = (ordered[at] - anchor) + means[block] - mean
            total = count + size
            mean += apart * size / total
            square += squares[block] + apart * apart * count / total * size
            count = total
            at += size
        variances[window] = square / count
