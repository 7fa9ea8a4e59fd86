"""Sentences that must stand beside the numbers, because a number alone would mislead."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from permdesk.audit.findings import (
    Distances,
    RandomMatch,
    ReverseMapping,
    RightLinks,
    Searches,
    Target,
    TieComparison,
)
from permdesk.audit.other_linkages import MIRRORED
from permdesk.audit.pairing_doubt import defended_but_wrong
from permdesk.audit.settings import MissingRule, Settings, Ties
from permdesk.audit.share_text import share_text
from permdesk.data.choices import Level
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem, Severity
from permdesk.translation import together, tr, tr_count

NEARLY_ALL = 0.9
MUCH_MORE_THAN_CHANCE = 5.0
SMALL_FILE = 100
A_CROWD = 5.0
MOST_NAMES = 8
# Small changes of values with many ties move medians that far, though nothing is rescaled.
ONE_RANK = 1.0


def audit_notices(
    pair: FilePair,
    settings: Settings,
    mapping: ReverseMapping,
    searches: Searches,
    ties: TieComparison | None,
    doubt: str,
) -> tuple[Problem, ...]:
    """All notices of an audit, the gravest first; those about reading and pairing come from the pair."""
    rank = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}
    found: list[Problem] = [
        *_nothing_was_protected(searches, doubt),
        *_pairing_proves_nothing(pair, doubt),
        *(() if doubt else defended_but_wrong(searches.random_match, pair.original.n_records)),
        *_mirrored(searches.right_links),
        *_similar_is_not_safe(searches.right_links, searches.random_match),
        *_missing_values(settings),
        *_ties(settings, ties),
        *_what_was_searched(pair, mapping, searches.links),
        *_left_out(pair),
        *_little_data(pair, searches.random_match),
        *pair.problems,
    ]
    return tuple(sorted(found, key=lambda problem: rank[problem.severity]))


def _nothing_was_protected(searches: Searches, doubt: str) -> Iterator[Problem]:
    release = tr("The release")
    distances, distances_z, links = searches.distances, searches.distances_z, searches.links
    still = float((distances_z.distance == 0).mean())
    still_y = float((distances.distance == 0).mean())
    right = ""
    if searches.right_links is not None and not doubt:  # else a few right links would prove what they do not
        rate = share_text(searches.right_links.strongest.rate, 2)
        right = tr("An intruder who knows the original file links {rate} of the records rightly.", rate=rate)
    if max(still, still_y) >= NEARLY_ALL:
        if distances.median > 0 and distances_z.median == 0:
            yield Problem(
                what=together(
                    tr(
                        "Nothing was protected: values were changed, but ranks were not. Against Y the median distance"
                        " in ranks is {median_y:g}, which only shows a change of scale; against Z it is {median_z:g}.",
                        median_y=distances.median,
                        median_z=distances_z.median,
                    ),
                    right,
                ),
                where=release,
                remedy=tr("Use a method that changes the order of values, such as noise addition or swapping."),
                severity=Severity.WARNING,
            )
        elif links.n_matches.mean() < A_CROWD:
            yield Problem(
                what=together(
                    tr(
                        "Of the records, {share} have permutation distance 0: the release holds values that cannot be"
                        " told from theirs in every attribute.",
                        share=share_text(max(still, still_y), 0),
                    ),
                    right,
                ),
                where=release,
                remedy=tr("Treat it as if these attributes were released unchanged."),
                severity=Severity.WARNING,
            )
        else:
            yield Problem(
                what=together(
                    tr(
                        "Of the records, {share} have permutation distance 0, but not alone: a record matches"
                        " {matches:,.0f} records on average, among which an intruder would have to guess.",
                        share=share_text(max(still, still_y), 0),
                        matches=float(links.n_matches.mean()),
                    ),
                    right,
                ),
                where=release,
                remedy=tr("Judge by the right links: the distance cannot see protection by large classes."),
                severity=Severity.NOTE,
            )
    elif distances_z.median < distances.median / 2 and distances.median - distances_z.median > ONE_RANK:
        yield Problem(
            what=together(
                tr(
                    "Distances against Y look large (median {median_y:g}) because of a change of scale; against Z,"
                    " which an intruder can compute, they are small (median {median_z:g}).",
                    median_y=distances.median,
                    median_z=distances_z.median,
                ),
                right,
            ),
            where=release,
            remedy=tr("Trust the distances against Z."),
            severity=Severity.WARNING,
        )


def _pairing_proves_nothing(pair: FilePair, doubt: str) -> Iterator[Problem]:
    if doubt:
        yield Problem(
            what=doubt,
            where=pair.anonymized.path.name,
            remedy=tr("Pair by an identifier that both files kept, or choose “unpaired”."),
            severity=Severity.WARNING,
        )


def _mirrored(right_links: RightLinks | None) -> Iterator[Problem]:
    if right_links is None or not _is_mirrored(right_links):
        return
    yield Problem(
        what=tr(
            "Attributes of the release run against their originals: the largest values became the smallest. Whoever"
            " turns them round links {rate} of the records rightly, though no distance shows it.",
            rate=share_text(right_links.strongest.rate),
        ),
        where=tr("The release"),
        remedy=tr("Judge by the right links; a mirrored order protects nobody."),
        severity=Severity.WARNING,
    )


def _is_mirrored(right_links: RightLinks) -> bool:
    """Is a mirrored linkage the strongest by more than chance? Among many weak ones, one that is must be expected."""
    strongest = right_links.strongest
    if not strongest.name.startswith(MIRRORED) or strongest.lift < MUCH_MORE_THAN_CHANCE:
        return False
    others = (linkage.rate for linkage in right_links.battery if not linkage.name.startswith(MIRRORED))
    return strongest.interval[0] > max(right_links.chance, *others)


def _missing_values(settings: Settings) -> Iterator[Problem]:
    if settings.missing is MissingRule.OWN_VALUE:
        yield Problem(
            what=tr("A missing value counts as different from all others here, which makes distances larger."),
            where=tr("Missing values"),
            remedy=tr("The verdict lets a missing value match anything in either setting."),
            severity=Severity.NOTE,
        )


def _similar_is_not_safe(right_links: RightLinks | None, random_match: RandomMatch) -> Iterator[Problem]:
    if right_links is None or random_match.reason:
        return
    alike = random_match.n_defensible == 0
    strongest = right_links.strongest
    if alike and strongest.lift >= MUCH_MORE_THAN_CHANCE:
        yield Problem(
            what=tr(
                "The intruder cannot tell any of his links from chance, and yet {rate} of them are right,"
                " {lift:.1f} times as many as chance would give. Similar distances do not mean safe.",
                rate=share_text(strongest.rate),
                lift=strongest.lift,
            ),
            where=tr("Intruder"),
            remedy=tr("Judge by the right links, not by the distributions alone."),
            severity=Severity.WARNING,
        )


def _ties(settings: Settings, ties: TieComparison | None) -> Iterator[Problem]:
    if ties is None:
        return
    medians = [summary.median_d for summary in ties.random]
    chosen = settings.ties is Ties.RANDOM
    if not chosen and np.mean(medians) < ties.worst_case.median_d + 1:
        return
    claimed = tr(
        "With ties broken at random the median distance in ranks would be {random:,.0f} instead of {worst:,.0f}:"
        " records with equal values are then told apart by the dice, which protects nobody.",
        random=float(np.mean(medians)),
        worst=ties.worst_case.median_d,
    )
    yield Problem(
        what=claimed,
        where=tr("Ties"),
        remedy=tr("The verdict rests on the worst case in either setting.")
        if chosen
        else tr("Ranks are intervals here, so that equal values are at distance 0."),
        severity=Severity.WARNING if chosen else Severity.NOTE,
    )


def _what_was_searched(pair: FilePair, mapping: ReverseMapping, links: Distances) -> Iterator[Problem]:
    if mapping.is_permutation:
        return
    if pair.original.n_records != pair.anonymized.n_records:
        what = tr(
            "X has {n_x} records and Y has {n_y}: Z takes quantiles of X and is no longer a permutation of it.",
            n_x=pair.original.n_records,
            n_y=pair.anonymized.n_records,
        )
    else:
        what = tr("X and Y do not have the same number of values in every attribute: Z is no permutation of X.")
    searched = tr("Y itself") if links.target is Target.ANONYMIZED else tr("Z")
    yield Problem(
        what=what,
        where=tr("Reverse mapping"),
        remedy=tr("Both were searched; the links shown are those in {target}, the stronger.", target=searched),
        severity=Severity.NOTE,
    )


def _left_out(pair: FilePair) -> Iterator[Problem]:
    names = [left.name for left in pair.left_out if left.level is not Level.RECORD_ID]
    if names:
        yield Problem(
            what=tr_count(
                "One of the attributes is not audited ({names}). An intruder who knows it too may link more records.",
                "{count} of the attributes are not audited ({names})."
                " An intruder who knows them too may link more records.",
                len(names),
                names=", ".join(names[:MOST_NAMES]) + (", ..." if len(names) > MOST_NAMES else ""),
            ),
            where=tr("Attributes"),
            remedy=tr("Choose an order for categories, so that they count."),
            severity=Severity.WARNING,
        )


def _little_data(pair: FilePair, random_match: RandomMatch) -> Iterator[Problem]:
    n = pair.original.n_records
    if random_match.reason:
        yield Problem(random_match.reason, tr("Random records"), "", Severity.NOTE)
    if n < SMALL_FILE:
        yield Problem(
            what=tr("With {n} records, chance alone links {chance} of them rightly.", n=n, chance=share_text(1 / n)),
            where=tr("Original file"),
            remedy=tr("Read rates and p-values of so small a file with care."),
            severity=Severity.NOTE,
        )
