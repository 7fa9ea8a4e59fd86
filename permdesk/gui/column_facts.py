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
    """Numbers of cells, but ``n_distinct``: of different values. ``n_tied``: cells whose value another one has;
    ``n_not_numeric``: cells that hold a value which is neither a number nor a range; ``leading_zero``: the first
    number that is written with a zero in front, empty where there is none."""

    name: str
    n_records: int
    n_distinct: int
    n_missing: int
    n_suppressed: int
    n_tied: int
    examples: tuple[str, ...]
    n_not_numeric: int = 0
    leading_zero: str = ""


def column_facts(report: ColumnReport) -> ColumnFacts:
    """Summarize a column. Takes time in proportion to its different values."""
    present = np.flatnonzero(report.is_present)
    n_cells = report.n_cells[present]
    labels = {known.code: known.label for known in report.meaning.value_labels}
    return ColumnFacts(
        name=report.name,
        n_records=report.n_records,
        n_distinct=report.n_distinct,
        n_missing=report.n_missing,
        n_suppressed=report.n_suppressed,
        n_tied=int(n_cells[n_cells > 1].sum()),
        examples=tuple(dict.fromkeys(_shown(report.trimmed[i], labels) for i in present[:EXAMPLES])),
        n_not_numeric=report.n_not_numeric,
        leading_zero=report.first_leading_zero or "",
    )


def _shown(text: str, labels: dict[str, str]) -> str:
    """A value, cut where it is long, and what it means where it is a code."""
    label = labels.get(text)
    return f"{text[:LONGEST]} ({label[:LONGEST]})" if label else text[:LONGEST]
