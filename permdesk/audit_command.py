"""``permdesk audit``: audits two files, or what a recipe names, into a folder."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from permdesk.audit.findings import Outcome
from permdesk.audit.policy import read_policy
from permdesk.audit.rebase import rebase_recipe
from permdesk.audit.recipe import SUFFIX, InputFile, Recipe, read_recipe
from permdesk.audit.settings import MissingRule, Ties
from permdesk.audit_into_folder import Narrowing, audit_into_folder
from permdesk.command_options import add_output, names_of, one_of
from permdesk.data.problem import Problem
from permdesk.refusal import Refused, or_refuse
from permdesk.translation import tr

WITHIN_POLICY, OUTSIDE_POLICY = 0, 1


def add_audit_command(commands: argparse._SubParsersAction[Any]) -> None:
    """Let a parser understand the command."""
    audit = commands.add_parser(
        "audit",
        help=tr("audit an anonymized file"),
        description=tr(
            "How far records moved, what the strongest intruder could do, and the verdict. Exit status: 0 done and"
            " within the policy, 1 done and outside it or undecided, 2 bad usage or input."
        ),
    )
    audit.set_defaults(run=_audit_command)
    audit.add_argument("original", type=Path, help=tr("the original file, or a recipe (*.permdesk)"))
    audit.add_argument("anonymized", type=Path, nargs="?", help=tr("the anonymized file; none with a recipe"))
    audit.add_argument(
        "--original", dest="new_original", type=Path, metavar="FILE", help=tr("with a recipe: instead of its original")
    )
    audit.add_argument(
        "--anonymized",
        dest="new_anonymized",
        type=Path,
        metavar="FILE",
        help=tr("with a recipe: instead of its release"),
    )
    audit.add_argument("--attributes", default="", metavar="A,B,C", help=tr("only these, with commas between them"))
    pairing = audit.add_mutually_exclusive_group()
    pairing.add_argument(
        "--id",
        default="",
        metavar="COLUMN",
        help=tr("pair records by this column of both files, or by several with commas"),
    )
    pairing.add_argument("--unpaired", action="store_true", help=tr("no record is known to be that of another"))
    audit.add_argument("--ties", type=one_of(Ties), metavar=names_of(Ties), help=tr("how equal values are ranked"))
    audit.add_argument(
        "--missing", type=one_of(MissingRule), metavar=names_of(MissingRule), help=tr("what missing values match")
    )
    audit.add_argument("--seed", type=int, help=tr("seed of random records and random ties"))
    audit.add_argument("--draws", type=int, help=tr("random records, where not all can be counted"))
    audit.add_argument("--alpha", type=float, help=tr("level of the random-match test"))
    audit.add_argument("--policy", type=Path, help=tr("the agency's thresholds, a TOML file"))
    add_output(audit, "permdesk-audit")


def _audit_command(wanted: argparse.Namespace) -> int:
    recipe = recipe_of(wanted.original, wanted.anonymized)
    is_rebased = wanted.new_original is not None or wanted.new_anonymized is not None
    if is_rebased and wanted.anonymized is not None:
        raise Refused(
            Problem(
                what=tr("--original and --anonymized are for a recipe, but two files are named."),
                where=str(wanted.original),
                remedy=tr("Name a recipe (*.permdesk) alone before them."),
            )
        )
    recipe = rebase_recipe(recipe, wanted.new_original, wanted.new_anonymized)
    given = {
        key: value
        for key in ("ties", "missing", "seed", "draws", "alpha")
        if (value := getattr(wanted, key)) is not None
    }
    recipe = replace(recipe, settings=replace(recipe.settings, **given))
    if wanted.policy is not None:
        recipe = replace(recipe, policy=or_refuse(read_policy(wanted.policy)))
    names = tuple(name.strip() for name in wanted.attributes.split(",") if name.strip())
    found = audit_into_folder(recipe, wanted, Narrowing(names, wanted.id, wanted.unpaired, is_rebased))
    return WITHIN_POLICY if found.verdict.outcome is Outcome.PASS else OUTSIDE_POLICY


def recipe_of(original: Path, anonymized: Path | None) -> Recipe:
    """Two files, or the recipe that the first one is. Raises Refused."""
    if anonymized is not None:
        return Recipe(InputFile(str(original)), InputFile(str(anonymized)))
    if original.suffix != SUFFIX:
        raise Refused(
            Problem(
                what=tr("It is not a recipe, and the anonymized file is not named."),
                where=str(original),
                remedy=tr("Name the anonymized file too, or a recipe (*.permdesk) alone."),
            )
        )
    return or_refuse(read_recipe(original))
