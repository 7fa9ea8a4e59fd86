"""The command line: the same audit without a window, for scripts and for releases that must be repeatable."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Sequence
from typing import Any

from permdesk import __version__
from permdesk.audit_command import add_audit_command
from permdesk.command_parser import CommandParser, language_of
from permdesk.compare_command import add_compare_command
from permdesk.demo_command import add_demo_command
from permdesk.refusal import Refused
from permdesk.reverse_map_command import add_reverse_map_command
from permdesk.subject_command import add_subject_command
from permdesk.sweep_command import add_sweep_command
from permdesk.terminal import say
from permdesk.translation import current_language, in_language, languages, tr
from permdesk.validate_command import add_validate_command
from permdesk.verification_command import add_verification_command
from permdesk.writable_caches import keep_caches_in_writable_folders

BAD_INPUT, STOPPED = 2, 130

# Each teaches the parser one command, whose own module says all about it.
COMMANDS: dict[str, Callable[[argparse._SubParsersAction[Any]], None]] = {
    "audit": add_audit_command,
    "compare": add_compare_command,
    "demo": add_demo_command,
    "reverse-map": add_reverse_map_command,
    "subject": add_subject_command,
    "sweep": add_sweep_command,
    "validate": add_validate_command,
    "verification-page": add_verification_command,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; without a command, start the window on the files named.

    0 done and within the policy, 1 done and outside it (or undecided), 2 bad usage or input, 130 stopped by hand.
    """
    keep_caches_in_writable_folders()
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or (words[0] not in COMMANDS and not words[0].startswith("-")):
        return _start_window(words)
    with in_language(language_of(words)):
        wanted = _parser().parse_args(words)
    return _run(wanted)


def _run(wanted: argparse.Namespace) -> int:
    run: Callable[[argparse.Namespace], int] = wanted.run
    with in_language(wanted.language or current_language()):
        try:
            return run(wanted)
        except Refused as refused:
            say(refused.problem.sentence)
            return BAD_INPUT
        except KeyboardInterrupt:
            say(tr("Stopped; nothing was written."))
            return STOPPED


def _parser() -> CommandParser:
    parser = CommandParser(
        prog="permdesk",
        description=tr("Audits an anonymized microdata file. Files alone, or nothing, start the window."),
    )
    parser.add_argument("--version", action="version", version=f"permdesk {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add_command in COMMANDS.values():
        add_command(commands)
    for command in commands.choices.values():
        command.add_argument(
            "--language",
            choices=languages(),
            help=tr("language of what is said and written; default that of the system"),
        )
    return parser


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
    sys.exit(main())
