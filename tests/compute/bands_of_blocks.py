"""The bands of blocks as if they stood one attribute after the other, ranges of bands, and what bits say of boxes."""

from __future__ import annotations

import numpy as np

from permdesk.compute.band_lanes import IN_HALF, together
from permdesk.compute.band_places import n_kept
from permdesk.compute.bands import Range


def by_attribute(bands, m):
    """The bands (n_blocks, m, 32) of all blocks."""
    at_once, n = together(8 * bands.itemsize), n_kept(m, bands.dtype)
    in_words = n // at_once * at_once
    blocks = bands.reshape(-1, n * 32)
    words, half = np.split(blocks, [in_words * 32], axis=1)
    found = [_apart(words, at_once), _apart(half, IN_HALF)]
    return np.concatenate(found, axis=1)[:, :m]


def in_bits(masks):
    """Which of 32 bits are set in each mask (n,), as truths (n, 32)."""
    return (masks[:, None] >> np.arange(32, dtype=np.uint32) & 1).astype(bool)


def range_of(first, last):
    """The range from the ``first`` to the ``last`` bands (m,)."""
    return Range(np.concatenate([first, last]), np.uint64(0), np.uint64(first.size))


def ends_of(near, m):
    """The first and the last bands (m,) of a range."""
    return tuple(near.bands[int(begin) : int(begin) + m] for begin in (near.first, near.last))


def _apart(words, at_once):
    return np.moveaxis(words.reshape(len(words), -1, 32, at_once), 3, 2).reshape(len(words), -1, 32)
