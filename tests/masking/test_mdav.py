"""MDAV, compiled and in blocks, makes the groups that its definition makes, tells how far it is, and can be stopped."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from permdesk.compute.progress import Cancelled, Progress
from permdesk.masking import microaggregation
from permdesk.masking.microaggregation import BLOCK, aggregate_records, mdav_groups

TIED = st.tuples(st.integers(1, 40), st.integers(1, 4)).flatmap(
    lambda shape: arrays(float, shape, elements=st.sampled_from([-1.0, 0.0, 0.5, 1.0, 3.0]))
)


def far(points, rest, centre):
    """Squared distances of the ``rest`` to a centre, attribute by attribute."""
    found = np.zeros(len(rest))
    for j in range(points.shape[1]):
        found += (points[rest, j] - centre[j]) ** 2
    return found


def middle(points, rest):
    return [sum(points[rest, j].tolist()) / len(rest) for j in range(points.shape[1])]


def groups_by_definition(points, k):
    """Lists of records, of each group in file order."""
    rest, groups = list(range(len(points))), []

    def gather(centre):
        around = far(points, rest, points[centre])
        order = sorted(range(len(rest)), key=lambda place: (rest[place] != centre, around[place], rest[place]))
        groups.append(sorted(rest[place] for place in order[:k]))
        rest[:] = [record for record in rest if record not in set(groups[-1])]

    while len(rest) >= 3 * k:
        first = rest[int(np.argmax(far(points, rest, middle(points, rest))))]
        second = rest[int(np.argmax(far(points, rest, points[first])))]
        gather(first)
        gather(second)
    if len(rest) >= 2 * k:
        gather(rest[int(np.argmax(far(points, rest, middle(points, rest))))])
    return [*groups, rest] if rest else groups


def members(group):
    return [np.flatnonzero(group == number).tolist() for number in range(group.max() + 1)]


@given(points=TIED, k=st.integers(1, 7))
def test_that_groups_are_those_of_the_definition_with_ties_and_without(points, k):
    assert members(mdav_groups(points, k, Progress())) == groups_by_definition(points, k)


@pytest.mark.parametrize("m", [1, 9, 12])
def test_that_groups_of_more_records_and_attributes_are_those_of_the_definition_too(m, monkeypatch):
    points = np.random.default_rng(m).normal(size=(400, m))
    expected = groups_by_definition(points, 3)
    assert members(mdav_groups(points, 3, Progress())) == expected
    monkeypatch.setattr(microaggregation, "STEPS", 1)  # a stop could be heard after every round
    assert members(mdav_groups(points, 3, Progress())) == expected


def test_that_records_become_the_mean_of_what_their_group_has():
    x = np.round(np.random.default_rng(5).normal(size=(60, 3)), 1)
    x[::7, 1] = np.nan
    y = aggregate_records(x, 4, Progress())
    points = np.nan_to_num((x - np.nanmean(x, axis=0)) / np.nanstd(x, axis=0))
    for group in groups_by_definition(points, 4):
        expected = np.where(np.isnan(x[group]), np.nan, np.nanmean(x[group], axis=0))
        assert y[group] == pytest.approx(expected, nan_ok=True)


class Told(Progress):
    """Notes what a person sees, and asks for a stop at a chosen moment."""

    def __init__(self, last=None):
        super().__init__()
        self.seen, self.last, self.checks = [], last, 0

    def check(self):
        self.checks += 1
        self.seen.append((self.stage, self.done, self.total))
        if self.checks == self.last:
            self.cancel()
        super().check()


def test_that_progress_counts_the_blocks_and_the_stage_before_comes_back():
    progress = Told()
    progress.begin("sweep", 9)
    progress.advance(2)
    aggregate_records(np.random.default_rng(1).normal(size=(3 * BLOCK, 2)), 50, progress)
    told = {(stage, done, total) for stage, done, total in progress.seen if stage == "microaggregation"}
    assert {("microaggregation", done, 3) for done in range(4)} <= told
    assert (progress.stage, progress.done, progress.total) == ("sweep", 2, 9)


def test_that_a_stop_is_heard_at_any_moment_and_within_a_block_too(monkeypatch):
    monkeypatch.setenv("PERMDESK_THREADS", "1")
    monkeypatch.setattr(microaggregation, "STEPS", 50_000)
    x = np.random.default_rng(1).normal(size=(2 * BLOCK, 4))
    whole = Told()
    aggregate_records(x, 40, whole)
    within = [place for place, (stage, _, _) in enumerate(whole.seen) if stage == "microaggregation"]
    assert len(within) > 12  # two blocks, more than five answers in each
    for last in (1, 2, within[0] + 3, within[len(within) // 2], within[-1], whole.checks):
        stopped = Told(last)
        with pytest.raises(Cancelled):
            aggregate_records(x, 40, stopped)
        assert stopped.checks == last  # nothing more was begun
