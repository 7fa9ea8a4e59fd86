"""Compiles kernels in a process of its own, with whose end the memory of the compiler goes back to the system."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress

from permdesk.compute.kernel_steps import STEPS, Kernels
from permdesk.own_process import COMPILE_KERNELS, NO_CONSOLE, own_command

DONE = b"."


class CompilerProcess:
    """Another process that does the steps of kernels and keeps what it compiles in the cache. It is asked by the name
    of a kind in a line, and answers with one character when it has done a step of that kind; it ends with this process,
    after the step that it is in."""

    def __init__(self) -> None:
        """Start it. Raises OSError where the system lets nothing be started."""
        self._process = subprocess.Popen(
            own_command(COMPILE_KERNELS, __name__),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            creationflags=NO_CONSOLE,
        )

    def do_step(self, kernels: Kernels) -> None:
        """Return when a step was done, or when the process has ended."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.write(kernels.name.encode() + b"\n")
        self._process.stdout.read(len(DONE))

    def kill(self) -> None:
        """End it now, from whatever thread: who waits for a step waits no longer."""
        self._process.kill()

    def close(self) -> None:
        """End it, and what leads to it."""
        with self._process:
            self.kill()


def start_compiler() -> CompilerProcess | None:
    """The process, unless none can be started."""
    with suppress(OSError):
        return CompilerProcess()
    return None


def main() -> None:
    """The other process."""
    # Who stops the program from the keyboard stops the one that started this.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What a library prints must not be taken for an answer.
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    steps = {kernels: STEPS[kernels]() for kernels in Kernels}
    for line in sys.stdin.buffer:
        next(steps[Kernels[line.decode().strip()]], None)
        answers.write(DONE)
