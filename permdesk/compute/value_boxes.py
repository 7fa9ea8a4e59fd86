"""Records as intervals of standardized values, for linkage by values instead of ranks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.compute.arrays import Floats


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

    Sums run over the sorted values, so that the order of records changes not even the last digit.
    """
    present = np.sort(values[~np.isnan(values)])
    return (float(present.mean()), float(present.std())) if present.size else (float("nan"), float("nan"))


def standardize(lower: Floats, upper: Floats, mean: float, deviation: float) -> tuple[Floats, Floats]:
    """Bounds (n,) of one attribute as standardized ones; nan becomes the whole line."""
    missing = np.isnan(lower)
    low, high = (lower - mean) / deviation, (upper - mean) / deviation
    return np.where(missing, -np.inf, low), np.where(missing, np.inf, high)
