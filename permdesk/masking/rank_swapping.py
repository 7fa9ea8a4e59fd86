"""Rank swapping: values change places with values of similar rank, each attribute on its own."""

from __future__ import annotations

import numpy as np

from permdesk.compute.arrays import Floats
from permdesk.compute.progress import Progress

TRIES = 8


def swap_ranks(values: Floats, share: float, generator: np.random.Generator, progress: Progress) -> Floats:
    """Swap each value with one at most ``share`` of n ranks away that was not swapped yet, drawn at random.

    Source: Moore, Controlled Data-Swapping Techniques for Masking Public Use Microdata Sets (1996). ``values`` (n, m).
    No value moves by more than the floor of ``share`` times the number of present values, and each attribute stays a
    permutation of itself. Missing values stay missing, and where they are. Raises Cancelled.
    """
    from permdesk.masking.swap_kernel import swap_partners  # here, as the compiler takes half a second to load

    masked = values.copy()
    for j in range(values.shape[1]):
        progress.check()
        present = np.flatnonzero(~np.isnan(values[:, j]))
        order = present[np.argsort(values[present, j], kind="stable")]
        reach = int(share * order.size + 1e-9)
        partner = swap_partners(order.size, reach, generator.random((order.size, TRIES + 1)))
        masked[order, j] = values[order[partner], j]
    return masked
