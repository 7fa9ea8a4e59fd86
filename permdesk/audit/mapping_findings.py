"""Reverse mapping of a pair of files: Z, the noise with it and without it, and what it does to correlations."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from permdesk.audit.findings import AttributeFindings, ReverseMapping
from permdesk.audit.ranking import RankedAttribute, RankedPair, midpoints
from permdesk.compute.arrays import Floats, Ranks, Rows, frozen
from permdesk.compute.correlation import spearman, spearman_matrix
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import WILDCARD_LOW, average_ranks, middle_ranks
from permdesk.compute.reverse_mapping import reverse_map
from permdesk.compute.share import Share
from permdesk.compute.unstoppable import wait_for, wait_for_each
from permdesk.data.choices import Level
from permdesk.data.file_pair import FilePair, Values
from permdesk.data.side_by_side import matrix_of


def find_mapping(
    pair: FilePair, ranked: RankedPair, progress: Progress
) -> tuple[ReverseMapping, tuple[AttributeFindings, ...]]:
    """Reverse-map every attribute (Tables 1 and 2) and say what is known of each. Raises Cancelled."""
    m = len(ranked.attributes)
    progress.begin("reverse-mapping", m + 3)
    own = pair.own
    n_original, n_anonymized = pair.original.n_records, pair.anonymized.n_records
    original = _midpoints([a.attribute.original for a in ranked.attributes], progress)
    anonymized = _midpoints([a.attribute.anonymized for a in ranked.attributes], progress)
    ranks_y = list(zip(ranked.in_anonymized.target.low.T, ranked.in_anonymized.target.high.T, strict=True))
    values = _columns(n_anonymized, m)

    def map_attributes(start: int, stop: int) -> None:
        for j in range(start, stop):
            values[:, j] = reverse_map(ranked.attributes[j].reverse_mapped().ordered, ranked.ranks_anonymized[:, j])

    wait_for_each(map_attributes, m, Share(progress, m // 2, m))

    def correlations(n: int, columns: Iterable[Floats]) -> Floats:
        def find() -> Floats:
            ranks = _columns(n, m)
            for j, column in enumerate(columns):
                progress.check()
                ranks[:, j] = column
            return spearman_matrix(ranks, progress)

        found = wait_for(find, progress)
        progress.advance()
        return found

    mapping = ReverseMapping(
        original=original,
        anonymized=anonymized,
        values=frozen(values),
        ranks_original=ranked.ranks_original,
        ranks_anonymized=ranked.ranks_anonymized,
        own=own,
        is_numeric=tuple(a.attribute.level is Level.NUMERIC for a in ranked.attributes),
        is_permutation=all(a.original.n_ranked == a.n_ranked for a in ranked.attributes) and n_original == n_anonymized,
        spearman_original=correlations(n_original, (average_ranks(a.original) for a in ranked.attributes)),
        spearman_anonymized=correlations(n_anonymized, (middle_ranks(low, high) for low, high in ranks_y)),
        spearman_reverse_mapped=correlations(n_anonymized, map(_ranks_z, ranked.attributes, ranked.ranks_anonymized.T)),
    )
    findings: dict[int, AttributeFindings] = {}

    def describe(start: int, stop: int) -> None:
        for j in range(start, stop):
            ranks = ranked.ranks_anonymized[:, j]
            findings[j] = _attribute_findings(
                ranked.attributes[j], *ranks_y[j], own, ranks, mapping.noise(j), mapping.residual_noise(j)
            )

    wait_for_each(describe, m, Share(progress, m - m // 2, m))
    return mapping, tuple(findings[j] for j in range(m))


def _columns(n: int, m: int) -> Floats:
    """A matrix (n, m) whose columns are written and read one by one."""
    return np.empty((n, m), order="F")


def shared_matrix(values: list[Values]) -> Floats | None:
    """The matrix (n, m) that the values of one file share, which an audit need not copy; None where there is none."""
    return matrix_of([one.lower for one in values]) if all(one.lower is one.upper for one in values) else None


def _midpoints(values: list[Values], progress: Progress) -> Floats:
    """The values (n, m) of one file: the matrix that the attributes share, where they do."""
    shared = shared_matrix(values)
    if shared is not None:
        return shared
    matrix = _columns(values[0].lower.size, len(values))
    for j, one in enumerate(values):
        progress.check()
        matrix[:, j] = midpoints(one)
    return frozen(matrix)


def _ranks_z(a: RankedAttribute, ranks: Ranks) -> Floats:
    """Average ranks (n_Y,) in Z of the records of Y."""
    return reverse_map(average_ranks(a.reverse_mapped()), ranks)


def _attribute_findings(
    a: RankedAttribute,
    low: Ranks,
    high: Ranks,
    own: Rows | None,
    ranks: Ranks,
    noise: Floats | None,
    residual: Floats,
) -> AttributeFindings:
    """``low`` to ``high`` (n_Y,) are the ranks of the values of Y, ``ranks`` those that make Z."""
    is_missing = low == WILDCARD_LOW
    correlation = mean_noise = smaller = None
    if own is not None:
        paired = own >= 0
        found = spearman(average_ranks(a.original)[paired], _ranks_z(a, ranks)[own[paired]])
        correlation = None if np.isnan(found) else found
        if noise is not None:
            mean_noise = mean_of_present(np.abs(noise))
            both = np.abs(np.column_stack([residual[own[paired]], noise[paired]]))
            both = both[~np.isnan(both).any(axis=1)]
            smaller = float((both[:, 0] < both[:, 1]).mean()) if len(both) else None
    return AttributeFindings(
        name=a.attribute.name,
        level=a.attribute.level,
        n_distinct_original=int(a.original.first.size),
        n_distinct=a.n_distinct,
        tied_share=float(((low < high) & ~is_missing).mean()),
        missing_share=float(is_missing.mean()),
        missing_share_original=float((a.original.of_record < 0).mean()),
        spearman=correlation,
        mean_abs_noise=mean_noise,
        mean_abs_residual_noise=mean_of_present(np.abs(residual)),
        residual_smaller_share=smaller,
    )


def mean_of_present(values: Floats) -> float | None:
    """Mean of the values that are not nan; None if there are none."""
    present = values[~np.isnan(values)]
    return float(present.mean()) if present.size else None
