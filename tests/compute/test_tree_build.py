"""How the leaves of a box tree are brought together in nodes."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.compute.best_cut import LEAF
from permdesk.compute.tree_build import FULL_ENOUGH, _nodes_over


@pytest.mark.parametrize(
    ("high_cuts", "sizes"),
    [
        ([], [LEAF, LEAF, 6]),
        ([LEAF - 1, 2 * LEAF - 3], [LEAF - 1, LEAF - 2, 9]),
        ([FULL_ENOUGH], [FULL_ENOUGH, LEAF, LEAF - 6]),
        ([FULL_ENOUGH - 1], [LEAF, LEAF, 6]),
        ([LEAF + 1], [LEAF, LEAF, 6]),
    ],
)
def test_that_nodes_end_at_the_highest_cut_that_leaves_them_full_enough(high_cuts, sizes):
    n = 2 * LEAF + 6
    cut_before = np.full(n, 9, np.int32)
    cut_before[[0, *high_cuts]] = 1
    first_child, n_children, height = _nodes_over(cut_before)
    assert n_children.tolist() == [*sizes, len(sizes)]
    assert first_child.tolist() == [0, *np.cumsum(sizes)[:-1], n]
    assert height == 2
