"""What a release keeps, in bits and in ranks: link entropy, mutual information of ranks, power means of displacement.

Sources. Entropy and mutual information are Shannon's (1948), the correction for bias Miller's (1955). Power means of
rank displacement follow Ruiz, who compares anonymization methods by how power means of the permutation distances of
their records depend on the exponent (arXiv:1701.08419). PermDesk's own are: to take an intruder's links as equally
likely; to cut ranks into classes; to measure displacement as the gap between rank intervals, 0 for ties; and to
divide it by n - 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.audit.findings import Audit, Distances
from permdesk.compute.arrays import Flags, Floats, Ranks, Rows
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.information import (
    MutualInformation,
    mutual_information,
    number_of_classes,
    power_mean,
    rank_classes,
)
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_LOW
from permdesk.compute.search import nearest
from permdesk.translation import tr, tr_count

EXPONENTS = (-np.inf, -1.0, 0.0, 1.0, 2.0, np.inf)
FEWEST_CLASSES = 2


@dataclass(frozen=True, slots=True)
class LinkEntropy:
    """Bits of doubt that an intruder has who takes each of his links of a record as equally likely: log2 of their
    number, averaged over the records. ``most`` is log2 n: he knows nothing. He may be sure, and wrong."""

    mean: float
    most: float


@dataclass(frozen=True, slots=True)
class PowerMean:
    """The power mean of rank displacements with one exponent, as a share of n - 1. Low exponents look at the records
    that moved least, thus at risk; high ones at those that moved most, thus at loss."""

    exponent: float
    share: float


@dataclass(frozen=True, slots=True)
class AttributeInformation:
    """One attribute alone. ``links`` as if the intruder knew nothing else. ``kept``: mutual information of the ranks
    of X and Z over the ``n_pairs`` records that have both, cut into ``n_classes``. ``displacement``: power means of
    |rank of X - rank of Z| over them. ``reason`` says why the last two are None and empty, else is empty."""

    name: str
    links: LinkEntropy
    n_pairs: int
    n_classes: int
    kept: MutualInformation | None
    displacement: tuple[PowerMean, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Information:
    """All attributes together (``links``) and each alone."""

    links: LinkEntropy
    attributes: tuple[AttributeInformation, ...]


def find_information(audit: Audit, progress: Progress) -> Information:
    """Measure what the reverse-mapped release Z keeps of the original ranks. Raises Cancelled."""
    in_z = audit.distances_z
    progress.begin("information", len(audit.names))
    attributes = []
    for j, name in enumerate(audit.names):
        attributes.append(_attribute(name, in_z, j, audit.pair.own))
        progress.advance()
    return Information(_entropy(audit.links.n_matches, audit.links.n_records), tuple(attributes))


def _attribute(name: str, in_z: Distances, j: int, own: Rows | None) -> AttributeInformation:
    column = slice(j, j + 1)
    asked = RankBoxes(in_z.closest_low[:, column], in_z.closest_high[:, column])
    boxes = RankBoxes(in_z.low[:, column], in_z.high[:, column])
    links = _entropy(nearest(asked, boxes, None, Progress()).n_matches, in_z.n_records)
    if own is None:
        reason = tr("Without a pairing nobody knows which rank of Z belongs to which of X.")
        return AttributeInformation(name, links, 0, 0, None, (), reason)
    rows = np.flatnonzero((own >= 0) & _has_rank(asked.low[:, 0]))
    rows = rows[_has_rank(boxes.low[own[rows], 0])]
    low, high = asked.low[rows, 0], asked.high[rows, 0]
    own_low, own_high = boxes.low[own[rows], 0], boxes.high[own[rows], 0]
    n_ranks = int(boxes.high[_has_rank(boxes.low[:, 0]), 0].max(initial=1))
    n_classes = number_of_classes(rows.size)
    if n_classes < FEWEST_CLASSES:
        reason = tr_count(
            "Only one pair of records has a value in both files; at least 20 are needed.",
            "Only {count} pairs of records have a value in both files; at least 20 are needed.",
            rows.size,
        )
        return AttributeInformation(name, links, rows.size, 0, None, (), reason)
    first, second = (
        rank_classes((a.astype(np.float64) + b) / 2, n_ranks, n_classes) for a, b in ((low, high), (own_low, own_high))
    )
    kept = mutual_information(first, second, n_classes)
    if kept.most == 0:
        reason = tr("The original values are all equal: they have no order that could be kept.")
        return AttributeInformation(name, links, rows.size, n_classes, None, (), reason)
    gap = np.maximum(0, np.maximum(own_low - high, low - own_high)).astype(np.float64)
    return AttributeInformation(name, links, rows.size, n_classes, kept, _power_means(gap, in_z.n_records))


def _power_means(gap: Floats, n: int) -> tuple[PowerMean, ...]:
    return tuple(PowerMean(exponent, power_mean(gap, exponent) / (n - 1)) for exponent in EXPONENTS)


def _has_rank(low: Ranks) -> Flags:
    has_rank: Flags = (low != WILDCARD_LOW) & (low != MISSING_RANK)
    return has_rank


def _entropy(n_matches: Rows, n_records: int) -> LinkEntropy:
    return LinkEntropy(float(np.log2(n_matches).mean()), float(np.log2(n_records)))
