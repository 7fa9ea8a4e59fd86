"""The order of nominal categories by their marginality in a taxonomy (Domingo-Ferrer et al. 2013)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from permdesk.compute.arrays import Floats
from permdesk.compute.progress import Progress


def marginalities(ancestries: Sequence[Sequence[str]], counts: Floats, progress: Progress) -> Floats:
    """The marginality (k,) of each category: the sum of its semantic distances to all values of the sample.

    ``ancestries[c]`` are the labels of category c and of all that generalizes it, ``counts`` (k,) how many records of
    the sample hold c. The semantic distance of two categories with ancestries S and T is
    log2(1 + |S xor T| / |S or T|): 0 for the same, 1 where they share nothing. Raises Cancelled.
    """
    members: dict[str, list[int]] = {}
    for place, ancestry in enumerate(ancestries):
        for label in set(ancestry):
            members.setdefault(label, []).append(place)
    below = {label: np.array(places) for label, places in members.items()}
    sizes = np.array([len(set(ancestry)) for ancestry in ancestries])
    found = np.zeros(len(ancestries))
    for place, ancestry in enumerate(ancestries):
        progress.check()
        shared = np.zeros(len(ancestries), np.int64)
        for label in set(ancestry):
            shared[below[label]] += 1
        union = sizes[place] + sizes - shared
        found[place] = np.dot(np.log2(1 + (union - shared) / union), counts)
    return found
