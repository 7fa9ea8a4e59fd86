"""What no report may say, and what no public one may: seeds; paths, user names, record numbers and IDs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem
from permdesk.report.blocks import Figure, Report, Table, texts
from permdesk.report.profile import Profile
from permdesk.translation import tr

SHORTEST_NUMERIC_ID = 7
SHORTEST_ID = 3

_NUMBER = r"[\w.+-]*\d\w*"
# "seed 5", "seeds are 5, 6 and 7", "set.seed(5)", "random_state=[5]", and after = : ( also words: "seed = swordfish".
_SEED = re.compile(
    r"(?P<word>\b(?:\w*_)?(?:seeds?\d*|random[\s_-]?state|rng|startwert|semilla|graine|llavor)\b"
    r"(?:[\s_]*(?:is|was|were|are|of|value|values|number|set|to|used|with|at|as)\b)*)"
    rf"(?P<mark>[\s:=(#\"'\[,]*)(?P<secret>(?:{_NUMBER}|(?<=[=:(])[^\W\d]\w*|(?<=[=:] )[^\W\d]\w*)"
    rf"(?:\s*(?:,|;|and|und|&)\s*\d\w*)*)",
    re.IGNORECASE,
)
_WINDOWS_PATH = re.compile(
    r"(?:file:/{2,3})?(?:\b[A-Za-z]:[\\/]|\\\\)(?:[^\\/:*?\"<>|\r\n]+[\\/])*(?P<name>[^\\/:*?\"<>|\s]*)"
)
_UNIX_PATH = re.compile(r"(?:file://|(?<![\w:/<]))~?/(?:[^/\s<>][^/\n<>]*/)+(?P<name>[^/\s<>]*)")
_RECORD = re.compile(
    r"\b(?:records?|rows?)\s+(?:no\.?\s*|nos\.?\s*|numbers?\s*|#\s*)?\d+(?:(?:\s*,\s*|\s+and\s+|\s*(?:to|-|–)\s*)\d+)*",
    re.IGNORECASE,
)
# Up to the last quotation mark, as a value may hold one.
_QUOTED = re.compile("“.*”", re.DOTALL)
_WORD = re.compile(r"[\w@-](?:[\w.@-]*[\w@-])?")
_HOMES = frozenset({"home", "users", "documents and settings"})


class LeakError(Exception):
    """A report was about to say what its profile withholds: a mistake of ours, so nothing is written."""


def without_seeds(text: str) -> str:
    """``text`` with every number that is called a seed replaced; for all reports (Definition of transparency)."""
    return _SEED.sub(lambda match: match["word"] + match["mark"] + tr("[seed withheld]"), text)


@dataclass(frozen=True, slots=True)
class Censor:
    """What a profile lets through. ``words`` are the IDs and user names of a pair of files, in lower case."""

    profile: Profile
    words: frozenset[str]

    def text(self, text: str) -> str:
        """``text`` without seeds; in public profiles also without folders, user names, record numbers and IDs."""
        text = without_seeds(text)
        if self.profile.shows_records:
            return text
        text = _WINDOWS_PATH.sub(lambda match: match["name"], text)
        text = _UNIX_PATH.sub(lambda match: match["name"], text)
        text = _RECORD.sub(tr("[records withheld]"), text)
        return _WORD.sub(lambda match: tr("[withheld]") if match[0].casefold() in self.words else match[0], text)

    def reason(self, text: str) -> str:
        """A sentence about data: like ``text``, and in public profiles without what it quotes, which may be values."""
        if self.profile.shows_records:
            return self.text(text)
        return _QUOTED.sub(tr("“[withheld]”"), self.text(text))

    def lets_through(self, problem: Problem) -> bool:
        """Whether a problem may be shown: in public, only if it names no cell, record, ID, user or folder."""
        if self.profile.shows_records:
            return True
        return not problem.n_cells and not problem.cells and self.text(problem.sentence) == problem.sentence

    def check(self, report: Report) -> None:
        """Raise LeakError if the report says what its profile withholds. The last thing done to every report."""
        for text in texts(report):
            self._check_text(text)
        if self.profile.shows_records:
            return
        for block in report.blocks:
            if isinstance(block, Table | Figure) and block.about_records:
                raise LeakError(f"records, in {block.name}")

    def _check_text(self, text: str) -> None:
        if without_seeds(text) != text:
            raise LeakError("a seed")
        # Pictures name nobody, and their numbers and addresses of namespaces look like much.
        if self.profile.shows_records or text.startswith("<svg"):
            return
        if _WINDOWS_PATH.search(text) or _UNIX_PATH.search(text):
            raise LeakError("a path")
        if _RECORD.search(text):
            raise LeakError("a record number")
        if any(word.casefold() in self.words for word in _WORD.findall(text)):
            raise LeakError("an ID or a user name")


def censor_for(pair: FilePair, profile: Profile) -> Censor:
    """The censor of reports about a pair of files."""
    return Censor(profile, frozenset() if profile.shows_records else _identifying_words(pair))


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
    return frozenset(words)


def _user_names(path: Path) -> set[str]:
    parts = re.split(r"[\\/]", str(path))
    return {name.casefold() for folder, name in pairwise(parts[:-1]) if folder.casefold() in _HOMES}
