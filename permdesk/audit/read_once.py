"""Releases that are looked at twice and read once, as far as memory has room for them in between."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from permdesk.audit.recipe import Candidate
from permdesk.compute.memory import available_memory
from permdesk.compute.progress import Progress
from permdesk.data.arrow_memory import give_back_memory
from permdesk.data.problem import Problem
from permdesk.data.read_table import read_table
from permdesk.data.table import Table

MOST_BYTES, LARGEST_SHARE = 512 << 20, 0.25
"""What the kept ones take at most, and of the memory that is there when the first is read: an audit needs the rest."""


class ReadOnce:
    """Reads releases. One that is looked at is kept while there is room, until it is taken; then it is the caller's."""

    def __init__(self) -> None:
        self._room = min(MOST_BYTES, int(LARGEST_SHARE * available_memory()))
        self._kept: dict[Candidate, Table] = {}

    def look_at(self, candidate: Candidate, progress: Progress) -> Table | Problem:
        """The release, read now. Raises Cancelled."""
        release = _read(candidate, progress)
        if isinstance(release, Table) and (n_bytes := bytes_of(release)) <= self._room and candidate not in self._kept:
            self._room -= n_bytes
            self._kept[candidate] = release
        return release

    def take(self, candidate: Candidate, progress: Progress) -> Table | Problem:
        """The release as it was looked at, or read now. Raises Cancelled."""
        if candidate in self._kept:
            return self._kept.pop(candidate)
        return _read(candidate, progress)

    def keep_only(self, candidates: Collection[Candidate]) -> None:
        """Let go of those that nobody will take."""
        for candidate in self._kept.keys() - set(candidates):
            del self._kept[candidate]
        give_back_memory()


def bytes_of(table: Table) -> int:
    """Memory of the cells of a table, and of what is known of them."""
    arrays = {}
    for report in table.reports:
        numbers = report.numbers
        for array in (report.column.codes, report.n_cells, report.is_missing, report.is_suppressed,
                      report.is_user_missing, numbers.lower, numbers.upper, numbers.readings):  # fmt: skip
            arrays[id(array)] = array.nbytes
        for texts in (report.column.texts, report.trimmed):
            arrays[id(texts.arrow)] = texts.arrow.nbytes
    return sum(arrays.values())


def _read(candidate: Candidate, progress: Progress) -> Table | Problem:
    return read_table(Path(candidate.file.path), candidate.file.dialect, progress)
