"""Rows brought together by groups: in order, in any number of them, the same for any chunks."""

from __future__ import annotations

import numpy as np
import pytest

from permdesk.compute import counting_sort, parallel
from permdesk.compute.counting_sort import sorted_by_group
from permdesk.compute.progress import Cancelled, Progress
from tests.stopping import StopsAfter


def odd_ones_twice(start, stop):
    """Odd rows lie in the groups 1 and 3, those that 4 divides in group 0, all others in none."""
    rows = np.arange(start, stop, dtype=np.int32)
    odd, fourth = rows[rows % 2 == 1], rows[rows % 4 == 0]
    groups = np.repeat(np.array([3, 0, 1], np.int32), [odd.size, fourth.size, odd.size])
    return np.concatenate([odd, fourth, odd]), groups


@pytest.mark.parametrize("cores", [1, 2, 4])
@pytest.mark.parametrize("n", [1, 7, 100])
def test_that_groups_follow_each_other_and_rows_ascend_in_each(monkeypatch, n, cores):
    monkeypatch.setattr(counting_sort, "ROWS_AT_ONCE", 8)
    monkeypatch.setattr(parallel, "available_cores", lambda: cores)
    progress = Progress()
    progress.begin("tree", n)
    rows, start = sorted_by_group(odd_ones_twice, n, 5, progress)
    right = [range(0, n, 4), range(1, n, 2), (), range(1, n, 2), ()]
    assert [rows[start[k] : start[k + 1]].tolist() for k in range(5)] == [list(group) for group in right]
    assert progress.done == n


@pytest.mark.parametrize("calls", range(3))
def test_that_a_stop_is_heard_while_rows_are_counted_and_placed(monkeypatch, calls):
    monkeypatch.setattr(counting_sort, "ROWS_AT_ONCE", 50)
    monkeypatch.setattr(parallel, "available_cores", lambda: 1)
    with pytest.raises(Cancelled):
        sorted_by_group(odd_ones_twice, 100, 5, StopsAfter(calls))
