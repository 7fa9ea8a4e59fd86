"""Spearman's rank correlation, ties averaged, missing values left out."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Floats
from permdesk.compute.progress import Progress

ROWS_AT_ONCE = 1 << 16


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


def spearman_matrix(ranks: Floats, progress: Progress) -> Floats:
    """Correlations (m, m) of every two columns of average ranks (n, m), each over the records that have both.

    Raises Cancelled.
    """
    m = ranks.shape[1]
    present = ~np.isnan(ranks)
    counts = present.sum(axis=0)
    # Ranks are whole or half numbers, so that their sums are exact.
    means = np.array([column[~np.isnan(column)].sum() for column in ranks.T]) / np.maximum(counts, 1)
    both, sums, squares, products = (np.zeros((m, m)) for _ in range(4))
    for start in range(0, ranks.shape[0], ROWS_AT_ONCE):
        progress.check()
        rows = slice(start, start + ROWS_AT_ONCE)
        weights = present[rows].astype(np.float64)
        centred = np.where(present[rows], ranks[rows] - means, 0.0)
        # Entry (j, k) of each adds up column j over the records that have j and k.
        both += weights.T @ weights
        sums += centred.T @ weights
        squares += (centred**2).T @ weights
        products += centred.T @ centred
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
