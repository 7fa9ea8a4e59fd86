"""Rank intervals: equal values share the ranks they occupy, so that no tie has to be broken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.compute.arrays import Floats, Ranks, sealed

# A wildcard spans more than any rank can reach, so that its gap to everything is negative; an own-value missing
# is a point that far away. Both stay exact in int32: no difference of two of them overflows.
WILDCARD_LOW = -(2**29)
WILDCARD_HIGH = 2**29
MISSING_RANK = 2**28


@dataclass(frozen=True, slots=True, eq=False)
class ValueClasses:
    """The distinct values of one attribute in rank order.

    Class c holds the values from ``lower[c]`` to ``upper[c]`` (equal unless generalized) and occupies the ranks
    ``first[c]`` to ``last[c]``, from 1. ``of_record`` (n,) is the class of each record, -1 where missing.
    """

    lower: Floats
    upper: Floats
    first: Ranks
    last: Ranks
    of_record: Ranks

    def __post_init__(self) -> None:
        for name in ("lower", "upper", "first", "last", "of_record"):
            object.__setattr__(self, name, sealed(getattr(self, name)))

    @property
    def n_ranked(self) -> int:
        """Records that are not missing; the largest rank."""
        return int(self.last[-1]) if self.last.size else 0

    @property
    def are_points(self) -> bool:
        """No value is generalized."""
        return bool(np.array_equal(self.lower, self.upper))


def value_classes(lower: Floats, upper: Floats) -> ValueClasses:
    """Group the values of one attribute (n,) into classes sorted by midpoint; nan is missing (design of ranks).

    Generalized values with the same midpoint are different classes, the narrower first.
    """
    present = np.flatnonzero(~np.isnan(lower))
    low, high = lower[present], upper[present]
    if np.array_equal(low, high):
        order = np.argsort(low, kind="stable")
    else:
        # Bounds come last: middles and widths that rounding makes equal must not split a class in two.
        order = np.lexsort((high, low, high / 2 - low / 2, _decimal_midpoints(low, high)))
    low, high = low[order], high[order]
    starts_class = np.r_[True, (low[1:] != low[:-1]) | (high[1:] != high[:-1])][: order.size]
    first = np.flatnonzero(starts_class)
    last = np.r_[first[1:], order.size][: first.size]
    of_record = np.full(lower.size, -1, np.int32)
    of_record[present[order]] = np.cumsum(starts_class) - 1
    return ValueClasses(
        lower=low[first],
        upper=high[first],
        first=(first + 1).astype(np.int32),
        last=last.astype(np.int32),
        of_record=of_record,
    )


def _decimal_midpoints(low: Floats, high: Floats) -> Floats:
    """Midpoints to 14 digits of the larger bound: -0.1 to 0.3 and 0 to 0.2 have the same one, but not in binary."""
    largest = np.maximum(np.abs(low), np.abs(high))
    digits = 13 - np.floor(np.log10(largest, out=np.zeros_like(largest), where=largest > 0))
    scale = 10.0 ** np.clip(digits, -290, 290)
    rounded: Floats = np.round((low / 2 + high / 2) * scale) / scale
    return rounded


def record_ranks(classes: ValueClasses) -> tuple[Ranks, Ranks]:
    """First and last rank (n,) of every record's value; a missing one is a wildcard."""
    if not classes.first.size:
        return np.full(classes.of_record.size, WILDCARD_LOW, np.int32), np.full(
            classes.of_record.size, WILDCARD_HIGH, np.int32
        )
    missing = classes.of_record < 0
    low = classes.first[classes.of_record]
    high = classes.last[classes.of_record]
    low[missing] = WILDCARD_LOW
    high[missing] = WILDCARD_HIGH
    return low, high


def broken_ranks(low: Ranks, high: Ranks, generator: np.random.Generator) -> Ranks:
    """Break ties at random: one rank (n,) from 1 for each record, 0 where missing.

    ``low`` and ``high`` are record ranks; every order of the records of a class is equally likely.
    """
    is_present = low != WILDCARD_LOW
    if np.array_equal(low[is_present], high[is_present]):
        return np.where(is_present, low, 0).astype(np.int32)
    present = np.flatnonzero(is_present)
    ranks = np.zeros(low.size, np.int32)
    shuffle = generator.random(present.size)
    ranks[present[np.lexsort((shuffle, low[present]))]] = np.arange(1, present.size + 1, dtype=np.int32)
    return ranks


def average_ranks(classes: ValueClasses) -> Floats:
    """Mean of the ranks that each record's class occupies (n,), nan where missing; for rank correlation."""
    means = (classes.first.astype(np.float64) + classes.last) / 2
    return np.where(classes.of_record < 0, np.nan, means[classes.of_record] if means.size else np.nan)
