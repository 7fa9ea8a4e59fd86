"""The command line: the same audit without a window, for scripts and for releases that must be repeatable."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Sequence

from permdesk.command_parser import is_for_window, language_of
from permdesk.ending import STOPPED, end
from permdesk.refusal import Refused
from permdesk.terminal import say
from permdesk.translation import current_language, in_language, tr
from permdesk.writable_caches import keep_caches_in_writable_folders

BAD_INPUT = 2

COMMANDS = (
    "audit",
    "compare",
    "demo",
    "reverse-map",
    "subject",
    "sweep",
    "validate",
    "verification-page",
)
"""What is not the name of a file. What they do takes a second to import, which the window must not wait for."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; without a command, start the window on the files named.

    0 done and within the policy, 1 done and outside it (or undecided), 2 bad usage or input, 130 stopped by hand.
    """
    keep_caches_in_writable_folders()
    words = list(sys.argv[1:] if arguments is None else arguments)
    if is_for_window(words, COMMANDS):
        return _start_window(words)
    with in_language(language_of(words)):
        try:
            return _run(words)
        except KeyboardInterrupt:
            say(tr("Stopped; nothing was written."))
            return STOPPED


def _run(words: list[str]) -> int:
    from permdesk.all_commands import parser_of_commands  # matplotlib and scipy, which the window needs later if at all

    wanted = parser_of_commands().parse_args(words)
    run: Callable[[argparse.Namespace], int] = wanted.run
    with in_language(wanted.language or current_language()):
        try:
            return run(wanted)
        except Refused as refused:
            say(refused.problem.sentence)
            return BAD_INPUT


def _start_window(files: list[str]) -> int:
    # By name, so that nothing here depends on Qt: the command line works where it is not installed.
    try:
        app = importlib.import_module("permdesk.app")
    except ImportError as error:
        say(tr("The window cannot start: {reason}. The command line works: permdesk audit --help.", reason=error))
        return BAD_INPUT
    status: int = app.main(files)
    return status


if __name__ == "__main__":
    end(main())
