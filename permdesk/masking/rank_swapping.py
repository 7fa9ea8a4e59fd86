"""Rank swapping: values change places with values of similar rank, each attribute on its own."""

from __future__ import annotations

from functools import partial

import numpy as np

from permdesk.compute.arrays import Floats, Rows
from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for

TRIES = 8


def swap_ranks(values: Floats, share: float, generator: np.random.Generator, progress: Progress) -> Floats:
    """Swap each value with one at most ``share`` of n ranks away that was not swapped yet, drawn at random.

    Source: Moore, Controlled Data-Swapping Techniques for Masking Public Use Microdata Sets (1996). ``values`` (n, m).
    No value moves by more than the floor of ``share`` times the number of present values, and each attribute stays a
    permutation of itself. Missing values stay missing, and where they are. Raises Cancelled.
    """
    masked = values.copy()
    for j in range(values.shape[1]):
        progress.check()
        present = np.flatnonzero(~np.isnan(values[:, j]))
        order = present[np.argsort(values[present, j], kind="stable")]
        reach = int(share * order.size + 1e-9)
        drawn = generator.random((order.size, TRIES + 1))
        partner = wait_for(partial(_partners, order.size, reach, drawn), progress)
        masked[order, j] = values[order[partner], j]
    return masked


def _partners(n: int, reach: int, drawn: Floats) -> Rows:
    """The kernel's answer. The first one waits for the compiler, which takes seconds and cannot be asked to stop."""
    from permdesk.masking.swap_kernel import swap_partners  # here, as the compiler takes half a second to load

    partner = np.arange(n)
    swap_partners(reach, drawn, np.ones(n, np.bool_), partner)
    return partner
