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
    """Correlations (m, m) of every two columns of average ranks (n, m), each over the records that have both."""
    present = ~np.isnan(ranks)
    counts = present.sum(axis=0)
    means = np.where(present, ranks, 0.0).sum(axis=0) / np.maximum(counts, 1)
    centred = np.where(present, ranks - means, 0.0)
    weights = present.astype(np.float64)
    both = weights.T @ weights
    # Entry (j, k) of each sums column j over the records that have j and k.
    sums, squares, products = centred.T @ weights, (centred**2).T @ weights, centred.T @ centred
    with np.errstate(invalid="ignore", divide="ignore"):
        covariance = products - sums * sums.T / both
        spread = squares - sums**2 / both
        matrix = covariance / np.sqrt(spread * spread.T)
    # What is left of the spread of a column that is constant over the common records is rounding.
    constant = spread <= 1e-12 * np.maximum(squares, 1e-300)
    matrix[(both < 2) | constant | constant.T] = np.nan
    matrix[np.diag_indices_from(matrix)] = np.where(np.isnan(np.diag(matrix)), np.nan, 1.0)
    clipped: Floats = np.clip(matrix, -1.0, 1.0)
    return clipped
