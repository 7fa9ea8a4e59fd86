"""The command line: the same audit without a window, for scripts and for releases that must be repeatable."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import NoReturn, TypeVar

from permdesk import __version__
from permdesk.audit.audit_json import audit_json
from permdesk.audit.findings import Audit, Outcome
from permdesk.audit.information import find_information
from permdesk.audit.load_pair import load_tables
from permdesk.audit.policy import read_policy
from permdesk.audit.recipe import SUFFIX, InputFile, Recipe, read_recipe
from permdesk.audit.records_csv import records_csv
from permdesk.audit.run import run_audit
from permdesk.audit.settings import MissingRule, Ties
from permdesk.audit.share_text import share_text
from permdesk.compute.progress import Progress
from permdesk.data.arrow_memory import give_back_memory
from permdesk.data.choices import Level, PairChoices, PairingBy
from permdesk.data.file_pair import FilePair
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Problem
from permdesk.data.table import Table
from permdesk.data.writing import write_atomically, write_together
from permdesk.report.build import build_report
from permdesk.report.further import FurtherFindings
from permdesk.report.html import render_html
from permdesk.report.profile import Profile
from permdesk.report.xlsx import render_xlsx
from permdesk.resources import resource_path
from permdesk.subject_command import add_subject_command
from permdesk.terminal import TerminalProgress, say, tell
from permdesk.translation import tr
from permdesk.validate_command import add_validate_command
from permdesk.writable_caches import keep_caches_in_writable_folders

Choice = TypeVar("Choice", bound=StrEnum)
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; without a command, start the window on the files named.

    0 done and within the policy, 1 done and outside it (or undecided), 2 bad usage or input, 130 stopped by hand.
    """
    keep_caches_in_writable_folders()
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or (words[0] not in ("audit", "demo", "subject", "validate") and not words[0].startswith("-")):
        return _start_window(words)
    try:
        wanted = _parser().parse_args(words)
        run: Callable[[argparse.Namespace], int] = wanted.run
        return run(wanted)
    except _Refused as refused:
        say(refused.problem.sentence)
        return BAD_INPUT
    except KeyboardInterrupt:
        say(tr("Stopped; nothing was written."))
        return STOPPED


def _parser() -> argparse.ArgumentParser:
    parser = _OneSentence(
        prog="permdesk",
        description=tr("Audits an anonymized microdata file. Files alone, or nothing, start the window."),
    )
    parser.add_argument("--version", action="version", version=f"permdesk {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
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
    audit.add_argument("--attributes", default="", metavar="A,B,C", help=tr("only these, with commas between them"))
    pairing = audit.add_mutually_exclusive_group()
    pairing.add_argument("--id", default="", metavar="COLUMN", help=tr("pair records by this column of both files"))
    pairing.add_argument("--unpaired", action="store_true", help=tr("no record is known to be that of another"))
    audit.add_argument("--ties", type=_one_of(Ties), metavar=_names(Ties), help=tr("how equal values are ranked"))
    audit.add_argument(
        "--missing", type=_one_of(MissingRule), metavar=_names(MissingRule), help=tr("what missing values match")
    )
    audit.add_argument("--seed", type=int, help=tr("seed of random records and random ties"))
    audit.add_argument("--draws", type=int, help=tr("random records, where not all can be counted"))
    audit.add_argument("--alpha", type=float, help=tr("level of the random-match test"))
    audit.add_argument("--policy", type=Path, help=tr("the agency's thresholds, a TOML file"))
    _add_output(audit, "permdesk-audit")
    demo = commands.add_parser(
        "demo",
        help=tr("audit a demonstration"),
        description=tr("Exit status 0 when it is done, whatever its verdict."),
    )
    demo.set_defaults(run=_demo_command)
    demo.add_argument(
        "name", type=_one_of(Demonstration), metavar=_names(Demonstration), help=tr("which demonstration")
    )
    _add_output(demo, "permdesk-demo")
    add_subject_command(commands)
    add_validate_command(commands)
    return parser


def _add_output(parser: argparse.ArgumentParser, folder: str) -> None:
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(folder),
        metavar="DIR",
        help=tr("folder for audit.json, records.csv and the reports; made if needed; default {folder}", folder=folder),
    )
    parser.add_argument(
        "--report",
        type=_one_of(Profile),
        metavar=_names(Profile),
        default=Profile.INTERNAL,
        help=tr("who the report is for"),
    )
    parser.add_argument(
        "--format",
        type=_formats,
        default=(Format.HTML, Format.XLSX),
        metavar="html,xlsx,json",
        help=tr("formats of the report; audit.json and records.csv are always written"),
    )


def _names(kind: type[StrEnum]) -> str:
    return "|".join(kind)


def _one_of(kind: type[Choice]) -> Callable[[str], Choice]:
    def choose(word: str) -> Choice:
        try:
            return kind(word)
        except ValueError as error:
            known = ", ".join(kind)
            raise argparse.ArgumentTypeError(tr("{word} is not one of {known}", word=word, known=known)) from error

    return choose


def _formats(words: str) -> tuple[Format, ...]:
    return tuple(_one_of(Format)(word.strip()) for word in words.split(","))


def _audit_command(wanted: argparse.Namespace) -> int:
    recipe = _recipe(wanted.original, wanted.anonymized)
    given = {
        key: value
        for key in ("ties", "missing", "seed", "draws", "alpha")
        if (value := getattr(wanted, key)) is not None
    }
    recipe = replace(recipe, settings=replace(recipe.settings, **given))
    if wanted.policy is not None:
        recipe = replace(recipe, policy=_or_refuse(read_policy(wanted.policy)))
    names = [name.strip() for name in wanted.attributes.split(",") if name.strip()]
    found = _run(recipe, wanted, names, wanted.id, wanted.unpaired)
    return WITHIN_POLICY if found.verdict.outcome is Outcome.PASS else OUTSIDE_POLICY


def _demo_command(wanted: argparse.Namespace) -> int:
    recipe = _or_refuse(read_recipe(resource_path("demo", wanted.name, f"{wanted.name}{SUFFIX}")))
    _run(recipe, wanted, [], "", False)
    return WITHIN_POLICY


class _OneSentence(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        say(f"{message} ({tr('see {program} --help', program=self.prog)})")
        sys.exit(BAD_INPUT)


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
        raise _Refused(
            Problem(
                what=tr("It is not a recipe, and the anonymized file is not named."),
                where=str(original),
                remedy=tr("Name the anonymized file too, or a recipe (*.permdesk) alone."),
            )
        )
    return _or_refuse(read_recipe(original))


def _run(recipe: Recipe, wanted: argparse.Namespace, names: list[str], by_id: str, unpaired: bool) -> Audit:
    made = _make_folder(wanted.out)
    try:
        with TerminalProgress() as progress:
            found = _audit(recipe, names, by_id, unpaired, progress)
            _write(found, recipe, wanted, progress)
    except BaseException:
        for folder in made:
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise
    for notice in found.notices:
        say(notice.sentence)
    _say_what_was_found(found, wanted.out)
    return found


def _audit(recipe: Recipe, names: list[str], by_id: str, unpaired: bool, progress: Progress) -> Audit:
    pair = _pair(recipe, names, by_id, unpaired, progress)
    give_back_memory()  # that of the tables, which nobody holds any more
    return _or_refuse(run_audit(pair, recipe.settings, recipe.policy, progress))


def _pair(recipe: Recipe, names: list[str], by_id: str, unpaired: bool, progress: Progress) -> FilePair:
    original, anonymized = _or_refuse(load_tables(recipe, progress))
    choices = recipe.choices or _or_refuse(guess_choices(original, anonymized))
    if names:
        choices = _only(choices, names, original, anonymized)
    if by_id:
        _require_column(by_id, original, anonymized)
        choices = replace(choices, pairing=PairingBy.ID, id_attribute=by_id)
    if unpaired:
        choices = replace(choices, pairing=PairingBy.UNPAIRED, id_attribute="")
    return _or_refuse(make_pair(original, anonymized, choices, progress))


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


def _make_folder(out: Path) -> list[Path]:
    """Make the output folder; the folders that were not there, the innermost first."""
    missing = [folder for folder in (out, *out.parents) if not folder.exists()]
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
    return missing


def _write(found: Audit, recipe: Recipe, wanted: argparse.Namespace, progress: Progress) -> None:
    contents = {"audit.json": audit_json(found), "records.csv": records_csv(found)}
    formats = set(wanted.format) - {Format.JSON}
    if formats:
        further = FurtherFindings(information=find_information(found, progress))
        today = datetime.now().astimezone().date()
        report = build_report(found, recipe.description, wanted.report, today, further)
        if Format.HTML in formats:
            contents["report.html"] = render_html(report).encode()
        if Format.XLSX in formats:
            contents["report.xlsx"] = render_xlsx(report)
    problem = write_together(wanted.out, contents)
    if problem is not None:
        raise _Refused(problem)


def _say_what_was_found(found: Audit, out: Path) -> None:
    d, z, right = found.distances, found.distances_z, found.right_links
    tell(
        tr(
            "Records: {n_x} in X, {n_y} in Y; attributes: {m}",
            n_x=found.n_original,
            n_y=found.n_anonymized,
            m=len(found.names),
        )
    )
    tell(
        tr(
            "Permutation distance: d = {d} (median {median:g}) against Y, d = {dz} (median {median_z:g}) against Z",
            d=d.d,
            median=d.median,
            dz=z.d,
            median_z=z.median,
        )
    )
    v = ", ".join(f"{value:.6g}" for value in found.variances.v)
    tell(tr("Variances: v = ({v})", v=v))
    if right is not None:
        tell(
            tr(
                "Right links of the strongest linkage: {rate}, {lift:.1f} times chance",
                rate=share_text(right.strongest.rate),
                lift=right.strongest.lift,
            )
        )
    tell(
        tr("Verdict under the policy {name}: {outcome}", name=found.verdict.policy.name, outcome=found.verdict.outcome)
    )
    tell(tr("Written to {folder}", folder=out))


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
