"""Spearman's rank correlation, ties averaged, missing values left out."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Floats


def spearman(first: Floats, second: Floats) -> float:
    """Correlation of two arrays (n,) of average ranks over the records that have both; nan if it has no meaning.

    Ranks are those among all present values of an attribute; they are not taken anew for the records in common.
    """
    both = ~(np.isnan(first) | np.isnan(second))
    a, b = first[both] - first[both].mean() if both.any() else first[:0], second[both]
    if a.size < 2:
        return float("nan")
    b = b - b.mean()
    scale = float(np.sqrt((a @ a) * (b @ b)))
    return float(np.clip((a @ b) / scale, -1.0, 1.0)) if scale > 0 else float("nan")


def spearman_matrix(ranks: Floats) -> Floats:
    """Correlations (m, m) of every two columns of average ranks (n, m)."""
    m = ranks.shape[1]
    matrix = np.empty((m, m))
    for j in range(m):
        matrix[j, j] = spearman(ranks[:, j], ranks[:, j])
        for k in range(j):
            matrix[j, k] = matrix[k, j] = spearman(ranks[:, j], ranks[:, k])
    return matrix
