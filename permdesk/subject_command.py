"""``permdesk subject``: a person holds her own record against a release, in a terminal."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path
from typing import Any

from permdesk.audit.settings import Settings, settings_problem
from permdesk.audit.share_text import share_text
from permdesk.audit.subject import SubjectCheck, check_subject, read_record
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from permdesk.data.writing import write_atomically
from permdesk.report.html import render_html
from permdesk.report.subject_page import subject_page
from permdesk.terminal import TerminalProgress, say, tell
from permdesk.translation import tr, tr_count

DONE, BAD_INPUT = 0, 2
MOST_MATCHES = 10


def add_subject_command(commands: argparse._SubParsersAction[Any]) -> None:
    """Let a parser understand the command."""
    subject = commands.add_parser(
        "subject",
        help=tr("hold one record against a release"),
        description=tr(
            "How far the release moved one record that you know, as far as the release alone can tell. Nothing is"
            " written but the page that --html asks for. Exit status: 0 done, 2 bad usage or input."
        ),
    )
    subject.set_defaults(run=_subject_command)
    subject.add_argument("release", type=Path, help=tr("the anonymized file"))
    subject.add_argument(
        "--record",
        required=True,
        metavar="NAME=VALUE,...",
        help=tr("what is known of the record, as the release writes it; a part with a comma in quotation marks"),
    )
    subject.add_argument(
        "--pure-permutation",
        action="store_true",
        help=tr("the release is declared a pure permutation of the original: test whether the match is chance"),
    )
    subject.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help=tr("also write what was found as a page to print; it holds the record"),
    )
    subject.add_argument("--seed", type=int, default=Settings().seed, help=tr("seed of random records"))
    subject.add_argument(
        "--draws", type=int, default=Settings().draws, help=tr("random records, where not all can be counted")
    )
    subject.add_argument("--alpha", type=float, default=Settings().alpha, help=tr("level of the random-match test"))


def _subject_command(wanted: argparse.Namespace) -> int:
    settings = Settings(seed=wanted.seed, draws=wanted.draws, alpha=wanted.alpha)
    found = settings_problem(settings) or _target_problem(wanted) or _check(wanted, settings)
    if isinstance(found, Problem):
        say(found.sentence)
        return BAD_INPUT
    problem = None if wanted.html is None else write_atomically(wanted.html, _page(found))
    if problem is not None:
        say(problem.sentence)
        return BAD_INPUT
    _say_what_was_found(found)
    if wanted.html is not None:
        tell(tr("Written to {file}", file=wanted.html))
    return DONE


def _target_problem(wanted: argparse.Namespace) -> Problem | None:
    if wanted.html is None or wanted.html.resolve() != wanted.release.resolve():
        return None
    return Problem(tr("The page would replace the release."), str(wanted.html), tr("Choose another file with --html."))


def _page(found: SubjectCheck) -> bytes:
    today = datetime.now().astimezone().date()
    return render_html(subject_page(found, today)).encode("utf-8")


def _check(wanted: argparse.Namespace, settings: Settings) -> SubjectCheck | Problem:
    record = read_record(wanted.record)
    if isinstance(record, Problem):
        return record
    with TerminalProgress() as progress:
        release = read_table(wanted.release, None, progress)
        if isinstance(release, Problem):
            return release
        return check_subject(release, record, wanted.pure_permutation, settings, progress)


def _say_what_was_found(found: SubjectCheck) -> None:
    table = found.table
    for left in found.left_out:
        say(f"{left.name}: {left.reason}")
    tell(tr("Release: {file}, {n} records", file=found.file, n=found.n_records))
    tell(tr("Attributes compared: {names}", names=", ".join(found.names)))
    tell(tr("Permutation distance: {d} of {n} ranks ({share})", d=table.distance, n=found.n_records,
            share=share_text(table.distance / found.n_records)))  # fmt: skip
    rows = ", ".join(str(row + 1) for row in table.matches[:MOST_MATCHES])
    if table.matches.size > MOST_MATCHES:
        rows = tr("{rows} and {n} more", rows=rows, n=table.matches.size - MOST_MATCHES)
    tell(tr("Matched records of the release: {rows}", rows=rows))
    first = table.matches[0]
    for j, name in enumerate(found.names):
        deviation = _deviation(name, int(table.deviations[first, j]), int(first) + 1)
        tell(f"  {deviation}; {_variance(table.distance, float(found.variances[j]))}")
    if found.plausibility is not None:
        tell(_plausibility_sentence(found))
    for sentence in found.leaves_open:
        tell(sentence)


def _deviation(name: str, ranks: int, record: int) -> str:
    return tr_count(
        "{name}: 1 rank from record {record}",
        "{name}: {count} ranks from record {record}",
        ranks,
        name=name,
        record=record,
    )


def _variance(ranks: int, variance: float) -> str:
    return tr_count(
        "variance within 1 rank {variance:.6g}",
        "variance within {count} ranks {variance:.6g}",
        ranks,
        variance=variance,
    )


def _plausibility_sentence(found: SubjectCheck) -> str:
    chance = found.plausibility
    if chance is None:
        return ""
    share = tr("Of {n:,} random records, {p} match at least as closely.", p=share_text(chance.p_value, 2), n=chance.n)
    if chance.is_plausible:
        return share + " " + tr("The match is plausible as chance.")
    return (
        share + " " + tr("The match is hardly plausible as chance: an intruder who knows the record could rely on it.")
    )
