"""The order of a column's rows, fast enough for a click at a million of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Rows

SIGN = np.uint64(1) << np.uint64(63)
BITS = 64


def stable_order(keys: NDArray[Any], *, descending: bool = False) -> Rows:
    """The rows (n,) by ascending or descending ``keys`` (n,), numbers or booleans; equal ones stay as they were, nan is
    last either way."""
    counts = _as_counts(keys, descending=descending)
    most = int(counts.max(initial=0))
    if most < 1 << 16:
        return np.argsort(counts.astype(np.uint16), kind="stable")  # numpy counts numbers of 16 bits
    if most < 1 << 32:
        by_last = np.argsort(counts.astype(np.uint16), kind="stable")
        first = (counts >> np.uint64(16)).astype(np.uint8 if most < 1 << 24 else np.uint16)
        by_both: Rows = by_last[np.argsort(first[by_last], kind="stable")]
        return by_both
    # One number that holds key and row is sorted several times as fast as rows by their keys.
    of_row = np.uint64(max(keys.size - 1, 1).bit_length())
    surplus = np.uint64(max(0, most.bit_length() + int(of_row) - BITS))
    packed = ((counts >> surplus) << of_row) | np.arange(keys.size, dtype=np.uint64)
    packed.sort()
    order: Rows = (packed & ((np.uint64(1) << of_row) - np.uint64(1))).astype(np.int64)
    if surplus:
        # The last bits found no room; where they decide, a sort of what is sorted but for them is quick.
        sorted_counts = counts[order]
        if (sorted_counts[1:] < sorted_counts[:-1]).any():
            order = order[np.argsort(sorted_counts, kind="stable")]
    return order


def has_equal(sorted_keys: NDArray[Any]) -> bool:
    """Whether some of the keys (n,), in their ``stable_order``, are equal; nan is equal to nan."""
    return bool((sorted_keys[1:] == sorted_keys[:-1]).any() or (sorted_keys[-2:] != sorted_keys[-2:]).sum() > 1)


def _as_counts(keys: NDArray[Any], *, descending: bool) -> NDArray[np.uint64]:
    """Numbers from 0 in the same order."""
    if keys.dtype.kind != "f":
        whole = keys.astype(np.int64)
        if not whole.size:
            return np.zeros(0, np.uint64)
        # Differences of far numbers wrap around and are right again as numbers without a sign.
        away: NDArray[np.int64] = whole.max() - whole if descending else whole - whole.min()
        return away.view(np.uint64)
    values = keys.astype(np.float64) + 0.0  # -0.0 becomes 0.0
    bits = values.view(np.uint64)
    # The bits of a float are in its order once those of negative ones are turned over.
    counts: NDArray[np.uint64] = np.where(bits & SIGN, ~bits, bits | SIGN)
    if descending:
        counts = ~counts
    missing = np.isnan(values)
    counts[missing] = 0
    known = counts if not missing.any() else counts[~missing]
    if known.size:
        counts -= known.min()  # few bits where all values are of one size
        counts[missing] = known.max() - known.min() + np.uint64(1)
    return counts
