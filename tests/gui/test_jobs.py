"""One job at a time, off the GUI thread, reporting once or never."""

from __future__ import annotations

import threading
import time

import pytest

from permdesk.compute.progress import Cancelled
from permdesk.data.problem import Problem
from permdesk.gui.jobs import JobRunner

PROBLEM = Problem(what="It is empty.", where="a.csv", remedy="Choose another.")


@pytest.fixture
def runner(qapp, executor):
    return JobRunner(executor)


def fail(problem):
    raise AssertionError(problem.sentence)


def test_that_a_result_reaches_its_callback_once(runner, executor):
    seen = []
    runner.start("t", lambda p: 42, seen.append, fail)
    executor.run_all()
    assert seen == [42]
    assert not runner.busy


def test_that_a_problem_goes_to_its_own_callback(runner, executor):
    done, problems = [], []
    runner.start("t", lambda p: PROBLEM, done.append, problems.append)
    executor.run_all()
    assert (done, problems) == ([], [PROBLEM])


def test_that_an_exception_becomes_a_problem_and_its_message_is_not_logged(runner, executor, caplog):
    done, problems = [], []

    def work(progress):
        raise ValueError("cell 4711 of Ms. Example")

    runner.start("Audit", work, done.append, problems.append)
    executor.run_all()
    assert done == []
    assert problems[0].where == "Audit"
    assert "ValueError" in problems[0].what
    assert "Example" not in caplog.text + problems[0].sentence
    assert "ValueError" in caplog.text


def test_that_a_waiting_job_is_dropped_when_replaced(runner, executor):
    seen, ran = [], []
    runner.start("old", lambda p: ran.append("old"), seen.append, fail)
    runner.start("new", lambda p: "new", seen.append, fail)
    executor.run_all()
    assert (ran, seen) == ([], ["new"])


def test_that_a_running_job_is_stopped_and_silenced_when_replaced(runner, executor):
    seen, stopped = [], []

    def old(progress):
        runner.start("new", lambda p: "new", seen.append, fail)
        try:
            progress.check()
        except Cancelled:
            stopped.append(True)
        return "old"

    runner.start("old", old, seen.append, fail)
    executor.run_all()
    assert (stopped, seen) == ([True], ["new"])


def test_that_what_must_end_is_not_replaced_and_all_that_comes_later_waits(runner, executor):
    seen, idle = [], []
    runner.idle.connect(lambda: idle.append(list(seen)))
    runner.start("preview", lambda p: "preview", seen.append, fail)
    for name in ("first", "second"):
        runner.start(name, lambda p, name=name: (p.check(), name)[1], seen.append, fail, must_end=True)
    executor.run_all()
    assert seen == ["preview", "first", "second"]
    assert idle == [seen]


def test_that_only_the_newest_of_what_can_be_replaced_waits(runner, executor):
    seen = []
    runner.start("old", lambda p: "old", seen.append, fail)
    runner.start("file", lambda p: "file", seen.append, fail, must_end=True)
    runner.start("older", lambda p: "older", seen.append, fail)
    runner.start("new", lambda p: "new", seen.append, fail)
    executor.run_all()
    assert seen == ["file", "new"]


def test_that_cancel_forgets_what_waits_but_for_what_must_end(runner, executor):
    seen, idle = [], []
    runner.idle.connect(lambda: idle.append(list(seen)))
    runner.start("file", lambda p: (p.check(), "file")[1], seen.append, fail, writes=True)
    runner.start("later", lambda p: "later", seen.append, fail, must_end=True)
    runner.start("preview", lambda p: "preview", seen.append, fail)
    runner.cancel()
    assert runner.busy and idle == []
    executor.run_all()
    assert seen == ["file", "later"]
    assert idle == [seen]


def test_that_what_must_end_begins_where_cancel_stops_what_ran(runner, executor):
    seen, idle = [], []
    runner.idle.connect(lambda: idle.append(list(seen)))
    runner.start("preview", lambda p: "preview", seen.append, fail)
    runner.start("file", lambda p: "file", seen.append, fail, must_end=True)
    runner.cancel()
    assert runner.busy and idle == []
    executor.run_all()
    assert seen == ["file"]
    assert idle == [seen]


def test_that_writing_is_stopped_where_that_is_asked_for_and_what_waits_is_next(runner, executor):
    seen, idle = [], []
    runner.idle.connect(lambda: idle.append(list(seen)))
    runner.start("first", lambda p: (p.check(), "first")[1], seen.append, fail, writes=True)
    runner.start("second", lambda p: (p.check(), "second")[1], seen.append, fail, writes=True)
    assert runner.writes
    runner.stop_writing()
    assert runner.busy
    executor.run_all()
    assert seen == ["second"]
    assert idle == [seen]
    assert not runner.writes


def test_that_a_file_that_was_written_before_the_stop_was_heard_is_told(runner, executor):
    seen = []
    runner.start("file", lambda p: "file", seen.append, fail, writes=True)
    runner.stop_writing()
    executor.run_all()
    assert seen == ["file"]


def test_that_a_stop_of_writing_stops_nothing_else(runner, executor):
    seen = []
    runner.start("policy", lambda p: (p.check(), "policy")[1], seen.append, fail, must_end=True)
    runner.start("file", lambda p: (p.check(), "file")[1], seen.append, fail, writes=True)
    assert not runner.writes
    runner.stop_writing()
    executor.run_all()
    assert seen == ["policy", "file"]


def test_that_shutdown_forgets_also_what_must_end(runner, executor):
    ran = []
    runner.start("file", lambda p: ran.append("file"), ran.append, fail, must_end=True)
    runner.start("later", lambda p: ran.append("later"), ran.append, fail, must_end=True)
    runner.shutdown()
    assert not runner.busy
    executor.run_all()
    assert ran == []


def test_that_it_names_what_writes_until_that_has_ended(runner, executor):
    refused = []
    runner.not_written.connect(lambda: refused.append(runner.writing))
    runner.start("Look", lambda p: PROBLEM, lambda _: None, lambda _: None, must_end=True)
    runner.start("Write a.html", lambda p: 1, lambda _: None, fail, writes=True)
    runner.start("Write b.html", lambda p: PROBLEM, lambda _: None, lambda _: None, writes=True)
    assert runner.writing == ("Write a.html", "Write b.html")
    executor.run_next()
    executor.deliver()
    assert (runner.writing, refused) == (("Write a.html", "Write b.html"), [])
    executor.run_all()
    assert (runner.writing, refused) == ((), [()])


def test_that_cancel_is_at_once_and_announced_once(runner, executor):
    idle, seen = [], []
    runner.idle.connect(lambda: idle.append(1))
    runner.start("t", lambda p: 1, seen.append, fail)
    runner.cancel()
    assert not runner.busy
    executor.run_all()
    assert (idle, seen) == ([1], [])


def test_that_a_callback_may_start_the_next_job(runner, executor):
    seen = []
    runner.start("a", lambda p: 1, lambda r: runner.start("b", lambda p: 2, seen.append, fail), fail)
    executor.run_all()
    assert seen == [2]


def test_that_progress_is_polled_while_a_job_runs(qtbot):
    runner, gate = JobRunner(), threading.Event()

    def work(progress):
        progress.begin("ranks", 7)
        progress.advance(3)
        gate.wait(5)

    with qtbot.waitSignal(runner.progressed, check_params_cb=lambda *found: found == ("ranks", 3, 7)):
        runner.start("t", work, lambda _: None, fail)
    gate.set()
    runner.shutdown()


@pytest.mark.parametrize("gate_open", [True, False], ids=["ends before start returns", "ends after"])
def test_that_callbacks_run_on_the_gui_thread_after_start(qtbot, gate_open):
    runner, gate, events = JobRunner(), threading.Event(), []

    def work(progress):
        gate.wait(3)
        return threading.get_ident()

    def done(worker):
        events.append((worker != threading.get_ident() == threading.main_thread().ident, "done"))

    if gate_open:
        gate.set()
    runner.start("t", work, done, fail)
    if gate_open:
        time.sleep(0.05)
    events.append("start returned")
    gate.set()
    qtbot.waitUntil(lambda: len(events) == 2, timeout=3000)
    runner.shutdown()
    assert events == ["start returned", (True, "done")]


def test_that_shutdown_waits_for_a_running_job_to_notice(qtbot):
    runner, running, ended = JobRunner(), threading.Event(), []

    def work(progress):
        try:
            progress.begin("loop", 400)
            running.set()
            for _ in range(400):
                time.sleep(0.005)
                progress.advance()
        finally:
            ended.append(progress.done)

    runner.start("t", work, ended.append, fail)
    assert running.wait(3)
    runner.shutdown()
    assert len(ended) == 1 and ended[0] < 400


def test_that_replacing_a_job_is_not_idleness(runner, executor):
    idle = []
    runner.idle.connect(lambda: idle.append(runner.busy))
    runner.start("old", lambda p: 1, lambda _: None, fail)
    runner.start("new", lambda p: 2, lambda _: None, fail)
    assert idle == []
    executor.run_all()
    assert idle == [False]


def test_that_it_says_when_it_has_prepared(qtbot, runner, executor):
    done = []
    runner.prepared.connect(lambda: done.append("said"))
    runner.prepare(lambda: done.append("worked"))
    assert done == []
    executor.run_all()
    assert done == ["worked", "said"]
    runner.prepare(lambda: done.append("late"))
    runner.shutdown()
    assert done == ["worked", "said"]


def test_that_shutdown_does_not_wait_for_what_is_prepared(qtbot):
    runner, preparing, gate, done = JobRunner(), threading.Event(), threading.Event(), []
    runner.prepared.connect(lambda: done.append("said"))

    def prepare():
        preparing.set()
        done.append("in time" if gate.wait(60) else "too late")

    runner.prepare(prepare)
    assert preparing.wait(60)
    runner.start("t", lambda p: done.append("worked"), fail, fail, must_end=True)
    runner.prepare(lambda: done.append("prepared later"))
    runner.shutdown()
    assert done == []
    gate.set()
    qtbot.waitUntil(lambda: done != [])
    qtbot.wait(10)
    assert done == ["in time"]


def test_that_nothing_is_prepared_after_shutdown(runner, executor):
    runner.shutdown()
    runner.prepare(lambda: fail)
    assert not executor.waiting


def test_that_shutdown_waits_for_a_job_although_more_is_prepared_after_it(qtbot):
    runner, running, ended = JobRunner(), threading.Event(), []

    def work(progress):
        running.set()
        try:
            while True:
                time.sleep(0.005)
                progress.check()
        finally:
            ended.append("noticed")

    runner.start("t", work, fail, fail)
    assert running.wait(60)
    runner.prepare(lambda: ended.append("prepared"))
    runner.shutdown()
    assert ended == ["noticed"]
