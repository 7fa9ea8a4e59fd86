"""Findings about as many records as wanted, put together without an audit: the window shows them like any others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from permdesk.audit.findings import Audit, Distances, ReverseMapping, Target, Variances
from permdesk.audit.policy import Policy
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings
from permdesk.compute.arrays import Floats, Ranks
from permdesk.compute.progress import Progress
from permdesk.data.choices import AttributeChoice, Level, PairChoices, PairingBy
from permdesk.data.file_pair import AttributePair, FilePair, SourceFile, Values

SEED = 1


def large_findings(n: int, m: int) -> Audit:
    """An audit of n records with m attributes whose numbers look like those of normal values with noise. Shares, tests
    and verdict are those of a small file of the same kind."""
    generator = np.random.default_rng(SEED)
    small = run_audit(_pair(*_values(generator, 400, m)), Settings(draws=200), Policy(), Progress())
    assert isinstance(small, Audit)
    original, anonymized = _values(generator, n, m)
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
        spearman_original=small.mapping.spearman_original,
        spearman_anonymized=small.mapping.spearman_anonymized,
        spearman_reverse_mapped=small.mapping.spearman_reverse_mapped,
    )
    distances = _distances(Target.ANONYMIZED, in_x, in_y)
    distances_z = _distances(Target.REVERSE_MAPPED, in_x, in_y)
    found = generator.exponential(size=(n, m))
    return replace(
        small,
        pair=_pair(original, anonymized),
        mapping=mapping,
        distances=distances,
        distances_z=distances_z,
        links=distances_z,
        variances=Variances(found, 2 * found, found, 1, found.min(axis=0)),
        random_match=replace(small.random_match, p_values=generator.random(n), defensible=generator.random(n) < 0.1),
        satisfies=distances.distance >= 1,
    )


def _values(generator: np.random.Generator, n: int, m: int) -> tuple[Floats, Floats]:
    original = np.asfortranarray(generator.normal(size=(n, m)))
    return original, np.asfortranarray(original + 0.5 * generator.normal(size=(n, m)))


def _ranks(values: Floats) -> Ranks:
    ranks = np.empty(values.shape, np.int32, order="F")
    for j, column in enumerate(values.T):
        ranks[np.argsort(column), j] = np.arange(1, values.shape[0] + 1)
    return ranks


def _distances(target: Target, in_x: Ranks, in_y: Ranks) -> Distances:
    """Every record is taken to match its own release: a search for a nearer one would take a minute."""
    n = in_x.shape[0]
    distance = np.abs(in_x - in_y).max(axis=1).astype(np.int32)
    rows = np.arange(n)
    return Distances(target, in_x, in_x, in_y, in_y, distance, np.ones(n, np.int64), rows, np.ones(n, np.bool_))


def _pair(original: Floats, anonymized: Floats) -> FilePair:
    n, m = original.shape
    names = [f"attribute {j + 1}" for j in range(m)]
    attributes = [
        AttributePair(name, Level.NUMERIC, Values(x, x), Values(y, y))
        for name, x, y in zip(names, original.T, anonymized.T, strict=True)
    ]
    return FilePair(
        original=SourceFile(Path("original.csv"), "0" * 64, n),
        anonymized=SourceFile(Path("anonymized.csv"), "1" * 64, n),
        attributes=tuple(attributes),
        left_out=(),
        pairing=PairingBy.ROW,
        own=np.arange(n),
        choices=PairChoices(tuple(AttributeChoice(name, Level.NUMERIC) for name in names), PairingBy.ROW),
    )
