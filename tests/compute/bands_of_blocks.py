"""The bands of blocks as they would stand one attribute after the other."""

from __future__ import annotations

import numpy as np

from permdesk.compute.band_lanes import IN_HALF, together
from permdesk.compute.band_places import n_kept


def by_attribute(bands, m):
    """The bands (n_blocks, m, 32) of all blocks."""
    at_once, n = together(8 * bands.itemsize), n_kept(m, bands.dtype)
    in_words = n // at_once * at_once
    blocks = bands.reshape(-1, n * 32)
    words, half = np.split(blocks, [in_words * 32], axis=1)
    found = [_apart(words, at_once), _apart(half, IN_HALF)]
    return np.concatenate(found, axis=1)[:, :m]


def _apart(words, at_once):
    return np.moveaxis(words.reshape(len(words), -1, 32, at_once), 3, 2).reshape(len(words), -1, 32)
