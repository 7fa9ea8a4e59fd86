"""Understands the words of a command: help in the language that is asked for, and refusals in one sentence."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from permdesk.terminal import say
from permdesk.translation import current_language, languages, tr
from permdesk.usage_refusals import refusal_in_words

BAD_USAGE = 2
LANGUAGE = "--language"


class CommandParser(argparse.ArgumentParser):
    """As the standard one, in the current language; those of commands below it are of its kind."""

    def __init__(self, **details: Any) -> None:
        super().__init__(**details, add_help=False, formatter_class=_Formatter)
        self._positionals.title = tr("files and names")
        self._optionals.title = tr("options")
        self.add_argument("-h", "--help", action="help", help=tr("show this help and leave"))

    def error(self, message: str) -> NoReturn:
        say(f"{refusal_in_words(message)} ({tr('see {program} --help', program=self.prog)})")
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


def is_for_window(words: Sequence[str], commands: Sequence[str]) -> bool:
    """The words name files, or nothing, and no command; a language may be named before either."""
    _, others = _language_and_others(words)
    return not others or (others[0] not in commands and not others[0].startswith("-"))


def language_of(words: Sequence[str]) -> str:
    """The language that the words ask for, if there is a catalogue for it; else the current one."""
    language, _ = _language_and_others(words)
    return language if language in languages() else current_language()


def _language_and_others(words: Sequence[str]) -> tuple[str, list[str]]:
    """The language that the words ask for, empty where they name none, and the words that do not ask for it."""
    finder = argparse.ArgumentParser(add_help=False)
    finder.add_argument(LANGUAGE, nargs="?", const="", default="")  # without a value: the whole parser says so
    found, others = finder.parse_known_args(words)
    return found.language, others
