"""What a live demonstration shows of one release: the audit's own numbers, without those that take longer than a blink.

They are always those of the worst case of ties. Where values are tied, one random breaking of ties is told beside it.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace

import numpy as np

from permdesk.audit.distance_findings import find_distances
from permdesk.audit.findings import Distances, LinkageRate, Target, TieSummary
from permdesk.audit.intruder_findings import choose_links, expected_rate
from permdesk.audit.linkage_battery import find_battery
from permdesk.audit.mapping_findings import find_mapping
from permdesk.audit.masked_pair import masked_pair
from permdesk.audit.other_linkages import other_linkages
from permdesk.audit.ranking import (
    Purpose,
    RankedPair,
    against_anonymized,
    against_reverse_mapped,
    generator,
    rank_pair,
)
from permdesk.audit.settings import MissingRule, Settings, Ties
from permdesk.compute.arrays import Floats
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.hurry import compiled
from permdesk.compute.parallel import in_one_thread
from permdesk.compute.progress import Progress
from permdesk.compute.random_match import critical_distance, defensible, hellinger, p_values, relative_frequencies
from permdesk.compute.random_records import RandomDistances, draw_more, random_distances
from permdesk.compute.search import SearchTarget
from permdesk.data.file_pair import FilePair
from permdesk.masking.methods import Masking

DRAWS = 2_000
MOST_COMBINATIONS = 10_000
MOST_IN_ONE_THREAD = 3_000
"""Records of which all is found in a blink by one thread; the window has better use for the other core."""


@dataclass(frozen=True, slots=True, eq=False)
class LiveFindings:
    """One release of a demonstration. ``distances`` are against Y, ``distances_z`` against Z, ``links`` is the one of
    the two that the intruder uses.

    ``share_original`` and ``share_random`` are the relative frequencies of distances 0, 1, ... of the links of X and
    of random records; ``critical`` is the critical distance, -1 if there is none. ``strongest``: the linkage with the
    most right links, None where nobody knows them. ``random_ties``: what one random breaking of ties would report
    against Y, None where nothing is tied. ``reverse_mapped`` (n_Y, m) is Z.
    """

    pair: FilePair
    ranked: RankedPair
    reverse_mapped: Floats
    distances: Distances
    distances_z: Distances
    links: Distances
    share_original: Floats
    share_random: Floats
    critical: int
    hellinger: float
    n_defensible: int
    strongest: LinkageRate | None
    random_ties: TieSummary | None

    @property
    def n_records(self) -> int:
        return int(self.links.distance.size)


def released(pair: FilePair, masking: Masking | None, progress: Progress) -> FilePair:
    """The pair with the release that ``masking`` makes; as it is without one. Raises Cancelled."""
    return pair if masking is None else masked_pair(pair, masking, "demonstration", progress)


def find_live(pair: FilePair, settings: Settings, progress: Progress) -> LiveFindings:
    """Everything that moves with the slider, of a pair with at least two records and one attribute.

    Numbers are those of ``run_audit`` with worst-case ties; random records are ``DRAWS`` at most. Waits for the
    kernels to be compiled where they are not. Raises Cancelled.
    """
    cautious = replace(
        settings, ties=Ties.WORST_CASE, missing=MissingRule.MATCHES_ANYTHING, draws=min(settings.draws, DRAWS)
    )
    is_small = pair.original.n_records <= MOST_IN_ONE_THREAD
    with compiled(), in_one_thread() if is_small else nullcontext():
        return _found(pair, cautious, progress)


def _found(pair: FilePair, settings: Settings, progress: Progress) -> LiveFindings:
    ranked = rank_pair(pair, settings, progress)
    mapping, attributes = find_mapping(pair, ranked, progress)
    others = other_linkages(pair, ranked, attributes, settings, progress)
    space = against_anonymized(ranked, settings, Ties.WORST_CASE, progress)
    space_z = against_reverse_mapped(ranked, settings, Ties.WORST_CASE, progress)
    in_y, in_z = SearchTarget(space.target), SearchTarget(space_z.target)
    distances = find_distances(space, Target.ANONYMIZED, pair.own, "distances-anonymized", progress, in_y)
    distances_z = find_distances(space_z, Target.REVERSE_MAPPED, pair.own, "distances-reverse-mapped", progress, in_z)
    links = choose_links(distances, distances_z, mapping, pair.own)
    battery = find_battery(ranked, ((space_z, distances_z), (space, distances)), others, pair.own, settings, progress)
    random = _random_records(links, in_z if links is distances_z else in_y, settings, progress)
    n_distances = int(max(np.flatnonzero(random.weights)[-1], links.distance.max())) + 1
    share_original = relative_frequencies(links.distance, n_distances)
    share_random = random.weights[:n_distances] / random.n
    return LiveFindings(
        pair=pair,
        ranked=ranked,
        reverse_mapped=mapping.values,
        distances=distances,
        distances_z=distances_z,
        links=links,
        share_original=share_original,
        share_random=share_random,
        critical=critical_distance(random, settings.alpha),
        hellinger=hellinger(share_original, share_random),
        n_defensible=int(defensible(p_values(links.distance, random), settings.alpha).sum()),
        strongest=None if battery is None else max(battery.rates, key=lambda linkage: linkage.rate),
        random_ties=_with_random_ties(pair, ranked, settings, progress),
    )


def _random_records(
    links: Distances, searched: SearchTarget, settings: Settings, progress: Progress
) -> RandomDistances:
    """All combinations only where they take no longer than draws: two attributes of 1,000 records make a million."""
    boxes = RankBoxes(links.closest_low, links.closest_high)
    random = generator(settings, Purpose.RANDOM_RECORDS)
    if boxes.n_records**boxes.n_attributes <= MOST_COMBINATIONS:
        return random_distances(boxes, searched, settings.draws, random, progress)
    nothing = RandomDistances(np.zeros(searched.boxes.n_records + 1), 0.0, False)
    return draw_more(boxes, searched, nothing, settings.draws, random, progress)


def _with_random_ties(pair: FilePair, ranked: RankedPair, settings: Settings, progress: Progress) -> TieSummary | None:
    if not any(a.is_tied for a in ranked.attributes):
        return None
    space = against_anonymized(ranked, settings, Ties.RANDOM, progress, 1)
    found = find_distances(space, Target.ANONYMIZED, pair.own, "random-ties", progress)
    rate = None if pair.own is None else expected_rate(found, pair.own)
    return TieSummary(found.d, found.median, rate)
