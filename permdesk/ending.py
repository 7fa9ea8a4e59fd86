"""Ends the process at once, whatever its threads still do."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from collections.abc import Callable
from typing import NoReturn

STOPPED = 130
"""The exit status of what was stopped from the keyboard."""

_last_acts: list[Callable[[], object]] = []


def at_the_end(act: Callable[[], object]) -> None:
    """Let ``act`` be called when the process ends, by ``end`` or by Python."""
    _last_acts.append(act)
    atexit.register(act)


def end(status: int) -> NoReturn:
    """End the process with this status, after what was asked for ``at_the_end``.

    Python would wait for every thread, and then let libraries take down what they hold: LLVM while it compiles, Qt one
    object after another, in whatever order. Either crashes a process that has done all that it was to do.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while _last_acts:
        _last_acts.pop()()
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:  # a program without a console has neither
                stream.flush()
    except OSError:
        sys.exit(status)  # Python tells of what could not be written, and has a status for it
    os._exit(status)


def stop(*_: object) -> NoReturn:
    """Answer an interrupt from the keyboard, as a handler of that signal, where nothing is open yet."""
    from permdesk.translation import tr  # here, as an interrupt can be answered only once this module is loaded

    sys.stderr.write(f"permdesk: {tr('Stopped.')}\n")
    end(STOPPED)
