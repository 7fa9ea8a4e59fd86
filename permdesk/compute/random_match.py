"""Is a match chance? Comparing the distances of original records with those of random records."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Flags, Floats, Ranks
from permdesk.compute.random_records import RandomDistances

# Wider ranges of distances are compared in this many bins, else two samples never meet in one distance.
MOST_BINS = 50


def p_values(distance: Ranks, random: RandomDistances) -> Floats:
    """Share of random records that match at least as closely as each original record (n_X,).

    For drawn records (1 + count) / (1 + N), which is never 0. It is the probability that a random record matches
    as closely, not the probability that the link is random.
    """
    within = np.cumsum(random.weights)[distance]
    return within / random.n if random.is_exhaustive else (1 + within) / (1 + random.n)


def defensible(p: Floats, alpha: float) -> Flags:
    """Links that stand at level ``alpha`` after the step-up procedure of Benjamini and Hochberg (1995)."""
    ordered = np.sort(p)
    stands = ordered <= alpha * np.arange(1, p.size + 1) / p.size
    flags = np.zeros(p.size, np.bool_)
    if stands.any():
        flags[p <= ordered[np.flatnonzero(stands)[-1]]] = True
    return flags


def critical_distance(random: RandomDistances, alpha: float) -> int:
    """The largest t with P(D_A <= t) <= alpha; -1 if even t = 0 has more."""
    within = np.cumsum(random.weights) / random.n
    return int(np.searchsorted(within > alpha, True)) - 1


def expected_critical_distance(n: int, m: int, alpha: float) -> float:
    """Estimate of the critical distance for independent attributes, before any run: (n (alpha / n)^(1/m) - 1) / 2."""
    return max(0.0, float((n * (alpha / n) ** (1 / m) - 1) / 2))


def relative_frequencies(distance: Ranks, n_distances: int) -> Floats:
    """Share of records at each distance 0 .. n_distances - 1."""
    return np.bincount(distance, minlength=n_distances)[:n_distances] / distance.size


def bin_width(n_distances: int) -> int:
    """Width of the bins in which distances 0 .. n_distances - 1 are compared and drawn."""
    return max(1, -(-n_distances // MOST_BINS))


def binned(shares: Floats, width: int) -> Floats:
    """Shares summed over consecutive bins of ``width`` distances."""
    return np.add.reduceat(shares, np.arange(0, shares.size, width))


def hellinger(first: Floats, second: Floats) -> float:
    """Hellinger distance of two distributions over the same distances: 0 alike, 1 apart."""
    return float(np.sqrt(max(0.0, 1.0 - np.sqrt(first * second).sum())))


def overlap(first: Floats, second: Floats) -> float:
    """Mass that two distributions share: 1 alike, 0 apart."""
    return float(np.minimum(first, second).sum())


def kolmogorov_smirnov(first: Floats, second: Floats) -> float:
    """Largest difference of the two cumulated distributions."""
    return float(np.abs(np.cumsum(first) - np.cumsum(second)).max())
