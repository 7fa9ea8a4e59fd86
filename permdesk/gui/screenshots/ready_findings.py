"""Findings about a pair of any size, put together without a search: the window shows them like any others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from permdesk.audit.findings import (
    Audit,
    Distances,
    LinkageRate,
    RandomMatch,
    RightLinks,
    Searches,
    Target,
    Variances,
)
from permdesk.audit.mapping_findings import find_mapping
from permdesk.audit.notices import audit_notices
from permdesk.audit.policy import Policy
from permdesk.audit.ranking import rank_pair
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.audit.verdict import decide, required_variances
from permdesk.compute.arrays import Ranks
from permdesk.compute.progress import Progress
from permdesk.data.choices import PairingBy
from permdesk.data.file_pair import FilePair, Values

FEW = 400
"""So few records are audited in truth, which takes no kernel."""
DRAWS = 200
N_DEFENSIBLE = 20
ALPHA = 0.05
SEED = 1


def ready_findings(pair: FilePair, settings: Settings, policy: Policy) -> Audit:
    """Findings about numeric attributes of files that are paired by row. Ranks, noise and Z are the pair's, but every
    record is taken to match its own release; tests, rates and variances are made up from those of its first
    records."""
    audited = run_audit(_first(pair, FEW), replace(settings, draws=DRAWS), policy, Progress())
    assert isinstance(audited, Audit)
    assert audited.right_links is not None
    n, m = pair.original.n_records, len(pair.attributes)
    mapping, attributes = find_mapping(pair, rank_pair(pair, settings, Progress()), Progress())
    original, in_x, in_y = mapping.original, mapping.ranks_original, mapping.ranks_anonymized
    distances, distances_z = (_distances(target, in_x, in_y) for target in Target)
    random = np.random.default_rng(SEED)
    found = original.var(axis=0) * random.exponential(size=(n, m))
    test = _tested(audited.random_match, distances_z.distance, random)
    right_links = _thinned(audited.right_links, min(FEW, n), n)
    variances = Variances(found, 2 * found, found, 1, found.min(axis=0))
    searches = Searches(distances, distances_z, variances, distances_z, right_links, test, None)
    return replace(
        audited,
        pair=pair,
        settings=settings,
        attributes=attributes,
        mapping=mapping,
        distances=distances,
        distances_z=distances_z,
        links=distances_z,
        variances=variances,
        right_links=right_links,
        random_match=test,
        tie_comparison=None,
        satisfies=distances.distance >= 1,
        verdict=decide(policy, searches, required_variances(policy, pair.names, mapping.anonymized), pair.names, ""),
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


def _tested(few: RandomMatch, distance: Ranks, random: np.random.Generator) -> RandomMatch:
    """A test of the links at these distances whose random records match at some of the same, so that few links can be
    told from chance: the nearest ones."""
    n = distance.size
    step = -(-n // FEW)
    share_original, share_random = (
        np.bincount(found // step, minlength=FEW) / found.size for found in (distance, random.choice(distance, DRAWS))
    )
    chances = share_random.cumsum()
    defensible = distance <= np.partition(distance, N_DEFENSIBLE - 1)[N_DEFENSIBLE - 1]
    return replace(
        few,
        distance=np.arange(FEW, dtype=np.int32) * np.int32(step),
        share_original=share_original,
        share_random=share_random,
        p_values=chances[distance // step],
        defensible=defensible,
        n_defensible_right=int(np.count_nonzero(defensible)) // 2,
        critical_distance=int(np.count_nonzero(chances <= ALPHA)) * step - 1,
        expected_critical=few.expected_critical * step,
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


def _distances(target: Target, in_x: Ranks, in_y: Ranks) -> Distances:
    n = in_x.shape[0]
    distance = np.abs(in_x - in_y).max(axis=1).astype(np.int32)
    return Distances(target, in_x, in_x, in_y, in_y, distance, np.ones(n, np.int64), np.arange(n), np.ones(n, np.bool_))
