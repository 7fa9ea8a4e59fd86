"""``permdesk reverse-map``: writes Z, the true values of the original arranged by the ranks of the release."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from permdesk.audit.load_pair import load_tables
from permdesk.audit.recipe import Recipe
from permdesk.audit.reverse_mapped_file import PairTables, export_reverse_mapped
from permdesk.audit_command import recipe_of
from permdesk.compute.progress import Progress
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.refusal import or_refuse
from permdesk.terminal import TerminalProgress, say, tell
from permdesk.translation import tr

DONE = 0


def add_reverse_map_command(commands: argparse._SubParsersAction[Any]) -> None:
    """Let a parser understand the command."""
    command = commands.add_parser(
        "reverse-map",
        help=tr("write the reverse-mapped file"),
        description=tr(
            "Writes the original values arranged by the ranks of the release, in its order of records and columns. The"
            " file holds true values: guard it like the original. Ties are broken anew each time. Exit status: 0 done,"
            " 2 bad usage or input."
        ),
    )
    command.set_defaults(run=_reverse_map)
    command.add_argument("original", type=Path, help=tr("the original file, or a recipe (*.permdesk)"))
    command.add_argument("anonymized", type=Path, nargs="?", help=tr("the anonymized file; none with a recipe"))
    command.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help=tr("the file to write; its ending is the format: .csv, .xlsx, .sav, .dta, .xpt, .parquet"),
    )


def _reverse_map(wanted: argparse.Namespace) -> int:
    recipe = recipe_of(wanted.original, wanted.anonymized)
    with TerminalProgress() as progress:
        notes = or_refuse(export_reverse_mapped(_tables(recipe, progress), wanted.out, progress))
    for note in notes:
        say(note.sentence)
    tell(tr("Written to {file}", file=wanted.out))
    return DONE


def _tables(recipe: Recipe, progress: Progress) -> PairTables:
    original, anonymized = or_refuse(load_tables(recipe, progress))
    choices = recipe.choices or or_refuse(guess_choices(original, anonymized, progress))
    return PairTables(or_refuse(make_pair(original, anonymized, choices, progress)), original, anonymized)
