"""Progress of a step as its share of a larger task."""

from __future__ import annotations

import pytest

from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.share import Share


@pytest.mark.parametrize(("units", "n_items", "steps"), [(10, 3, [1, 1, 1]), (3, 10, [4, 6]), (0, 5, [5]), (7, 7, [7])])
def test_that_a_finished_step_counts_for_all_its_units_and_no_more(units, n_items, steps):
    whole = Progress()
    share = Share(whole, units, n_items)
    for step in steps:
        share.advance(step)
        assert whole.done == units * share.done // n_items
    assert whole.done == units


def test_that_a_stopped_task_stops_its_steps():
    whole = Progress()
    share = Share(whole, 10, 10)
    whole.cancel()
    assert share.cancelled
    with pytest.raises(Cancelled):
        share.check()
    with pytest.raises(Cancelled):
        share.advance()


def test_that_a_step_can_stop_its_task():
    whole = Progress()
    Share(whole, 10, 10).cancel()
    assert whole.cancelled


def test_that_the_task_shows_what_a_step_waits_for_and_then_its_own_stage_again():
    whole = Progress()
    whole.begin("distances", 10)
    share = Share(whole, 10, 10)
    share.advance(4)
    with share.interlude("compiling"):
        assert (whole.stage, whole.done, whole.total) == ("compiling", 0, 0)
    assert (whole.stage, whole.done, whole.total) == ("distances", 4, 10)
    share.advance(6)
    assert whole.done == 10


def test_that_a_part_of_a_step_stops_with_its_task():
    whole = Progress()
    part = Share(whole, 10, 10).part()
    whole.cancel()
    with pytest.raises(Cancelled):
        part.check()
