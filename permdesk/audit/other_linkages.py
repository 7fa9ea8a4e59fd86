"""Linkages tried beside the paper's, because missing, wide or mirrored values would blunt that one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from permdesk.audit.distance_findings import find_distances
from permdesk.audit.findings import AttributeFindings, Distances, Target
from permdesk.audit.pairing_doubt import least_correlation
from permdesk.audit.ranking import (
    Purpose,
    RankedAttribute,
    against_anonymized,
    against_reverse_mapped,
    generator,
    midpoints,
    rank_attribute,
)
from permdesk.audit.settings import MissingRule, Settings, Ties
from permdesk.compute.progress import Progress
from permdesk.data.file_pair import FilePair, Values

PLAIN = "maximum of plain values"
MIRRORED = "maximum of mirrored ranks"


@dataclass(frozen=True, slots=True, eq=False)
class OtherLinkage:
    """A linkage by its name, and what it finds."""

    name: str
    found: Distances


def other_linkages(
    pair: FilePair,
    ranked: tuple[RankedAttribute, ...],
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
    cautious = replace(settings, ties=Ties.WORST_CASE)
    if any(_has_gaps(values) for a in pair.attributes for values in (a.original, a.anonymized)):
        plain = _ranked_again(ranked, settings, _plain)
        own_value = replace(cautious, missing=MissingRule.OWN_VALUE)
        for target, space in (
            (Target.REVERSE_MAPPED, against_reverse_mapped(plain, own_value, Ties.WORST_CASE)),
            (Target.ANONYMIZED, against_anonymized(plain, own_value, Ties.WORST_CASE)),
        ):
            found.append(OtherLinkage(PLAIN, find_distances(space, target, pair.own, "other-linkages", progress)))
    least = -least_correlation(max(1, int((pair.own >= 0).sum())), len(attributes))
    against = {a.name for a in attributes if a.spearman is not None and a.spearman < least}
    if against:
        turned = _ranked_again(ranked, settings, lambda name, values: _mirrored(values) if name in against else values)
        space = against_reverse_mapped(turned, cautious, Ties.WORST_CASE)
        distances = find_distances(space, Target.REVERSE_MAPPED, pair.own, "other-linkages", progress)
        found.append(OtherLinkage(MIRRORED, distances))
    return tuple(found)


def _has_gaps(values: Values) -> bool:
    return not np.array_equal(values.lower, values.upper)  # nan is not equal to itself


def _plain(name: str, values: Values) -> Values:
    middle = midpoints(values)
    return Values(middle, middle)


def _mirrored(values: Values) -> Values:
    return Values(-values.upper, -values.lower)


def _ranked_again(
    ranked: tuple[RankedAttribute, ...], settings: Settings, change: Callable[[str, Values], Values]
) -> tuple[RankedAttribute, ...]:
    """The attributes with every release changed."""
    random = generator(settings, Purpose.REVERSE_MAPPING)
    attributes = (a.attribute for a in ranked)
    return tuple(rank_attribute(replace(a, anonymized=change(a.name, a.anonymized)), random) for a in attributes)
