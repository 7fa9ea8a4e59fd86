"""Rank boxes: each record as one interval of ranks per attribute."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from permdesk.compute.arrays import Flags, Ranks, Rows, frozen
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW

ROWS_AT_ONCE = 1 << 16

Number = TypeVar("Number", np.int32, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class RankBoxes:
    """Records as boxes in rank space: attribute j of record i has the ranks ``low[i, j]`` to ``high[i, j]``.

    Where every box is a point, both may be one array. ``is_wide`` (m,) says in which attributes some interval has more
    than one rank and is no wildcard, perhaps of a record that is none of these any more; None if nobody has looked.
    """

    low: Ranks
    high: Ranks
    is_wide: Flags | None = None

    @property
    def n_records(self) -> int:
        return int(self.low.shape[0])

    @property
    def n_attributes(self) -> int:
        return int(self.low.shape[1])

    def take(self, rows: Rows) -> RankBoxes:
        """The boxes of some records, in that order."""
        # numpy takes whole records several times as fast as it indexes by them.
        low = np.take(self.low, rows, axis=0)
        return _boxes(low, None if self.low is self.high else np.take(self.high, rows, axis=0), self.is_wide)

    def of_attributes(self, attributes: list[int]) -> RankBoxes:
        """The same records by some of the attributes."""
        low, high = (np.ascontiguousarray(ranks[:, attributes]) for ranks in (self.low, self.high))
        is_wide = None if self.is_wide is None else frozen(self.is_wide[attributes])
        return _boxes(low, None if self.low is self.high else high, is_wide)


def _boxes(low: Ranks, high: Ranks | None, is_wide: Flags | None = None) -> RankBoxes:
    return RankBoxes(frozen(low), low if high is None else frozen(high), is_wide)


class BoundColumns(Generic[Number]):
    """Lower and upper bounds (n, m) that are filled attribute by attribute, in any order and from several threads."""

    def __init__(self, n: int, m: int, kind: type[Number]) -> None:
        # Memory that is never written to is never taken: points need none for ``high``.
        self._low: NDArray[Number] = np.empty((n, m), kind)
        self._high: NDArray[Number] = np.empty((n, m), kind)
        self._are_points = [True] * m

    def put(self, attribute: int, low: NDArray[Number], high: NDArray[Number]) -> None:
        """The bounds (n,) of one attribute."""
        self._low[:, attribute] = low
        self._are_points[attribute] = low is high or np.array_equal(low, high)
        if not self._are_points[attribute]:
            self._high[:, attribute] = high

    def bounds(self) -> tuple[NDArray[Number], NDArray[Number]]:
        """What was filled, one array where lower and upper bounds are equal; nothing can be put any more."""
        low, high = frozen(self._low), self._high
        if all(self._are_points):
            return low, low
        for attribute, are_points in enumerate(self._are_points):
            if are_points:
                high[:, attribute] = low[:, attribute]
        return low, frozen(high)


class BoxColumns(BoundColumns[np.int32]):
    """Boxes (n, m) that are filled attribute by attribute."""

    def __init__(self, n: int, m: int) -> None:
        super().__init__(n, m, np.int32)
        self._is_wide = np.zeros(m, np.bool_)

    def put(self, attribute: int, low: Ranks, high: Ranks) -> None:
        """The ranks (n,) of one attribute."""
        super().put(attribute, low, high)
        # To look here, where an attribute's ranks lie side by side, takes less time than before each search.
        self._is_wide[attribute] = not self._are_points[attribute] and ((low != high) & (low != WILDCARD_LOW)).any()

    def boxes(self) -> RankBoxes:
        """What was filled; nothing can be put any more."""
        return RankBoxes(*self.bounds(), frozen(self._is_wide))


def stack_boxes(columns: list[tuple[Ranks, Ranks]]) -> RankBoxes:
    """Boxes from the low and high ranks (n,) of each attribute."""
    stacked = BoxColumns(columns[0][0].size, len(columns))
    for attribute, (low, high) in enumerate(columns):
        stacked.put(attribute, low, high)
    return stacked.boxes()


def missing_as_own_value(boxes: RankBoxes, is_missing: Flags | None = None) -> RankBoxes:
    """Boxes in which missing is a value of its own: at no distance from itself, beyond all ranks from all else; see
    ``missing_as_own_rank``."""
    if not (boxes.low == WILDCARD_LOW).any():
        return boxes
    low, high = missing_as_own_rank(boxes.low, boxes.high, is_missing)
    return RankBoxes(frozen(low), frozen(high))


def missing_as_own_rank(low: Ranks, high: Ranks, is_missing: Flags | None = None) -> tuple[Ranks, Ranks]:
    """Ranks, of any shape, in which missing is a value of its own; one array where they are points.

    What is wild though not ``is_missing``, as a target without values is near everything, has rank 1; without
    ``is_missing`` all that is wild is missing.
    """
    is_wild = low == WILDCARD_LOW
    of_wild = np.int32(MISSING_RANK) if is_missing is None else np.where(is_missing, MISSING_RANK, 1).astype(np.int32)
    first, last = (np.where(is_wild, of_wild, ranks) for ranks in (low, high))
    return (first, first) if np.array_equal(first, last) else (first, last)


def drawn_ranks(boxes: RankBoxes, generator: np.random.Generator, rows: Rows | None = None) -> RankBoxes:
    """Points drawn evenly from each interval: the rank of a closest value when ties are broken at random.

    Of ``rows`` only, in ascending order, if these are given; the numbers drawn for a record do not depend on which
    others are asked for.
    """
    n, m = boxes.low.shape
    if rows is None:
        chances = generator.random((n, m))
    else:
        pieces = np.split(rows, np.searchsorted(rows, range(ROWS_AT_ONCE, n, ROWS_AT_ONCE)))
        starts = range(0, n, ROWS_AT_ONCE)
        chances = np.concatenate(
            [
                generator.random((min(ROWS_AT_ONCE, n - start), m))[piece - start]
                for start, piece in zip(starts, pieces, strict=True)
            ]
        )
        boxes = boxes.take(rows)
    wild = boxes.low == WILDCARD_LOW
    span = np.where(wild, 1, boxes.high - boxes.low + 1)
    point = boxes.low + np.floor(chances * span).astype(np.int32)
    return points_or_wildcards(point, wild)


def points_or_wildcards(points: Ranks, wild: Flags) -> RankBoxes:
    """Boxes that are the ``points`` (n, m), or span all ranks where ``wild``."""
    if not wild.any():
        return _boxes(points, None)
    return _boxes(np.where(wild, np.int32(WILDCARD_LOW), points), np.where(wild, np.int32(WILDCARD_HIGH), points))
