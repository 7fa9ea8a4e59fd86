"""``permdesk verification-page``: writes the page on which respondents check their own records in a release."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path
from typing import Any

from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from permdesk.data.writing import write_atomically
from permdesk.refusal import Refused, or_refuse
from permdesk.report.verification_page import VerificationPage, verification_page
from permdesk.terminal import TerminalProgress, tell
from permdesk.translation import tr

DONE = 0


def add_verification_command(commands: argparse._SubParsersAction[Any]) -> None:
    """Let a parser understand the command."""
    command = commands.add_parser(
        "verification-page",
        help=tr("write the page on which respondents check their own records"),
        description=tr(
            "One HTML file with the release in it: a respondent types her values and sees how far the release moved"
            " her record. Nothing that she types leaves her computer. Only for a release that is public anyway. Exit"
            " status: 0 done, 2 bad usage or input."
        ),
    )
    command.set_defaults(run=_write)
    command.add_argument("release", type=Path, help=tr("the anonymized file"))
    command.add_argument("--out", type=Path, required=True, metavar="FILE", help=tr("the page to write"))
    command.add_argument(
        "--attributes",
        metavar="A,B,...",
        help=tr("the attributes that it holds; all that can be compared, if not given"),
    )
    command.add_argument(
        "--pure-permutation",
        action="store_true",
        help=tr("the release is a pure permutation of the original: the page tests whether a match is chance"),
    )
    command.add_argument("--title", default="", help=tr("heading of the page"))
    command.add_argument("--contact", default="", help=tr("whom respondents may ask"))


def _write(wanted: argparse.Namespace) -> int:
    if wanted.out.resolve() == wanted.release.resolve():
        what = tr("The page would replace the release.")
        raise Refused(Problem(what, str(wanted.out), tr("Choose another file with --out.")))
    names = wanted.attributes and tuple(name.strip() for name in wanted.attributes.split(","))
    with TerminalProgress() as progress:
        release = or_refuse(read_table(wanted.release, None, progress))
        unknown = [name for name in names or () if name not in release.names]
        if unknown:
            what = tr("It has no attribute {name}.", name=unknown[0])
            remedy = tr("It has: {names}.", names=", ".join(release.names))
            raise Refused(Problem(what, wanted.release.name, remedy))
        about = VerificationPage(wanted.title, wanted.contact, wanted.pure_permutation, names)
        page = or_refuse(verification_page(release, about, datetime.now().astimezone().date(), progress))
    problem = write_atomically(wanted.out, page.encode("utf-8"))
    if problem is not None:
        raise Refused(problem)
    tell(tr("Written to {file}", file=wanted.out))
    return DONE
