"""Findings about a pair of any size, put together without a search: the window shows them like any others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from permdesk.audit.findings import (
    Audit,
    Distances,
    LinkageRate,
    ReverseMapping,
    RightLinks,
    Searches,
    Target,
    Variances,
)
from permdesk.audit.notices import audit_notices
from permdesk.audit.policy import Policy
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.audit.verdict import decide, required_variances
from permdesk.compute.arrays import Floats, Ranks
from permdesk.compute.progress import Progress
from permdesk.data.choices import PairingBy
from permdesk.data.file_pair import FilePair, Values

FEW = 400
"""So few records are audited in truth, which takes no kernel."""
DRAWS = 200
N_DEFENSIBLE = 20
SEED = 1


def ready_findings(pair: FilePair, settings: Settings, policy: Policy) -> Audit:
    """Findings about numeric attributes of files that are paired by row. Ranks, distances and Z are the pair's, but
    every record is taken to match its own release; tests, rates and variances are made up from those of its first
    records."""
    audited = run_audit(_first(pair, FEW), replace(settings, draws=DRAWS), policy, Progress())
    assert isinstance(audited, Audit)
    assert audited.right_links is not None
    n, m = pair.original.n_records, len(pair.attributes)
    original = np.array([attribute.original.lower for attribute in pair.attributes]).T
    anonymized = np.array([attribute.anonymized.lower for attribute in pair.attributes]).T
    in_x, in_y = _ranks(original), _ranks(anonymized)
    reverse_mapped = np.empty_like(original)
    for j in range(m):
        reverse_mapped[:, j] = np.sort(original[:, j])[in_y[:, j] - 1]
    mapping = ReverseMapping(
        original=original,
        anonymized=anonymized,
        values=reverse_mapped,
        ranks_original=in_x,
        ranks_anonymized=in_y,
        own=np.arange(n),
        is_numeric=(True,) * m,
        is_permutation=True,
        spearman_original=audited.mapping.spearman_original,
        spearman_anonymized=audited.mapping.spearman_anonymized,
        spearman_reverse_mapped=audited.mapping.spearman_reverse_mapped,
    )
    distances, distances_z = (_distances(target, in_x, in_y) for target in Target)
    random = np.random.default_rng(SEED)
    found = original.var(axis=0) * random.exponential(size=(n, m))
    chances = random.random(n)
    defensible = chances < N_DEFENSIBLE / n
    n_right = int(np.count_nonzero(defensible)) // 2
    test = replace(audited.random_match, p_values=chances, defensible=defensible, n_defensible_right=n_right)
    right_links = _thinned(audited.right_links, min(FEW, n), n)
    variances = Variances(found, 2 * found, found, 1, found.min(axis=0))
    searches = Searches(distances, distances_z, variances, distances_z, right_links, test, None)
    distinct = [[np.unique(column).size for column in values.T] for values in (original, anonymized)]
    return replace(
        audited,
        pair=pair,
        settings=settings,
        attributes=tuple(
            replace(attribute, n_distinct_original=in_original, n_distinct=in_release, tied_share=_tied_share(values))
            for attribute, in_original, in_release, values in zip(
                audited.attributes, *distinct, anonymized.T, strict=True
            )
        ),
        mapping=mapping,
        distances=distances,
        distances_z=distances_z,
        links=distances_z,
        variances=variances,
        right_links=right_links,
        random_match=test,
        tie_comparison=None,
        satisfies=distances.distance >= 1,
        verdict=decide(policy, searches, required_variances(policy, pair.names, anonymized), pair.names, ""),
        notices=audit_notices(pair, settings, mapping, searches, None, ""),
    )


def _first(pair: FilePair, n: int) -> FilePair:
    """The first records of both files."""

    def cut(values: Values) -> Values:
        return Values(values.lower[:n], values.upper[:n])

    assert pair.pairing is PairingBy.ROW
    n = min(n, pair.original.n_records)
    return replace(
        pair,
        original=replace(pair.original, n_records=n),
        anonymized=replace(pair.anonymized, n_records=n),
        attributes=tuple(
            replace(attribute, original=cut(attribute.original), anonymized=cut(attribute.anonymized))
            for attribute in pair.attributes
        ),
        own=np.arange(n),
        record_ids=(),
        anonymized_ids=(),
        report=None,
        other_texts=(),
    )


def _thinned(links: RightLinks, n_few: int, n: int) -> RightLinks:
    """As many right links among more records, and as many times chance."""
    share = n_few / n

    def thinned(linkage: LinkageRate) -> LinkageRate:
        low, high = linkage.interval
        return replace(linkage, rate=linkage.rate * share, interval=(low * share, high * share))

    low, high = links.interval
    return replace(
        links,
        wrong=n - links.sole_correct - links.multiple,
        expected_correct_rate=links.expected_correct_rate * share,
        interval=(low * share, high * share),
        chance=1 / n,
        battery=tuple(map(thinned, links.battery)),
    )


def _tied_share(values: Floats) -> float:
    """The share of records whose value another record has, too."""
    _, counts = np.unique(values, return_counts=True)
    return 1 - float(np.count_nonzero(counts == 1)) / values.size


def _ranks(values: Floats) -> Ranks:
    ranks: NDArray[np.int32] = np.empty(values.shape, np.int32, order="F")
    for j, column in enumerate(values.T):
        ranks[np.argsort(column), j] = np.arange(1, values.shape[0] + 1)
    return ranks


def _distances(target: Target, in_x: Ranks, in_y: Ranks) -> Distances:
    n = in_x.shape[0]
    distance = np.abs(in_x - in_y).max(axis=1).astype(np.int32)
    return Distances(target, in_x, in_x, in_y, in_y, distance, np.ones(n, np.int64), np.arange(n), np.ones(n, np.bool_))
