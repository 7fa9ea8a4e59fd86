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
    first = next((place for place, word in enumerate(words) if not _is_of_language(words, place)), len(words))
    return first == len(words) or (words[first] not in commands and not words[first].startswith("-"))


def _is_of_language(words: Sequence[str], place: int) -> bool:
    """A word is the option for the language or, behind it, its value."""
    is_option = words[place] == LANGUAGE or words[place].startswith(f"{LANGUAGE}=")
    return is_option or (place > 0 and words[place - 1] == LANGUAGE)


def language_of(words: Sequence[str]) -> str:
    """The language that the words ask for, if there is a catalogue for it; else the current one."""
    finder = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    finder.add_argument(LANGUAGE, default="")
    try:
        language: str = finder.parse_known_args(words)[0].language
    except argparse.ArgumentError:  # named last, without a value: the whole parser says so
        return current_language()
    return language if language in languages() else current_language()
