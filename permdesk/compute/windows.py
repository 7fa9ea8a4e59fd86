"""Variances of windows of a sorted attribute: how varied the values near a closest value are."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Floats, Ranks, as_kernels_take
from permdesk.compute.kernel_steps import Kernels
from permdesk.compute.progress import Progress
from permdesk.compute.warm_up import wait_for_kernels

# Up to this many windows are done one by one in numpy; more are worth a compiled kernel.
FEW = 4096
WINDOWS_AT_ONCE = 1 << 18
LARGEST_EXPONENT = 500


def window_bounds(low: Ranks, high: Ranks, distance: Ranks | int, n: int) -> tuple[Ranks, Ranks]:
    """First and last rank (n_X,) of S_i^j(d): from ``low`` - d to ``high`` + d, clipped to 1..n (Definition 4).

    Wildcards span everything, so that their window is the whole attribute.
    """
    wide = np.minimum(distance, n)
    return (
        np.clip(low.astype(np.int64) - wide, 1, max(n, 1)).astype(np.int32),
        np.clip(high.astype(np.int64) + wide, 1, max(n, 1)).astype(np.int32),
    )


def window_variances(ordered: Floats, first: Ranks, last: Ranks, progress: Progress) -> Floats:
    """Population variance (divide by the count) of ``ordered[first - 1:last]`` for each window, in squared units.

    ``ordered`` is one attribute sorted, without missing values. Right to about 1e-12 relative even where values are
    large and differences small: moments are kept relative to values inside the window and only merged, never
    subtracted. A variance above the largest float is that float. Takes O(n) to prepare and O(1) for each window.
    Raises Cancelled.
    """
    if ordered.size == 0:
        return np.full(first.size, np.nan)
    # Squares of larger numbers than these, summed, overflow. A power of two changes no digit.
    too_large = max(0, int(np.frexp(np.abs(ordered[[0, -1]]).max())[1]) - LARGEST_EXPONENT)
    if too_large:
        scaled = window_variances(np.ldexp(ordered, -too_large), first, last, progress)
        most = np.ldexp(np.finfo(np.float64).max, -2 * too_large)
        return np.ldexp(np.minimum(scaled, most), 2 * too_large)
    if first.size <= FEW and ordered.size <= FEW:
        variances = np.empty(first.size)
        for row, (start, stop) in enumerate(zip(first - 1, last, strict=True)):
            variances[row] = (ordered[start:stop] - ordered[start]).var()
        return variances
    wait_for_kernels(progress, Kernels.WINDOWS)
    return compiled_variances(ordered, first, last, progress)


def compiled_variances(ordered: Floats, first: Ranks, last: Ranks, progress: Progress) -> Floats:
    """``window_variances`` of ordinary numbers as the kernel finds them, which is compiled if it was not yet."""
    # Imported here so that small files never wait for the compiler.
    from permdesk.compute.window_kernel import block_moments, merge_windows

    ordered, first, last = as_kernels_take(ordered), as_kernels_take(first), as_kernels_take(last)
    variances = np.empty(first.size)
    moments = block_moments(ordered)
    for start in range(0, first.size, WINDOWS_AT_ONCE):
        rows = slice(start, start + WINDOWS_AT_ONCE)
        progress.check()
        merge_windows(ordered, *moments, first[rows], last[rows], variances[rows])
    return variances
