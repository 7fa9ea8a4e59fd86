"""Do rows that are paired by position belong together? Says so when they look shuffled."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from permdesk.compute.arrays import Floats
from permdesk.data.file_pair import AttributePair
from permdesk.data.problem import Problem, Severity
from permdesk.translation import tr

FEWEST_RECORDS = 20
ALIKE = 0.2


def note_shuffled_rows(attributes: Sequence[AttributePair], path: Path) -> list[Problem]:
    """A WARNING if no attribute of the release goes with its original row by row, though their values are alike.

    "Goes with": Spearman's correlation is more than three standard errors (1/sqrt(n)) above zero; a file sorted the
    other way round is far below it. "Alike": the Kolmogorov-Smirnov distance of the two marginal distributions is at
    most ``ALIKE``. At least 20 records. An attribute that both files are sorted by goes with its original even when
    rows do not, and proves nothing.
    """
    n_tested = 0
    for attribute in attributes:
        x, y = _middles(attribute)
        if x.size < FEWEST_RECORDS or x.min() == x.max() or y.min() == y.max() or (_is_sorted(x) and _is_sorted(y)):
            continue
        n_tested += 1
        if _spearman(x, y) > 3 / np.sqrt(x.size) or _kolmogorov_smirnov(x, y) > ALIKE:
            return []
    if not n_tested:
        return []
    what = tr("The rows of the release look shuffled: no attribute goes with the original row by row.")
    remedy = tr("Pair by an identifier, or choose “unpaired” if the file is shuffled or synthetic.")
    return [Problem(what, path.name, remedy, Severity.WARNING)]


def _middles(attribute: AttributePair) -> tuple[Floats, Floats]:
    # Halved first: the sum of the largest numbers overflows.
    x = attribute.original.lower / 2 + attribute.original.upper / 2
    y = attribute.anonymized.lower / 2 + attribute.anonymized.upper / 2
    both = ~(np.isnan(x) | np.isnan(y))
    return x[both], y[both]


def _is_sorted(values: Floats) -> bool:
    before, after = values[:-1], values[1:]
    return bool((before <= after).all() or (before >= after).all())


def _spearman(x: Floats, y: Floats) -> float:
    return float(np.corrcoef(_average_ranks(x), _average_ranks(y))[0, 1])


def _average_ranks(values: Floats) -> Floats:
    """Ranks from 1; equal values share the mean of the ranks that they occupy."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Floats = (np.cumsum(counts) - (counts - 1) / 2)[places]
    return ranks


def _kolmogorov_smirnov(x: Floats, y: Floats) -> float:
    x, y = np.sort(x), np.sort(y)
    at = np.concatenate([x, y])
    shares = [np.searchsorted(values, at, side="right") / values.size for values in (x, y)]
    return float(np.abs(shares[0] - shares[1]).max())
