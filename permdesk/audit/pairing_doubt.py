"""Is the pairing believable? Right links that are counted with a wrong one prove nothing."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

from permdesk.audit.findings import AttributeFindings
from permdesk.data.file_pair import FilePair

FEWEST_PAIRS = 20
# Two-sided, for all attributes together: three standard errors for a single one.
LEVEL = 0.0027


def pairing_is_doubtful(pair: FilePair, attributes: tuple[AttributeFindings, ...]) -> bool:
    """No attribute of Y goes with its original record by record: no Spearman correlation of X and Z differs from 0.

    So it is for shuffled rows and reassigned identifiers, however little was changed. Files with fewer than
    ``FEWEST_PAIRS`` pairs are taken at their word.
    """
    if pair.own is None:
        return False
    n_paired = int((pair.own >= 0).sum())
    found = [attribute.spearman for attribute in attributes if attribute.spearman is not None]
    if n_paired < FEWEST_PAIRS or not found:
        return False
    return all(abs(correlation) <= least_correlation(n_paired, len(found)) for correlation in found)


def least_correlation(n_paired: int, n_attributes: int) -> float:
    """The correlation that none of so many independent attributes would exceed by chance (Bonferroni)."""
    return NormalDist().inv_cdf(1 - LEVEL / (2 * n_attributes)) / sqrt(n_paired)
