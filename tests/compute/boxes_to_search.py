"""Rank boxes to try searches on: points, ties, intervals, wildcards, missing as a value of its own, duplicates."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from permdesk.compute.boxes import RankBoxes
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_HIGH, WILDCARD_LOW

# Around the multiples of 32 at which blocks and levels of the tree begin.
SIZES = st.sampled_from([1, 2, 31, 32, 33, 64, 65, 100, 1023, 1024, 1025, 1100])
SHAPES = st.sampled_from(["points", "permutation", "classes", "intervals"])
WITHOUT = st.sampled_from([0.0, 0.05, 0.5, 1.0])


def random_boxes(generator, n, m, n_ranks, shape="intervals", wild=0.0, missing=0.0):
    """n boxes of m intervals between the ranks 1 and n_ranks; shares of them are wildcards or own-value missings."""
    if shape == "permutation":
        low = np.column_stack([generator.permutation(max(n, n_ranks))[:n] + 1 for _ in range(m)])
        high = low.copy()
    elif shape == "classes":
        size = max(1, n_ranks // 5)
        low = generator.integers(0, -(-n_ranks // size), (n, m)) * size + 1
        high = low + size - 1
    else:
        low = generator.integers(1, n_ranks + 1, (n, m))
        high = low if shape == "points" else np.minimum(n_ranks, low + generator.integers(0, n_ranks // 4 + 2, (n, m)))
    is_wild, is_missing = generator.random((n, m)) < wild, generator.random((n, m)) < missing
    low = np.where(is_wild, WILDCARD_LOW, np.where(is_missing, MISSING_RANK, low))
    high = np.where(is_wild, WILDCARD_HIGH, np.where(is_missing, MISSING_RANK, high))
    return RankBoxes(low.astype(np.int32), high.astype(np.int32))


def with_shares(tree):
    """The low and high ranks of all records of a tree, with its leaf's share of the ranks for a wildcard."""
    low, high = tree.low, tree.high
    if tree.cell_low.size:
        is_wild = low == WILDCARD_LOW
        low = np.where(is_wild, np.repeat(tree.cell_low, 32, axis=0), low)
        high = np.where(is_wild, np.repeat(tree.cell_high, 32, axis=0), high)
    return low, high


@st.composite
def searches(draw, sizes=SIZES):
    """(queries, target) with the same attributes."""
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, n_queries, m = draw(sizes), draw(st.sampled_from([1, 5, 40])), draw(st.integers(1, 9))
    n_ranks = draw(st.sampled_from([1, 2, 7, n, n]))
    queries, target = (
        random_boxes(generator, size, m, min(n_ranks, n), draw(SHAPES), draw(WITHOUT), draw(WITHOUT))
        for size in (n_queries, n)
    )
    return queries, target
