"""``permdesk demo``: audits a demonstration that ships with the program."""

from __future__ import annotations

import argparse
from enum import StrEnum
from typing import Any

from permdesk.audit.recipe import SUFFIX, read_recipe
from permdesk.audit_into_folder import audit_into_folder
from permdesk.command_options import add_output, names_of, one_of
from permdesk.refusal import or_refuse
from permdesk.resources import resource_path
from permdesk.translation import tr

DONE = 0


class Demonstration(StrEnum):
    """A demonstration that ships with the program."""

    PAPER = "paper"


def add_demo_command(commands: argparse._SubParsersAction[Any]) -> None:
    """Let a parser understand the command."""
    demo = commands.add_parser(
        "demo",
        help=tr("audit a demonstration"),
        description=tr("Exit status 0 when it is done, whatever its verdict."),
    )
    demo.set_defaults(run=_demo_command)
    demo.add_argument(
        "name", type=one_of(Demonstration), metavar=names_of(Demonstration), help=tr("which demonstration")
    )
    add_output(demo, "permdesk-demo")


def _demo_command(wanted: argparse.Namespace) -> int:
    recipe = or_refuse(read_recipe(resource_path("demo", wanted.name, f"{wanted.name}{SUFFIX}")))
    audit_into_folder(recipe, wanted)
    return DONE
