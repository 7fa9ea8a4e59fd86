"""From the values of two files to boxes in rank space: against Y, against Z, with ties as intervals or broken."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from enum import IntEnum
from functools import partial

import numpy as np

from permdesk.audit.settings import MissingRule, Settings, Ties
from permdesk.compute.arrays import Floats, Ranks, Rows, frozen
from permdesk.compute.boxes import (
    BoxColumns,
    RankBoxes,
    drawn_ranks,
    missing_as_own_rank,
    missing_as_own_value,
    points_or_wildcards,
)
from permdesk.compute.closest import closest_ranks_of_records
from permdesk.compute.kernel_steps import Kernels
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import (
    FEW_TIED,
    WILDCARD_HIGH,
    WILDCARD_LOW,
    ValueClasses,
    broken_ranks,
    middles,
    n_draws_to_break,
    record_ranks,
    value_classes,
)
from permdesk.compute.reverse_mapping import reverse_mapped_classes, reverse_mapped_ranks
from permdesk.compute.share import Share
from permdesk.compute.unstoppable import wait_for, wait_for_each
from permdesk.compute.warm_up import wait_for_kernels
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


def passed_over(random: np.random.Generator, draws: int) -> np.random.Generator:
    """A generator of the next ``draws`` uniform numbers of ``random``, which goes on behind them.

    So several threads draw what one would have drawn after the other.
    """
    ahead = copy.deepcopy(random)
    if draws:
        assert isinstance(random.bit_generator, np.random.PCG64)
        random.bit_generator.advance(draws)
    return ahead


def midpoints(values: Values) -> Floats:
    """The value (n,) that stands for each record: itself, or the middle of a generalized one."""
    return middles(values.lower, values.upper)


@dataclass(frozen=True, slots=True, eq=False)
class RankedAttribute:
    """One attribute, its classes in X, and how many records of Y have a value, and how many different ones.

    Nothing is kept that follows from X, the values of Y or the ranks: a million records would take 24 MB each.
    """

    attribute: AttributePair
    original: ValueClasses
    n_ranked: int
    n_distinct: int

    @property
    def is_tied(self) -> bool:
        """Several records of Y have the same value."""
        return self.n_distinct < self.n_ranked

    def reverse_mapped(self) -> ValueClasses:
        """The classes of sorted Z, made anew each time."""
        return reverse_mapped_classes(self.original, self.n_ranked)


@dataclass(frozen=True, slots=True, eq=False)
class ClassifiedOriginal:
    """The classes of one original attribute, found once for all releases that are compared."""

    name: str
    values: Values
    classes: ValueClasses

    def suits(self, attribute: AttributePair) -> bool:
        """It is about the very values that ``attribute`` has in X."""
        x = attribute.original
        return attribute.name == self.name and all(
            np.array_equal(mine, its, equal_nan=True)
            for mine, its in ((self.values.lower, x.lower), (self.values.upper, x.upper))
        )


@dataclass(frozen=True, slots=True, eq=False)
class RankSpace:
    """Original records (their closest values) and target records as boxes over the ranks of one target."""

    queries: RankBoxes
    target: RankBoxes


@dataclass(frozen=True, slots=True, eq=False)
class RankedPair:
    """What every search of a pair begins with, ranked once.

    ``ranks_original`` (n_X, m) and ``ranks_anonymized`` (n_Y, m) are ranks with ties broken, which make Z (Algorithm
    1), 0 where missing. ``in_anonymized`` and ``in_reverse_mapped`` are the rank spaces of Y and Z in the worst case
    of ties, in which missing values match anything.
    """

    attributes: tuple[RankedAttribute, ...]
    ranks_original: Ranks
    ranks_anonymized: Ranks
    in_anonymized: RankSpace
    in_reverse_mapped: RankSpace

    def only(self, names: frozenset[str]) -> RankedPair:
        """The same pair by some of its attributes."""
        places = [j for j, a in enumerate(self.attributes) if a.attribute.name in names]
        if len(places) == len(self.attributes):
            return self
        in_y, in_z = self.in_anonymized, self.in_reverse_mapped
        return RankedPair(
            attributes=tuple(self.attributes[j] for j in places),
            ranks_original=frozen(self.ranks_original[:, places]),
            ranks_anonymized=frozen(self.ranks_anonymized[:, places]),
            in_anonymized=RankSpace(in_y.queries.of_attributes(places), in_y.target.of_attributes(places)),
            in_reverse_mapped=RankSpace(in_z.queries.of_attributes(places), in_z.target.of_attributes(places)),
        )


def rank_pair(
    pair: FilePair, settings: Settings, progress: Progress, known: tuple[ClassifiedOriginal, ...] = ()
) -> RankedPair:
    """Rank every attribute of a pair; ``known`` holds what is known of X already. Raises Cancelled."""
    return rank_attributes(pair.attributes, settings, progress, known)


def classify_original(pair: FilePair, progress: Progress) -> tuple[ClassifiedOriginal, ...]:
    """What every release of the original of ``pair`` needs of it. Raises Cancelled."""
    found: dict[int, ClassifiedOriginal] = {}

    def classify(start: int, stop: int) -> None:
        for j in range(start, stop):
            name, x = pair.attributes[j].name, pair.attributes[j].original
            found[j] = ClassifiedOriginal(name, x, value_classes(x.lower, x.upper))

    m = len(pair.attributes)
    progress.begin("ranks", m)
    wait_for_each(classify, m, progress)
    return tuple(found[j] for j in range(m))


def rank_attributes(
    attributes: tuple[AttributePair, ...],
    settings: Settings,
    progress: Progress,
    known: tuple[ClassifiedOriginal, ...] = (),
) -> RankedPair:
    """Rank attributes in both files on all cores, ties of X and Y broken at random for Z only; ``known`` holds what is
    known of X already. Raises Cancelled."""
    m = len(attributes)
    progress.begin("ranks", 2 * m)
    _wait_to_break(max(attributes[0].original.lower.size, attributes[0].anonymized.lower.size), progress)
    classes: dict[int, tuple[ValueClasses, ValueClasses]] = {}

    def classify(start: int, stop: int) -> None:
        for j in range(start, stop):
            x, y = attributes[j].original, attributes[j].anonymized
            shared = next((one.classes for one in known if one.suits(attributes[j])), None)
            original = value_classes(x.lower, x.upper) if shared is None else shared
            progress.check()
            classes[j] = original, value_classes(y.lower, y.upper)

    wait_for_each(classify, m, progress)
    random = generator(settings, Purpose.REVERSE_MAPPING)
    streams = [tuple(passed_over(random, one.n_ranked if one.has_ties else 0) for one in classes[j]) for j in range(m)]
    n_original, n_anonymized = attributes[0].original.lower.size, attributes[0].anonymized.lower.size
    ranks_original = np.empty((n_original, m), np.int32, order="F")
    ranks_anonymized = np.empty((n_anonymized, m), np.int32, order="F")
    spaces = _SpaceColumns(n_original, n_anonymized, m, MissingRule.MATCHES_ANYTHING)
    ranked: dict[int, RankedAttribute] = {}

    def rank(start: int, stop: int) -> None:
        for j in range(start, stop):
            (original, anonymized), (for_x, for_y) = classes.pop(j), streams[j]
            a = RankedAttribute(attributes[j], original, anonymized.n_ranked, int(anonymized.first.size))
            ranks_original[:, j] = broken_ranks(*record_ranks(original), for_x)
            progress.check()
            low, high = record_ranks(anonymized)
            ranks_anonymized[:, j] = broken_ranks(low, high, for_y)
            progress.check()
            spaces.put(j, a, anonymized, low, high, progress)
            ranked[j] = a

    wait_for_each(rank, m, progress)
    return RankedPair(
        attributes=tuple(ranked[j] for j in range(m)),
        ranks_original=frozen(ranks_original),
        ranks_anonymized=frozen(ranks_anonymized),
        in_anonymized=spaces.in_anonymized(),
        in_reverse_mapped=spaces.in_reverse_mapped(),
    )


def rank_spaces(
    attributes: tuple[AttributePair, ...],
    originals: tuple[ValueClasses, ...],
    missing: MissingRule,
    progress: Progress,
) -> tuple[RankSpace, RankSpace]:
    """Only the rank spaces of Y and Z, in the worst case of ties and for searches by one rule for missing values;
    ``originals`` are the classes of each attribute in X. Raises Cancelled.

    The classes of Y are not held together. Where missing is a value of its own and nothing is tied, spaces take half
    the memory of those with wildcards.
    """
    spaces = _ranked_spaces(attributes, originals, missing, True, progress)
    return spaces.in_anonymized(), spaces.in_reverse_mapped()


def rank_reverse_mapped(
    attributes: tuple[AttributePair, ...],
    originals: tuple[ValueClasses, ...],
    missing: MissingRule,
    progress: Progress,
) -> RankSpace:
    """Of the ``rank_spaces`` that of Z alone, in less time and half the memory. Raises Cancelled."""
    return _ranked_spaces(attributes, originals, missing, False, progress).in_reverse_mapped()


def _ranked_spaces(
    attributes: tuple[AttributePair, ...],
    originals: tuple[ValueClasses, ...],
    missing: MissingRule,
    with_y: bool,
    progress: Progress,
) -> _SpaceColumns:
    m = len(attributes)
    progress.begin("ranks", m)
    spaces = _SpaceColumns(
        attributes[0].original.lower.size, attributes[0].anonymized.lower.size, m, missing, with_y=with_y
    )

    def rank(start: int, stop: int) -> None:
        for j in range(start, stop):
            y = attributes[j].anonymized
            anonymized = value_classes(y.lower, y.upper)
            progress.check()
            a = RankedAttribute(attributes[j], originals[j], anonymized.n_ranked, int(anonymized.first.size))
            spaces.put(j, a, anonymized, *record_ranks(anonymized), progress)

    wait_for_each(rank, m, progress)
    return spaces


class _SpaceColumns:
    """The rank spaces of Y, unless it is left out, and Z, filled attribute by attribute, in any order and from several
    threads."""

    def __init__(
        self, n_original: int, n_anonymized: int, m: int, missing: MissingRule, *, with_y: bool = True
    ) -> None:
        self._missing, self._with_y = missing, with_y
        self._closest_in_y, self._closest_in_z = BoxColumns(n_original, m), BoxColumns(n_original, m)
        self._in_y, self._in_z = BoxColumns(n_anonymized, m), BoxColumns(n_anonymized, m)

    def put(
        self, j: int, a: RankedAttribute, anonymized: ValueClasses, low: Ranks, high: Ranks, progress: Progress
    ) -> None:
        """Attribute j, whose values in Y have the classes ``anonymized`` and the ranks ``low`` to ``high`` (n_Y,)."""
        of_z = a.reverse_mapped()
        progress.check()
        self._put(self._in_z, j, *_ranks_in_z(a, of_z, low, high))
        progress.check()
        searched = [(self._closest_in_z, of_z)]
        if self._with_y:
            self._put(self._in_y, j, low, high)
            searched.append((self._closest_in_y, anonymized))
        for columns, classes in searched:
            closest = closest_ranks_of_records(classes, a.original, progress)
            self._put(columns, j, *closest, a.original.of_record)
            progress.check()

    def _put(self, columns: BoxColumns, j: int, low: Ranks, high: Ranks, of_record: Ranks | None = None) -> None:
        if self._missing is MissingRule.OWN_VALUE:
            low, high = missing_as_own_rank(low, high, None if of_record is None else of_record < 0)
        columns.put(j, low, high)

    def in_anonymized(self) -> RankSpace:
        """The space of Y; nothing can be put any more."""
        assert self._with_y
        return RankSpace(self._closest_in_y.boxes(), self._in_y.boxes())

    def in_reverse_mapped(self) -> RankSpace:
        """The space of Z; nothing can be put any more."""
        return RankSpace(self._closest_in_z.boxes(), self._in_z.boxes())


def _ranks_in_z(a: RankedAttribute, of_z: ValueClasses, low: Ranks, high: Ranks) -> tuple[Ranks, Ranks]:
    """Ranks in Z (n_Y,), whose classes are ``of_z``, of the records that have the ranks ``low`` to ``high`` in Y."""
    y = a.attribute.anonymized
    are_points = y.lower is y.upper or np.array_equal(y.lower, y.upper, equal_nan=True)
    return reverse_mapped_ranks(low, high, of_z, None if are_points else (y.lower, y.upper))


def against_anonymized(
    ranked: RankedPair,
    settings: Settings,
    ties: Ties,
    progress: Progress,
    replicate: int = 0,
    rows: Rows | None = None,
) -> RankSpace:
    """Rank space of Y (Algorithm 2), only with the original records ``rows`` if these are given.

    ``replicate`` numbers repeated draws of random ties. Raises Cancelled.
    """
    random = generator(settings, Purpose.RANDOM_TIES, 2 * replicate)
    return _settled(ranked, ranked.in_anonymized, settings, ties, random, progress, rows)


def against_reverse_mapped(ranked: RankedPair, settings: Settings, ties: Ties, progress: Progress) -> RankSpace:
    """Rank space of Z (the intruder's search). Raises Cancelled."""
    space = ranked.in_reverse_mapped
    if ties is Ties.RANDOM:
        in_z = BoxColumns(*space.target.low.shape)
        for j, a in enumerate(ranked.attributes):
            progress.check()
            rank = ranked.ranks_anonymized[:, j]
            low = np.where(rank == 0, np.int32(WILDCARD_LOW), rank)
            in_z.put(j, *_ranks_in_z(a, a.reverse_mapped(), low, np.where(rank == 0, np.int32(WILDCARD_HIGH), rank)))
        space = RankSpace(space.queries, in_z.boxes())
    return _settled(ranked, space, settings, ties, generator(settings, Purpose.RANDOM_TIES, 1), progress)


def _settled(
    ranked: RankedPair,
    space: RankSpace,
    settings: Settings,
    ties: Ties,
    random: np.random.Generator,
    progress: Progress,
    rows: Rows | None = None,
) -> RankSpace:
    queries, target = space.queries, space.target
    if ties is Ties.RANDOM:
        target = _with_broken_ties(target, random, progress)
        queries = wait_for(partial(drawn_ranks, queries, random, rows), progress)
    elif rows is not None:
        queries = queries.take(rows)
    if settings.missing is MissingRule.OWN_VALUE:
        of_record = (a.original.of_record if rows is None else a.original.of_record[rows] for a in ranked.attributes)
        is_missing = np.column_stack([classes < 0 for classes in of_record])
        queries, target = missing_as_own_value(queries, is_missing), missing_as_own_value(target)
    return RankSpace(queries, target)


def _wait_to_break(n_records: int, progress: Progress) -> None:
    """Wait for the kernel that ``broken_ranks`` may take for so many records. Raises Cancelled."""
    if n_records > FEW_TIED:
        wait_for_kernels(progress, Kernels.TIES)


def _with_broken_ties(boxes: RankBoxes, random: np.random.Generator, progress: Progress) -> RankBoxes:
    _wait_to_break(boxes.n_records, progress)
    n_draws = wait_for(partial(n_draws_to_break, boxes.low, boxes.high), progress)
    streams = [passed_over(random, draws) for draws in n_draws.tolist()]
    points = np.empty(boxes.low.shape, np.int32)

    def break_ties(start: int, stop: int) -> None:
        for j in range(start, stop):
            low, high = (np.ascontiguousarray(ranks[:, j]) for ranks in (boxes.low, boxes.high))
            points[:, j] = broken_ranks(low, high, streams[j])

    wait_for_each(break_ties, len(streams), Share(progress, 0, len(streams)))
    return points_or_wildcards(points, boxes.low == WILDCARD_LOW)
