"""From the values of two files to boxes in rank space: against Y, against Z, with ties as intervals or broken."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from permdesk.audit.settings import MissingRule, Settings, Ties
from permdesk.compute.arrays import Floats, Ranks
from permdesk.compute.boxes import RankBoxes, drawn_ranks, missing_as_own_value, stack_boxes
from permdesk.compute.closest import closest_ranks
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import (
    WILDCARD_HIGH,
    WILDCARD_LOW,
    ValueClasses,
    broken_ranks,
    record_ranks,
    value_classes,
)
from permdesk.compute.reverse_mapping import reverse_mapped_classes, reverse_mapped_ranks
from permdesk.data.file_pair import AttributePair, FilePair, Values


class Purpose(IntEnum):
    """What random numbers are for; each purpose has a stream of its own under one seed."""

    REVERSE_MAPPING = 0
    RANDOM_TIES = 1
    RANDOM_RECORDS = 2
    SAMPLE = 3
    LINKAGE = 4
    BOOTSTRAP = 5


def generator(settings: Settings, purpose: Purpose, replicate: int = 0) -> np.random.Generator:
    """The random numbers of one purpose; the same settings give the same numbers."""
    return np.random.default_rng([settings.seed, purpose, replicate])


def midpoints(values: Values) -> Floats:
    """The value (n,) that stands for each record: itself, or the middle of a generalized one."""
    return np.where(values.lower == values.upper, values.lower, values.lower / 2 + values.upper / 2)


@dataclass(frozen=True, slots=True, eq=False)
class RankedAttribute:
    """One attribute's classes in X, Y and sorted Z, and its tie-broken ranks in Y, which make Z (Algorithm 1)."""

    attribute: AttributePair
    original: ValueClasses
    anonymized: ValueClasses
    reverse_mapped: ValueClasses
    ranks_original: Ranks
    ranks_anonymized: Ranks


def rank_attribute(attribute: AttributePair, random: np.random.Generator) -> RankedAttribute:
    """Rank one attribute in both files, ties of X and Y broken with ``random`` for Z only."""
    original = value_classes(attribute.original.lower, attribute.original.upper)
    anonymized = value_classes(attribute.anonymized.lower, attribute.anonymized.upper)
    return RankedAttribute(
        attribute=attribute,
        original=original,
        anonymized=anonymized,
        reverse_mapped=reverse_mapped_classes(midpoints(attribute.original), anonymized.n_ranked),
        ranks_original=broken_ranks(*record_ranks(original), random),
        ranks_anonymized=broken_ranks(*record_ranks(anonymized), random),
    )


def rank_pair(pair: FilePair, settings: Settings, progress: Progress) -> tuple[RankedAttribute, ...]:
    """Rank every attribute of a pair. Raises Cancelled."""
    random = generator(settings, Purpose.REVERSE_MAPPING)
    progress.begin("ranks", len(pair.attributes))
    ranked = []
    for attribute in pair.attributes:
        ranked.append(rank_attribute(attribute, random))
        progress.advance()
    return tuple(ranked)


@dataclass(frozen=True, slots=True, eq=False)
class RankSpace:
    """Original records (their closest values) and target records as boxes over the ranks of one target."""

    queries: RankBoxes
    target: RankBoxes


def against_anonymized(
    ranked: tuple[RankedAttribute, ...], settings: Settings, ties: Ties, replicate: int = 0
) -> RankSpace:
    """Rank space of Y (Algorithm 2). ``replicate`` numbers repeated draws of random ties."""
    target = stack_boxes([record_ranks(a.anonymized) for a in ranked])
    queries = stack_boxes(
        [closest_ranks(a.anonymized, a.attribute.original.lower, a.attribute.original.upper) for a in ranked]
    )
    return _settled(ranked, queries, target, settings, ties, generator(settings, Purpose.RANDOM_TIES, 2 * replicate))


def against_reverse_mapped(ranked: tuple[RankedAttribute, ...], settings: Settings, ties: Ties) -> RankSpace:
    """Rank space of Z (the intruder's search)."""
    columns = []
    for a in ranked:
        low, high = record_ranks(a.anonymized)
        if ties is Ties.RANDOM:
            missing = a.ranks_anonymized == 0
            low = np.where(missing, WILDCARD_LOW, a.ranks_anonymized).astype(np.int32)
            high = np.where(missing, WILDCARD_HIGH, a.ranks_anonymized).astype(np.int32)
        generalized = None if a.anonymized.are_points else (a.attribute.anonymized.lower, a.attribute.anonymized.upper)
        columns.append(reverse_mapped_ranks(low, high, a.reverse_mapped, generalized))
    queries = stack_boxes(
        [closest_ranks(a.reverse_mapped, a.attribute.original.lower, a.attribute.original.upper) for a in ranked]
    )
    return _settled(ranked, queries, stack_boxes(columns), settings, ties, generator(settings, Purpose.RANDOM_TIES, 1))


def _settled(
    ranked: tuple[RankedAttribute, ...],
    queries: RankBoxes,
    target: RankBoxes,
    settings: Settings,
    ties: Ties,
    random: np.random.Generator,
) -> RankSpace:
    if ties is Ties.RANDOM:
        broken = [broken_ranks(low, high, random) for low, high in zip(target.low.T, target.high.T, strict=True)]
        wild = target.low == WILDCARD_LOW
        points = np.column_stack(broken)
        target = RankBoxes(
            np.where(wild, WILDCARD_LOW, points).astype(np.int32),
            np.where(wild, WILDCARD_HIGH, points).astype(np.int32),
        )
        queries = drawn_ranks(queries, random)
    if settings.missing is MissingRule.OWN_VALUE:
        # A value is wild where the target has none, but it is not missing.
        is_missing = np.column_stack([a.original.of_record < 0 for a in ranked])
        is_wild = (queries.low == WILDCARD_LOW) & ~is_missing
        low, high = (np.where(is_wild, 1, ranks).astype(np.int32) for ranks in (queries.low, queries.high))
        queries = missing_as_own_value(RankBoxes(low, high))
        target = missing_as_own_value(target)
    return RankSpace(queries, target)
