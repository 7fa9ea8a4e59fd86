"""Random records: what a record would match if its values had nothing to do with each other."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from permdesk.compute.arrays import Floats, Ranks, Rows
from permdesk.compute.boxes import RankBoxes
from permdesk.compute.progress import Progress
from permdesk.compute.search import SearchTarget, nearest

MOST_COMBINATIONS = 1_000_000
RECORDS_AT_ONCE = 1 << 14


@dataclass(frozen=True, slots=True, eq=False)
class RandomDistances:
    """How many random records match at each distance 0, 1, ...; ``weights`` sum to ``n`` (a float, as n_X^m may be
    beyond any integer). ``is_exhaustive``: all combinations were counted, none drawn."""

    weights: Floats
    n: float
    is_exhaustive: bool


def random_distances(
    originals: RankBoxes,
    target: RankBoxes | SearchTarget,
    draws: int,
    generator: np.random.Generator,
    progress: Progress,
) -> RandomDistances:
    """Distances of random records A, each attribute drawn independently from X, to their matches in the target.

    Every combination of the distinct values is taken once, weighted by multiplicity, where there are at most
    ``MOST_COMBINATIONS`` (the running example: 20^3 = 8,000); an attribute with one value does not multiply. Else
    ``draws`` records are drawn. Hand in the ``SearchTarget`` of an earlier search, and its tree is used again. Raises
    Cancelled.
    """
    searched = SearchTarget(target) if isinstance(target, RankBoxes) else target
    progress.check()
    values, counts, sizes = [], [], []
    for j in range(originals.n_attributes):
        value, count = _distinct(originals, j, progress)
        values.append(value)
        # With one value for all there is nothing to draw: it counts once, so that n_X^m stays a finite number.
        counts.append(count if len(count) > 1 else np.ones_like(count))
        sizes.append(len(count))
        if math.prod(sizes) > MOST_COMBINATIONS:
            break
    exhaustive = math.prod(sizes) <= MOST_COMBINATIONS
    n_records = math.prod(sizes) if exhaustive else draws
    progress.begin("random-records", n_records)
    weights = np.zeros(searched.boxes.n_records + 1)
    for start in range(0, n_records, RECORDS_AT_ONCE):
        size = min(RECORDS_AT_ONCE, n_records - start)
        if exhaustive:
            picks = _combinations(start, start + size, sizes)
            weight = np.prod([count[pick] for count, pick in zip(counts, picks, strict=True)], axis=0, dtype=np.float64)
            boxes = _boxes_of(values, picks, originals.low is originals.high)
        else:
            weight = np.ones(size)
            boxes = _draw(originals, size, generator)
        found = nearest(boxes, searched, None, progress)
        weights += np.bincount(found.distance, weights=weight, minlength=weights.size)
    return RandomDistances(weights, float(weights.sum()), exhaustive)


def draw_more(
    originals: RankBoxes,
    target: RankBoxes | SearchTarget,
    random: RandomDistances,
    draws: int,
    generator: np.random.Generator,
    progress: Progress,
) -> RandomDistances:
    """Add ``draws`` records to some that were drawn, from the same ``generator``. Raises Cancelled.

    However draws are cut into pieces, the same generator gives the same records.
    """
    searched = SearchTarget(target) if isinstance(target, RankBoxes) else target
    weights = random.weights.copy()
    for start in range(0, draws, RECORDS_AT_ONCE):
        found = nearest(_draw(originals, min(RECORDS_AT_ONCE, draws - start), generator), searched, None, progress)
        weights += np.bincount(found.distance, minlength=weights.size)
    return RandomDistances(weights, random.n + draws, False)


def pass_over(originals: RankBoxes, draws: int, generator: np.random.Generator) -> None:
    """Bring a generator to where it is after ``draws`` records."""
    for start in range(0, draws, RECORDS_AT_ONCE):
        _draw_rows(originals, min(RECORDS_AT_ONCE, draws - start), generator)


def _draw_rows(originals: RankBoxes, size: int, generator: np.random.Generator) -> Rows:
    return generator.integers(originals.n_records, size=(size, originals.n_attributes))


def _draw(originals: RankBoxes, size: int, generator: np.random.Generator) -> RankBoxes:
    rows = _draw_rows(originals, size, generator)
    low = np.take_along_axis(originals.low, rows, axis=0)
    are_points = originals.low is originals.high
    return RankBoxes(low, low if are_points else np.take_along_axis(originals.high, rows, axis=0))


def _boxes_of(values: list[Ranks], picks: list[Rows], are_points: bool) -> RankBoxes:
    """Records that have the picked ones of the values, from low to high rank (n, 2), of each attribute."""

    def ends(which: int) -> Ranks:
        return np.column_stack([value[pick, which] for value, pick in zip(values, picks, strict=True)])

    low = ends(0)
    return RankBoxes(low, low if are_points else ends(1))


def _combinations(start: int, stop: int, sizes: list[int]) -> list[Rows]:
    """Which of its values each attribute has in combinations ``start`` to ``stop``; the last attribute runs fastest."""
    rest, picks = np.arange(start, stop), []
    for size in reversed(sizes):
        rest, pick = np.divmod(rest, size)
        picks.append(pick)
    return picks[::-1]


def _distinct(boxes: RankBoxes, attribute: int, progress: Progress) -> tuple[Ranks, Ranks]:
    # Both ends in one number: rows of a matrix are compared one by one, and the window stands still meanwhile.
    ends = boxes.low[:, attribute].astype(np.int64) << 32 | boxes.high[:, attribute]
    progress.check()
    ends, counts = np.unique(ends, return_counts=True)
    progress.check()
    return np.column_stack([ends >> 32, ends & 0xFFFFFFFF]).astype(np.int32), counts.astype(np.int64)
