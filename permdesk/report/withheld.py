"""What no report may say, and what no public one may: seeds; paths, user names, record numbers and IDs."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from permdesk.audit.findings import Audit
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem
from permdesk.report.blocks import Figure, Report, Table, texts
from permdesk.translation import tr

SHORTEST_NUMERIC_ID = 7
SHORTEST_ID = 3

_NUMBER = r"[\w.+-]*\d[\w]*"
_SEED = re.compile(
    r"(?P<word>\b(?:random[\s_-]?)?(?:seeds?|state|rng|startwert|semilla|graine|llavor)\b"
    r"(?:[\s_]*(?:is|was|were|are|of|value|values|number|set|to|used|with|at|as)\b)*[\s:=(#\"'\[,]*)"
    rf"(?P<secret>{_NUMBER}(?:\s*(?:,|;|and|und|&)\s*{_NUMBER})*)",
    re.IGNORECASE,
)
_WINDOWS_PATH = re.compile(
    r"(?:file:/{2,3})?(?:\b[A-Za-z]:[\\/]|\\\\)(?:[^\\/:*?\"<>|\r\n]+[\\/])*(?P<name>[^\\/:*?\"<>|\s]*)"
)
_UNIX_PATH = re.compile(r"(?:file://)?(?<![\w:/<])~?/(?:[^/\s<>][^/\n<>]*/)+(?P<name>[^/\s<>]*)")
_RECORD = re.compile(
    r"\b(?:records?|rows?)\s+(?:no\.?\s*|nos\.?\s*|numbers?\s*|#\s*)?\d+(?:(?:\s*,\s*|\s+and\s+|\s*(?:to|-|–)\s*)\d+)*",
    re.IGNORECASE,
)
_HOMES = frozenset({"home", "users", "documents and settings"})


class LeakError(Exception):
    """A report was about to say what its profile withholds: a mistake of ours, so nothing is written."""


def without_seeds(text: str) -> str:
    """``text`` with every number that is called a seed replaced; for all reports (Definition of transparency)."""
    return _SEED.sub(lambda match: match["word"] + tr("[seed withheld]"), text)


def public_text(text: str, pair: FilePair) -> str:
    """``text`` without seeds, folders, user names, record numbers and IDs of the files of ``pair``."""
    text = without_seeds(text)
    text = _WINDOWS_PATH.sub(lambda match: match["name"], text)
    text = _UNIX_PATH.sub(lambda match: match["name"], text)
    text = _RECORD.sub(tr("[records withheld]"), text)
    secrets = _identifying_words(pair)
    return re.sub(r"[\w.@-]+", lambda match: tr("[withheld]") if match[0].casefold() in secrets else match[0], text)


def withheld_texts(texts_typed: tuple[str, ...], pair: FilePair) -> tuple[str, ...]:
    """The typed texts that a public report would change, so that the officer can be told."""
    return tuple(text for text in texts_typed if public_text(text, pair) != text)


def is_public(problem: Problem, pair: FilePair) -> bool:
    """Whether a problem speaks of the file as a whole: it names no cell, record, ID or folder."""
    return not problem.n_cells and not problem.cells and public_text(problem.sentence, pair) == problem.sentence


def check_report(report: Report, audit: Audit) -> None:
    """Raise LeakError if the report says what its profile withholds. The last thing done to every report."""
    said = tuple(texts(report))
    for text in said:
        if without_seeds(text) != text:
            raise LeakError("a seed")
    if report.profile.shows_records:
        return
    for block in report.blocks:
        if isinstance(block, Table | Figure) and block.about_records:
            raise LeakError(f"records, in {block.name}")
    secrets = _identifying_words(audit.pair)
    for text in said:
        if text.startswith("<svg"):
            continue
        if _WINDOWS_PATH.search(text) or _UNIX_PATH.search(text):
            raise LeakError("a path")
        if _RECORD.search(text):
            raise LeakError("a record number")
        if any(word.casefold() in secrets for word in re.findall(r"[\w.@-]+", text)):
            raise LeakError("an ID or a user name")


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
