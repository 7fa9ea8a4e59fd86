"""Files that are bad for a tree of boxes: (original, anonymized) values of n records, by name."""

from __future__ import annotations

import numpy as np


def all_equal(n):
    return np.ones((n, 5)), np.ones((n, 5))


def two_clusters(n):
    """Two narrow clusters far apart; half of the records changed over."""
    generator = np.random.default_rng(1)
    cluster = generator.integers(0, 2, (n, 1)) * 1e6
    moved = np.where(generator.random((n, 1)) < 0.5, 1e6 - cluster, cluster)
    return cluster + generator.standard_normal((n, 5)), moved + generator.standard_normal((n, 5))


def one_reversed(n):
    """The order of one attribute turned round: no own release bounds anything."""
    generator = np.random.default_rng(1)
    original = generator.standard_normal((n, 5))
    return original, original * np.array([1, 1, 1, 1, -1]) + 0.1 * generator.standard_normal((n, 5))


def one_released(n):
    """A release of a single record."""
    return np.random.default_rng(1).standard_normal((n, 5)), np.zeros((1, 5))


def sixty_attributes(n):
    """In so many dimensions nearly everything is as far away as the nearest."""
    generator = np.random.default_rng(1)
    original = np.sqrt(0.3) * generator.standard_normal((n, 1)) + np.sqrt(0.7) * generator.standard_normal((n, 60))
    return original, original + 0.5 * generator.standard_normal((n, 60))


def binary(n):
    """Twenty binary attributes, a tenth of the values changed: many queries tie with nearly every record."""
    generator = np.random.default_rng(1)
    original = generator.integers(0, 2, (n, 20)).astype(float)
    return original, np.where(generator.random((n, 20)) < 0.1, 1 - original, original)


BAD_CASES = (all_equal, two_clusters, one_reversed, one_released, sixty_attributes, binary)
