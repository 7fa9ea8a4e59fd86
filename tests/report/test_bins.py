"""Bins of distances: few, of round width, nothing lost."""

import numpy as np
import pytest

from permdesk.report.bins import MOST_BINS, bin_distances


@pytest.mark.parametrize("largest", [0, 1, 23, 24, 47, 48, 100, 999, 54_321, 1_000_000])
def test_that_bins_are_few_and_hold_every_distance(largest):
    bins = bin_distances(largest)
    assert bins.n <= MOST_BINS
    assert bins.last(bins.n - 1) >= largest
    assert str(bins.width).rstrip("0") in {"1", "2", "5"}
    distances = np.arange(largest + 1, dtype=np.int32)
    assert bins.count(distances).sum() == largest + 1
    assert bins.total(distances, np.full(largest + 1, 2.0)).sum() == 2 * (largest + 1)


def test_that_few_distances_have_a_bin_each():
    bins = bin_distances(5)
    assert [bins.label(place) for place in range(bins.n)] == ["0", "1", "2", "3", "4", "5"]


def test_that_wide_bins_name_both_ends():
    assert bin_distances(100).label(1) == "5–9"
