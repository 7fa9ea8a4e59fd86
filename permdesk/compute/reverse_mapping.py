"""Reverse mapping (Algorithm 1): the permutation hidden inside any anonymized attribute."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Floats, Ranks, Rows, frozen
from permdesk.compute.ranks import WILDCARD_HIGH, WILDCARD_LOW, ValueClasses, value_classes


def quantile_ranks(ranks: Ranks, n_original: int, n_anonymized: int) -> Rows:
    """The rank in X that a rank in Y stands for: j = ceil(n_X (rank - 1/2) / n_Y); the rank itself if sizes agree."""
    doubled = n_original * (2 * ranks.astype(np.int64) - 1)
    return -(-doubled // (2 * n_anonymized))


def sorted_reverse_mapped(original: Floats, n_anonymized: int) -> Floats:
    """The sorted values of Z^j: X^j itself if as many values of Y^j are present, else its quantiles.

    ``original`` (n_X,) may hold nan, which has no rank. The order of Y does not matter here, nor do its ties.
    """
    present = np.sort(original[~np.isnan(original)])
    if present.size == 0 or n_anonymized == 0:
        return np.empty(0)
    every_rank = np.arange(1, n_anonymized + 1, dtype=np.int32)
    return present[quantile_ranks(every_rank, present.size, n_anonymized) - 1]


def reverse_map(values: Floats, ranks: Ranks) -> Floats:
    """Z^j (n_Y,): the value of sorted Z^j at each tie-broken rank of Y^j; nan where the rank is 0 (missing)."""
    if values.size == 0:
        return np.full(ranks.size, np.nan)
    return np.where(ranks > 0, values[np.maximum(ranks, 1) - 1], np.nan)


def reverse_mapped_ranks(
    low: Ranks, high: Ranks, values: ValueClasses, generalized: tuple[Floats, Floats] | None = None
) -> tuple[Ranks, Ranks]:
    """Ranks in Z^j (n_Y,) that each record can have under any breaking of ties, from its ranks in Y^j.

    ``values`` are the classes of sorted Z^j. A generalized value of Y^j may stand for any original value inside it,
    so that its ranks are widened to these; ``generalized`` gives lower and upper bounds (n_Y,) of Y^j. Wildcards
    stay wildcards.
    """
    if values.first.size == 0:  # Z^j is missing everywhere
        return np.full_like(low, WILDCARD_LOW), np.full_like(high, WILDCARD_HIGH)
    present = low != WILDCARD_LOW
    class_at = values.of_record  # sorted values: record r - 1 is the value of rank r
    if low is high and generalized is None and values.first is values.last:
        return low, low  # no ties in Y, none in Z: the rank in one is that in the other
    first, last = low.copy(), high.copy()
    first[present] = values.first[class_at[low[present] - 1]]
    last[present] = values.last[class_at[high[present] - 1]]
    if generalized is not None:
        lower, upper = (bound[present] for bound in generalized)
        from_class = np.searchsorted(values.lower, lower, side="left")
        to_class = np.searchsorted(values.lower, upper, side="right") - 1
        holds = (from_class <= to_class) & (lower < upper)
        inside_first = values.first[np.minimum(from_class, values.first.size - 1)]
        inside_last = values.last[np.maximum(to_class, 0)]
        first[present] = np.where(holds, np.minimum(first[present], inside_first), first[present])
        last[present] = np.where(holds, np.maximum(last[present], inside_last), last[present])
    return first, last


def reverse_mapped_classes(original: ValueClasses, n_anonymized: int) -> ValueClasses:
    """The classes of sorted Z^j, from those of X^j; a generalized value of X^j stands for its midpoint."""
    n_of_class = original.last - original.first + 1
    if original.are_points and n_anonymized == original.n_ranked:
        of_rank = np.repeat(np.arange(n_of_class.size, dtype=np.int32), n_of_class)
        return ValueClasses(original.lower, original.lower, original.first, original.last, frozen(of_rank))
    values = sorted_reverse_mapped(np.repeat(original.middles, n_of_class), n_anonymized)
    return value_classes(values, values)
