"""Small work goes to the compiled kernels only where that was asked for, and finds the same."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.compute.boxes import RankBoxes
from permdesk.compute.hurry import compiled, is_small
from permdesk.compute.progress import Progress
from permdesk.compute.right_chance import Total, right_chance
from permdesk.compute.search import nearest


def test_that_nothing_is_small_in_a_hurry_and_everything_as_before_after_it():
    assert is_small(10, 10)
    assert not is_small(11, 10)
    with pytest.raises(ValueError, match="in between"), compiled():
        assert not is_small(0, 10)
        raise ValueError("in between")
    assert is_small(10, 10)


@pytest.mark.parametrize("seed", range(4))
def test_that_kernels_find_what_comparison_finds(seed):
    random = np.random.default_rng(seed)
    low = random.integers(1, 20, (2, 60, 3)).astype(np.int32)
    queries, target = (RankBoxes(one, one + random.integers(0, 3, one.shape).astype(np.int32)) for one in low)
    own = np.arange(60)

    def found():
        search = nearest(queries, target, None, Progress())
        chances = [right_chance(queries, target, own, total, Progress()) for total in Total]
        return [search.distance, search.n_matches, search.first_match, *chances]

    slow = found()
    with compiled():
        assert all(np.array_equal(a, b) for a, b in zip(slow, found(), strict=True))
