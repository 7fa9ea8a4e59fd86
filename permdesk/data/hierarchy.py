"""What generalized values cover: a taxonomy read from a file of levels, of recodings, or of children and parents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from permdesk.compute.progress import Progress
from permdesk.data.detect_dialect import find_separator
from permdesk.data.encoding import decode
from permdesk.data.file_content import read_content
from permdesk.data.hierarchy_levels import read_levels
from permdesk.data.hierarchy_parents import read_parents
from permdesk.data.hierarchy_recode import Recode, read_recode
from permdesk.data.hierarchy_rows import Chains, hierarchy_rows
from permdesk.data.problem import Problem, Severity
from permdesk.data.wording import listed
from permdesk.translation import tr

RECODE_SUFFIX = ".grc"
SAMPLE = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class Hierarchy:
    """``chains`` maps each value to its generalizations, the nearest first, itself not among them. A recoding lists
    no values; its ``recodes`` say which ones a code covers, and ``missing_codes`` which of its codes mean missing."""

    path: Path
    sha256: str
    chains: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    recodes: tuple[Recode, ...] = ()
    missing_codes: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def is_recoding(self) -> bool:
        """The codes of a recoding replace all values, so that in the release ``1`` is the code, not the value."""
        return bool(self.recodes)

    def generalizations(self, value: str) -> tuple[str, ...]:
        """What a value may have become, the nearest first; nothing for a value that is not known."""
        if self.recodes:
            return tuple(recode.code for recode in self.recodes if recode.covers(value))
        return self.chains.get(value, ())

    def knows(self, value: str) -> bool:
        """Is it a value that can be generalized (not merely the name of a group)?"""
        return bool(self.generalizations(value)) or value in self.chains

    def unknown(self, values: Sequence[str]) -> Problem | None:
        """A WARNING that names the values that are not in the hierarchy, if any."""
        unknown = [value for value in values if not self.knows(value)]
        if not unknown:
            return None
        what = tr("Values that the hierarchy does not have: {values}.", values=listed(unknown))
        remedy = tr("Add them to it; until then no generalized value covers them, which may hide matches.")
        return Problem(what, self.path.name, remedy, Severity.WARNING)


def read_hierarchy(path: Path, progress: Progress) -> Hierarchy | Problem:
    """Read a hierarchy: a mu-ARGUS recoding if its name ends with ``.grc``; else a text table, with children and
    parents if it has two columns, with levels from left to right (as ARX writes them) if it has more.

    What makes it useless is a Problem: a cycle, a value with two parents. Raises Cancelled.
    """
    content = read_content(path, progress)
    if isinstance(content, Problem):
        return content
    decoded = decode(path, content.data, None, progress)
    if isinstance(decoded, Problem):
        return decoded
    if path.suffix.lower() == RECODE_SUFFIX:
        recoding = read_recode(path.name, decoded.lines())
        if isinstance(recoding, Problem):
            return recoding
        return Hierarchy(path, content.sha256, {}, recoding.recodes, recoding.missing_codes)
    rows = hierarchy_rows(decoded.lines(), find_separator(decoded.beginning(SAMPLE)).mark, progress)
    widest = max((len(row.cells) for row in rows), default=0)
    if widest < 2:
        what = tr("It has one column only, so that no value is generalized.")
        return Problem(what, path.name, tr("Give each value and its generalizations in one line, from left to right."))
    read = read_parents if widest == 2 else read_levels
    found: Chains | Problem = read(path.name, rows)
    if isinstance(found, Problem):
        return found
    return Hierarchy(path, content.sha256, found.chains, problems=found.problems)
