"""The parser of the command line, which every command teaches what it takes."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from permdesk import __version__
from permdesk.audit_command import add_audit_command
from permdesk.command_parser import LANGUAGE, CommandParser
from permdesk.compare_command import add_compare_command
from permdesk.demo_command import add_demo_command
from permdesk.reverse_map_command import add_reverse_map_command
from permdesk.subject_command import add_subject_command
from permdesk.sweep_command import add_sweep_command
from permdesk.translation import languages, tr
from permdesk.validate_command import add_validate_command
from permdesk.verification_command import add_verification_command

ADDED: tuple[Callable[[argparse._SubParsersAction[Any]], None], ...] = (
    add_audit_command,
    add_compare_command,
    add_demo_command,
    add_reverse_map_command,
    add_subject_command,
    add_sweep_command,
    add_validate_command,
    add_verification_command,
)


def parser_of_commands() -> CommandParser:
    """Understands the words behind ``permdesk``; ``run`` of what it finds is the command."""
    parser = CommandParser(
        prog="permdesk",
        description=tr("Audits an anonymized microdata file. Files alone, or nothing, start the window."),
    )
    parser.add_argument("--version", action="version", version=f"permdesk {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add_command in ADDED:
        add_command(commands)
    # Each command takes it too, and leaves what stands before the command as it is where it is not given one itself.
    for one, default in ((parser, None), *((command, argparse.SUPPRESS) for command in commands.choices.values())):
        one.add_argument(
            LANGUAGE,
            choices=languages(),
            default=default,
            help=tr("language of what is said and written; default that of the system"),
        )
    return parser
