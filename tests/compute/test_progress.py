"""Progress counts for the one who works and stops him for the one who watches."""

from __future__ import annotations

import threading
import time

import pytest

from permdesk.compute.progress import UNWATCHED, Cancelled, Progress


def test_that_progress_counts_units_of_a_stage_and_starts_anew_with_the_next():
    progress = Progress()
    progress.begin("reading", 10)
    progress.advance()
    progress.advance(4)
    assert (progress.stage, progress.done, progress.total) == ("reading", 5, 10)
    progress.begin("ranks", 3)
    assert (progress.stage, progress.done, progress.total) == ("ranks", 0, 3)


def test_that_every_call_raises_after_a_stop():
    progress = Progress()
    assert not progress.cancelled
    progress.check()
    progress.cancel()
    assert progress.cancelled
    for call in (progress.check, progress.advance, lambda: progress.begin("ranks", 1)):
        with pytest.raises(Cancelled):
            call()
    assert progress.stage == ""


def test_that_a_stop_from_another_thread_is_heard():
    progress = Progress()
    other = threading.Thread(target=progress.cancel)
    other.start()
    other.join()
    with pytest.raises(Cancelled):
        progress.check()


class Interrupted(Progress):
    """Lets other threads run between reading and writing the number of finished units."""

    @property
    def done(self):
        seen = self._done
        time.sleep(0.0005)
        return seen

    @done.setter
    def done(self, units):
        self._done = units


def test_that_units_of_several_threads_all_count():
    progress = Interrupted()
    threads = [threading.Thread(target=lambda: [progress.advance() for _ in range(25)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert progress.done == 100


def test_that_a_stop_is_heard_before_the_next_of_several_items():
    progress, seen = Progress(), []
    with pytest.raises(Cancelled):
        for item in progress.each([1, 2, 3]):
            seen.append(item)
            if item == 2:
                progress.cancel()
    assert seen == [1, 2]


def test_that_runs_that_nobody_watches_share_no_state():
    before = dict(vars(UNWATCHED))
    UNWATCHED.begin("distances", 3)
    UNWATCHED.advance(2)
    with UNWATCHED.interlude("compiling"):
        assert dict(vars(UNWATCHED)) == before
    for progress in (UNWATCHED, UNWATCHED.part()):
        with pytest.raises(TypeError, match="cannot be stopped"):
            progress.cancel()
    assert dict(vars(UNWATCHED)) == before
