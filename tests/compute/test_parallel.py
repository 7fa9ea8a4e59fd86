"""Chunks of work over threads."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
import weakref
from contextlib import nullcontext

import numpy as np
import pytest

from permdesk.compute.crew import kept_crew
from permdesk.compute.parallel import THREADS as VARIABLE
from permdesk.compute.parallel import available_cores, cores, in_one_thread, limit_threads, run_chunks
from permdesk.compute.progress import Cancelled, Progress
from tests.compute.crews import CREWS, left
from tests.stopping import StopsAfter

THREADS = [1, 2, 4]


@pytest.mark.parametrize("threads", [0, *THREADS])
@pytest.mark.parametrize(("n", "size"), [(0, 5), (1, 5), (5, 5), (101, 7)])
def test_that_every_item_is_worked_on_once_by_any_number_of_threads(threads, n, size):
    times = np.zeros(n, int)
    progress = Progress()

    def work(start, stop):
        assert 0 < stop - start <= size
        times[start:stop] += 1

    run_chunks(work, n, size, progress, threads)
    assert (times == 1).all()
    assert progress.done == n


@pytest.mark.parametrize(("threads", "right"), [(1, [25] * 4), (2, [25] * 4), (3, [17] * 5 + [15]), (4, [25] * 4)])
def test_that_no_thread_has_a_chunk_more_than_another(threads, right):
    sizes = []
    run_chunks(lambda start, stop: sizes.append(stop - start), 100, 30, Progress(), threads)
    assert sorted(sizes, reverse=True) == right


@pytest.mark.parametrize("threads", THREADS)
def test_that_what_goes_wrong_in_a_chunk_is_raised_and_ends_the_work(threads):
    worked = []

    def work(start, stop):
        worked.append(start)
        if start == 3:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_chunks(work, 10_000, 1, Progress(), threads)
    assert len(worked) < 10_000


@pytest.mark.parametrize("threads", THREADS)
def test_that_a_stop_ends_the_work_between_chunks(threads):
    worked = []
    with pytest.raises(Cancelled):
        run_chunks(lambda start, stop: worked.append(start), 10_000, 1, StopsAfter(20), threads)
    assert len(worked) <= 20


def test_that_a_mistake_is_not_hidden_by_a_stop_at_the_same_time():
    progress, meet = Progress(), threading.Barrier(2, timeout=20)

    def work(start, stop):
        meet.wait()
        if start == 0:
            progress.cancel()
        else:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_chunks(work, 2, 1, progress, 2)


def test_that_a_stop_before_the_start_does_nothing():
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        run_chunks(lambda start, stop: pytest.fail("worked"), 10, 1, progress)


def test_that_no_thread_outlives_the_work():
    before = set(threading.enumerate())
    with pytest.raises(Cancelled):
        run_chunks(lambda start, stop: None, 1000, 1, StopsAfter(5), 4)
    assert set(threading.enumerate()) <= before


def test_that_chunks_which_run_are_waited_for_when_their_caller_is_interrupted():
    caller, begun, running = threading.get_ident(), threading.Event(), set()

    def work(start, stop):
        if threading.get_ident() == caller:
            assert begun.wait(20)
            raise KeyboardInterrupt
        running.add(start)
        begun.set()
        time.sleep(0.05)
        running.remove(start)

    with pytest.raises(KeyboardInterrupt):
        run_chunks(work, 1000, 1, Progress(), 2)
    assert not running


@CREWS
@pytest.mark.skipif(sys.platform == "win32", reason="a thread there cannot send another one a signal")
def test_that_chunks_which_run_are_waited_for_when_the_waiting_for_them_is_interrupted(crew):
    caller, begun, ended = threading.get_ident(), threading.Event(), []

    def work(start, stop):
        if threading.get_ident() == caller:
            assert begun.wait(20)
            return
        begun.set()
        time.sleep(0.1)  # the caller has nothing left to do
        signal.pthread_kill(caller, signal.SIGINT)
        time.sleep(0.1)
        ended.append(start)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), crew():
            run_chunks(work, 2, 1, Progress(), 2)
        assert len(ended) == 1
        assert not left()
    finally:
        signal.signal(signal.SIGINT, before)


@CREWS
@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize(
    ("progress", "ends"),
    [(Progress, nullcontext), (lambda: StopsAfter(5), lambda: pytest.raises(Cancelled))],
    ids=["done", "stopped"],
)
def test_that_nothing_keeps_what_was_worked_on(threads, crew, progress, ends):
    class Records:
        pass

    kept = []

    def task():
        records = Records()
        kept.append(weakref.ref(records))
        run_chunks(lambda start, stop: repr(records) and None, 1000, 1, progress(), threads)

    gc.disable()
    try:
        with crew():
            with ends():
                task()
            assert kept[0]() is None
            assert len(left()) == (threads - 1 if crew is kept_crew else 0)
    finally:
        gc.enable()


def test_that_chunks_run_at_the_same_time():
    meet = threading.Barrier(2, timeout=20)
    run_chunks(lambda start, stop: meet.wait() and None, 2, 1, Progress(), 2)
    assert not meet.broken


def test_that_there_is_at_least_one_core():
    assert available_cores() >= 1


@pytest.mark.parametrize("threads", THREADS)
def test_that_paced_chunks_grow_where_the_work_is_quick_and_cover_every_item_once(threads):
    times = np.zeros(100_000, int)
    sizes = []

    def work(start, stop):
        sizes.append(stop - start)
        times[start:stop] += 1

    run_chunks(work, times.size, 10, Progress(), threads, seconds=60.0)
    assert (times == 1).all()
    assert sizes[0] == 10
    assert 40 in sizes


@pytest.mark.parametrize("threads", THREADS)
def test_that_the_last_paced_chunks_are_not_many_small_ones(threads):
    sizes = []
    run_chunks(lambda start, stop: sizes.append(stop - start), 100_000, 256, Progress(), threads, seconds=60.0)
    assert sum(sizes) == 100_000
    assert sum(size < 64 for size in sizes) <= 1


def test_that_paced_chunks_shrink_where_the_work_is_slow():
    sizes = []

    def work(start, stop):
        sizes.append(stop - start)
        time.sleep(0.01 * (stop - start))

    run_chunks(work, 30, 10, Progress(), 1, seconds=0.02)
    assert sizes[0] == 10
    assert max(sizes[1:]) <= 3


def test_that_in_one_thread_no_other_works_and_afterwards_others_do_again():
    worked = set()

    def work(start, stop):
        worked.add(threading.get_ident())
        time.sleep(0.002)

    with in_one_thread():
        run_chunks(work, 40, 1, Progress(), threads=4)
    assert worked == {threading.get_ident()}
    run_chunks(work, 40, 1, Progress(), threads=4)
    assert len(worked) > 1


@pytest.mark.parametrize("said", ["", "0", "-1", "many", "1.5", "9" * 30, "\u0663"])
def test_that_threads_are_those_of_the_cores_where_no_number_is_said(monkeypatch, said):
    monkeypatch.setenv(VARIABLE, said)
    assert available_cores() == cores()


def test_that_threads_can_be_limited_but_not_beyond_the_cores(monkeypatch):
    monkeypatch.setenv(VARIABLE, "")
    limit_threads(1)
    assert available_cores() == 1
    limit_threads(cores() + 5)
    assert available_cores() == cores()
    limit_threads(0)
    assert VARIABLE not in os.environ
