"""Ranks in 8 bits, where a record has more than a few attributes: half as much is read of every block.

A band is a range of coarse ranks (``coarse_ranks``), and bands ascend with them. So a record that lies within a
distance of a query lies in one of the bands from the lowest to the highest rank at that distance, whatever the bands
are. Where values are tied, bands begin where intervals begin or have ended, so that an interval has a band of its own
or shares one with whole others. With few attributes the nearest record is so near that bands would be too wide: coarse
ranks are their own bands there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Flags, Ranks, Rows
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.coarse_ranks import BEYOND, NO_STEP, Coarse, Steps, coarse
from permdesk.compute.lanes import WIDTH, borrowing_kernel, inlined_kernel
from permdesk.compute.ranks import WILDCARD_LOW

# Of 8 bits, or of 16 where coarse ranks are their own bands.
BandArray = NDArray[Any]

# Bands of what has a rank. Band 0 is below all ranks, as ``NO_STEP`` is, and the last one beyond them.
N_BANDS = 254
LAST_BAND = np.uint8(255)
# So many records are looked at for whether bands tell their intervals apart.
SOME = 1 << 11


class Bands(NamedTuple):
    """The band of each coarse rank in each attribute: ``of_coarse`` (m, n_coarse), of which the last column is for what
    is ``BEYOND`` all ranks. It is empty where coarse ranks are their own bands."""

    of_coarse: BandArray


def own_bands() -> Bands:
    """Each coarse rank is its own band."""
    return Bands(np.empty((0, 0), np.uint16))


def find_bands(is_end: Flags, is_wide: Flags, steps: Steps) -> Bands:
    """Bands that begin where intervals of tied values begin or have ended (``find_ends``), and even ones elsewhere."""
    m, n_cells = steps.below.shape
    # What has a rank has coarse ranks from 1 to one more than there are steps, of which each cell holds one at most.
    largest = n_cells + 1
    coarse_rank = np.arange(largest + 2)
    of_coarse = np.empty((m, coarse_rank.size), np.uint8)
    of_coarse[:] = _scaled(coarse_rank, largest)
    for j in np.flatnonzero(is_wide):
        begins = np.zeros(coarse_rank.size, np.bool_)
        _mark_begins(is_end[j], steps, int(j), begins)
        if np.count_nonzero(begins) < N_BANDS:
            of_coarse[j] = 1 + np.cumsum(begins)
        else:
            of_coarse[j] = _scaled(np.maximum.accumulate(np.where(begins, coarse_rank, 0)), largest)
    of_coarse[:, 0], of_coarse[:, -1] = NO_STEP, LAST_BAND
    return Bands(of_coarse)


def _scaled(coarse_rank: Rows, largest: int) -> Rows:
    return np.minimum(1 + coarse_rank * (N_BANDS - 1) // largest, N_BANDS)


@borrowing_kernel
def _mark_begins(is_end: Flags, steps: Steps, attribute: int, begins: Flags) -> None:
    """Mark the coarse ranks that ends have. An end between two steps has that of the one before, which is an end, too:
    even steps are followed by one at an end."""
    for rank in range(1, is_end.size - 1):
        if is_end[rank]:
            begins[coarse(rank, steps, attribute)] = True


def have_one_band(boxes: RankBoxes, bands: Bands, steps: Steps) -> bool:
    """Whether some boxes lie in one band in each attribute, unless they are wildcards there."""
    if bands.of_coarse.size == 0:
        return boxes.low is boxes.high
    some = boxes.take(np.linspace(0, boxes.n_records - 1, min(boxes.n_records, SOME)).astype(np.int64))
    return bool(_have_one_band(some.low, some.high, bands, steps))


@borrowing_kernel
def _have_one_band(low: Ranks, high: Ranks, bands: Bands, steps: Steps) -> bool:
    have_one = True
    for i in range(low.shape[0]):
        for j in range(low.shape[1]):
            begin, end = band_at(low[i, j], bands, steps, j), band_at(high[i, j], bands, steps, j)
            have_one &= (begin == end) | (low[i, j] == WILDCARD_LOW)
    return have_one


@inlined_kernel
def band_of(coarse_rank: np.uint16, bands: Bands, attribute: int) -> np.uint16:
    """The band of a coarse rank."""
    if bands.of_coarse.size == 0:
        return coarse_rank
    last = np.uint64(bands.of_coarse.shape[1] - 1)
    return np.uint16(bands.of_coarse[attribute, min(np.uint64(coarse_rank), last)])


@inlined_kernel
def band_at(rank: int, bands: Bands, steps: Steps, attribute: int) -> np.uint16:
    """The band of a rank."""
    return band_of(coarse(rank, steps, attribute), bands, attribute)


class Range(NamedTuple):
    """The band that a query begins in, ``own``, and the ``first`` and the ``last`` band of what is near it in each
    attribute (m,)."""

    own: BandArray
    first: BandArray
    last: BandArray


def range_size(m: int) -> int:
    """How many bands are kept for a query with m attributes: those of its range, up to a multiple of 32."""
    return -(-3 * m // WIDTH) * WIDTH


@inlined_kernel
def range_in(kept: BandArray, m: int) -> Range:
    """The range of a query with m attributes, of which the bands are ``kept`` side by side (``range_size``)."""
    return Range(kept[:m], kept[m : 2 * m], kept[2 * m : 3 * m])


@inlined_kernel
def nothing_near(near: Range) -> None:
    """Let nothing that has a rank lie in a range."""
    near.first[:], near.last[:] = LAST_BAND, NO_STEP


@inlined_kernel
def find_own(bands: Bands, low: Coarse, near: Range) -> None:
    """Find the own bands of a query that begins at ``low`` (m,)."""
    for j in range(np.uint64(low.size)):
        near.own[j] = band_of(low[j], bands, j)


@inlined_kernel
def find_range(bands: Bands, steps: Steps, low: Coarse, high: Coarse, limit: np.uint16, near: Range) -> None:
    """Find the first and the last bands of what lies within a limit, in coarse ranks, of a query from ``low`` to
    ``high`` (m,)."""
    largest = np.int32(steps.below.shape[1] + 1)
    for j in range(np.uint64(low.size)):
        begin, end = np.int32(low[j]), np.int32(high[j])
        if begin > NO_STEP:
            begin = max(np.int32(1), begin - np.int32(limit))
        if end < BEYOND:
            end = min(largest, end + np.int32(limit))
        near.first[j] = band_of(np.uint16(begin), bands, j)
        near.last[j] = band_of(np.uint16(end), bands, j)
