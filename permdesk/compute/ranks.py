"""Rank intervals: equal values share the ranks they occupy, so that no tie has to be broken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.compute.arrays import Floats, Ranks, Rows, frozen, sealed
from permdesk.compute.stable_order import stable_order

# A wildcard spans more than any rank can reach, so that its gap to everything is negative; an own-value missing
# is a point that far away. Both stay exact in int32: no difference of two of them overflows.
WILDCARD_LOW = -(2**29)
WILDCARD_HIGH = 2**29
MISSING_RANK = 2**28
# Uniform numbers are drawn as multiples of 1 / DRAWN_STEPS; whole numbers sort faster.
DRAWN_STEPS = 2.0**53
# So few tied records plain numpy puts in order, without compiling anything; among many untied ones in less time, too.
FEW_TIED = 1 << 15
MOSTLY_UNTIED = 0.25
# So many rows of a matrix fit into a core's own cache.
ROWS_AT_ONCE = 1 << 12


@dataclass(frozen=True, slots=True, eq=False)
class ValueClasses:
    """The distinct values of one attribute in rank order.

    Class c holds the values from ``lower[c]`` to ``upper[c]`` (equal unless generalized) and occupies the ranks
    ``first[c]`` to ``last[c]``, from 1. ``of_record`` (n,) is the class of each record, -1 where missing. Bounds and
    ranks are one array each where no class is generalized, and where no class holds several records.
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
        return self.lower is self.upper or bool(np.array_equal(self.lower, self.upper))

    @property
    def middles(self) -> Floats:
        """The value (n_classes,) that stands for each class: itself, or the middle of a generalized one."""
        return middles(self.lower, self.upper)

    @property
    def ordered(self) -> Floats:
        """The values (n_ranked,) of all records that are not missing, in order; generalized ones by their middles."""
        values = np.repeat(self.middles, self.last - self.first + 1)
        if not self.are_points:
            values.sort()  # rounding may order the middles of two classes otherwise
        return values

    @property
    def has_ties(self) -> bool:
        """Several records have the same value."""
        return self.first.size < self.n_ranked


def middles(lower: Floats, upper: Floats) -> Floats:
    """The middle (n,) between each two bounds, which is the bound itself where they are equal; nan stays."""
    return lower if lower is upper else np.where(lower == upper, lower, lower / 2 + upper / 2)


def value_classes(lower: Floats, upper: Floats) -> ValueClasses:
    """Group the values of one attribute (n,) into classes sorted by midpoint; nan is missing (design of ranks).

    Generalized values with the same midpoint are different classes, the narrower first.
    """
    present = np.flatnonzero(~np.isnan(lower))
    low = lower[present]
    if lower is upper or np.array_equal(low, upper[present]):
        # Any order of equal values gives the same classes; 0.0 turns negative zeros into zeros, whichever comes first.
        order = np.argsort(low)
        low = high = low[order] + 0.0
        starts_class = low[1:] != low[:-1]
    else:
        high = upper[present]
        # Bounds come last: middles and widths that rounding makes equal must not split a class in two.
        order = np.lexsort((high, low, high / 2 - low / 2, _decimal_midpoints(low, high)))
        low, high = low[order], high[order]
        starts_class = (low[1:] != low[:-1]) | (high[1:] != high[:-1])
    starts_class = np.r_[True, starts_class][: order.size]
    begins = np.flatnonzero(starts_class)
    of_record = np.full(lower.size, -1, np.int32)
    of_record[present[order]] = np.cumsum(starts_class, dtype=np.int32) - 1
    first = frozen((begins + 1).astype(np.int32))
    last = first if begins.size == order.size else frozen(np.r_[begins[1:], order.size].astype(np.int32))
    class_lower = frozen(low[begins])
    return ValueClasses(
        lower=class_lower,
        upper=class_lower if high is low else frozen(high[begins]),
        first=first,
        last=last,
        of_record=frozen(of_record),
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
        n = classes.of_record.size
        return np.full(n, WILDCARD_LOW, np.int32), np.full(n, WILDCARD_HIGH, np.int32)
    missing = np.flatnonzero(classes.of_record < 0)
    low = classes.first[classes.of_record]
    if classes.first is classes.last and not missing.size:
        return low, low
    high = classes.last[classes.of_record]
    low[missing] = WILDCARD_LOW
    high[missing] = WILDCARD_HIGH
    return low, high


def broken_ranks(low: Ranks, high: Ranks, generator: np.random.Generator) -> Ranks:
    """Break ties at random: one rank (n,) from 1 for each record, 0 where missing.

    ``low`` and ``high`` are record ranks; every order of the records of a class is equally likely.
    """
    present = np.flatnonzero(low != WILDCARD_LOW)
    begins = low[present]
    ranks = np.zeros(low.size, np.int32)
    if low is high or np.array_equal(begins, high[present]):
        ranks[present] = begins
        return ranks
    shuffle = generator.random(present.size)
    n_beginning = np.bincount(begins)
    are_tied = n_beginning > 1
    tied = np.flatnonzero(are_tied[begins])
    if tied.size > max(FEW_TIED, MOSTLY_UNTIED * begins.size):
        # Imported here so that small files never wait for the compiler.
        from permdesk.compute.tie_order import ranks_by_dice

        ranks[present] = ranks_by_dice(begins, n_beginning, shuffle)
        return ranks
    ranks[present] = (np.cumsum(n_beginning) - n_beginning + 1)[begins]
    # Only records whose intervals begin together can change places, among the ranks that these have in all.
    order = stable_order((shuffle[tied] * DRAWN_STEPS).astype(np.int64))
    order = order[stable_order(begins[tied[order]])]
    ranks[present[tied[order]]] = np.flatnonzero(np.repeat(are_tied, n_beginning)) + 1
    return ranks


def n_draws_to_break(low: Ranks, high: Ranks) -> Rows:
    """How many random numbers ``broken_ranks`` draws for each attribute (m,), from record ranks (n, m): one for each
    record with a rank if any two are tied."""
    n, m = low.shape
    if low is high:
        return np.zeros(m, np.int64)
    n_present, are_tied = np.zeros(m, np.int64), np.zeros(m, np.bool_)
    for start in range(0, n, ROWS_AT_ONCE):
        first, last = low[start : start + ROWS_AT_ONCE], high[start : start + ROWS_AT_ONCE]
        present = first != WILDCARD_LOW
        n_present += np.count_nonzero(present, axis=0)
        are_tied |= ((first != last) & present).any(axis=0)
    return np.where(are_tied, n_present, 0)


def middle_ranks(low: Ranks, high: Ranks) -> Floats:
    """The ``average_ranks`` (n,) of records that have the ranks ``low`` to ``high``."""
    return np.where(low == WILDCARD_LOW, np.nan, (low.astype(np.float64) + high) / 2)


def average_ranks(classes: ValueClasses) -> Floats:
    """Mean of the ranks that each record's class occupies (n,), nan where missing; for rank correlation."""
    means = (classes.first.astype(np.float64) + classes.last) / 2
    return np.where(classes.of_record < 0, np.nan, means[classes.of_record] if means.size else np.nan)
