"""Records and their centres as keys: each a number of 64 bits, so that they are parted and selected together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.lanes import inner_kernel

Keys = NDArray[np.uint64]


@inner_kernel
def key_of(centre: int | np.uint16, row: int | np.int32) -> np.uint64:
    """With the row in its lower half every key is different, and moves together with its row."""
    return (np.uint64(centre) << np.uint64(32)) | np.uint64(row)


@inner_kernel
def centre_in(key: np.uint64) -> int:
    return int(np.int64(key >> np.uint64(32)))


@inner_kernel
def row_in(key: np.uint64) -> np.int32:
    return np.int32(key & np.uint64(0xFFFFFFFF))


@inner_kernel
def select(keys: Keys, start: int, stop: int, at: int) -> None:
    """Reorder keys[start:stop], all different, so that those before ``at`` are the smallest (quickselect)."""
    while stop - start > 2:
        pivot = _median(keys[start], keys[(start + stop) >> 1], keys[stop - 1])
        n_smaller = part(keys, start, stop, pivot)
        if at == n_smaller:
            return
        if at < n_smaller:
            stop = n_smaller
        else:
            start = n_smaller
    if stop - start == 2 and keys[start] > keys[start + 1]:
        keys[start], keys[start + 1] = keys[start + 1], keys[start]


@inner_kernel
def part(keys: Keys, start: int, stop: int, pivot: np.uint64) -> int:
    """Bring those of keys[start:stop] that are smaller to the front, and return where the others begin.

    There is no branch for the processor to guess wrong, and indices without a sign need no second look.
    """
    one, n_smaller = np.uint64(1), np.uint64(start)
    for i in range(np.uint64(start), np.uint64(stop)):
        key = keys[i]
        keys[i] = keys[n_smaller]
        keys[n_smaller] = key
        n_smaller += one if key < pivot else np.uint64(0)
    return int(np.int64(n_smaller))


@inner_kernel
def _median(a: np.uint64, b: np.uint64, c: np.uint64) -> np.uint64:
    return max(min(a, b), min(max(a, b), c))
