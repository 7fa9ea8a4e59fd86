"""``permdesk validate``: recomputes the paper on this machine and prints every line beside print."""

from __future__ import annotations

import argparse
from typing import Any

from permdesk.audit.self_check import Agreement, Line, self_check
from permdesk.data.problem import Problem
from permdesk.terminal import TerminalProgress, say, tell
from permdesk.translation import tr

ALL_AGREE, SOME_DIFFER, BAD_INSTALLATION = 0, 1, 2


def add_validate_command(commands: argparse._SubParsersAction[Any]) -> None:
    """Let a parser understand the command."""
    validate = commands.add_parser(
        "validate",
        help=tr("recompute the paper's tables on this machine"),
        description=tr(
            "Recomputes Tables 1 to 7 and Figures 2 and 3 of the paper and holds them against print, line by line."
            " Nothing is written. Exit status: 0 every figure agrees or is a known erratum of the paper, 1 some differ."
        ),
    )
    validate.set_defaults(run=_validate_command)
    validate.add_argument("--quiet", action="store_true", help=tr("only lines that do not agree, and the sum"))


def _validate_command(wanted: argparse.Namespace) -> int:
    with TerminalProgress() as progress:
        found = self_check(progress)
    if isinstance(found, Problem):
        say(found.sentence)
        return BAD_INSTALLATION
    for line in found.lines:
        if not wanted.quiet or line.agreement is Agreement.DIFFERS:
            _tell_line(line)
    tell(
        tr(
            "{agree} lines agree with print, {errata} are known errata of the paper, {differ} differ.",
            agree=found.count(Agreement.AGREES),
            errata=found.count(Agreement.ERRATUM),
            differ=found.count(Agreement.DIFFERS),
        )
    )
    return ALL_AGREE if found.passed else SOME_DIFFER


def _tell_line(line: Line) -> None:
    outcomes = {Agreement.AGREES: tr("agrees"), Agreement.ERRATUM: tr("erratum"), Agreement.DIFFERS: tr("DIFFERS")}
    tell(f"{line.where}: {outcomes[line.agreement]}")
    tell(tr("    printed   {figures}", figures=line.printed))
    tell(tr("    computed  {figures}", figures=line.computed))
    if line.note:
        tell(f"    {line.note}")
