"""The protector's check: how many of the intruder's links are right."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import chain

import numpy as np

from permdesk.compute.arrays import Flags, Floats, Rows

CHANCES_AT_ONCE = 1 << 14
NORMAL_975 = 1.959963984540054


def expected_right(own_matches: Flags, n_matches: Rows) -> Floats:
    """Chance (n_X,) that a link drawn from a record's matches is its own release: 1 / matches, or 0."""
    return np.where(own_matches, 1.0 / n_matches, 0.0)


def mean_chance(chances: Floats) -> float:
    """Mean of chances (n,), rounded once: 20 records with a chance of 0.05 have a mean of 0.05 and not a bit more."""
    # One call for a million numbers would hold the interpreter's lock, and the window, for 60 ms.
    pieces = (chances[start : start + CHANCES_AT_ONCE].tolist() for start in range(0, chances.size, CHANCES_AT_ONCE))
    return math.fsum(chain.from_iterable(pieces)) / chances.size


@dataclass(frozen=True, slots=True)
class LinkCounts:
    """Records with one link that is right, with one that is wrong, with several, and with several that hold the
    own release (Table 5: 6, 10, 4 and 3)."""

    sole_correct: int
    wrong: int
    multiple: int
    among_several: int


def count_links(own_matches: Flags, n_matches: Rows) -> LinkCounts:
    """Count the links of the original records that have a release."""
    sole = n_matches == 1
    return LinkCounts(
        sole_correct=int((sole & own_matches).sum()),
        wrong=int((sole & ~own_matches).sum()),
        multiple=int((~sole).sum()),
        among_several=int((~sole & own_matches).sum()),
    )


def wilson_interval(rate: float, n: int) -> tuple[float, float]:
    """Interval of 95 % for a rate observed over n records (Wilson 1927)."""
    z2 = NORMAL_975**2
    centre = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = NORMAL_975 / (1 + z2 / n) * float(np.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n)))
    return max(0.0, min(centre - half, rate)), min(1.0, max(centre + half, rate))
