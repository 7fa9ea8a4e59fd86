"""One audit from a recipe into a folder: what the commands that audit have in common."""

from __future__ import annotations

import argparse
import contextlib
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from permdesk.audit.audit_json import audit_json
from permdesk.audit.declared_against_measured import compare_with_files, contradictions
from permdesk.audit.findings import Audit, Outcome
from permdesk.audit.information import find_information
from permdesk.audit.load_pair import load_tables
from permdesk.audit.reading_sentences import reading_sentences
from permdesk.audit.rebase import what_no_longer_fits
from permdesk.audit.recipe import Recipe
from permdesk.audit.records_csv import records_csv
from permdesk.audit.run import run_audit
from permdesk.audit.share_text import share_text
from permdesk.compute.progress import Progress
from permdesk.data.arrow_memory import give_back_memory
from permdesk.data.choices import Level, PairChoices, PairingBy
from permdesk.data.chosen_cells import ChosenCells, only_chosen
from permdesk.data.file_pair import FilePair
from permdesk.data.guess import guess_choices
from permdesk.data.make_pair import make_pair
from permdesk.data.problem import Problem, Severity
from permdesk.data.table import Table
from permdesk.data.writing import write_together
from permdesk.output_folder import make_folder
from permdesk.refusal import Refused, or_refuse
from permdesk.report.formats import render
from permdesk.report.further import FurtherFindings
from permdesk.report.publication import Publication, publish
from permdesk.report.read_template import read_template
from permdesk.report.template import PLAIN
from permdesk.report.withheld import LeakError
from permdesk.terminal import TerminalProgress, say, tell
from permdesk.translation import tr, tr_count

STEM = "report"


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What was said beside a recipe: only the attributes ``names`` (empty: all), paired by ``by_id`` (several with
    commas) or not at all. ``is_rebased``: the files are not those that it was made for."""

    names: tuple[str, ...] = ()
    by_id: str = ""
    unpaired: bool = False
    is_rebased: bool = False


AS_RECIPE_SAYS = Narrowing()


def audit_into_folder(recipe: Recipe, wanted: argparse.Namespace, narrowing: Narrowing = AS_RECIPE_SAYS) -> Audit:
    """Audit, write the findings as the options of ``add_output`` say, and tell the main ones. Raises Refused."""
    made = make_folder(wanted.out)
    try:
        with TerminalProgress() as progress:
            found = _audit(recipe, narrowing, progress)
            contradicted = contradictions(
                compare_with_files(recipe.description, found.pair, progress), recipe.description
            )
            _write(found, recipe, wanted, progress)
    except BaseException:
        for folder in made:
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise
    for notice in (*found.notices, *contradicted):
        say(notice.sentence)
    for sentence in reading_sentences(found.pair):
        say(sentence)
    say_what_was_found(found, wanted.out)
    return found


def say_what_was_found(found: Audit, out: Path) -> None:
    """The main findings on standard output."""
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
        tr(
            "Verdict under the policy {name}: {outcome}",
            name=found.verdict.policy.name,
            outcome=_outcome_words(found.verdict.outcome),
        )
    )
    tell(tr("Written to {folder}", folder=out))


def _audit(recipe: Recipe, narrowing: Narrowing, progress: Progress) -> Audit:
    pair = narrowed_pair(recipe, narrowing, progress)
    give_back_memory()  # that of the tables, which nobody holds any more
    return or_refuse(run_audit(pair, recipe.settings, recipe.policy, progress))


def narrowed_pair(recipe: Recipe, narrowing: Narrowing, progress: Progress) -> FilePair:
    """The files of a recipe, paired as it and ``narrowing`` say. Raises Refused and Cancelled."""
    original, anonymized = or_refuse(load_tables(recipe, progress))
    choices = recipe.choices or or_refuse(guess_choices(original, anonymized, progress))
    if narrowing.names:
        choices = only_attributes(choices, narrowing.names, original, anonymized)
    if narrowing.by_id:
        ids = id_columns(narrowing.by_id, original, anonymized)
        choices = replace(choices, pairing=PairingBy.ID, id_attributes=ids)
    if narrowing.unpaired:
        choices = replace(choices, pairing=PairingBy.UNPAIRED, id_attributes=())
    if narrowing.is_rebased:
        _refuse_what_does_not_fit(replace(recipe, choices=choices), original, anonymized, progress)
    files = only_chosen(ChosenCells(original, anonymized), [choices], progress)
    del original, anonymized  # so that typing finds the memory of what is not chosen
    return or_refuse(make_pair(files.original, files.anonymized, choices, progress, files.traces))


def id_columns(words: str, original: Table, anonymized: Table) -> tuple[str, ...]:
    """One column, whose name may hold commas, or several with commas between them."""
    ids = (words,) if words in original.names else tuple(word.strip() for word in words.split(",") if word.strip())
    for name in ids:
        _require_column(name, original, anonymized)
    return ids


def _refuse_what_does_not_fit(recipe: Recipe, original: Table, anonymized: Table, progress: Progress) -> None:
    """Say all of it, and audit only if nothing would be lost: fewer attributes make a file look safer."""
    problems = what_no_longer_fits(recipe, original, anonymized, progress)
    for problem in problems:
        say(problem.sentence)
    n_errors = sum(problem.severity is Severity.ERROR for problem in problems)
    if n_errors:
        raise Refused(
            Problem(
                what=tr_count(
                    "The recipe does not fit these files in one respect, named above.",
                    "The recipe does not fit these files in {count} respects, named above.",
                    n_errors,
                ),
                where=anonymized.path.name,
                remedy=tr("Decide about them in the window, and save the recipe anew."),
            )
        )


def only_attributes(choices: PairChoices, names: tuple[str, ...], original: Table, anonymized: Table) -> PairChoices:
    """The choices with all attributes excluded but ``names``, which both files have. Raises Refused."""
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
            raise Refused(
                Problem(
                    what=tr("It has no attribute {name}.", name=name),
                    where=table.path.name,
                    remedy=tr("It has: {names}.", names=known if len(known) < 300 else known[:300] + "..."),
                )
            )


def _write(found: Audit, recipe: Recipe, wanted: argparse.Namespace, progress: Progress) -> None:
    contents = {"audit.json": audit_json(found), "records.csv": records_csv(found)}
    if wanted.format:
        publication = _publication(found, recipe, wanted, progress)
        for kind in wanted.format:
            contents |= render(publication, kind, STEM, progress)
    problem = write_together(wanted.out, contents)
    if problem is not None:
        raise Refused(problem)


def _publication(found: Audit, recipe: Recipe, wanted: argparse.Namespace, progress: Progress) -> Publication:
    template = PLAIN if wanted.template is None else or_refuse(read_template(wanted.template))
    further = FurtherFindings(information=find_information(found, progress))
    today = datetime.now().astimezone().date()
    try:
        return publish(found, recipe.description, wanted.report, today, further, template, progress)
    except LeakError as leak:
        raise Refused(leak.problem) from leak


def _outcome_words(outcome: Outcome) -> str:
    return {Outcome.PASS: tr("pass"), Outcome.FAIL: tr("fail"), Outcome.NOT_APPLICABLE: tr("not applicable")}[outcome]
