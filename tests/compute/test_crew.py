"""Threads that work beside another, kept from one piece of work to the next."""

from __future__ import annotations

import threading

import pytest

from permdesk.compute.crew import kept_crew, some_crew
from permdesk.compute.parallel import in_one_thread, run_chunks
from permdesk.compute.progress import Cancelled, Progress
from tests.compute.crews import left
from tests.stopping import StopsAfter


def threads_of(n_threads=2):
    """The threads that work where each has one chunk and waits for the others."""
    meet, found = threading.Barrier(n_threads, timeout=20), set()

    def work(start, stop):
        found.add(threading.current_thread())
        meet.wait()

    run_chunks(work, n_threads, 1, Progress(), n_threads)
    return found


def test_that_a_kept_crew_serves_again_and_is_gone_afterwards():
    with kept_crew():
        first = threads_of()
        assert threads_of() == first
        assert len(left()) == 1
    assert not left()


def test_that_a_crew_which_nobody_keeps_is_gone_after_its_work():
    first = threads_of()
    assert not left()
    assert threads_of() != first


def test_that_more_threads_come_where_more_are_asked_for():
    with kept_crew():
        two, four = threads_of(2), threads_of(4)
        assert two < four
        assert threads_of(2) <= four
    assert not left()


def test_that_a_crew_which_is_kept_twice_stays_to_the_end():
    with kept_crew():
        with kept_crew():
            first = threads_of()
        assert threads_of() == first
    assert not left()
    assert threads_of() != first


def test_that_work_within_work_has_threads_of_its_own_and_comes_to_an_end():
    done = []

    def work(start, stop):
        run_chunks(lambda begin, end: done.append((start, begin)), 4, 1, Progress(), 2)

    with kept_crew():
        run_chunks(work, 6, 1, Progress(), 2)
    assert sorted(done) == [(start, begin) for start in range(6) for begin in range(4)]
    assert not left()


def test_that_who_is_at_work_is_not_free():
    go_on = threading.Event()
    with some_crew() as crew:
        (first,) = crew.free(1)
        first.give(lambda: go_on.wait(20) and None)
        (second,) = crew.free(1)
        assert second is not first
        go_on.set()
        first.wait()
        assert crew.free(2) == [first, second]


def test_that_another_thread_has_a_crew_of_its_own():
    found = []
    with kept_crew():
        own = threads_of()
        other = threading.Thread(target=lambda: found.append(threads_of()))
        other.start()
        other.join()
    assert not own & found[0]


def test_that_one_thread_works_alone_even_if_a_crew_is_kept():
    worked = set()
    with kept_crew():
        threads_of()
        with in_one_thread():
            run_chunks(lambda start, stop: worked.add(threading.get_ident()), 40, 1, Progress(), 4)
    assert worked == {threading.get_ident()}


@pytest.mark.parametrize("threads", [2, 4])
def test_that_a_crew_serves_again_after_a_stop_and_after_a_mistake(threads):
    def fail(start, stop):
        raise ZeroDivisionError

    with kept_crew():
        first = threads_of(threads)
        with pytest.raises(Cancelled):
            run_chunks(lambda start, stop: None, 1000, 1, StopsAfter(5), threads)
        with pytest.raises(ZeroDivisionError):
            run_chunks(fail, 1000, 1, Progress(), threads)
        assert threads_of(threads) == first
    assert not left()


@pytest.mark.parametrize("is_kept", [False, True])
def test_that_a_system_without_threads_is_an_error_and_no_waiting_without_end(is_kept, monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(RuntimeError, match="start new thread"):
        if is_kept:
            with kept_crew():
                threads_of()
        else:
            threads_of()
    monkeypatch.undo()
    assert len(threads_of()) == 2
