"""Reverse mapping of a pair of files: Z, the noise with it and without it, and what it does to correlations."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import AttributeFindings, ReverseMapping
from permdesk.audit.ranking import RankedAttribute, midpoints
from permdesk.compute.arrays import Floats, Rows
from permdesk.compute.correlation import spearman, spearman_matrix
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import average_ranks
from permdesk.compute.reverse_mapping import reverse_map
from permdesk.data.choices import Level
from permdesk.data.file_pair import FilePair


def find_mapping(
    pair: FilePair, ranked: tuple[RankedAttribute, ...], progress: Progress
) -> tuple[ReverseMapping, tuple[AttributeFindings, ...]]:
    """Reverse-map every attribute (Tables 1 and 2) and say what is known of each. Raises Cancelled."""
    progress.begin("reverse-mapping", len(ranked))
    own = pair.own
    n_original, n_anonymized, m = pair.original.n_records, pair.anonymized.n_records, len(ranked)
    original, anonymized = np.empty((n_original, m)), np.empty((n_anonymized, m))
    values, residual = np.empty((n_anonymized, m)), np.full((n_anonymized, m), np.nan)
    noise = None if own is None else np.full((n_original, m), np.nan)
    ranks_x, ranks_y, ranks_z = np.empty((n_original, m)), np.empty((n_anonymized, m)), np.empty((n_anonymized, m))
    findings = []
    for j, a in enumerate(ranked):
        original[:, j], anonymized[:, j] = midpoints(a.attribute.original), midpoints(a.attribute.anonymized)
        sorted_z = a.reverse_mapped.lower[a.reverse_mapped.of_record] if a.reverse_mapped.first.size else np.empty(0)
        values[:, j] = reverse_map(sorted_z, a.ranks_anonymized)
        ranks_x[:, j], ranks_y[:, j] = average_ranks(a.original), average_ranks(a.anonymized)
        ranks_z[:, j] = reverse_map(average_ranks(a.reverse_mapped), a.ranks_anonymized)
        if a.attribute.level is Level.NUMERIC:
            residual[:, j] = anonymized[:, j] - values[:, j]
            if noise is not None and own is not None:
                noise[:, j] = np.where(own >= 0, anonymized[own, j] - original[:, j], np.nan)
        findings.append(_attribute_findings(a, own, ranks_x[:, j], ranks_z[:, j], noise, residual, j))
        progress.advance()
    mapping = ReverseMapping(
        original=original,
        anonymized=anonymized,
        values=values,
        ranks_original=np.column_stack([a.ranks_original for a in ranked]),
        ranks_anonymized=np.column_stack([a.ranks_anonymized for a in ranked]),
        noise=noise,
        residual_noise=residual,
        is_permutation=all(a.original.n_ranked == a.anonymized.n_ranked for a in ranked) and n_original == n_anonymized,
        spearman_original=spearman_matrix(ranks_x),
        spearman_anonymized=spearman_matrix(ranks_y),
        spearman_reverse_mapped=spearman_matrix(ranks_z),
    )
    return mapping, tuple(findings)


def _attribute_findings(
    a: RankedAttribute,
    own: Rows | None,
    ranks_x: Floats,
    ranks_z: Floats,
    noise: Floats | None,
    residual: Floats,
    j: int,
) -> AttributeFindings:
    n = a.anonymized.of_record.size
    sizes = a.anonymized.last - a.anonymized.first + 1
    correlation = mean_noise = smaller = None
    if own is not None:
        paired = own >= 0
        found = spearman(ranks_x[paired], ranks_z[own[paired]])
        correlation = None if np.isnan(found) else found
        if noise is not None:
            mean_noise = mean_of_present(np.abs(noise[:, j]))
            both = np.abs(np.column_stack([residual[own[paired], j], noise[paired, j]]))
            both = both[~np.isnan(both).any(axis=1)]
            smaller = float((both[:, 0] < both[:, 1]).mean()) if len(both) else None
    return AttributeFindings(
        name=a.attribute.name,
        level=a.attribute.level,
        n_distinct_original=int(a.original.first.size),
        n_distinct=int(a.anonymized.first.size),
        tied_share=float(sizes[sizes > 1].sum()) / n,
        missing_share=float((a.anonymized.of_record < 0).mean()),
        missing_share_original=float((a.original.of_record < 0).mean()),
        spearman=correlation,
        mean_abs_noise=mean_noise,
        mean_abs_residual_noise=mean_of_present(np.abs(residual[:, j])),
        residual_smaller_share=smaller,
    )


def mean_of_present(values: Floats) -> float | None:
    """Mean of the values that are not nan; None if there are none."""
    present = values[~np.isnan(values)]
    return float(present.mean()) if present.size else None
