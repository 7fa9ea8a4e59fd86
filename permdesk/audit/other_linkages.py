"""Linkages tried beside the paper's, because missing, wide or mirrored values would blunt that one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from permdesk.audit.distance_findings import find_distances
from permdesk.audit.findings import AttributeFindings, Target
from permdesk.audit.pairing_doubt import least_correlation
from permdesk.audit.ranking import RankedPair, RankSpace, midpoints, rank_reverse_mapped, rank_spaces
from permdesk.audit.settings import MissingRule, Settings
from permdesk.compute.arrays import Flags, Rows
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import ValueClasses
from permdesk.data.file_pair import AttributePair, FilePair, Values

PLAIN = "maximum of plain values"
MIRRORED = "maximum of mirrored ranks"


@dataclass(frozen=True, slots=True, eq=False)
class OtherLinkage:
    """A linkage by its name, and what it finds among ``n_records`` records of its target; see ``Distances``."""

    name: str
    target: Target
    n_records: int
    n_matches: Rows
    own_matches: Flags | None


def other_linkages(
    pair: FilePair,
    ranked: RankedPair,
    attributes: tuple[AttributeFindings, ...],
    settings: Settings,
    progress: Progress,
) -> tuple[OtherLinkage, ...]:
    """Linkages that are worth trying for these files; none where nobody can count right links. Raises Cancelled.

    ``PLAIN``: a generalized value is its midpoint and a missing one differs from all others. Without it a few
    suppressed records, which match everybody, would hide that all others are released unchanged.
    ``MIRRORED``: attributes that run against their original are turned round before they are reverse-mapped.
    """
    if pair.own is None:
        return ()
    found = []

    def link(name: str, target: Target, space: RankSpace) -> None:
        distances = find_distances(space, target, pair.own, "other-linkages", progress)
        found.append(OtherLinkage(name, target, distances.n_records, distances.n_matches, distances.own_matches))

    if any(_has_gaps(values) for a in pair.attributes for values in (a.original, a.anonymized)):
        in_y, in_z = rank_spaces(*_changed(ranked, _plain), MissingRule.OWN_VALUE, progress)
        link(PLAIN, Target.REVERSE_MAPPED, in_z)
        del in_z
        link(PLAIN, Target.ANONYMIZED, in_y)
        del in_y
    least = -least_correlation(max(1, int((pair.own >= 0).sum())), len(attributes))
    against = {a.name for a in attributes if a.spearman is not None and a.spearman < least}
    if against:

        def change(name: str, values: Values) -> Values:
            return _mirrored(values) if name in against else values

        in_z = rank_reverse_mapped(*_changed(ranked, change), settings.missing, progress)
        link(MIRRORED, Target.REVERSE_MAPPED, in_z)
    return tuple(found)


def _has_gaps(values: Values) -> bool:
    return not np.array_equal(values.lower, values.upper)  # nan is not equal to itself


def _plain(name: str, values: Values) -> Values:
    middle = midpoints(values)
    return Values(middle, middle)


def _mirrored(values: Values) -> Values:
    return Values(-values.upper, -values.lower)


def _changed(
    ranked: RankedPair, change: Callable[[str, Values], Values]
) -> tuple[tuple[AttributePair, ...], tuple[ValueClasses, ...]]:
    """The attributes with every release changed, and their classes in X."""
    attributes = [a.attribute for a in ranked.attributes]
    changed = tuple(replace(a, anonymized=change(a.name, a.anonymized)) for a in attributes)
    return changed, tuple(a.original for a in ranked.attributes)
