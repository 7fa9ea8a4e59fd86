"""Both distributions read off at one distance: who is found within it, and (protector only) how often rightly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.audit.findings import Audit, seal
from permdesk.compute.arrays import Floats, Rows
from permdesk.compute.linkage import expected_right


@dataclass(frozen=True, slots=True, eq=False)
class DistanceReading:
    """What lies within ``distance`` ranks. Shares are from 0 to 1.

    ``records`` are the rows of the original records whose links are within it. Protector only, else None:
    ``right`` (len(records),) is the chance that a link drawn from a record's links is right, nan where the record has
    no release, and ``n_right`` the number to expect among the records that have one.
    """

    distance: int
    share_original: float
    share_random: float
    records: Rows
    right: Floats | None
    n_right: float | None

    def __post_init__(self) -> None:
        seal(self, "records", "right")


def read_at(audit: Audit, distance: int) -> DistanceReading:
    """Read an audit's links and random records at a distance in ranks; below 0 there is nothing."""
    links, random, own = audit.links, audit.random_match, audit.pair.own
    records = np.flatnonzero(links.distance <= distance)
    within = random.distance <= distance
    right = n_right = None
    if own is not None and links.own_matches is not None:
        chance = expected_right(links.own_matches[records], links.n_matches[records])
        right = np.where(own[records] < 0, np.nan, chance)
        n_right = float(np.nansum(right))
    return DistanceReading(
        distance=distance,
        share_original=records.size / links.distance.size,
        share_random=float(min(1.0, random.share_random[within].sum())),
        records=records,
        right=right,
        n_right=n_right,
    )
