"""``permdesk compare``: audits several releases of one original and sets them side by side."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from permdesk.audit.candidates import ComparedRelease, Terms, compare_candidates
from permdesk.audit.figures_csv import comparison_csv
from permdesk.audit.nobodys_records import choices_of_all
from permdesk.audit.read_once import ReadOnce
from permdesk.audit.recipe import SUFFIX, Candidate, InputFile, Recipe, read_recipe
from permdesk.audit.release_names import release_names
from permdesk.audit.shared_choices import shared_choices
from permdesk.audit_into_folder import id_columns, only_attributes
from permdesk.compute.progress import Progress
from permdesk.data.choices import PairChoices, PairingBy
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from permdesk.data.table import Table
from permdesk.output_folder import make_folder
from permdesk.refusal import Refused, or_refuse
from permdesk.release_comparison import add_settings, policy_of, settings_of, today, write_folder
from permdesk.report.comparison_conclusions import conclusions
from permdesk.report.comparison_report import comparison_report
from permdesk.terminal import TerminalProgress, say, tell
from permdesk.translation import tr

DONE, BAD_INPUT = 0, 2


def add_compare_command(commands: argparse._SubParsersAction[Any]) -> None:
    """Let a parser understand the command."""
    compare = commands.add_parser(
        "compare",
        help=tr("compare several releases of one original"),
        description=tr(
            "Audits each release against the original and writes comparison.csv and comparison.html. Exit status: 0"
            " done, 2 bad usage or input; releases that cannot be audited are named, and the others compared."
        ),
    )
    compare.set_defaults(run=_compare)
    compare.add_argument(
        "original", type=Path, help=tr("the original file; or a recipe, alone, with the releases that it names")
    )
    compare.add_argument("releases", type=Path, nargs="*", help=tr("the anonymized files"))
    compare.add_argument("--attributes", default="", metavar="A,B,C", help=tr("only these, with commas between them"))
    pairing = compare.add_mutually_exclusive_group()
    pairing.add_argument("--id", default="", metavar="COLUMN", help=tr("pair records by this column of all files"))
    pairing.add_argument("--unpaired", action="store_true", help=tr("no record is known to be that of another"))
    compare.add_argument("--seed", type=int, help=tr("seed of random records and random ties"))
    add_settings(compare, "permdesk-comparison")


def _compare(wanted: argparse.Namespace) -> int:
    recipe = _recipe(wanted)
    names = release_names([candidate.file.path for candidate in recipe.candidates])
    make_folder(wanted.out)
    found: list[ComparedRelease] = []
    problems: list[Problem] = []

    def keep(_place: int, outcome: ComparedRelease | Problem) -> None:
        problems.append(outcome) if isinstance(outcome, Problem) else found.append(outcome)

    with TerminalProgress() as progress:
        original = or_refuse(read_table(Path(recipe.original.path), recipe.original.dialect, progress))
        releases = ReadOnce()
        choices = _choices(recipe, original, wanted, releases, progress)
        terms = Terms(choices, recipe.settings, recipe.policy)
        candidates = tuple(zip(recipe.candidates, names, strict=True))
        compare_candidates(original, candidates, terms, lambda _place: None, keep, progress, releases)
    for problem in problems:
        say(problem.sentence)
    for release in found:
        for warning in release.warnings:
            say(f"{release.figures.name}: {warning.sentence}")
    if found:
        _write(original, found, recipe, wanted)
    return BAD_INPUT if problems else DONE


def _recipe(wanted: argparse.Namespace) -> Recipe:
    """What is compared, and how: as a recipe says or as was typed, the latter before the former. Raises Refused."""
    if wanted.original.suffix == SUFFIX and not wanted.releases:
        recipe = or_refuse(read_recipe(wanted.original))
        settings = settings_of(wanted, recipe.settings)
        policy = recipe.policy if wanted.policy is None else policy_of(wanted)
    else:
        candidates = tuple(Candidate(InputFile(str(path))) for path in wanted.releases)
        source = InputFile(str(wanted.original))
        recipe = Recipe(source, source, candidates=candidates)
        settings, policy = settings_of(wanted), policy_of(wanted)
    if not recipe.candidates:
        what = tr("It names no releases to compare.")
        raise Refused(Problem(what, wanted.original.name, tr("Name the original, then its releases.")))
    if wanted.seed is not None:
        settings = replace(settings, seed=wanted.seed)
    return replace(recipe, settings=settings, policy=policy)


def _choices(
    recipe: Recipe, original: Table, wanted: argparse.Namespace, releases: ReadOnce, progress: Progress
) -> PairChoices | None:
    """Those of the recipe, or guessed from all releases; attributes and pairing as typed. None where no release can be
    read. Raises Refused."""
    choices = recipe.choices
    if choices is not None and not wanted.id and not wanted.unpaired:
        choices = _of_all(choices, recipe, original, progress)
    if choices is None:
        choices = shared_choices(original, recipe.candidates, releases, progress)
    if choices is None:
        return None
    names = tuple(name.strip() for name in wanted.attributes.split(",") if name.strip())
    if names:
        choices = only_attributes(choices, names, original, original)
    if wanted.unpaired:
        choices = replace(choices, pairing=PairingBy.UNPAIRED, id_attributes=())
    elif wanted.id:
        choices = replace(choices, pairing=PairingBy.ID, id_attributes=id_columns(wanted.id, original, original))
    return choices


def _of_all(choices: PairChoices, recipe: Recipe, original: Table, progress: Progress) -> PairChoices:
    """A recipe that was written while a release was open that cannot be paired still pairs the others."""
    if choices.pairing is not PairingBy.UNPAIRED:
        return choices
    opened = read_table(Path(recipe.anonymized.path), recipe.anonymized.dialect, progress)
    return choices if isinstance(opened, Problem) else choices_of_all(choices, original, opened, recipe.candidates)


def _write(original: Table, found: Sequence[ComparedRelease], recipe: Recipe, wanted: argparse.Namespace) -> None:
    lines = [release.figures for release in found]
    report = comparison_report(original.path.name, lines, recipe.policy, today(), found)
    for sentence in conclusions(lines):
        tell(sentence)
    write_folder(wanted.out, report, "comparison", {"comparison.csv": comparison_csv(lines)})
