"""Table 3: every record of the release, measured against one original record."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.audit.findings import Distances, seal
from permdesk.compute.arrays import Flags, Ranks, Rows
from permdesk.compute.ranks import WILDCARD_LOW


@dataclass(frozen=True, slots=True, eq=False)
class RecordTable:
    """One original record against all n target records.

    ``closest_low`` and ``closest_high`` (m,) are the ranks of the closest values; ``deviations`` (n, m) and
    ``maxima`` (n,) the rank deviations d^j and their maximum; ``is_closest`` (n, m) marks the cells that hold a
    closest value, not wildcards; ``matches`` are the rows that attain the permutation distance ``distance``.
    """

    record: int
    closest_low: Ranks
    closest_high: Ranks
    deviations: Ranks
    maxima: Ranks
    is_closest: Flags
    matches: Rows
    distance: int

    def __post_init__(self) -> None:
        seal(self, "closest_low", "closest_high", "deviations", "maxima", "is_closest", "matches")


def rank_deviations(distances: Distances, record: int, rows: slice | Rows) -> Ranks:
    """The rank deviations d^j (len(rows), m) between original record ``record`` and these rows of the target."""
    low, high = distances.closest_low[record], distances.closest_high[record]
    gap = np.maximum(distances.low[rows] - high, low - distances.high[rows])
    clipped: Ranks = np.clip(gap, 0, distances.n_records).astype(np.int32)
    return clipped


def record_table(distances: Distances, record: int) -> RecordTable:
    """Compare original record ``record`` (from 0) with every record of the target (Table 3). Takes O(n m)."""
    low, high = distances.closest_low[record], distances.closest_high[record]
    found = rank_deviations(distances, record, slice(None))
    maxima = found.max(axis=1)
    distance = int(maxima.min())
    return RecordTable(
        record=record,
        closest_low=low,
        closest_high=high,
        deviations=found,
        maxima=maxima,
        is_closest=(found == 0) & (distances.low != WILDCARD_LOW) & (low != WILDCARD_LOW),
        matches=np.flatnonzero(maxima == distance),
        distance=distance,
    )
