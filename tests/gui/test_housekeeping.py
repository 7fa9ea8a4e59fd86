"""Garbage is looked for when nothing runs, never during a job."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator

import pytest

from permdesk.data.problem import Problem
from permdesk.gui.housekeeping import TURN_SECONDS, Housekeeping
from permdesk.gui.jobs import JobRunner


class Circle:
    """Garbage that only a search finds: it holds itself."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    thresholds, turn = gc.get_threshold(), sys.getswitchinterval()
    yield
    gc.set_threshold(*thresholds)
    sys.setswitchinterval(turn)
    gc.unfreeze()


@pytest.fixture
def runners(qapp, executor):
    return (JobRunner(executor), JobRunner(executor))


@pytest.fixture
def at_first(runners):
    housekeeping = Housekeeping(runners)
    housekeeping.begin()
    return housekeeping


@pytest.fixture
def housekeeping(at_first):
    at_first.rest.timeout.emit()
    return at_first


def aged() -> weakref.ref[Circle]:
    """A circle that has survived until only a full search finds it, and that nobody holds any more."""
    circle = Circle()
    gc.collect(1)
    return weakref.ref(circle)


def nothing(_: object) -> None:
    pass


def fail(problem: Problem) -> None:
    raise AssertionError(problem.sentence)


def test_that_old_garbage_stays_while_objects_are_made_by_the_million(housekeeping):
    circle = aged()
    kept = [[] for _ in range(1_000_000)]
    assert circle() is not None
    assert len(kept) == 1_000_000


def test_that_threads_that_compute_let_the_window_have_its_turn(housekeeping):
    assert sys.getswitchinterval() == pytest.approx(TURN_SECONDS)


def test_that_garbage_goes_when_all_has_been_idle_for_a_while(housekeeping, runners, executor):
    circle = aged()
    runners[0].start("t", lambda p: 1, nothing, fail)
    executor.run_all()
    assert housekeeping.rest.isActive()
    housekeeping.rest.timeout.emit()
    assert circle() is None


def test_that_a_job_that_began_meanwhile_is_not_interrupted(housekeeping, runners, executor):
    runners[0].start("t", lambda p: 1, nothing, fail)
    executor.run_all()
    circle = aged()
    runners[1].start("t", lambda p: 1, nothing, fail)
    housekeeping.rest.timeout.emit()
    assert circle() is not None
    executor.run_all()
    housekeeping.rest.timeout.emit()
    assert circle() is None


def test_that_what_was_there_at_first_is_never_searched(at_first):
    gc.unfreeze()
    circle = aged()
    at_first.rest.timeout.emit()
    frozen = gc.get_freeze_count()
    newcomers = [[] for _ in range(1_000)]
    at_first.rest.timeout.emit()
    assert circle() is not None
    assert frozen > 1_000
    assert gc.get_freeze_count() <= frozen
    assert len(newcomers) == 1_000
