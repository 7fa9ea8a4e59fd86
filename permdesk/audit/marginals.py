"""How the values of one attribute are distributed in X and in Y, in common bins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.audit.findings import Audit, seal
from permdesk.compute.arrays import Floats
from permdesk.compute.cache_slices import cache_slices

MOST_BINS = 40
SAMPLE = 10_000
TAIL = 0.005
FEWEST_ON_STEPS = 4
"""Values are on steps where at least one in so many of the steps between them occurs."""


@dataclass(frozen=True, slots=True, eq=False)
class Marginals:
    """Shares (k,) of the known values of X and of Y, in bins between ``edges`` (k + 1,). The outermost bins hold the
    values beyond the edges, too, of which ``beyond`` says whether there are any. ``step`` is that between possible
    values, which then lie half a step from the edges; 0 where they lie anywhere."""

    edges: Floats
    share_original: Floats
    share_anonymized: Floats
    beyond: bool
    step: float = 0.0

    def __post_init__(self) -> None:
        seal(self, "edges", "share_original", "share_anonymized")


def find_marginals(audit: Audit, attribute: int) -> Marginals:
    """The marginal distributions of one attribute (from 0); of categories each place in their order has its bin, of
    numbers the bins span all values but for far tails."""
    original, anonymized = audit.mapping.original[:, attribute], audit.mapping.anonymized[:, attribute]
    categories = audit.pair.attributes[attribute].categories
    if categories:
        edges, step = np.arange(0.5, len(categories) + 1), 1.0
    else:
        edges, step = _edges(original, anonymized)
    counted = [_shares(values, edges) for values in (original, anonymized)]
    (in_original, is_beyond), (in_anonymized, is_also_beyond) = counted
    return Marginals(edges, in_original, in_anonymized, is_beyond or is_also_beyond, step)


def _edges(*columns: Floats) -> tuple[Floats, float]:
    """Edges, and the step between values where these have one."""
    sampled = np.concatenate([column[:: max(1, column.size // SAMPLE)] for column in columns])
    known = sampled[np.isfinite(sampled)]
    if not known.size:
        return np.array([0.0, 1.0]), 0.0
    distinct = np.unique(known)
    if distinct.size == 1:
        return np.array([distinct[0] - 0.5, distinct[0] + 0.5]), 0.0
    least, most = np.quantile(known, [TAIL, 1 - TAIL], method="nearest")
    if not least < most:
        least, most = distinct[0], distinct[-1]
    step = float(np.diff(distinct).min())
    places = (distinct - distinct[0]) / step
    if distinct.size * FEWEST_ON_STEPS > places[-1] and np.allclose(places, places.round(), rtol=0, atol=1e-6):
        of_bin = int(np.ceil((round((most - least) / step) + 1) / MOST_BINS))
        n_bins = -(-(round((most - least) / step) + 1) // of_bin)
        return least - step / 2 + of_bin * step * np.arange(n_bins + 1), step
    n_bins = int(min(MOST_BINS, np.ceil(2 * np.sqrt(known.size / len(columns)))))
    return np.linspace(least, most, n_bins + 1), 0.0


def _shares(values: Floats, edges: Floats) -> tuple[Floats, bool]:
    """Bins have one width, so that a value's bin is a quotient: sorting a million values would take a tenth of a
    second."""
    n_bins = edges.size - 1
    width = (edges[-1] - edges[0]) / n_bins
    counts, is_beyond = np.zeros(n_bins, np.int64), False
    for part in cache_slices(values.size):
        known = values[part][np.isfinite(values[part])]
        is_beyond = is_beyond or bool(((known < edges[0]) | (known > edges[-1])).any())
        places = ((known - edges[0]) / width).astype(np.int64)
        places[known == edges[-1]] = n_bins - 1
        counts += np.bincount(np.clip(places, 0, n_bins - 1), minlength=n_bins)
    return counts / max(1, int(counts.sum())), is_beyond
