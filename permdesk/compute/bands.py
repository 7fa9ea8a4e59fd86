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
from numpy.typing import DTypeLike, NDArray

from permdesk.compute.arrays import Flags, Ranks, Rows
from permdesk.compute.band_lanes import spread
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.coarse_ranks import BEYOND, NO_STEP, Coarse, Steps, aligned, coarse
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
    """The ``first`` and the ``last`` band of what is near a query in each attribute, each 32 times side by side
    (m * 32,), and its ``own`` first band, where that matters (m * 32 or 0)."""

    own: BandArray
    first: BandArray
    last: BandArray


def new_range(m: int, with_own: bool, kind: DTypeLike) -> Range:
    """Room for the range of one query with m attributes, in bands of one kind."""
    return Range(aligned(m * WIDTH if with_own else 0, kind), aligned(m * WIDTH, kind), aligned(m * WIDTH, kind))


@inlined_kernel
def find_own(bands: Bands, low: Coarse, own: BandArray) -> None:
    """Find the own bands (m,) of a query that begins at ``low`` (m,)."""
    for j in range(np.uint64(low.size)):
        own[j] = band_of(low[j], bands, j)


@inlined_kernel
def find_range(
    bands: Bands, steps: Steps, low: Coarse, high: Coarse, limit: np.uint16, first: BandArray, last: BandArray
) -> None:
    """Find the first and the last band (m,) of what lies within a limit, in coarse ranks, of a query."""
    largest = np.int32(steps.below.shape[1] + 1)
    for j in range(np.uint64(low.size)):
        begin, end = np.int32(low[j]), np.int32(high[j])
        if begin > NO_STEP:
            begin = max(np.int32(1), begin - np.int32(limit))
        if end < BEYOND:
            end = min(largest, end + np.int32(limit))
        first[j] = band_of(np.uint16(begin), bands, j)
        last[j] = band_of(np.uint16(end), bands, j)


@inlined_kernel
def spread_range(own: BandArray, first: BandArray, last: BandArray, near: Range) -> None:
    """Set what is near one query from its bands (m,)."""
    for j in range(np.uint64(first.size)):
        spread(near.first, j * np.uint64(WIDTH), first[j])
        spread(near.last, j * np.uint64(WIDTH), last[j])
    for j in range(np.uint64(near.own.size) // np.uint64(WIDTH)):
        spread(near.own, j * np.uint64(WIDTH), own[j])
