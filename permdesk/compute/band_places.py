"""Where the bands of a block's boxes stand: those of some attributes together, box by box, then those of the next ones.

``band_lanes`` says how many attributes these are: first whole words of four, then half a word if one or two are left. A
block is as long as if there were an attribute for each place; what is kept for those that do not exist is near
everything.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike

from permdesk.compute.band_lanes import IN_HALF, all_zero, bring_together, half_zero, n_together, together
from permdesk.compute.bands import BandArray, Range
from permdesk.compute.lanes import WIDTH, inlined_kernel


def n_kept(m: int, kind: DTypeLike) -> int:
    """For how many attributes bands of a kind are kept where there are m."""
    at_once = min(IN_HALF, together(8 * np.dtype(kind).itemsize))
    return -(-m // at_once) * at_once


@inlined_kernel
def kept(bands: BandArray, m: int | np.uint64) -> np.uint64:
    """``n_kept`` of the kind of an array."""
    at_once = np.uint64(min(IN_HALF, n_together(bands)))
    return (np.uint64(m) + at_once - np.uint64(1)) // at_once * at_once


@inlined_kernel
def in_words(bands: BandArray, m: int | np.uint64) -> np.uint64:
    """Of how many attributes the bands stand in whole words."""
    at_once = np.uint64(n_together(bands))
    return kept(bands, m) // at_once * at_once


def range_size(m: int, kind: DTypeLike) -> int:
    """How many bands are kept for a query with m attributes: those of its range, up to a multiple of 32."""
    return -(-2 * n_kept(m, kind) // WIDTH) * WIDTH


@inlined_kernel
def range_in(bands: BandArray, place: np.uint64, m: int) -> Range:
    """The range of a query with m attributes, whose bands are kept side by side (``range_size``) from a place on."""
    return Range(bands, place, place + kept(bands, m))


@inlined_kernel
def block_size(bands: BandArray, m: int) -> int:
    """How many bands a block has."""
    return int(np.int64(kept(bands, m))) * WIDTH


@inlined_kernel
def place_of(bands: BandArray, m: int, block: int, attribute: int) -> np.uint64:
    """Where the 32 bands of a block's boxes are written in an attribute, side by side until the block is finished."""
    return (np.uint64(block) * kept(bands, m) + np.uint64(attribute)) * np.uint64(WIDTH)


@inlined_kernel
def finish(bands: BandArray, m: int, block: int, near_all: np.uint8) -> None:
    """Bring the bands of a block together that are to stand together. Those of attributes that do not exist are to be
    ``near_all``."""
    begin, end = place_of(bands, m, block, 0), place_of(bands, m, block + 1, 0)
    half = begin + in_words(bands, m) * np.uint64(WIDTH)
    for place in range(place_of(bands, m, block, m), end):
        bands[place] = near_all
    for place in range(begin, half, np.uint64(n_together(bands) * WIDTH)):
        bring_together(bands, place, all_zero(bands))
    if half < end:
        bring_together(bands, half, half_zero(bands))
