"""Entropy, mutual information and power means: how much of an order a release keeps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from permdesk.compute.arrays import Floats, Rows

MOST_CLASSES = 32
FEWEST_A_CELL = 5


@dataclass(frozen=True, slots=True)
class MutualInformation:
    """What one variable tells of another, in bits. ``plug_in`` is what the table of counts says, ``bias`` how
    much more than the truth it says on average, ``estimate`` their difference, from 0 to ``most``. That is the entropy
    of the first variable, which a faithful copy would tell."""

    plug_in: float
    bias: float
    most: float

    @property
    def estimate(self) -> float:
        return min(self.most, max(0.0, self.plug_in - self.bias))


def number_of_classes(n: int) -> int:
    """Into how many classes ranks of n records are cut: at least 5 records a cell of the square table, at most 32."""
    return min(MOST_CLASSES, int(np.sqrt(n / FEWEST_A_CELL)))


def rank_classes(ranks: Floats, n_ranks: int, n_classes: int) -> Rows:
    """The class (n,) of each mean rank when the ranks 1..n_ranks are cut into classes of the same length."""
    place = np.floor((ranks - 0.5) * n_classes / n_ranks).astype(np.int64)
    return np.clip(place, 0, n_classes - 1)


def mutual_information(first: Rows, second: Rows, n_classes: int) -> MutualInformation:
    """Mutual information of two variables (n,) with values 0 .. n_classes - 1, with Miller's and Madow's correction.

    I = sum over cells of p log2(p / (p_row p_column)); bias = (cells - rows - columns + 1) / (2 n ln 2), counting the
    cells, rows and columns that occur (Miller 1955). It is of first order in 1/n; below it there is more.
    """
    counts = np.bincount(first * n_classes + second, minlength=n_classes**2).reshape(n_classes, n_classes)
    n = int(counts.sum())
    entropies = [entropy(shares / n) for shares in (counts.sum(axis=1), counts.sum(axis=0), counts.ravel())]
    n_rows, n_columns = (int((counts.sum(axis=axis) > 0).sum()) for axis in (1, 0))
    n_cells = int((counts > 0).sum())
    return MutualInformation(
        plug_in=max(0.0, entropies[0] + entropies[1] - entropies[2]),
        bias=(n_cells - n_rows - n_columns + 1) / (2 * n * float(np.log(2))),
        most=entropies[0],
    )


def entropy(shares: Floats) -> float:
    """Shannon's entropy of shares that sum to 1, in bits."""
    present = shares[shares > 0]
    return float(-(present * np.log2(present)).sum())


def power_mean(values: Floats, exponent: float) -> float:
    """(mean of values^p)^(1/p) of values >= 0: the geometric mean for p = 0, the smallest and the largest value for
    minus and plus infinity. A single 0 makes it 0 for p <= 0."""
    largest = float(values.max())
    if np.isposinf(exponent) or largest == 0:
        return largest
    smallest = float(values.min())
    if np.isneginf(exponent) or (exponent <= 0 and smallest == 0):
        return smallest
    if exponent == 0:
        return float(np.exp(np.log(values).mean()))
    # Relative to the value that dominates, so that no power overflows.
    scale = largest if exponent > 0 else smallest
    return scale * float(((values / scale) ** exponent).mean() ** (1 / exponent))
