"""Rank boxes: each record as one interval of ranks per attribute."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.compute.arrays import Ranks, Rows
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW


@dataclass(frozen=True, slots=True, eq=False)
class RankBoxes:
    """Records as boxes in rank space: attribute j of record i has the ranks ``low[i, j]`` to ``high[i, j]``."""

    low: Ranks
    high: Ranks

    @property
    def n_records(self) -> int:
        return int(self.low.shape[0])

    @property
    def n_attributes(self) -> int:
        return int(self.low.shape[1])

    def take(self, rows: Rows) -> RankBoxes:
        """The boxes of some records, in that order."""
        return RankBoxes(self.low[rows], self.high[rows])


def stack_boxes(columns: list[tuple[Ranks, Ranks]]) -> RankBoxes:
    """Boxes from the low and high ranks (n,) of each attribute."""
    return RankBoxes(
        np.column_stack([low for low, _ in columns]).astype(np.int32),
        np.column_stack([high for _, high in columns]).astype(np.int32),
    )


def missing_as_own_value(boxes: RankBoxes) -> RankBoxes:
    """Boxes in which missing is a value of its own: at no distance from itself, beyond all ranks from all else."""
    missing = boxes.low == WILDCARD_LOW
    return RankBoxes(
        np.where(missing, MISSING_RANK, boxes.low).astype(np.int32),
        np.where(missing, MISSING_RANK, boxes.high).astype(np.int32),
    )


def drawn_ranks(boxes: RankBoxes, generator: np.random.Generator) -> RankBoxes:
    """Points drawn evenly from each interval: the rank of a closest value when ties are broken at random."""
    wild = boxes.low == WILDCARD_LOW
    span = np.where(wild, 1, boxes.high - boxes.low + 1)
    point = boxes.low + np.floor(generator.random(boxes.low.shape) * span).astype(np.int32)
    return RankBoxes(
        np.where(wild, WILDCARD_LOW, point).astype(np.int32), np.where(wild, WILDCARD_HIGH, point).astype(np.int32)
    )
