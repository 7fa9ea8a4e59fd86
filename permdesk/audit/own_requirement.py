"""The officer's own (d, v): which records have it, and which share of them would have another one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.audit.findings import Audit, seal
from permdesk.audit.settings import MissingRule, Ties
from permdesk.audit.verdict import required_variances, smallest_distance
from permdesk.compute.arrays import Flags, Floats, Ranks, Rows
from permdesk.compute.progress import Progress
from permdesk.compute.windows import window_bounds, window_variances

MOST_DRAWN = 2_000
"""Of more records than these the curve over d follows some that are drawn: each of its points asks for all windows."""
MOST_DISTANCES = 48
MOST_VARIANCES = 160
DRAW_SEED = 1


@dataclass(frozen=True, slots=True)
class Requirement:
    """(d, v) of Definition 4: the smallest ``distance`` in ranks, and the smallest window variance of each attribute
    in its squared units; 0 asks nothing."""

    distance: int
    variances: tuple[float, ...]

    @property
    def asks_anything(self) -> bool:
        """Some release would not have it."""
        return self.distance > 0 or any(self.variances)


@dataclass(frozen=True, slots=True, eq=False)
class ShareCurve:
    """Which share of the records (k,) would satisfy each of some requirements ``at`` (k,), ascending; ``n_records``
    is how many records were asked."""

    at: Floats
    share: Floats
    n_records: int

    def __post_init__(self) -> None:
        seal(self, "at", "share")


@dataclass(frozen=True, slots=True, eq=False)
class RequirementReading:
    """What a requirement finds: ``near`` (n_X,) are the records whose distance is too small, ``alike`` (n_X, m) those
    whose window of an attribute varies too little, ``satisfied`` (n_X,) those that have (d, v); ``n_near``, ``n_alike``
    (records, of any attribute) and ``n_below`` (m) count them. ``over_distance`` and ``over_variance`` say what other
    d, with this v, and other v, with this d, would find; v in shares of each attribute's variance, or of the
    ``attribute`` (from 0) that was asked about in its squared units. ``smallest`` (m,) are the smallest window
    variances at this d."""

    requirement: Requirement
    near: Flags
    alike: Flags
    satisfied: Flags
    smallest: Floats
    attribute: int | None
    over_distance: ShareCurve
    over_variance: ShareCurve
    n_near: int
    n_alike: int
    n_below: tuple[int, ...]

    def __post_init__(self) -> None:
        seal(self, "near", "alike", "satisfied", "smallest")


class RequirementReader:
    """Reads requirements off one audit. ``moved`` (n_X,) are the distances that count, ``furthest`` the largest,
    ``whole`` (m,) the variances of each attribute of Y, by which a share of it is meant, ``of_policy`` what the policy
    of the audit asks. To begin takes O(n m). What took long for the last d and the last v is kept, as the other often
    moves alone."""

    def __init__(self, audit: Audit) -> None:
        self.audit = audit
        self.moved = smallest_distance(audit.distances, audit.distances_z)
        self.furthest = float(self.moved.max())
        columns = (column[~np.isnan(column)] for column in audit.mapping.anonymized.T)
        self.whole = np.array([column.var() if column.size else 0.0 for column in columns])
        asked = required_variances(audit.verdict.policy, audit.names, audit.mapping.anonymized)
        self.of_policy = Requirement(audit.variances.required_distance, tuple(asked.tolist()))
        self._known = {
            audit.distances.d: audit.variances.at_d,
            audit.variances.required_distance: audit.variances.at_required,
        }
        self._last: tuple[int, Floats] | None = None
        self._last_curve: tuple[tuple[float, ...], ShareCurve] | None = None

    @property
    def is_cautious(self) -> bool:
        """Equal and missing values were read as the verdict reads them, not in a way that may flatter the release."""
        settings = self.audit.settings
        return settings.ties is Ties.WORST_CASE and settings.missing is MissingRule.MATCHES_ANYTHING

    def read(self, requirement: Requirement, attribute: int | None, progress: Progress) -> RequirementReading:
        """Hold all records against a requirement (unrounded numbers, "at least"); ``attribute`` is the one of whose v
        a curve is wanted, None for shares of all. A missing original value asks nothing. Raises Cancelled."""
        variances = self.variances_at(requirement.distance, progress)
        near = self.moved < requirement.distance
        required = np.array(requirement.variances)
        alike = variances < required  # nan is not below anything
        smallest = np.array([column[~np.isnan(column)].min(initial=np.inf) for column in variances.T])
        is_alike = alike.any(axis=1)
        progress.check()
        return RequirementReading(
            requirement=requirement,
            near=near,
            alike=alike,
            satisfied=~(near | is_alike),
            smallest=np.where(np.isinf(smallest), np.nan, smallest),
            attribute=attribute,
            over_distance=self._over_distance(requirement.variances, progress),
            over_variance=self._over_variance(variances, near, alike, attribute),
            n_near=int(near.sum()),
            n_alike=int(is_alike.sum()),
            n_below=tuple(alike.sum(axis=0).tolist()),
        )

    def variances_at(self, distance: int, progress: Progress) -> Floats:
        """Var S_i^j(d) of all records (n_X, m) at one distance, nan where the original value is missing."""
        if distance in self._known:
            return self._known[distance]
        if self._last is not None and self._last[0] == distance:
            return self._last[1]
        n, m = self.audit.n_original, len(self.audit.names)
        found = np.empty((n, m), order="F")
        for j in range(m):
            found[:, j] = self._windows(
                j, np.arange(n), np.full(n, min(distance, self.audit.n_anonymized), np.int32), progress
            )
        self._last = distance, found
        return found

    def _windows(self, j: int, rows: Rows, distance: Ranks, progress: Progress) -> Floats:
        """Window variances of an attribute for some records, each at its own ``distance``."""
        closest, ordered = self.audit.distances, self._ordered(j)
        low, high = closest.closest_low[rows, j], closest.closest_high[rows, j]
        first, last = window_bounds(low, high, distance, ordered.size)
        found = window_variances(ordered, first, last, progress)
        found[np.isnan(self.audit.mapping.original[rows, j])] = np.nan
        return found

    def _ordered(self, j: int) -> Floats:
        """The known values of an attribute of Y in ascending order: their ranks say it without sorting."""
        ranks: Ranks = self.audit.mapping.ranks_anonymized[:, j]
        values = self.audit.mapping.anonymized[:, j]
        known = ranks > 0
        ordered = np.empty(int(known.sum()))
        ordered[ranks[known] - 1] = values[known]
        return ordered

    def _over_distance(self, variances: tuple[float, ...], progress: Progress) -> ShareCurve:
        """The curve over d, which only the v that is asked of each attribute decides."""
        if self._last_curve is None or self._last_curve[0] != variances:
            self._last_curve = variances, self._find_over_distance(np.array(variances), progress)
        return self._last_curve[1]

    def _find_over_distance(self, required: Floats, progress: Progress) -> ShareCurve:
        n, rows = self.audit.n_original, np.arange(self.audit.n_original)
        asked = np.flatnonzero(required > 0)
        if asked.size and n > MOST_DRAWN:
            rows = np.sort(np.random.default_rng(DRAW_SEED).choice(n, MOST_DRAWN, replace=False))
        moved = self.moved[rows]
        at = np.unique(np.linspace(0, self.moved.max() + 1, MOST_DISTANCES).round()).astype(np.int32)
        satisfied = moved[None, :] >= at[:, None]
        for j in asked:
            every, distance = np.tile(rows, at.size), np.repeat(at, rows.size)
            variances = self._windows(int(j), every, distance, progress).reshape(satisfied.shape)
            satisfied &= ~(variances < required[j])
            progress.check()
        return ShareCurve(at.astype(np.float64), satisfied.mean(axis=1), rows.size)

    def _over_variance(self, variances: Floats, near: Flags, alike: Flags, attribute: int | None) -> ShareCurve:
        """All v as one share of the attributes' variances, or that of one attribute while the others stay."""
        if attribute is None:
            with np.errstate(divide="ignore", invalid="ignore"):
                shares = variances / self.whole  # 0 / 0 of a constant attribute asks nothing
            bearable = np.where(np.isnan(shares), np.inf, shares).min(axis=1)
            fails = near
        else:
            bearable = np.where(np.isnan(variances[:, attribute]), np.inf, variances[:, attribute])
            fails = near | np.delete(alike, attribute, axis=1).any(axis=1)
        bearable = np.sort(np.where(fails, -np.inf, bearable))
        finite = bearable[np.isfinite(bearable)]
        most = float(finite[-1]) if finite.size else 1.0
        at = np.linspace(0, 1, MOST_VARIANCES) ** 3 * most * 1.05
        return ShareCurve(at, 1 - np.searchsorted(bearable, at, side="left") / bearable.size, bearable.size)
