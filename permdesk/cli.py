"""The command line: the same audit without a window, for scripts and for releases that must be repeatable."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar

import click
import typer

from permdesk import __version__
from permdesk.audit.audit_json import audit_json
from permdesk.audit.findings import Audit, Outcome
from permdesk.audit.load_pair import load_tables
from permdesk.audit.policy import read_policy
from permdesk.audit.recipe import SUFFIX, InputFile, Recipe, read_recipe
from permdesk.audit.records_csv import records_csv
from permdesk.audit.run import run_audit
from permdesk.audit.settings import MissingRule, Ties
from permdesk.compute.progress import Progress
from permdesk.data.choices import Level, PairChoices, PairingBy
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Problem
from permdesk.data.table import Table
from permdesk.data.writing import write_atomically
from permdesk.kernel_cache import keep_kernels_in_a_writable_folder
from permdesk.report.build import build_report
from permdesk.report.html import render_html
from permdesk.report.profile import Profile
from permdesk.report.xlsx import render_xlsx
from permdesk.resources import resource_path
from permdesk.terminal import TerminalProgress, say
from permdesk.translation import tr

Value = TypeVar("Value")

WITHIN_POLICY, OUTSIDE_POLICY, BAD_INPUT, STOPPED = 0, 1, 2, 130


class Format(StrEnum):
    """A format of the report; audit.json and records.csv are always written."""

    HTML = "html"
    XLSX = "xlsx"
    JSON = "json"


class Demonstration(StrEnum):
    """A demonstration that ships with the program."""

    PAPER = "paper"


commands = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
Out = Annotated[Path, typer.Option(help="Folder for audit.json, records.csv and the reports; made if needed.")]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; without a command, start the window on the files named."""
    keep_kernels_in_a_writable_folder()
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words == ["--version"]:
        typer.echo(f"permdesk {__version__}")
        return WITHIN_POLICY
    if not words or (words[0] not in ("audit", "demo") and not words[0].startswith("-")):
        return _start_window(words)
    try:
        status = typer.main.get_command(commands).main(words, prog_name="permdesk", standalone_mode=False)
    except click.ClickException as error:
        say(error.format_message())
        return BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        say(tr("Stopped; nothing was written."))
        return STOPPED
    except _Refused as refused:
        say(refused.problem.sentence)
        return BAD_INPUT
    return status if isinstance(status, int) else WITHIN_POLICY


@commands.command()
def audit(
    original: Annotated[Path, typer.Argument(help="The original file, or a recipe (*.permdesk).")],
    anonymized: Annotated[Path | None, typer.Argument(help="The anonymized file; none with a recipe.")] = None,
    attributes: Annotated[str, typer.Option(help="Only these attributes, with commas between them.")] = "",
    id: Annotated[str, typer.Option(help="Pair records by this column, which both files have.")] = "",
    unpaired: Annotated[bool, typer.Option("--unpaired", help="No record of one file is known in the other.")] = False,
    ties: Annotated[Ties | None, typer.Option(help="How equal values are ranked.")] = None,
    missing: Annotated[MissingRule | None, typer.Option(help="What a missing value matches.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of random records and random ties.")] = None,
    draws: Annotated[int | None, typer.Option(help="Random records, where not all can be counted.")] = None,
    alpha: Annotated[float | None, typer.Option(help="Level of the random-match test.")] = None,
    policy: Annotated[Path | None, typer.Option(help="The agency's thresholds, a TOML file.")] = None,
    out: Out = Path("permdesk-audit"),
    report: Annotated[Profile, typer.Option(help="Who the report is for.")] = Profile.INTERNAL,
    format: Annotated[str, typer.Option(help="Formats of the report, with commas: html, xlsx, json.")] = "html,xlsx",
) -> int:
    """Audit an anonymized file: how far records moved, what the strongest intruder could do, and the verdict.

    Exit status: 0 done and within the policy, 1 done and outside it (or undecided), 2 bad usage or input.
    """
    recipe = _recipe(original, anonymized)
    chosen = {"ties": ties, "missing": missing, "seed": seed, "draws": draws, "alpha": alpha}
    given = {key: value for key, value in chosen.items() if value is not None}
    recipe = replace(recipe, settings=replace(recipe.settings, **given))  # type: ignore[arg-type]
    if policy is not None:
        recipe = replace(recipe, policy=_or_refuse(read_policy(policy)))
    if id and unpaired:
        raise click.UsageError(tr("--id and --unpaired exclude each other."))
    found = _run(recipe, out, report, _formats(format), [name for name in attributes.split(",") if name], id, unpaired)
    return WITHIN_POLICY if found.verdict.outcome is Outcome.PASS else OUTSIDE_POLICY


@commands.command()
def demo(
    name: Annotated[Demonstration, typer.Argument(help="Which demonstration.")],
    out: Out = Path("permdesk-demo"),
    report: Annotated[Profile, typer.Option(help="Who the report is for.")] = Profile.INTERNAL,
    format: Annotated[str, typer.Option(help="Formats of the report, with commas: html, xlsx, json.")] = "html,xlsx",
) -> int:
    """Audit a demonstration. Exit status 0 when it is done, whatever its verdict."""
    recipe = _or_refuse(read_recipe(resource_path("demo", name, f"{name}{SUFFIX}")))
    _run(recipe, out, report, _formats(format), [], "", False)
    return WITHIN_POLICY


class _Refused(Exception):  # noqa: N818 (an answer to the user, carried to where it is said)
    def __init__(self, problem: Problem) -> None:
        self.problem = problem


def _or_refuse(answer: Value | Problem) -> Value:
    if isinstance(answer, Problem):
        raise _Refused(answer)
    return answer


def _recipe(original: Path, anonymized: Path | None) -> Recipe:
    if anonymized is not None:
        return Recipe(InputFile(str(original)), InputFile(str(anonymized)))
    if original.suffix != SUFFIX:
        raise click.UsageError(tr("Name the anonymized file too, or a recipe (*.permdesk) alone."))
    return _or_refuse(read_recipe(original))


def _formats(words: str) -> list[Format]:
    try:
        return [Format(word.strip()) for word in words.split(",") if word.strip()]
    except ValueError as error:
        known = ", ".join(Format)
        raise click.UsageError(tr("Formats are {known}; not {words}.", known=known, words=words)) from error


def _run(
    recipe: Recipe, out: Path, profile: Profile, formats: list[Format], names: list[str], by_id: str, unpaired: bool
) -> Audit:
    _make_folder(out)
    with TerminalProgress() as progress:
        found = _audit(recipe, names, by_id, unpaired, progress)
        for notice in found.notices:
            say(notice.sentence)
        for left in found.pair.left_out:
            say(f"{left.name}: {left.reason}")
        progress.begin("writing", 1)
        _write(found, recipe, out, profile, formats)
    _say_what_was_found(found, out)
    return found


def _audit(recipe: Recipe, names: list[str], by_id: str, unpaired: bool, progress: Progress) -> Audit:
    original, anonymized = _or_refuse(load_tables(recipe, progress))
    choices = recipe.choices or _or_refuse(guess_choices(original, anonymized))
    if names:
        choices = _only(choices, names, original, anonymized)
    if by_id:
        _require_column(by_id, original, anonymized)
        choices = replace(choices, pairing=PairingBy.ID, id_attribute=by_id)
    if unpaired:
        choices = replace(choices, pairing=PairingBy.UNPAIRED, id_attribute="")
    pair = _or_refuse(make_pair(original, anonymized, choices, progress))
    return _or_refuse(run_audit(pair, recipe.settings, recipe.policy, progress))


def _only(choices: PairChoices, names: list[str], original: Table, anonymized: Table) -> PairChoices:
    for name in names:
        _require_column(name, original, anonymized)
    kept = tuple(
        choice if choice.name in names else replace(choice, level=Level.EXCLUDED, reason=tr("It was not asked for."))
        for choice in choices.attributes
    )
    return replace(choices, attributes=kept)


def _require_column(name: str, original: Table, anonymized: Table) -> None:
    for table in (original, anonymized):
        if name not in table.names:
            known = ", ".join(table.names)
            raise _Refused(
                Problem(
                    what=tr("It has no attribute {name}.", name=name),
                    where=table.path.name,
                    remedy=tr("It has: {names}.", names=known if len(known) < 300 else known[:300] + "..."),
                )
            )


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _Refused(
            Problem(
                what=tr("The output folder cannot be made: {reason}.", reason=error.strerror or ""),
                where=str(out),
                remedy=tr("Choose another with --out."),
            )
        ) from error
    # Found out before the work, not after it.
    trial = out / ".permdesk-trial"
    problem = write_atomically(trial, b"")
    if problem is not None:
        raise _Refused(problem)
    trial.unlink(missing_ok=True)


def _write(found: Audit, recipe: Recipe, out: Path, profile: Profile, formats: list[Format]) -> None:
    contents = {"audit.json": audit_json(found), "records.csv": records_csv(found)}
    wanted = {form for form in formats if form is not Format.JSON}
    if wanted:
        report = build_report(found, recipe.description, profile, datetime.now().astimezone().date())
        if Format.HTML in wanted:
            contents["report.html"] = render_html(report).encode()
        if Format.XLSX in wanted:
            contents["report.xlsx"] = render_xlsx(report)
    for name, content in contents.items():
        problem = write_atomically(out / name, content)
        if problem is not None:
            raise _Refused(problem)


def _say_what_was_found(found: Audit, out: Path) -> None:
    d, z, right = found.distances, found.distances_z, found.right_links
    typer.echo(
        tr(
            "Records: {n_x} in X, {n_y} in Y; attributes: {m}",
            n_x=found.n_original,
            n_y=found.n_anonymized,
            m=len(found.names),
        )
    )
    typer.echo(
        tr(
            "Permutation distance: d = {d} (median {median:g}) against Y, d = {dz} (median {median_z:g}) against Z",
            d=d.d,
            median=d.median,
            dz=z.d,
            median_z=z.median,
        )
    )
    v = ", ".join(f"{value:.6g}" for value in found.variances.v)
    typer.echo(tr("Variances: v = ({v})", v=v))
    if right is not None:
        typer.echo(
            tr(
                "Right links of the strongest linkage: {rate:.1%}, {lift:.1f} times chance",
                rate=right.strongest.rate,
                lift=right.strongest.lift,
            )
        )
    typer.echo(
        tr("Verdict under the policy {name}: {outcome}", name=found.verdict.policy.name, outcome=found.verdict.outcome)
    )
    typer.echo(tr("Written to {folder}", folder=out))


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
