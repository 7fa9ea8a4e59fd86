"""Coding: values are made coarser, the same way for every record."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Floats
from permdesk.compute.progress import Progress


def round_values(values: Floats, share: float, progress: Progress) -> Floats:
    """Round each attribute of ``values`` (n, m) to multiples of a base: the power of ten, or twice or five times one,
    nearest to ``share`` standard deviations. Halves go to the even multiple. Missing values stay missing. Raises
    Cancelled.

    Source: Hundepool et al., Statistical Disclosure Control (2012), rounding to multiples of a base.
    """
    masked = values.copy()
    for j in progress.each(range(values.shape[1])):
        present = values[~np.isnan(values[:, j]), j]
        base = rounding_base(share * float(present.std())) if present.size else 0.0
        if base > 0:
            masked[:, j] = np.round(values[:, j] / base) * base
    return masked


def rounding_base(size: float) -> float:
    """The number 1, 2 or 5 times a power of ten that is nearest to ``size`` as a ratio; 0 where that is 0."""
    if not size > 0:
        return 0.0
    power = float(10.0 ** np.floor(np.log10(size)))
    return min((step * power for step in (1, 2, 5, 10)), key=lambda base: abs(np.log(base / size)))


def code_extremes(values: Floats, share: float, progress: Progress) -> Floats:
    """Replace the smallest and the largest values of each attribute of ``values`` (n, m), ``share`` of the present
    ones at either end, by the nearest value that is kept (top and bottom coding). Missing values stay missing. Raises
    Cancelled.

    Source: Hundepool et al., Statistical Disclosure Control (2012), top and bottom coding.
    """
    masked = values.copy()
    for j in progress.each(range(values.shape[1])):
        ordered = np.sort(values[~np.isnan(values[:, j]), j])
        cut = min(int(share * ordered.size + 1e-9), (ordered.size - 1) // 2)
        if ordered.size and cut:
            masked[:, j] = np.clip(values[:, j], ordered[cut], ordered[-1 - cut])
    return masked


def increase(values: Floats, strength: float, progress: Progress) -> Floats:
    """Map each attribute of ``values`` (n, m) by a strictly increasing function, so that every rank stays as it was.

    Values are stretched around the median by 1 + ``strength`` and moved by ``strength`` standard deviations: all of
    them change, and nobody is protected. Missing values stay missing. Source: what the paper's Algorithm 1 takes back
    whole, as reverse mapping sees nothing but ranks. Raises Cancelled.
    """
    masked = values.copy()
    for j in progress.each(range(values.shape[1])):
        present = values[~np.isnan(values[:, j]), j]
        if present.size:
            middle = float(np.median(present))
            moved = middle + strength * (float(present.std()) or 1.0)
            masked[:, j] = moved + (1 + strength) * (values[:, j] - middle)
    return masked
