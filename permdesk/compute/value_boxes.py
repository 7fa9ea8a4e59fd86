"""Records as intervals of standardized values, for linkage by values instead of ranks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.compute.arrays import Floats

LARGEST_EXPONENT = 480
TOO_LARGE_TO_SUBTRACT = 1e300


@dataclass(frozen=True, slots=True, eq=False)
class ValueBoxes:
    """Attribute j of record i holds something from ``low[i, j]`` to ``high[i, j]``, in standard deviations from the
    mean. A missing value reaches from minus to plus infinity, so that it is at distance 0 from everything."""

    low: Floats
    high: Floats

    @property
    def n_records(self) -> int:
        return int(self.low.shape[0])


def mean_and_deviation(values: Floats) -> tuple[float, float]:
    """Mean and population standard deviation of the values (n,) that are present; (nan, nan) if there are none.

    Sums run over the sorted values, so that the order of records changes not even the last digit. Both are right also
    where sums and squares would be beyond the largest number.
    """
    present = np.sort(values[~np.isnan(values)])
    if not present.size:
        return float("nan"), float("nan")
    # A power of two changes no digit.
    exponent = max(0, int(np.frexp(np.abs(present[[0, -1]]).max())[1]) - LARGEST_EXPONENT)
    present = np.ldexp(present, -exponent) if exponent else present
    return float(np.ldexp(present.mean(), exponent)), float(np.ldexp(present.std(), exponent))


def standardize(lower: Floats, upper: Floats, mean: float, deviation: float) -> tuple[Floats, Floats]:
    """Bounds (n,) of one attribute as standardized ones, one array where they were one; nan becomes the whole line."""
    missing = np.flatnonzero(np.isnan(lower))
    low = _standardized(lower, mean, deviation)
    if lower is upper and not missing.size:
        return low, low
    high = low.copy() if lower is upper else _standardized(upper, mean, deviation)
    low[missing], high[missing] = -np.inf, np.inf
    return low, high


def _standardized(values: Floats, mean: float, deviation: float) -> Floats:
    # Differences of the largest numbers are beyond them; halves are exact but for the very smallest.
    if deviation > TOO_LARGE_TO_SUBTRACT:
        return (values / 2 - mean / 2) / (deviation / 2)
    return (values - mean) / deviation
