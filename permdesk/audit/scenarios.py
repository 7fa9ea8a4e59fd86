"""Intruders who know less: the same linkages for some of the attributes, and for all but one.

Like the verdict, all rests on the worst case of ties and missing values.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from permdesk.audit.distance_findings import find_distances
from permdesk.audit.findings import Audit, LinkageLeftOut, LinkageRate, Target
from permdesk.audit.linkage_battery import Battery, find_battery
from permdesk.audit.other_linkages import other_linkages
from permdesk.audit.ranking import RankedPair, against_anonymized, against_reverse_mapped, rank_pair
from permdesk.audit.settings import MissingRule, Ties
from permdesk.compute.linkage import mean_chance
from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.translation import tr

# An effect is said to be one if it is more than this many standard errors away from none: 95 %.
CLEAR = 1.96


@dataclass(frozen=True, slots=True)
class Scenario:
    """What an intruder finds who knows the attributes ``known`` of all original records and nothing else.

    ``median_distance`` is against Z, ``mean_links`` the mean number of records that attain a record's distance there.
    ``battery`` is empty where nobody knows which links are right.
    """

    known: tuple[str, ...]
    n_records: int
    median_distance: float
    mean_links: float
    battery: tuple[LinkageRate, ...]
    left_out: tuple[LinkageLeftOut, ...]

    @property
    def strongest(self) -> LinkageRate | None:
        return max(self.battery, key=lambda linkage: linkage.rate, default=None)


class Effect(StrEnum):
    """What knowing an attribute does for the intruder who knows all others."""

    GIVES_AWAY = "gives-away"
    PROTECTS = "protects"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class AttributeEffect:
    """One attribute: ``without`` it, and how much the rate of right links of the strongest linkage is higher with it
    (``change``, from -1 to 1; ``standard_error`` over the same records with and without)."""

    name: str
    without: Scenario
    change: float
    standard_error: float

    @property
    def effect(self) -> Effect:
        if abs(self.change) <= CLEAR * self.standard_error:
            return Effect.UNCLEAR
        return Effect.GIVES_AWAY if self.change > 0 else Effect.PROTECTS


@dataclass(frozen=True, slots=True)
class LeaveOneOut:
    """All attributes, and all but each of them in turn, in the order of the attributes.

    An attribute that protects misleads the intruder: a clever one leaves it out, so the rate ``without`` it counts.
    """

    everything: Scenario
    effects: tuple[AttributeEffect, ...]


def run_scenario(audit: Audit, known: tuple[str, ...], progress: Progress) -> Scenario | Problem:
    """Link by some of the audited attributes. A Problem for none and for one that is not audited. Raises Cancelled."""
    unknown = [name for name in known if name not in audit.names]
    if unknown or not known:
        return Problem(
            what=tr("{name} is not an audited attribute.", name=unknown[0])
            if unknown
            else tr("An intruder who knows no attribute cannot link anything."),
            where=tr("Scenario"),
            remedy=tr("Choose among: {names}.", names=", ".join(audit.names)),
        )
    scenario, _ = _link(audit, rank_pair(audit.pair, audit.settings, progress), frozenset(known), progress)
    return scenario


def leave_one_out(audit: Audit, progress: Progress) -> LeaveOneOut | Problem:
    """Link by all attributes and by all but each. A Problem for one or without pairing. Raises Cancelled."""
    reason = ""
    if len(audit.names) < 2:
        reason = tr("With one attribute there is nothing to leave out.")
    elif audit.right_links is None:
        reason = tr("Without a pairing nobody knows which links are right.")
    if reason:
        return Problem(what=reason, where=tr("Scenario"), remedy=tr("Audit more attributes of files that are paired."))
    ranked = rank_pair(audit.pair, audit.settings, progress)
    progress.begin("scenarios", 1 + len(audit.names))
    everyone = frozenset(audit.names)
    everything, all_links = _link(audit, ranked, everyone, _Step(progress))
    progress.advance()
    effects = []
    for name in audit.names:
        without, links = _link(audit, ranked, everyone - {name}, _Step(progress))
        effects.append(_effect(name, without, all_links, links))
        progress.advance()
    return LeaveOneOut(everything, tuple(effects))


def _effect(name: str, without: Scenario, all_links: Battery | None, links: Battery | None) -> AttributeEffect:
    if all_links is None or links is None:
        raise ValueError("only paired files have right links")
    with_it, without_it = all_links.strongest, links.strongest
    change = mean_chance(with_it.right) - mean_chance(without_it.right)
    _, a, b = np.intersect1d(with_it.rows, without_it.rows, assume_unique=True, return_indices=True)
    difference = with_it.right[a] - without_it.right[b]
    return AttributeEffect(name, without, change, float(difference.std() / np.sqrt(difference.size)))


def _link(
    audit: Audit, ranked: RankedPair, known: frozenset[str], progress: Progress
) -> tuple[Scenario, Battery | None]:
    settings = replace(audit.settings, ties=Ties.WORST_CASE, missing=MissingRule.MATCHES_ANYTHING)
    pair = replace(audit.pair, attributes=tuple(a for a in audit.pair.attributes if a.name in known))
    some = ranked.only(known)
    attributes = tuple(found for found in audit.attributes if found.name in known)
    space_z = against_reverse_mapped(some, settings, settings.ties, progress)
    space = against_anonymized(some, settings, settings.ties, progress)
    in_z = find_distances(space_z, Target.REVERSE_MAPPED, pair.own, "distances-reverse-mapped", progress)
    in_y = find_distances(space, Target.ANONYMIZED, pair.own, "distances-anonymized", progress)
    others = other_linkages(pair, some, attributes, settings, progress)
    battery = find_battery(some, ((space_z, in_z), (space, in_y)), others, pair.own, settings, progress)
    scenario = Scenario(
        known=pair.names,
        n_records=in_z.n_records,
        median_distance=in_z.median,
        mean_links=float(in_z.n_matches.mean()),
        battery=() if battery is None else battery.rates,
        left_out=() if battery is None else battery.left_out,
    )
    return scenario, battery


class _Step(Progress):
    """One scenario of several: it counts for itself and stops with the whole."""

    def __init__(self, whole: Progress) -> None:
        super().__init__()
        self._whole = whole

    def check(self) -> None:
        self._whole.check()
