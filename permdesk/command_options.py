"""Options that commands share: words to choose from, and where the findings go, in which formats."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from permdesk.report.formats import Format
from permdesk.report.profile import Profile
from permdesk.translation import tr

NO_FORMAT = "none"

Choice = TypeVar("Choice", bound=StrEnum)


def add_output(parser: argparse.ArgumentParser, folder: str) -> None:
    """Let a command understand --out, which is ``folder`` if it is not given, --report and --format."""
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(folder),
        metavar="DIR",
        help=tr("folder for audit.json, records.csv and the reports; made if needed; default {folder}", folder=folder),
    )
    parser.add_argument(
        "--report",
        type=one_of(Profile),
        metavar=names_of(Profile),
        default=Profile.INTERNAL,
        help=tr("who the report is for"),
    )
    parser.add_argument(
        "--template", type=Path, metavar="DIR", help=tr("the agency's template: a folder with a template.toml")
    )
    parser.add_argument(
        "--format",
        type=_formats,
        default=(Format.HTML, Format.XLSX),
        metavar=",".join(Format),
        help=tr("formats of the report, or {none}; audit.json and records.csv are always written", none=NO_FORMAT),
    )


def names_of(kind: type[StrEnum]) -> str:
    """The words of an option's choices, as its help shows them."""
    return "|".join(kind)


def one_of(kind: type[Choice]) -> Callable[[str], Choice]:
    """What turns a typed word into one of the choices."""

    def choose(word: str) -> Choice:
        try:
            return kind(word)
        except ValueError as error:
            known = ", ".join(kind)
            raise argparse.ArgumentTypeError(tr("{word} is not one of {known}", word=word, known=known)) from error

    return choose


def _formats(words: str) -> tuple[Format, ...]:
    if words.strip() == NO_FORMAT:
        return ()
    return tuple(one_of(Format)(word.strip()) for word in words.split(","))
