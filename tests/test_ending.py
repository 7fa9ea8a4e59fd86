"""A process of ours ends at once, with all that was to be done at its end, and an interrupt is answered in one line."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BUSY = """
import atexit, sys, threading
from permdesk.ending import at_the_end, end

running = threading.Event()

def go_on_for_ever():
    running.set()
    while True:
        pass

threading.Thread(target=go_on_for_ever).start()
assert running.wait(60)
at_the_end(lambda: sys.stdout.write("first to come, "))
at_the_end(lambda: sys.stdout.write("last to come, "))
atexit.register(lambda: sys.stdout.write("what a library takes down, "))
sys.stdout.write("an answer, ")
"""
INTERRUPTED = """
import signal, sys
from permdesk import start

# A process in the background may have been begun with interrupts ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)

class Interrupted:
    @staticmethod
    def find_spec(name, *_):
        if name in ("permdesk.app", "permdesk.cli"):
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Interrupted)
start.{kind}()
"""


def ended(code: str, **how) -> subprocess.CompletedProcess[str]:
    # What is written must be kept until the end, as it is unless somebody asks otherwise.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True, timeout=100, check=False, **how
    )


def test_that_a_process_ends_at_once_with_what_was_to_be_done_and_said():
    done = ended(BUSY + "end(7)", stdout=subprocess.PIPE)
    assert (done.returncode, done.stdout, done.stderr) == (7, "an answer, last to come, first to come, ", "")


def test_that_python_does_what_was_to_be_done_where_it_ends_the_process():
    code = "from permdesk.ending import at_the_end; at_the_end(lambda: print('done'))"
    assert ended(code, stdout=subprocess.PIPE).stdout == "done\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
def test_that_an_answer_that_cannot_be_written_is_no_success():
    with Path("/dev/full").open("w") as full:
        done = ended("from permdesk.ending import end; print('an answer'); end(0)", stdout=full)
    assert done.returncode == 120
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


def test_that_a_program_without_a_console_ends_all_the_same():
    assert ended("import sys; from permdesk.ending import end; sys.stdout = None; end(7)").returncode == 7


def test_that_a_second_interrupt_does_not_disturb_the_end():
    code = (
        "import signal; from permdesk.ending import at_the_end, end\n"
        "at_the_end(lambda: signal.raise_signal(signal.SIGINT)); end(7)"
    )
    done = ended(code)
    assert (done.returncode, done.stderr) == (7, "")


@pytest.mark.parametrize("kind", ["window", "command"])
def test_that_an_interrupt_while_the_program_loads_is_answered_in_one_line(kind):
    done = ended(INTERRUPTED.format(kind=kind))
    assert (done.returncode, done.stderr) == (130, "permdesk: Stopped.\n")


def test_that_the_status_of_a_command_is_that_of_its_process():
    words = ["permdesk", "subject", "absent.csv", "--record", "age=44"]
    done = ended(f"import sys; from permdesk import start; sys.argv = {words}; start.command()")
    assert done.returncode == 2
    assert "absent.csv" in done.stderr
    assert done.stderr.count("\n") == 1


def test_that_the_programs_of_the_package_are_there():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for place in (*project["scripts"].values(), *project["gui-scripts"].values()):
        module, function = place.split(":")
        assert callable(getattr(import_module(module), function))
