"""Permutation distances of all original records, and the variances of the windows around their closest values."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from permdesk.audit.findings import Distances, Target, Variances
from permdesk.audit.policy import Policy
from permdesk.audit.ranking import RankedPair, RankSpace, midpoints
from permdesk.compute.arrays import Floats, Ranks, Rows, frozen
from permdesk.compute.own_deviation import own_deviation
from permdesk.compute.progress import Progress
from permdesk.compute.search import SearchTarget, nearest
from permdesk.compute.unstoppable import wait_for_each
from permdesk.compute.windows import window_bounds, window_variances


def find_distances(
    space: RankSpace,
    target: Target,
    own: Rows | None,
    stage: str,
    progress: Progress,
    searched: SearchTarget | None = None,
) -> Distances:
    """Search every original record in the target (Algorithm 2). Raises Cancelled.

    ``searched`` is the target of ``space`` where it is searched again later.
    """
    progress.begin(stage, space.queries.n_records)
    deviation = None if own is None else own_deviation(space.queries, space.target, own, progress)
    bound = None if deviation is None else np.where(deviation < 0, space.target.n_records, deviation).astype(np.int32)
    found = nearest(space.queries, searched or space.target, bound, progress)
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


def find_variances(ranked: RankedPair, distances: Distances, required: int, progress: Progress) -> Variances:
    """Window variances of all records (Table 4) at the data set's d, at their own d_i and at ``required`` ranks.

    Windows lie around the interval of the closest value, whichever way ties were treated. Raises Cancelled.
    """
    n, m = distances.distance.size, len(ranked.attributes)
    at_d, at_own = np.empty((n, m), order="F"), np.empty((n, m), order="F")
    at_required = at_d if required == distances.d else np.empty((n, m), order="F")
    closest = ranked.in_anonymized.queries
    progress.begin("variances", m)

    def find(start: int, stop: int) -> None:
        for j in range(start, stop):
            a = ranked.attributes[j]
            ordered, of_record = np.sort(midpoints(a.attribute.anonymized))[: a.n_ranked], a.original.of_record
            low, high = closest.low[:, j], closest.high[:, j]
            at_d[:, j] = _at_one_distance(ordered, of_record, low, high, distances.d, progress)
            if at_required is not at_d:
                at_required[:, j] = _at_one_distance(ordered, of_record, low, high, required, progress)
            own = window_variances(ordered, *window_bounds(low, high, distances.distance, ordered.size), progress)
            own[of_record < 0] = np.nan
            at_own[:, j] = own

    wait_for_each(find, m, progress)
    smallest = np.full(m, np.inf)
    for j in range(m):
        progress.check()
        smallest[j] = at_d[:, j][~np.isnan(at_d[:, j])].min(initial=np.inf)
    v = np.where(np.isinf(smallest), np.nan, smallest)
    at_d, at_own, at_required = frozen(at_d), frozen(at_own), frozen(at_required)
    return Variances(at_d=at_d, at_own=at_own, at_required=at_required, required_distance=required, v=v)


def _at_one_distance(
    ordered: Floats, of_record: Ranks, low: Ranks, high: Ranks, distance: int, progress: Progress
) -> Floats:
    """Variances (n_X,) at the same distance for all records: those of one class have one window."""
    present = np.flatnonzero(of_record >= 0)
    found = np.full(of_record.size, np.nan)
    if present.size:
        one_of_class = np.empty(int(of_record.max()) + 1, np.int64)
        one_of_class[of_record[present]] = present
        bounds = window_bounds(low[one_of_class], high[one_of_class], distance, ordered.size)
        found[present] = window_variances(ordered, *bounds, progress)[of_record[present]]
    return found
