"""Whatever happens in the process of its own, this one goes on: crash, hang, hunger for memory, a stop, an error."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from permdesk.compute.progress import Cancelled, Progress
from permdesk.data import isolated as module
from permdesk.data.isolated import Failure, command, isolated
from permdesk.own_process import ISOLATED_WORK


def answer(text, values):
    sys.stdout.write("what a library prints is no part of the answer")
    os.write(1, b"nor this")
    return text * 2, values + 1, os.getpid()


def crash():
    os.kill(os.getpid(), getattr(signal, "SIGSEGV", signal.SIGTERM))


def hang(_path=""):
    time.sleep(600)


def eat():
    return np.ones(1 << 40)


def fail():
    raise ValueError("ours")


def test_that_the_answer_comes_back_from_another_process():
    text, values, process = isolated(answer, ("ab", np.arange(3)), 0, Progress())
    assert (text, values.tolist()) == ("abab", [1, 2, 3])
    assert process != os.getpid()


def test_that_a_crash_is_an_answer():
    assert isolated(crash, (), 0, Progress()) is Failure.CRASHED


def test_that_a_hang_is_an_answer(monkeypatch):
    monkeypatch.setattr(module, "SECONDS", 0.5)
    assert isolated(hang, (), 0, Progress()) is Failure.CRASHED


def test_that_a_process_that_does_not_even_start_is_an_answer(monkeypatch):
    monkeypatch.setattr(module, "command", lambda: [sys.executable, "-c", "import time; time.sleep(600)"])
    monkeypatch.setattr(module, "SECONDS", 0.1)
    monkeypatch.setattr(module, "SECONDS_TO_START", 0.2)
    assert isolated(answer, ("a", 1), 0, Progress()) is Failure.UNBOUNDED


@pytest.mark.skipif(os.name != "posix", reason="only POSIX bounds memory")
def test_that_hunger_for_memory_is_an_answer():
    assert isolated(eat, (), 0, Progress()) is Failure.UNBOUNDED


def test_that_an_error_of_our_own_is_raised_here():
    with pytest.raises(ValueError, match="ours"):
        isolated(fail, (), 0, Progress())


def test_that_a_stop_ends_the_process(monkeypatch):
    children = []
    start = subprocess.Popen

    def watched(*words, **options):
        children.append(start(*words, **options))
        return children[-1]

    monkeypatch.setattr(subprocess, "Popen", watched)
    progress = Progress()
    threading.Timer(0.3, progress.cancel).start()
    with pytest.raises(Cancelled):
        isolated(hang, (), 0, progress)
    assert children[0].poll() is not None


def test_that_a_bundle_starts_its_command_line(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "permdesk-window.exe"))
    assert command() == [str(tmp_path / "permdesk.exe"), "--isolated-work"]


def test_that_the_command_line_of_a_bundle_knows_the_work():
    script = Path(__file__).parents[2] / "packaging" / "command_line.py"
    assert "isolated.main()" in script.read_text("utf-8")
    run = subprocess.run(
        [sys.executable, str(script), ISOLATED_WORK],
        input=b"",
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(script.parents[1])},
    )
    assert run.stdout == b""
    assert b"EOFError" in run.stderr  # it waited for an order, and none came
