"""What a person can act on: what is wrong, where, in which cells, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from permdesk.translation import tr

MOST_CELLS = 20


class Severity(StrEnum):
    """ERROR: nothing can be done before it is mended. WARNING: done, but doubtful. NOTE: done, and worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a file: record counts from 1 below the header, text is as read."""

    record: int
    attribute: str
    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding about input that a person can act on; translated, without line breaks.

    ``what`` and ``remedy`` are whole sentences; ``where`` names a file or an attribute; ``cells`` are the first
    ``MOST_CELLS`` of the ``n_cells`` concerned.
    """

    what: str
    where: str
    remedy: str
    severity: Severity = Severity.ERROR
    cells: tuple[Cell, ...] = ()
    n_cells: int = 0

    @property
    def sentence(self) -> str:
        """Everything in one line, for a terminal or a message bar."""
        said = tr("{name}: {reason}", name=self.where, reason=self.what) if self.where else self.what
        return f"{said} {self.remedy}".strip()
