"""Garbage is looked for between events and, in full, when nothing runs."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from permdesk.app import make_application
from permdesk.data.problem import Problem
from permdesk.gui.housekeeping import NEW_OBJECTS, ROUNDS, TURN_SECONDS, Housekeeping
from permdesk.gui.jobs import JobRunner
from permdesk.gui.restyling import put_style_sheet

ENOUGH = 2 * NEW_OBJECTS


class Circle:
    """Garbage that only a search finds: it holds itself."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    turn = sys.getswitchinterval()
    yield
    gc.disable()
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


@pytest.fixture
def searched_by_python() -> None:
    gc.enable()


@pytest.mark.usefixtures("searched_by_python")
def test_that_no_garbage_goes_while_objects_are_made_by_the_million(runners):
    Housekeeping(runners).begin()
    old, young = aged(), weakref.ref(Circle())
    kept = [[] for _ in range(1_000_000)]
    assert young() is not None and old() is not None
    assert len(kept) == 1_000_000


@pytest.mark.usefixtures("searched_by_python")
def test_that_no_widget_goes_while_qt_walks_over_all_of_them(look):
    class Asked(QWidget):
        def changeEvent(self, event: QEvent) -> None:
            self.made = [[] for _ in range(10_000)]

    make_application()
    asked, gone = Asked(), QWidget()
    asked.ensurePolished()
    gone.circle = gone
    gone = weakref.ref(gone)
    put_style_sheet(look, "QWidget { color: red; }")
    assert len(asked.made) == 10_000
    assert gone() is not None


def test_that_new_garbage_goes_at_the_next_round_if_there_is_enough_of_it(housekeeping):
    gc.collect()
    circle = weakref.ref(Circle())
    housekeeping.round.timeout.emit()
    assert circle() is not None
    kept = [[] for _ in range(ENOUGH)]
    housekeeping.round.timeout.emit()
    assert circle() is None
    assert housekeeping.round.isActive()
    assert len(kept) == ENOUGH


def test_that_garbage_of_middle_age_goes_within_ten_rounds(housekeeping):
    circle = Circle()
    gc.collect(0)
    circle = weakref.ref(circle)
    kept = []
    for _ in range(ROUNDS):
        kept += [[] for _ in range(ENOUGH)]
        housekeeping.round.timeout.emit()
    assert circle() is None


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


def test_that_what_was_there_when_it_began_is_never_searched(runners):
    gc.unfreeze()
    circle = weakref.ref(Circle())
    Housekeeping(runners).begin()
    gc.collect()
    assert circle() is not None
    assert gc.get_freeze_count() > 1_000


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
