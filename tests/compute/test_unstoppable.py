"""Whoever cancels does not wait for work that cannot be stopped."""

from __future__ import annotations

from threading import Event, current_thread

import pytest

from permdesk.compute.parallel import in_one_thread
from permdesk.compute.progress import Cancelled, Progress
from permdesk.compute.unstoppable import wait_for, wait_for_each
from permdesk.translation import current_language, in_language


def test_that_the_answer_is_handed_on():
    assert wait_for(lambda: 3, Progress()) == 3


def test_that_one_thread_alone_works_itself():
    assert wait_for(current_thread, Progress()) is not current_thread()
    with in_one_thread():
        assert wait_for(current_thread, Progress()) is current_thread()


@pytest.mark.parametrize("error", [ValueError, TimeoutError])
def test_that_what_the_work_raises_is_handed_on(error):
    def fail():
        raise error("its own")

    with pytest.raises(error, match="its own"):
        wait_for(fail, Progress())


def test_that_the_work_speaks_the_language_of_who_waits():
    with in_language("de"):
        assert wait_for(current_language, Progress()) == "de"
        spoken = {}
        wait_for_each(lambda place, _: spoken.update({place: current_language()}), 3, Progress())
    assert spoken == {0: "de", 1: "de", 2: "de"}


def test_that_cancelling_does_not_wait_for_the_end():
    may_end, progress = Event(), Progress()
    began = []

    def work():
        began.append(True)
        progress.cancel()
        assert may_end.wait(10)

    with pytest.raises(Cancelled):
        wait_for(work, progress)
    assert began
    assert not may_end.is_set()
    may_end.set()
