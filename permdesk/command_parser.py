"""Understands the words of a command: help in the language that is asked for, and refusals in one sentence."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from permdesk.terminal import say
from permdesk.translation import current_language, languages, tr

BAD_USAGE = 2


class CommandParser(argparse.ArgumentParser):
    """As the standard one, in the current language; those of commands below it are of its kind."""

    def __init__(self, **details: Any) -> None:
        super().__init__(**details, add_help=False, formatter_class=_Formatter)
        self._positionals.title = tr("files and names")
        self._optionals.title = tr("options")
        self.add_argument("-h", "--help", action="help", help=tr("show this help and leave"))

    def error(self, message: str) -> NoReturn:
        say(f"{message} ({tr('see {program} --help', program=self.prog)})")
        sys.exit(BAD_USAGE)


class _Formatter(argparse.HelpFormatter):
    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        said = f"{tr('usage')}: " if prefix is None else prefix
        super().add_usage(usage, actions, groups, said)


def language_of(words: Sequence[str]) -> str:
    """The language that the words ask for, if there is a catalogue for it; else the current one."""
    finder = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    finder.add_argument("--language", default="")
    try:
        language: str = finder.parse_known_args(words)[0].language
    except argparse.ArgumentError:  # named last, without a value: the whole parser says so
        return current_language()
    return language if language in languages() else current_language()
