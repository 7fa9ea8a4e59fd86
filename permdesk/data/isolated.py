"""Work of a library that damaged files can crash, done in a process of its own: what ends there is not the program."""

from __future__ import annotations

import contextlib
import faulthandler
import importlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.own_process import ISOLATED_WORK, NO_CONSOLE, own_command

# The work may take this long, and longer for a large file; and this much memory at first, and for each byte of it.
SECONDS, SECONDS_PER_MEGABYTE = 8.0, 2.0
# How long the process may take besides to start, on a slow and busy machine.
SECONDS_TO_START = 60.0
BYTES, BYTES_PER_BYTE = 3 << 30, 100


class Failure(Enum):
    """Why there is no answer. CRASHED: the process ended, by itself or because it took too long. UNBOUNDED: it wanted
    more memory, or was slower to start, than any sound file of that size explains."""

    CRASHED = "crashed"
    UNBOUNDED = "unbounded"


@dataclass(frozen=True, slots=True)
class _Order:
    """A function by the names of its module and itself, what it is given, and the memory and time that it may take."""

    module: str
    function: str
    arguments: tuple[Any, ...]
    most_bytes: int
    most_seconds: float


@dataclass(frozen=True, slots=True)
class _Raised:
    """An error of the work, to be raised where it was asked for."""

    error: Exception


def isolated(work: Callable[..., Any], arguments: tuple[Any, ...], n_bytes: int, progress: Progress) -> Any:
    """What ``work``, a function of a module of this package, answers to ``arguments``, or a Failure; raises what it
    raises.

    ``n_bytes``: size of the file that it reads, by which time and memory are bounded. Arguments and answer travel
    pickled between this process and its own child, through pipes. Raises Cancelled at once; the child is then ended.
    """
    seconds = SECONDS + SECONDS_PER_MEGABYTE * n_bytes / 1e6
    order = _Order(work.__module__, work.__qualname__, arguments, BYTES + BYTES_PER_BYTE * n_bytes, seconds)
    with subprocess.Popen(
        command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, creationflags=NO_CONSOLE
    ) as child:
        try:
            content = wait_for(lambda: child.communicate(pickle.dumps(order), seconds + SECONDS_TO_START)[0], progress)
        except subprocess.TimeoutExpired:
            return Failure.UNBOUNDED
        finally:
            child.kill()
    try:
        answer = pickle.loads(content)
    except (EOFError, pickle.UnpicklingError):
        return Failure.CRASHED
    if isinstance(answer, _Raised):
        raise answer.error
    return answer


def command() -> list[str]:
    """What starts the process."""
    return own_command(ISOLATED_WORK, __name__)


def main() -> None:
    """The child: takes an order from standard input and writes the answer to standard output."""
    order = pickle.loads(sys.stdin.buffer.read())
    # What a library prints must not end up in the answer.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    work = getattr(importlib.import_module(order.module), order.function)
    _bound_memory(order.most_bytes)
    # Ends the process from a thread of C, which also a library that never comes back cannot hold up.
    faulthandler.dump_traceback_later(order.most_seconds, exit=True)
    answer: Any
    try:
        answer = work(*order.arguments)
    except MemoryError:
        answer = Failure.UNBOUNDED
    except Exception as error:
        answer = _Raised(error)
    output.write(pickle.dumps(answer, protocol=5))
    output.close()


def _bound_memory(most_bytes: int) -> None:
    """Where the system can; Windows cannot."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        resource = importlib.import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
