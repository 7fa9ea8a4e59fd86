"""Permutation distances of all original records, and the variances of the windows around their closest values."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from permdesk.audit.findings import Distances, Target, Variances
from permdesk.audit.policy import Policy
from permdesk.audit.ranking import RankedAttribute, RankSpace, midpoints
from permdesk.compute.arrays import Floats, Ranks, Rows
from permdesk.compute.closest import closest_ranks
from permdesk.compute.linkage import own_deviation
from permdesk.compute.progress import Progress
from permdesk.compute.search import nearest
from permdesk.compute.windows import window_bounds, window_variances


def find_distances(space: RankSpace, target: Target, own: Rows | None, stage: str, progress: Progress) -> Distances:
    """Search every original record in the target (Algorithm 2). Raises Cancelled."""
    progress.begin(stage, space.queries.n_records)
    deviation = None if own is None else own_deviation(space.queries, space.target, own, progress)
    bound = None if deviation is None else np.where(deviation < 0, space.target.n_records, deviation).astype(np.int32)
    found = nearest(space.queries, space.target, bound, progress)
    return Distances(
        target=target,
        closest_low=space.queries.low,
        closest_high=space.queries.high,
        low=space.target.low,
        high=space.target.high,
        distance=found.distance,
        n_matches=found.n_matches,
        first_match=found.first_match,
        own_matches=None if deviation is None else deviation == found.distance,
    )


def required_distance(policy: Policy, distances: Distances) -> int:
    """The smallest distance that the policy asks of a record, in ranks; the data set's d where it asks for none."""
    asked = []
    if policy.min_distance is not None:
        asked.append(policy.min_distance)
    if policy.min_distance_share is not None:
        # The share as it is written: 0.07 of 100 records are 7, though the nearest binary number is a little more.
        asked.append(math.ceil(Fraction(repr(policy.min_distance_share)) * distances.n_records))
    return max(asked) if asked else distances.d


def find_variances(
    ranked: tuple[RankedAttribute, ...], distances: Distances, required: int, progress: Progress
) -> Variances:
    """Window variances of all records (Table 4) at the data set's d, at their own d_i and at ``required`` ranks.

    Windows lie around the interval of the closest value, whichever way ties were treated. Raises Cancelled.
    """
    n = distances.distance.size
    at_d, at_own, at_required = (np.full((n, len(ranked)), np.nan) for _ in range(3))
    progress.begin("variances", len(ranked))
    for j, a in enumerate(ranked):
        values = midpoints(a.attribute.anonymized)
        ordered = np.sort(values[~np.isnan(values)])
        low, high = closest_ranks(a.anonymized, a.attribute.original.lower, a.attribute.original.upper)
        present = ~np.isnan(a.attribute.original.lower)

        def variances(
            distance: Ranks | int,
            ordered: Floats = ordered,
            low: Ranks = low[present],
            high: Ranks = high[present],
        ) -> Floats:
            return window_variances(ordered, *window_bounds(low, high, distance, ordered.size), progress)

        at_d[present, j] = variances(distances.d)
        at_own[present, j] = variances(distances.distance[present])
        at_required[present, j] = at_d[present, j] if required == distances.d else variances(required)
        progress.advance()
    smallest = np.array([column[~np.isnan(column)].min(initial=np.inf) for column in at_d.T])
    v = np.where(np.isinf(smallest), np.nan, smallest)
    return Variances(at_d=at_d, at_own=at_own, at_required=at_required, required_distance=required, v=v)
