"""Drawing: values are replaced by values drawn from the same attribute."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Floats
from permdesk.compute.progress import Progress


def redraw(values: Floats, share: float, generator: np.random.Generator, progress: Progress) -> Floats:
    """Replace each value of ``values`` (n, m) with probability ``share`` by one drawn from its attribute (PRAM).

    Source: Gouweleeuw et al., Post Randomisation for Statistical Disclosure Control (1998); the transition matrix
    keeps a category with probability 1 - ``share`` and else draws one by its frequency, which makes it invariant:
    expected frequencies stay as they are. Missing values stay missing. Raises Cancelled.
    """
    masked = values.copy()
    for j in range(values.shape[1]):
        progress.check()
        present = np.flatnonzero(~np.isnan(values[:, j]))
        changed = present[generator.random(present.size) < share]
        if changed.size:
            masked[changed, j] = generator.choice(values[present, j], changed.size)
    return masked


def resample(values: Floats, generator: np.random.Generator, progress: Progress) -> Floats:
    """Draw every attribute of ``values`` (n, m) with replacement, each on its own: synthetic records, whose values
    have nothing to do with each other. Missing values are drawn too. Raises Cancelled.

    Source: the paper's random records A, which are drawn from X in the same way.
    """
    masked = np.empty_like(values)
    for j in range(values.shape[1]):
        progress.check()
        masked[:, j] = generator.choice(values[:, j], len(values))
    return masked
