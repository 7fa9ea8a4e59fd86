"""Is the pairing believable? Right links that are counted with a wrong one prove nothing."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from statistics import NormalDist

from permdesk.audit.findings import AttributeFindings, RandomMatch
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem, Severity
from permdesk.translation import tr, tr_count

FEWEST_PAIRS = 20
# Two-sided, for all attributes together: three standard errors for a single one.
LEVEL = 0.0027
DEFENDED_SHARE = 0.1
RIGHT_SHARE = 0.05


def pairing_doubt(pair: FilePair, attributes: tuple[AttributeFindings, ...]) -> str:
    """Why a small number of right links proves nothing by this pairing, in a sentence; empty where it is believable,
    and where Y was made here of these very records.

    Either most records are not paired, so that nobody knows about their links; or no attribute of Y goes with its
    original record by record: no Spearman correlation of X and Z differs from 0, as for shuffled rows and reassigned
    identifiers, however little was changed. For the latter, fewer than ``FEWEST_PAIRS`` pairs are taken at their word.
    """
    if pair.own is None or pair.is_made_here:
        return ""
    n_paired = int((pair.own >= 0).sum())
    n_could_be = min(pair.original.n_records, pair.anonymized.n_records)
    if n_paired < n_could_be / 2:
        return tr_count(
            "Only one of {total} records is paired: about the links of all others nothing is known.",
            "Only {count} of {total} records are paired: about the links of all others nothing is known.",
            n_paired,
            total=n_could_be,
        )
    found = [attribute.spearman for attribute in attributes if attribute.spearman is not None]
    if n_paired < FEWEST_PAIRS or not found:
        return ""
    if any(abs(correlation) > least_correlation(n_paired, len(found)) for correlation in found):
        return ""
    return tr(
        "By this pairing no attribute of the release goes with the original, as if rows had been shuffled or"
        " identifiers given anew: right links cannot be counted with a wrong pairing."
    )


def defended_but_wrong(random_match: RandomMatch, n_paired: int) -> Iterator[Problem]:
    """The intruder could defend many links, and hardly any is right by the pairing: one of two readings is true.

    Attributes that go together make neighbours match more closely than random records do; rows shuffled among
    neighbours look just the same. Numbers cannot tell the two apart, so the verdict is left as it is.
    """
    defended, right = random_match.n_defensible, random_match.n_defensible_right
    if right is None or defended < max(FEWEST_PAIRS, DEFENDED_SHARE * n_paired) or right > RIGHT_SHARE * defended:
        return
    yield Problem(
        what=tr_count(
            "The intruder could defend {defended} links, of which one is right by this pairing. Either neighbouring"
            " records are alike, or rows were shuffled among neighbours and many more links are right than are"
            " counted.",
            "The intruder could defend {defended} links, of which {count} are right by this pairing. Either"
            " neighbouring records are alike, or rows were shuffled among neighbours and many more links are right"
            " than are counted.",
            right,
            defended=defended,
        ),
        where=tr("Pairing"),
        remedy=tr("Make sure that records are paired rightly, best by an identifier."),
        severity=Severity.WARNING,
    )


def least_correlation(n_paired: int, n_attributes: int) -> float:
    """The correlation that none of so many independent attributes would exceed by chance (Bonferroni)."""
    return NormalDist().inv_cdf(1 - LEVEL / (2 * n_attributes)) / sqrt(n_paired)
