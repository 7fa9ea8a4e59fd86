"""How far figures about drawn random records may be off, because only so many were drawn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.compute.arrays import Floats
from permdesk.compute.random_match import binned, critical_distance, hellinger, kolmogorov_smirnov, overlap
from permdesk.compute.random_records import RandomDistances

REPLICATES = 200


@dataclass(frozen=True, slots=True)
class SamplingErrors:
    """Standard errors of the comparison with drawn random records; the original records are all there and have none.

    ``critical_distance`` is in ranks.
    """

    hellinger: float
    ks: float
    overlap: float
    critical_distance: float


def sampling_errors(
    share_original: Floats, random: RandomDistances, width: int, alpha: float, generator: np.random.Generator
) -> SamplingErrors:
    """Bootstrap the counts of the drawn records: 200 multinomial replicates of as many draws (Efron 1979).

    ``share_original`` covers all distances that occur; Hellinger distance and overlap are taken in bins of ``width``.
    """
    n_distances, n = share_original.size, round(random.n)
    counts = random.weights[:n_distances]
    occurs = np.flatnonzero(counts)
    found = np.empty((REPLICATES, 4))
    original = binned(share_original, width)
    for replicate in found:
        weights = np.zeros(n_distances)
        weights[occurs] = generator.multinomial(n, counts[occurs] / counts.sum())
        share = weights / n
        drawn = binned(share, width)
        replicate[:] = (
            hellinger(original, drawn),
            kolmogorov_smirnov(share_original, share),
            overlap(original, drawn),
            critical_distance(RandomDistances(weights, float(n), False), alpha),
        )
    return SamplingErrors(*(float(error) for error in found.std(axis=0, ddof=1)))


def kolmogorov_p_value(statistic: float, n_original: int, n_random: float | None) -> float:
    """Chance of a Kolmogorov-Smirnov statistic as large if both distributions were alike (limiting distribution).

    ``n_random`` is None where all random records were counted. Distances are whole numbers and often equal, which
    makes the true chance smaller still.
    """
    size = n_original if n_random is None else n_original * n_random / (n_original + n_random)
    root = float(np.sqrt(size) * statistic)
    if root < 0.2:
        return 1.0
    k = np.arange(1, 101)
    return float(np.clip(2 * ((-1.0) ** (k - 1) * np.exp(-2 * (k * root) ** 2)).sum(), 0.0, 1.0))
