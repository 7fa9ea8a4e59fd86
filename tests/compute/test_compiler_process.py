"""Compiling on the first start: in another process, which ends with this one, and without which all goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Timer

import pytest

from permdesk.compute import compiler_process
from permdesk.compute.compiler_process import CompilerProcess, start_compiler
from permdesk.compute.kernel_cache import ALL_ARE_KEPT
from permdesk.compute.kernel_steps import Kernels
from permdesk.own_process import COMPILE_KERNELS

MOST_SECONDS = 30
"""Half a minute is far less than what hangs would take by itself."""

FIRST_START = """
from permdesk.compute import compiler_process, tie_order, warm_up

asked = []
do_step = compiler_process.CompilerProcess.do_step
compiler_process.CompilerProcess.do_step = lambda other, kernels: asked.append(kernels.name) or do_step(other, kernels)
warm_up.Kernels = [warm_up.Kernels.TIES]
warm_up.warm_up().join()
kernels = [kernel for kernel in vars(tie_order).values() if hasattr(kernel, "stats")]
n_misses = sum(len(kernel.stats.cache_misses) for kernel in kernels)
print(len(asked), n_misses, all(kernel.signatures for kernel in kernels))
"""


def test_that_another_process_compiles_all_until_a_start_came_to_its_end(tmp_path):
    def start():
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
        return subprocess.run(
            [sys.executable, "-c", FIRST_START],
            env=environment,
            capture_output=True,
            text=True,
            timeout=100,
            check=True,
        ).stdout

    assert start() == "2 0 True\n"
    assert start() == "0 0 True\n"
    (tmp_path / ALL_ARE_KEPT).unlink()
    assert start() == "2 0 True\n"


def test_that_there_is_no_process_where_none_can_be_started(monkeypatch):
    monkeypatch.setattr(compiler_process, "own_command", lambda *_: ["there is no such program"])
    assert start_compiler() is None


def test_that_nobody_waits_for_a_process_that_has_ended(monkeypatch):
    monkeypatch.setattr(compiler_process, "own_command", lambda *_: [sys.executable, "-c", ""])
    other = start_compiler()
    for _ in range(3):
        other.do_step(Kernels.TIES)
    other._process.wait()
    other.do_step(Kernels.TIES)
    other.close()


def hanging(*_):
    return [sys.executable, "-c", "import time; time.sleep(600)"]


def test_that_nobody_waits_for_a_process_that_is_killed(monkeypatch):
    monkeypatch.setattr(compiler_process, "own_command", hanging)
    other = CompilerProcess()
    Timer(0.2, other.kill).start()
    other.do_step(Kernels.TIES)
    other.close()
    assert other._process.returncode is not None


ENDING = """
import time

from permdesk.compute import compiler_process, warm_up
from tests.compute.test_compiler_process import hanging

compiler_process.own_command = hanging
warm_up.all_are_kept = lambda: False
warm_up.warm_up()
while warm_up._other_process is None:
    time.sleep(0.01)
time.sleep(0.1)
print(warm_up._other_process._process.pid, flush=True)
"""


@pytest.mark.parametrize("ends", ["raise SystemExit(7)", "from permdesk.ending import end; end(7)"])
def test_that_a_process_that_ends_while_another_compiles_ends_both(ends):
    ended = subprocess.run(
        [sys.executable, "-c", ENDING + ends], capture_output=True, text=True, timeout=100, check=False
    )
    assert (ended.returncode, ended.stderr) == (7, "")
    # The system ends what is killed when it comes to it, which may be after the end of who killed it.
    until = time.monotonic() + MOST_SECONDS
    while _is_running(int(ended.stdout)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not _is_running(int(ended.stdout))


FAILING = """
from permdesk.compute import warm_up
from permdesk.compute.kernel_steps import STEPS, Kernels

def fail():
    raise ZeroDivisionError
    yield

warm_up.all_are_kept = lambda: False
STEPS[Kernels.TIES] = fail
warm_up.warm_up().join()
print(warm_up._other_process._process.returncode is not None)
"""


def test_that_the_other_process_ends_where_this_one_fails_to_load_what_it_compiled():
    run = subprocess.run([sys.executable, "-c", FAILING], capture_output=True, text=True, timeout=100, check=True)
    assert run.stdout == "True\n"


PRINTING = """
from permdesk.compute import compiler_process
from permdesk.compute.kernel_steps import STEPS, Kernels

def prints():
    print("what a library says", flush=True)
    yield

STEPS[Kernels.TIES] = prints
compiler_process.main()
"""


def test_that_what_a_library_prints_is_no_answer():
    run = subprocess.run([sys.executable, "-c", PRINTING], input=b"TIES\nTIES\n", capture_output=True, check=True)
    assert run.stdout == b".."


@pytest.mark.skipif(os.name != "posix", reason="only POSIX sends that signal to one process")
def test_that_an_interrupt_from_the_keyboard_is_left_to_the_process_that_started_it(monkeypatch):
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    start = heard + "from permdesk.compute.compiler_process import main; main()"
    monkeypatch.setattr(compiler_process, "own_command", lambda *_: [sys.executable, "-c", start])
    other = CompilerProcess()
    other.do_step(Kernels.TIES)
    other._process.send_signal(signal.SIGINT)
    other.do_step(Kernels.TIES)
    other._process.stdin.close()
    assert other._process.wait(100) == 0
    other.close()


def test_that_it_ends_when_nobody_asks_any_more():
    other = CompilerProcess()
    other._process.stdin.close()
    assert other._process.wait(100) == 0
    other.close()


def test_that_the_command_line_of_a_bundle_compiles_kernels():
    root = Path(__file__).parents[2]
    run = subprocess.run(
        [sys.executable, str(root / "packaging" / "command_line.py"), COMPILE_KERNELS],
        input=b"TIES\nTIES\nTIES\n",
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(root)},
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, b"...", b"")


def _is_running(process):
    """Whether a process is there and has not ended; what has may wait for somebody who asks for its exit status."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_that_the_command_line_of_a_bundle_loads_no_numbers_before_it_knows_what_is_asked():
    path = Path(__file__).parents[2] / "packaging" / "command_line.py"
    script = f"import runpy, sys; runpy.run_path({str(path)!r}, run_name='imported'); print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
