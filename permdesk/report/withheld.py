"""What no report may say, and what no public one may: seeds; paths, users, record numbers, IDs, values of records.

A value of a record is a value of X that fewer than three records hold: a rare extreme in a list of categories or a
marginal distribution is one, as is the smallest or the largest value of a numeric attribute. Public reports therefore
show no value of X at all, only shares, counts, ranks and moments over all records.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from permdesk.compute.progress import Progress
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem
from permdesk.report.blocks import Block, Figure, Heading, Number, Report, Table, texts_of
from permdesk.report.profile import Profile
from permdesk.report.typed_secrets import (
    RECORD,
    UNIX_PATH,
    WINDOWS_PATH,
    bare_texts,
    joined_digits,
    plain,
    rare_categories,
    without_categories,
    without_rare_texts,
    without_seeds,
    without_values,
)
from permdesk.translation import tr

SHORTEST_NUMERIC_ID = 7
SHORTEST_ID = 3

# Up to the last quotation mark of any language, as a value may hold one.
_QUOTED = re.compile("[“„«»].*[”“»«]", re.DOTALL)
_EACH_QUOTED = re.compile("“([^”]*)”|„([^“]*)“|[«»]([^«»]*)[»«]")
_WORD = re.compile(r"[\w@-](?:[\w.@-]*[\w@-])?")
_SEPARATOR = re.compile(r"([.@_-])")
_HOMES = frozenset({"home", "users", "documents and settings"})
# Accounts that name nobody, and words that reports need.
_SHARED_ACCOUNTS = frozenset({"root", "user", "admin", "administrator", "guest", "public", "default", "nobody"})


class LeakError(Exception):
    """A report was about to say what its profile withholds, so nothing is written. ``what`` names the kind of secret,
    never the secret, and ``where`` the section."""

    def __init__(self, what: str, where: str) -> None:
        super().__init__(f"{what}, in {where}")
        self.what = what
        self.where = where

    @property
    def problem(self) -> Problem:
        """What the officer can do about it."""
        return Problem(
            what=tr("Nothing was written, as the report would say {secret}.", secret=self.what),
            where=self.where,
            remedy=tr("Look in the description and in the names of files and attributes, and take it out."),
        )


@dataclass(frozen=True, slots=True)
class Censor:
    """What a profile lets through. ``words`` are the IDs and user names of a pair of files, in lower case;
    ``numbers`` those of them that are numbers; ``categories`` are those of few original records; ``pair`` is None where
    there are no values to withhold. ``names`` are those of attributes that read like a seed or a record, such as seed
    or line 12, the longest first; ``texts`` are the rare ones of columns that are not audited."""

    profile: Profile
    words: frozenset[str]
    numbers: frozenset[str] = frozenset()
    pair: FilePair | None = field(default=None, compare=False)
    categories: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    texts: frozenset[str] = frozenset()

    def text(self, text: str) -> str:
        """``text`` without seeds; in public profiles also without folders, user names, record numbers, IDs and values
        of single records."""
        if self.profile.shows_records:
            return without_seeds(text)
        text = without_seeds(plain(text))
        text = WINDOWS_PATH.sub(lambda match: match["name"], text)
        text = UNIX_PATH.sub(lambda match: match["name"], text)
        text = RECORD.sub(tr("[records withheld]"), text)
        text = _WORD.sub(lambda match: tr("[withheld]") if self._names_somebody(match[0]) else match[0], text)
        if self._spaced_numbers(text):
            text = _WORD.sub(
                lambda match: tr("[withheld]") if match[0] in self.numbers else match[0], joined_digits(text)
            )
        if self.pair is None:
            return text
        text = without_categories(without_values(text, self.pair), self.categories)
        return without_rare_texts(text, self.texts)

    def reason(self, text: str) -> str:
        """A sentence about data: like ``text``, and in public profiles without what it quotes, which may be values."""
        if self.profile.shows_records:
            return self.text(text)
        return _QUOTED.sub(tr("“[withheld]”"), self.text(text))

    def lets_through(self, problem: Problem) -> bool:
        """Whether a problem may be shown: in public, only if it names no cell, record, ID, user or folder, and quotes
        nothing but names of attributes."""
        if self.profile.shows_records:
            return True
        if self.pair is not None and not set(_each_quoted(problem.what)) <= _names(self.pair):
            return False
        return not problem.n_cells and not problem.cells and self.text(problem.sentence) == problem.sentence

    def check(self, report: Report, progress: Progress) -> None:
        """Raise LeakError if the report says what its profile withholds. The last thing done to every report.
        Raises Cancelled."""
        section = report.title
        for text in (report.title, report.subtitle, report.heading, report.explanation):
            self.check_text(text, tr("the title"))
        for block in report.blocks:
            if isinstance(block, Heading):
                section = block.text
            for text in progress.each(texts_of(block)):
                self.check_text(text, tr("the section “{name}”", name=section))
            if not self.profile.shows_records:
                _check_records(block)

    def check_text(self, text: str, where: str) -> None:
        """Raise LeakError if ``text``, such as what a format says of its author and title, may not be written."""
        is_picture = text.startswith("<svg")
        # The numbers and addresses of a picture look like much; its words do not.
        said = self._without_names(re.sub(r"<[^>]*>", " ", text) if is_picture else text, is_picture)
        if without_seeds(said) != said:
            raise LeakError(tr("a seed"), where)
        if self.profile.shows_records:
            return
        said = plain(said)
        if WINDOWS_PATH.search(said) or UNIX_PATH.search(said):
            raise LeakError(tr("a path"), where)
        if RECORD.search(said):
            raise LeakError(tr("a record number"), where)
        if any(map(self._names_somebody, _WORD.findall(said))) or self._spaced_numbers(said):
            raise LeakError(tr("an ID or a user name"), where)

    def _without_names(self, text: str, is_picture: bool) -> str:
        """``text`` without ``names``. One before a number stays suspect, but in pictures, which label their numbers
        with names, in pairs of attributes and, where values of records are shown, in equations."""
        marks = "×=" if self.profile.shows_records else "×"
        before_number = "" if is_picture else rf"(?!(?! [{marks}])\W*\d)"
        for name in self.names:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w){before_number}", "_", text)
        return text

    def _names_somebody(self, word: str) -> bool:
        """Whether a word is an ID or a user name, or holds one between its points, hyphens and underscores."""
        parts = _SEPARATOR.split(word.casefold())
        n = len(parts)
        return any("".join(parts[i:j]) in self.words for i in range(0, n, 2) for j in range(i + 1, n + 1, 2))

    def _spaced_numbers(self, text: str) -> bool:
        if not self.numbers:
            return False
        return any(word in self.numbers for word in _WORD.findall(joined_digits(text)))


def _check_records(block: Block) -> None:
    if isinstance(block, Table | Figure) and block.about_records:
        raise LeakError(tr("records"), tr("the table or figure “{name}”", name=block.name))
    if isinstance(block, Table) and any(column.number is Number.VALUE for column in block.columns):
        raise LeakError(tr("values of records"), tr("the table or figure “{name}”", name=block.name))


def censor_for(pair: FilePair, profile: Profile) -> Censor:
    """The censor of reports about a pair of files."""
    if profile.shows_records:
        return Censor(profile, frozenset(), names=_misleading_names(pair))
    words = _identifying_words(pair)
    numbers = frozenset(word for word in words if word.isdecimal())
    return Censor(profile, words, numbers, pair, rare_categories(pair), _misleading_names(pair), bare_texts(pair))


def withheld_texts(typed: tuple[str, ...], pair: FilePair) -> tuple[str, ...]:
    """The typed texts that a public report would change, so that the officer can be told."""
    censor = censor_for(pair, Profile.FULL)
    return tuple(text for text in typed if censor.text(text) != text)


def _identifying_words(pair: FilePair) -> frozenset[str]:
    """Words that name a subject or a user. Short numbers are no such words: counts and ranks look the same."""
    ids = {word.strip() for word in (*pair.record_ids, *pair.anonymized_ids)}
    words = {word.casefold() for word in ids if len(word) >= (SHORTEST_NUMERIC_ID if word.isdecimal() else SHORTEST_ID)}
    for path in (pair.original.path, pair.anonymized.path):
        words |= _user_names(path)
    return frozenset(words | _account())


def _each_quoted(text: str) -> Iterator[str]:
    """What stands between the quotation marks of any language that a report may be in."""
    for match in _EACH_QUOTED.finditer(text):
        yield next(part for part in match.groups() if part is not None).strip()


def _names(pair: FilePair) -> set[str]:
    """What columns of the files are called."""
    chosen = (choice.name for choice in pair.choices.attributes)
    return {*pair.names, *pair.choices.id_attributes, *(left.name for left in pair.left_out), *chosen}


def _misleading_names(pair: FilePair) -> tuple[str, ...]:
    """What attributes are called, where that reads like a seed or a record but tells none."""
    found = (name for name in pair.names if RECORD.search(name) or without_seeds(f"{name} 1") != f"{name} 1")
    return tuple(sorted((name for name in found if without_seeds(name) == name), key=lambda name: (-len(name), name)))


def _user_names(path: Path) -> set[str]:
    parts = re.split(r"[\\/]", str(path))
    return {name.casefold() for folder, name in pairwise(parts[:-1]) if folder.casefold() in _HOMES}


def _account() -> set[str]:
    """The name under which this program runs, unless many share it."""
    names = {os.environ.get(name, "").casefold() for name in ("USER", "LOGNAME", "USERNAME")}
    return {name for name in names if len(name) >= SHORTEST_ID} - _SHARED_ACCOUNTS
