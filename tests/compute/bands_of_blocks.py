"""The bands of blocks as they would stand one attribute after the other."""

from __future__ import annotations

import numpy as np

from permdesk.compute.band_lanes import together
from permdesk.compute.band_places import n_kept


def by_attribute(bands, m):
    """The bands (n_blocks, m, 32) of all blocks."""
    at_once = together(8 * bands.itemsize)
    words = bands.reshape(-1, n_kept(m, bands.dtype) // at_once, 32, at_once)
    return np.moveaxis(words, 3, 2).reshape(len(words), -1, 32)[:, :m]
