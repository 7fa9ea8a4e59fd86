"""What is shown of a column: counts and first values, taken once while the file is read, as columns can be long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from permdesk.data.column_report import ColumnReport

EXAMPLES = 5
LONGEST = 32


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """Numbers of cells, but ``n_distinct``: of different values. ``n_tied``: cells whose value another one has."""

    name: str
    n_records: int
    n_distinct: int
    n_missing: int
    n_suppressed: int
    n_tied: int
    examples: tuple[str, ...]


def column_facts(report: ColumnReport) -> ColumnFacts:
    """Summarize a column. Takes time in proportion to its different values."""
    present = np.flatnonzero(report.is_present)
    n_cells = report.n_cells[present]
    return ColumnFacts(
        name=report.name,
        n_records=report.n_records,
        n_distinct=report.n_distinct,
        n_missing=report.n_missing,
        n_suppressed=report.n_suppressed,
        n_tied=int(n_cells[n_cells > 1].sum()),
        examples=tuple(dict.fromkeys(report.trimmed[i][:LONGEST] for i in present[:EXAMPLES])),
    )
