"""Runs an audit: one pair of files and the settings go in, all findings come out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from permdesk.audit.distance_findings import find_distances, find_variances, required_distance
from permdesk.audit.findings import Audit, Distances, ReverseMapping, Searches, Target, TieComparison, TieSummary
from permdesk.audit.intruder_findings import (
    choose_links,
    defensible_could_decide,
    expected_rate,
    find_random_match,
    find_right_links,
)
from permdesk.audit.linkage_battery import find_battery
from permdesk.audit.mapping_findings import find_mapping
from permdesk.audit.memory_need import memory_problem
from permdesk.audit.notices import audit_notices
from permdesk.audit.other_linkages import OtherLinkage, other_linkages
from permdesk.audit.pairing_doubt import pairing_doubt
from permdesk.audit.policy import Policy
from permdesk.audit.ranking import (
    ClassifiedOriginal,
    Purpose,
    RankedPair,
    against_anonymized,
    against_reverse_mapped,
    generator,
    rank_pair,
)
from permdesk.audit.settings import MissingRule, Settings, Ties, settings_problem
from permdesk.audit.verdict import decide, records_that_satisfy, required_variances
from permdesk.compute.arrays import Rows
from permdesk.compute.memory import give_back_freed
from permdesk.compute.progress import Progress
from permdesk.compute.search import SearchTarget
from permdesk.compute.share import Share
from permdesk.compute.unstoppable import wait_for
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem
from permdesk.translation import tr, tr_count

# Random ties of larger files are compared on this many records: the searched file stays whole, only queries are drawn.
MOST_RECORDS_FOR_TIES = 20_000


def run_audit(
    pair: FilePair,
    settings: Settings,
    policy: Policy,
    progress: Progress,
    known: tuple[ClassifiedOriginal, ...] = (),
) -> Audit | Problem:
    """Audit a pair of files. The same arguments give the same findings, whatever is ``known`` of X. Raises Cancelled.

    Returns a Problem where there is nothing to audit (no attribute, fewer than two records in a file), for settings
    that cannot be meant, and where the memory would not do.
    """
    refused = settings_problem(settings)
    if refused is not None:
        return refused
    for source in (pair.original, pair.anonymized):
        if source.n_records < 2:
            return Problem(
                what=tr_count(
                    "It has one record; ranks need at least 2.",
                    "It has {count} records; ranks need at least 2.",
                    source.n_records,
                ),
                where=source.path.name,
                remedy=tr("Choose a file with more records."),
            )
    if not pair.attributes:
        return Problem(
            what=tr("No attribute is left to audit."),
            where=pair.original.path.name,
            remedy=tr("Choose at least one attribute that both files have."),
        )
    give_back_freed()  # what reading the files has left
    refused = memory_problem(pair, settings)
    if refused is not None:
        return refused
    ranked = rank_pair(pair, settings, progress, known)
    give_back_freed()
    mapping, attributes = find_mapping(pair, ranked, progress)
    give_back_freed()
    others = other_linkages(pair, ranked, attributes, settings, progress)
    give_back_freed()
    tied = tuple(a.attribute.name for a in ranked.attributes if a.is_tied)
    shown = _search(pair, ranked, mapping, others, settings, policy, progress, tied)
    # Y may be free of ties where X, and so Z, has them: the worst case is another search whenever ties are drawn.
    cautious = replace(settings, ties=Ties.WORST_CASE, missing=MissingRule.MATCHES_ANYTHING)
    judged = shown if settings == cautious else _search(pair, ranked, mapping, others, cautious, policy, progress)
    progress.check()
    doubt = pairing_doubt(pair, attributes)
    least = required_variances(policy, pair.names, mapping.anonymized)
    satisfies = wait_for(lambda: records_that_satisfy(policy, judged, least), progress)
    verdict = wait_for(lambda: decide(policy, judged, least, pair.names, doubt), progress)
    return Audit(
        pair=pair,
        settings=settings,
        attributes=attributes,
        mapping=mapping,
        distances=shown.distances,
        distances_z=shown.distances_z,
        variances=shown.variances,
        links=shown.links,
        right_links=shown.right_links,
        random_match=shown.random_match,
        tie_comparison=shown.tie_comparison,
        satisfies=satisfies,
        verdict=verdict,
        notices=audit_notices(pair, settings, mapping, judged, shown.tie_comparison, doubt),
    )


def _search(
    pair: FilePair,
    ranked: RankedPair,
    mapping: ReverseMapping,
    others: tuple[OtherLinkage, ...],
    settings: Settings,
    policy: Policy,
    progress: Progress,
    tied: tuple[str, ...] = (),
) -> Searches:
    """``tied`` attributes: those by which treatments of ties are to be compared."""
    space = against_anonymized(ranked, settings, settings.ties, progress)
    # One tree at a time: of a million records with missing values each takes some 370 MB, and is built in a second.
    distances = find_distances(space, Target.ANONYMIZED, pair.own, "distances-anonymized", progress)
    give_back_freed()
    space_z = against_reverse_mapped(ranked, settings, settings.ties, progress)
    in_z = SearchTarget(space_z.target)
    distances_z = find_distances(space_z, Target.REVERSE_MAPPED, pair.own, "distances-reverse-mapped", progress, in_z)
    links = choose_links(distances, distances_z, mapping, pair.own)
    searched, other, other_space = in_z, distances, space
    if links is not distances_z:
        searched, other, other_space = SearchTarget(space.target), distances_z, space_z
    del in_z
    random_match = find_random_match(links, searched, pair.own, settings, progress)
    del searched
    other_random_match = None
    if defensible_could_decide(policy, random_match, other, pair.own):
        in_other = SearchTarget(other_space.target)
        other_random_match = find_random_match(other, in_other, pair.own, settings, progress)
        del in_other
    give_back_freed()
    targets = ((space_z, distances_z), (space, distances))
    battery = find_battery(ranked, targets, others, pair.own, settings, progress)
    del targets, space, space_z, other_space
    give_back_freed()
    ties = _compare_ties(pair, ranked, settings, tied, distances, progress) if tied else None
    give_back_freed()
    required = required_distance(policy, distances)
    variances = find_variances(ranked, distances, required, progress)
    right_links = wait_for(lambda: find_right_links(links, battery, pair.own), progress)
    return Searches(
        distances=distances,
        distances_z=distances_z,
        variances=variances,
        links=links,
        right_links=right_links,
        random_match=random_match,
        other_random_match=other_random_match,
        tie_comparison=ties,
    )


def _compare_ties(
    pair: FilePair,
    ranked: RankedPair,
    settings: Settings,
    tied: tuple[str, ...],
    shown: Distances,
    progress: Progress,
) -> TieComparison:
    n = pair.original.n_records
    rows = np.arange(n)
    if n > MOST_RECORDS_FOR_TIES:
        rows = np.sort(generator(settings, Purpose.SAMPLE).choice(n, MOST_RECORDS_FOR_TIES, replace=False))
    searches_worst = settings.ties is Ties.RANDOM
    progress.begin("random-ties", settings.replicates * rows.size + searches_worst * n)
    worst = shown
    if searches_worst:
        space = against_anonymized(ranked, settings, Ties.WORST_CASE, progress)
        worst = find_distances(space, Target.ANONYMIZED, pair.own, "random-ties", Share(progress, n, n))
    own = None if pair.own is None else pair.own[rows]
    random = []
    for replicate in range(1, settings.replicates + 1):
        space = against_anonymized(ranked, settings, Ties.RANDOM, progress, replicate, rows)
        step = Share(progress, rows.size, rows.size)
        random.append(_summary(find_distances(space, Target.ANONYMIZED, own, "random-ties", step), own))
        del space  # before the next is drawn
        give_back_freed()
    return TieComparison(tied, n, rows.size, _summary(worst, pair.own), tuple(random))


def _summary(distances: Distances, own: Rows | None) -> TieSummary:
    rate = None if own is None else expected_rate(distances, own)
    return TieSummary(distances.d, distances.median, rate)
