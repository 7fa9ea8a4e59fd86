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
from permdesk.compute.coarse_ranks import (
    BEYOND,
    NO_PLACE,
    NO_STEP,
    PLACE_BITS,
    Coarse,
    Steps,
    coarse,
    even_coarse,
    if_ranked,
    place_in_cell,
)
from permdesk.compute.lanes import borrowing_kernel, inlined_kernel
from permdesk.compute.ranks import WILDCARD_LOW

# Of 8 bits, or of 16 where coarse ranks are their own bands.
BandArray = NDArray[Any]

# Bands of what has a rank. Band 0 is below all ranks, as ``NO_STEP`` is, and the last one beyond them.
N_BANDS = 254
LAST_BAND = np.uint8(255)
# Bands, which have 8 bits, are scaled with so many more.
SCALE_BITS = 22
# The bits of a number of ``Bands.of_cell`` that tell a place; the band before it and the one from there on stand above.
PLACE = np.uint32(0xFFFF)
BEFORE, AFTER = np.uint32(16), np.uint32(24)
# So many records are looked at for whether bands tell their intervals apart.
SOME = 1 << 11


class Bands(NamedTuple):
    """The band of each coarse rank in each attribute: ``of_coarse`` (m, n_coarse), of which the last column is for what
    is ``BEYOND`` all ranks. It is empty where coarse ranks are their own bands, and ``scale`` is 0 there. Where bands
    ``are_even`` (m,), ``scale`` tells them, too: in less time than a table (``even_band``). Elsewhere ``of_cell``
    (m, n_cells) tells those of ranks at once: at which place of a cell another band may begin, the one before that, and
    that one."""

    of_coarse: BandArray
    of_cell: NDArray[np.uint32]
    are_even: Flags
    scale: np.uint32


def own_bands() -> Bands:
    """Each coarse rank is its own band."""
    return Bands(np.empty((0, 0), np.uint16), np.empty((0, 0), np.uint32), np.empty(0, np.bool_), np.uint32(0))


def find_bands(is_end: Flags, is_wide: Flags, steps: Steps) -> Bands:
    """Bands that begin where intervals of tied values begin or have ended (``find_ends``), and even ones elsewhere."""
    m, n_cells = steps.cells.shape
    # What has a rank has coarse ranks from 1 to one more than there are steps, of which each cell holds one at most.
    largest = n_cells + 1
    of_coarse, of_cell = np.empty((m, largest + 2), np.uint8), np.empty((m, n_cells), np.uint32)
    scale = ((N_BANDS - 1) << SCALE_BITS) // (largest + 1)
    of_coarse[~is_wide] = 1 + (np.arange(largest + 2) * scale >> SCALE_BITS)
    for j in np.flatnonzero(is_wide):
        begins = np.zeros(largest + 2, np.bool_)
        _mark_begins(np.flatnonzero(is_end[j]), steps, int(j), begins)
        _number(begins, scale, of_coarse[j])
        _tell_by_cell(steps, int(j), of_coarse[j], of_cell[j])
    of_coarse[:, 0], of_coarse[:, -1] = NO_STEP, LAST_BAND
    return Bands(of_coarse, of_cell, ~is_wide, np.uint32(scale))


@borrowing_kernel
def _mark_begins(ends: Rows, steps: Steps, attribute: int, begins: Flags) -> None:
    """Mark the coarse ranks that ends have, but for the last one, which no rank follows. An end between two steps has
    that of the one before, which is an end, too: even steps are followed by one at an end."""
    for k in range(ends.size - 1):
        begins[coarse(ends[k], steps, attribute)] = True


@borrowing_kernel
def _number(begins: Flags, scale: int, of_coarse: BandArray) -> None:
    """Let a band begin at each coarse rank that is marked or, if there are too many of these, at some."""
    n_begins, band = 0, 1
    for coarse_rank in range(begins.size):
        n_begins += begins[coarse_rank]
    for coarse_rank in range(begins.size):
        if begins[coarse_rank]:
            band = band + 1 if n_begins < N_BANDS else 1 + (coarse_rank * scale >> SCALE_BITS)
        of_coarse[coarse_rank] = band


@borrowing_kernel
def _tell_by_cell(steps: Steps, attribute: int, of_coarse: BandArray, of_cell: NDArray[np.uint32]) -> None:
    for number in range(np.uint64(of_cell.size)):
        coarse_rank, place = np.uint64(1) + number, NO_PLACE
        if not steps.is_even[attribute]:
            cell = steps.cells[attribute, number]
            coarse_rank, place = np.uint64(1) + np.uint64(cell >> np.uint32(PLACE_BITS)), cell & NO_PLACE
        before = after = np.uint32(of_coarse[coarse_rank])
        if place != NO_PLACE:
            after = np.uint32(of_coarse[coarse_rank + np.uint64(1)])
        of_cell[number] = place & PLACE | before << BEFORE | after << AFTER


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
def even_band(coarse_rank: np.uint16, bands: Bands) -> np.uint16:
    """``band_of`` of an attribute whose bands are even, without a branch and without a table."""
    band = np.uint32(1) + (np.uint32(coarse_rank) * np.uint32(bands.scale) >> np.uint32(SCALE_BITS))
    band = np.uint32(NO_STEP) if coarse_rank == NO_STEP else band
    return np.uint16(np.uint32(LAST_BAND) if coarse_rank == BEYOND else band)


@inlined_kernel
def band_at(rank: int, bands: Bands, steps: Steps, attribute: int) -> np.uint16:
    """The band of a rank."""
    if bands.of_coarse.size == 0:
        return coarse(rank, steps, attribute)
    if bands.are_even[attribute]:
        return even_band(even_coarse(rank, steps), bands)
    place, number = place_in_cell(rank, steps)
    cell = bands.of_cell[attribute, number]
    band = cell >> AFTER if place >= cell & PLACE else cell >> BEFORE & np.uint32(0xFF)
    return if_ranked(rank, band, LAST_BAND)


class Range(NamedTuple):
    """What is near a query: ``bands[first + j]`` to ``bands[last + j]`` in attribute j. An array for each end would be
    looked at, whether it is long enough, for each leaf that is opened."""

    bands: BandArray
    first: np.uint64
    last: np.uint64


@inlined_kernel
def nothing_near(near: Range) -> None:
    """Let nothing that has a rank lie in a range."""
    for at in range(near.first, near.last):
        near.bands[at], near.bands[at - near.first + near.last] = LAST_BAND, NO_STEP


@inlined_kernel
def find_own(bands: Bands, low: Coarse, own: BandArray) -> None:
    """Find the bands that a query begins in, which begins at ``low`` (m,)."""
    for j in range(np.uint64(low.size)):
        own[j] = band_of(low[j], bands, j)


@inlined_kernel
def find_range(bands: Bands, steps: Steps, low: Coarse, high: Coarse, limit: np.uint16, near: Range) -> None:
    """Find the first and the last bands of what lies within a limit, in coarse ranks, of a query from ``low`` to
    ``high`` (m,)."""
    largest = np.int32(steps.cells.shape[1] + 1)
    for j in range(np.uint64(low.size)):
        begin, end = np.int32(low[j]), np.int32(high[j])
        # What is beyond all ranks is near nothing that has one.
        if NO_STEP < begin < BEYOND:
            begin = max(np.int32(1), begin - np.int32(limit))
        if end < BEYOND:
            end = min(largest, end + np.int32(limit))
        if bands.scale and bands.are_even[j]:
            near.bands[near.first + j] = even_band(np.uint16(begin), bands)
            near.bands[near.last + j] = even_band(np.uint16(end), bands)
        else:
            near.bands[near.first + j] = band_of(np.uint16(begin), bands, j)
            near.bands[near.last + j] = band_of(np.uint16(end), bands, j)
