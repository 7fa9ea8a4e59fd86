"""audit.json: the numbers of an audit for scripts; versioned, with a published JSON Schema."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import numpy as np

from permdesk import __version__
from permdesk.audit.check_sentences import check_sentence
from permdesk.audit.findings import AttributeFindings, Audit, Check, Distances, Outcome, RandomRecords, Target
from permdesk.audit.reading_entries import ReadingEntry, reading_entries
from permdesk.audit.settings import MissingRule, Ties
from permdesk.compute.sampling_error import SamplingErrors
from permdesk.data.choices import Level, PairingBy
from permdesk.data.file_pair import SourceFile

VERSION = 1


@dataclass(frozen=True, slots=True)
class FileEntry:
    file: str
    sha256: str
    n_records: int


@dataclass(frozen=True, slots=True)
class PairingEntry:
    by: PairingBy
    id_attribute: str | None
    n_paired: int | None


@dataclass(frozen=True, slots=True)
class SettingsEntry:
    ties: Ties
    missing: MissingRule
    draws: int
    seed: int
    replicates: int
    alpha: float


@dataclass(frozen=True, slots=True)
class AttributeEntry:
    name: str
    level: Level
    n_distinct: int
    n_distinct_original: int
    tied_share: float
    missing_share: float
    missing_share_original: float
    spearman: float | None
    mean_abs_noise: float | None
    mean_abs_residual_noise: float | None
    residual_smaller_share: float | None
    reading: ReadingEntry | None = None


@dataclass(frozen=True, slots=True)
class LeftOutEntry:
    name: str
    level: Level
    reason: str
    reading: ReadingEntry | None = None


@dataclass(frozen=True, slots=True)
class PermutationEntry:
    """Against Y: d, the vector v in the order of the attributes, and the distances of the records."""

    d: int
    v: list[float | None]
    median_d: float
    max_d: int
    n_multiple: int


@dataclass(frozen=True, slots=True)
class PermutationZEntry:
    d: int
    median_d: float
    max_d: int
    n_multiple: int


@dataclass(frozen=True, slots=True)
class RandomTiesEntry:
    """Mean of d and of the median distance over the repeated draws, and each draw, over ``n_records`` records."""

    d: float
    median_d: float
    d_of_draws: list[int]
    median_d_of_draws: list[float]
    right_rate_of_draws: list[float | None]
    n_records: int
    tied_attributes: list[str]
    worst_case_d: int
    worst_case_median_d: float


@dataclass(frozen=True, slots=True)
class BatteryEntry:
    name: str
    target: Target
    rate: float
    lift: float
    interval: tuple[float, float]
    n_queries: int


@dataclass(frozen=True, slots=True)
class LinkageLeftOutEntry:
    name: str
    target: Target
    reason: str


@dataclass(frozen=True, slots=True)
class LinkageEntry:
    target: Target
    sole_correct: int
    among_several: int
    wrong: int
    multiple: int
    expected_correct_rate: float
    interval: tuple[float, float]
    chance: float
    lift: float
    battery: list[BatteryEntry]
    strongest: str
    left_out: list[LinkageLeftOutEntry]


@dataclass(frozen=True, slots=True)
class RandomMatchEntry:
    method: RandomRecords
    n: int
    distance: list[int]
    share_original: list[float]
    share_random: list[float]
    hellinger: float
    ks: float
    overlap: float
    critical_distance: int
    expected_critical_distance: float
    n_defensible: int
    n_defensible_right: int | None
    n_undecided: int
    reason: str
    ks_p_value: float
    standard_errors: SamplingErrors | None


@dataclass(frozen=True, slots=True)
class CheckEntry:
    """``records`` are the first that decide, from 1; ``n_records`` how many there are; ``sentence`` says it all."""

    name: str
    outcome: Outcome
    value: float | None
    threshold: float | None
    records: list[int]
    n_records: int
    sentence: str


@dataclass(frozen=True, slots=True)
class VerdictEntry:
    policy: str
    outcome: Outcome
    checks: list[CheckEntry]


@dataclass(frozen=True, slots=True)
class NoticeEntry:
    severity: str
    where: str
    what: str
    remedy: str


@dataclass(frozen=True, slots=True)
class AuditDocument:
    """The whole of audit.json. ``random_ties`` is there only if there are ties, ``linkage`` only if paired."""

    version: int
    permdesk: str
    original: FileEntry
    anonymized: FileEntry
    pairing: PairingEntry
    settings: SettingsEntry
    attributes: list[AttributeEntry]
    left_out: list[LeftOutEntry]
    permutation: PermutationEntry
    permutation_z: PermutationZEntry
    linkage: LinkageEntry | None
    random_match: RandomMatchEntry
    n_satisfying: int
    verdict: VerdictEntry
    notices: list[NoticeEntry]
    random_ties: RandomTiesEntry | None = None


def audit_json(audit: Audit) -> bytes:
    """The audit as JSON, indented, with a closing newline; the same audit gives the same bytes."""
    raw: dict[str, Any] = msgspec.to_builtins(audit_document(audit), enc_hook=str)
    if raw["random_ties"] is None:
        del raw["random_ties"]
    return msgspec.json.format(msgspec.json.encode(raw), indent=2) + b"\n"


def audit_schema() -> bytes:
    """The JSON Schema of audit.json."""
    return msgspec.json.format(msgspec.json.encode(msgspec.json.schema(AuditDocument)), indent=2) + b"\n"


def audit_document(audit: Audit) -> AuditDocument:
    """What audit.json holds."""
    pair, right, random = audit.pair, audit.right_links, audit.random_match
    readings = reading_entries(pair)
    return AuditDocument(
        version=VERSION,
        permdesk=__version__,
        original=_file(pair.original),
        anonymized=_file(pair.anonymized),
        pairing=PairingEntry(
            by=pair.pairing,
            id_attribute=pair.choices.id_names or None,
            n_paired=None if pair.own is None else int((pair.own >= 0).sum()),
        ),
        settings=msgspec.convert(msgspec.to_builtins(audit.settings), SettingsEntry),
        attributes=[_attribute(attribute, readings) for attribute in audit.attributes],
        left_out=[LeftOutEntry(one.name, one.level, one.reason, readings.get(one.name)) for one in pair.left_out],
        permutation=PermutationEntry(
            d=audit.distances.d,
            v=[None if math.isnan(v) else float(v) for v in audit.variances.v],
            median_d=audit.distances.median,
            max_d=audit.distances.max,
            n_multiple=audit.distances.n_multiple,
        ),
        permutation_z=_permutation_z(audit.distances_z),
        linkage=None
        if right is None
        else LinkageEntry(
            target=audit.links.target,
            sole_correct=right.sole_correct,
            among_several=right.among_several,
            wrong=right.wrong,
            multiple=right.multiple,
            expected_correct_rate=right.expected_correct_rate,
            interval=right.interval,
            chance=right.chance,
            lift=right.lift,
            battery=[BatteryEntry(b.name, b.target, b.rate, b.lift, b.interval, b.n_queries) for b in right.battery],
            strongest=right.strongest.name,
            left_out=[LinkageLeftOutEntry(left.name, left.target, left.reason) for left in right.left_out],
        ),
        random_match=RandomMatchEntry(
            method=random.method,
            n=random.n,
            distance=random.distance.tolist(),
            share_original=random.share_original.tolist(),
            share_random=random.share_random.tolist(),
            hellinger=random.hellinger,
            ks=random.ks,
            overlap=random.overlap,
            critical_distance=random.critical_distance,
            expected_critical_distance=random.expected_critical,
            n_defensible=random.n_defensible,
            n_defensible_right=random.n_defensible_right,
            n_undecided=random.n_undecided,
            reason=random.reason,
            ks_p_value=random.ks_p_value,
            standard_errors=random.errors,
        ),
        n_satisfying=int(audit.satisfies.sum()),
        verdict=VerdictEntry(
            policy=audit.verdict.policy.name,
            outcome=audit.verdict.outcome,
            checks=[_check(check) for check in audit.verdict.checks],
        ),
        notices=[NoticeEntry(p.severity, p.where, p.what, p.remedy) for p in audit.notices],
        random_ties=_random_ties(audit),
    )


def _attribute(finding: AttributeFindings, readings: dict[str, ReadingEntry]) -> AttributeEntry:
    entry = msgspec.convert(msgspec.to_builtins(finding), AttributeEntry)
    return replace(entry, reading=readings.get(finding.name))


def _check(check: Check) -> CheckEntry:
    return CheckEntry(
        name=check.name,
        outcome=check.outcome,
        value=check.value,
        threshold=check.threshold,
        records=[row + 1 for row in check.records],
        n_records=check.n_records,
        sentence=check_sentence(check, names_records=True),
    )


def _file(source: SourceFile) -> FileEntry:
    return FileEntry(source.path.name, source.sha256, source.n_records)


def _permutation_z(distances: Distances) -> PermutationZEntry:
    return PermutationZEntry(distances.d, distances.median, distances.max, distances.n_multiple)


def _random_ties(audit: Audit) -> RandomTiesEntry | None:
    ties = audit.tie_comparison
    if ties is None:
        return None
    return RandomTiesEntry(
        d=float(np.mean([summary.d for summary in ties.random])),
        median_d=float(np.mean([summary.median_d for summary in ties.random])),
        d_of_draws=[summary.d for summary in ties.random],
        median_d_of_draws=[summary.median_d for summary in ties.random],
        right_rate_of_draws=[summary.right_rate for summary in ties.random],
        n_records=ties.n_records,
        tied_attributes=list(ties.tied_attributes),
        worst_case_d=ties.worst_case.d,
        worst_case_median_d=ties.worst_case.median_d,
    )
