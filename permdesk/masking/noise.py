"""Noise: values change by random amounts, each record on its own."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Floats
from permdesk.compute.progress import Progress


def add_noise(values: Floats, share: float, generator: np.random.Generator, progress: Progress) -> Floats:
    """Add independent normal noise of ``share`` standard deviations to each attribute of ``values`` (n, m).

    Source: Brand, Microdata Protection through Noise Addition (2002), uncorrelated noise. Missing values stay missing.
    Raises Cancelled.
    """
    progress.check()
    noise = generator.normal(size=values.shape)
    progress.check()
    masked: Floats = values + noise * share * _deviations(values)
    return masked


def add_correlated_noise(values: Floats, share: float, generator: np.random.Generator, progress: Progress) -> Floats:
    """Add normal noise whose covariance is ``share`` squared times that of X, so that correlations are kept.

    Source: Kim, A Method for Limiting Disclosure in Microdata Based on Random Noise (1986). ``share`` is in standard
    deviations of each attribute. The covariance is that of the complete records; with fewer than two of them noise is
    independent. Missing values stay missing. Raises Cancelled.
    """
    complete = values[~np.isnan(values).any(axis=1)]
    if len(complete) < 2:
        return add_noise(values, share, generator, progress)
    # In standard deviations: covariances of very different units would lose the small ones to rounding.
    scale = _deviations(values)
    steps = np.divide(complete, scale, out=np.zeros_like(complete), where=scale > 0)
    covariance = np.atleast_2d(np.cov(steps, rowvar=False, bias=True))
    progress.check()
    weights, axes = np.linalg.eigh(covariance)
    root = axes * np.sqrt(np.maximum(weights, 0))
    noise = generator.normal(size=values.shape) @ root.T
    progress.check()
    masked: Floats = values + noise * share * scale
    return masked


def multiply_noise(values: Floats, share: float, generator: np.random.Generator, progress: Progress) -> Floats:
    """Multiply each value by log-normal noise of mean 1 and standard deviation ``share``; signs are kept.

    Source: Kim and Winkler, Multiplicative Noise for Masking Continuous Data (2003). Missing values stay missing.
    Raises Cancelled.
    """
    progress.check()
    spread = np.sqrt(np.log1p(share**2))
    noise = generator.normal(-(spread**2) / 2, spread, size=values.shape)
    progress.check()
    masked: Floats = values * np.exp(noise)
    return masked


def _deviations(values: Floats) -> Floats:
    """Population standard deviation of each attribute, 0 where it has no value."""
    present = ~np.isnan(values)
    counts = np.maximum(present.sum(axis=0), 1)
    means = np.where(present, values, 0.0).sum(axis=0) / counts
    squares = np.where(present, values - means, 0.0) ** 2
    deviations: Floats = np.sqrt(squares.sum(axis=0) / counts)
    return deviations
