"""Data shuffling: every attribute is permuted, so that the file keeps its values and much of its correlations."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtri

from permdesk.compute.arrays import Floats
from permdesk.compute.progress import Progress


def shuffle(values: Floats, strength: float, generator: np.random.Generator, progress: Progress) -> Floats:
    """Reorder the values of each attribute of ``values`` (n, m) by perturbed normal scores.

    Source: Muralidhar and Sarathy, Data Shuffling - A New Masking Approach for Numerical Data (2006), with a normal
    copula. The scores of a record are mixed with drawn ones of the same correlations; their correlation with the
    drawn ones is ``strength``: 0 leaves the file as it is, 1 draws the order anew. Y is a pure permutation of X:
    reverse mapping gives it back. Missing values stay missing, and where they are. Raises Cancelled.
    """
    scores = np.column_stack([_normal_scores(column) for column in progress.each(values.T)])
    known = np.where(np.isnan(scores), 0.0, scores)
    drawn = generator.normal(size=values.shape) @ _root_of_correlations(known).T
    progress.check()
    mixed = np.sqrt(1 - strength**2) * known + strength * drawn
    masked = values.copy()
    for j in range(values.shape[1]):
        progress.check()
        present = np.flatnonzero(~np.isnan(values[:, j]))
        order = present[np.argsort(mixed[present, j], kind="stable")]
        masked[order, j] = np.sort(values[present, j])
    return masked


def _normal_scores(column: Floats) -> Floats:
    """The normal quantile of each value's rank; equal values keep the order of the file."""
    present = np.flatnonzero(~np.isnan(column))
    scores = np.full(column.size, np.nan)
    order = present[np.argsort(column[present], kind="stable")]
    scores[order] = ndtri((np.arange(present.size) + 0.5) / max(present.size, 1))
    return scores


def _root_of_correlations(scores: Floats) -> Floats:
    """A matrix whose product with its transpose is the correlation matrix of the scores; no score, no correlation."""
    moments = scores.T @ scores / max(len(scores), 1)
    scale = np.sqrt(np.diag(moments))
    scale[scale == 0] = 1
    correlations = moments / np.outer(scale, scale)
    np.fill_diagonal(correlations, 1.0)
    weights, axes = np.linalg.eigh(correlations)
    root: Floats = axes * np.sqrt(np.maximum(weights, 0))
    return root
