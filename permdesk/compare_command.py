"""``permdesk compare``: audits several releases of one original and sets them side by side."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from permdesk.audit.figures_csv import comparison_csv
from permdesk.audit.recipe import InputFile, Recipe
from permdesk.audit.release_figures import ReleaseFigures, release_figures
from permdesk.audit.run import run_audit
from permdesk.audit_into_folder import Narrowing, narrowed_pair
from permdesk.output_folder import make_folder
from permdesk.refusal import or_refuse
from permdesk.release_comparison import add_settings, policy_of, settings_of, today, write_folder
from permdesk.report.comparison_report import comparison_report, conclusions
from permdesk.terminal import TerminalProgress, tell
from permdesk.translation import tr

DONE = 0


def add_compare_command(commands: argparse._SubParsersAction[Any]) -> None:
    """Let a parser understand the command."""
    compare = commands.add_parser(
        "compare",
        help=tr("compare several releases of one original"),
        description=tr(
            "Audits each release against the original and writes comparison.csv and comparison.html. Exit status: 0"
            " done, 2 bad usage or input."
        ),
    )
    compare.set_defaults(run=_compare)
    compare.add_argument("original", type=Path, help=tr("the original file"))
    compare.add_argument("releases", type=Path, nargs="+", help=tr("the anonymized files"))
    pairing = compare.add_mutually_exclusive_group()
    pairing.add_argument("--id", default="", metavar="COLUMN", help=tr("pair records by this column of all files"))
    pairing.add_argument("--unpaired", action="store_true", help=tr("no record is known to be that of another"))
    compare.add_argument("--seed", type=int, help=tr("seed of random records and random ties"))
    add_settings(compare, "permdesk-comparison")


def _compare(wanted: argparse.Namespace) -> int:
    settings, policy = settings_of(wanted), policy_of(wanted)
    if wanted.seed is not None:
        settings = replace(settings, seed=wanted.seed)
    make_folder(wanted.out)
    lines: list[ReleaseFigures] = []
    with TerminalProgress() as progress:
        for path, name in zip(wanted.releases, _names(wanted.releases), strict=True):
            recipe = Recipe(InputFile(str(wanted.original)), InputFile(str(path)))
            pair = narrowed_pair(recipe, Narrowing(by_id=wanted.id, unpaired=wanted.unpaired), progress)
            lines.append(release_figures(or_refuse(run_audit(pair, settings, policy, progress)), name))
    report = comparison_report(wanted.original.name, lines, policy, today())
    for sentence in conclusions(lines):
        tell(sentence)
    write_folder(wanted.out, report, "comparison", {"comparison.csv": comparison_csv(lines)})
    return DONE


def _names(paths: list[Path]) -> list[str]:
    """File names; with their folders where two are alike."""
    names = [path.name for path in paths]
    return [name if names.count(name) == 1 else str(path) for name, path in zip(names, paths, strict=True)]
