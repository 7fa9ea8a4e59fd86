"""Which numbers of a file would be other numbers if it were read otherwise: ``0,435`` as 0.435 or as 435."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.column_report import ColumnReport, report_column
from permdesk.data.numbers import Reading

MOST_SAMPLES = 5


@dataclass(frozen=True, slots=True)
class ReadingSample:
    """One cell as it stands in the file, and what it is either way; None where it is no number."""

    text: str
    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True)
class ReadingChange:
    """One column whose numbers change. ``n_other`` cells are another number, which changes the scale of the column;
    ``n_lost`` and ``n_new`` cells are a number only before, and only after. ``samples`` have other numbers first."""

    name: str
    n_other: int
    n_lost: int
    n_new: int
    samples: tuple[ReadingSample, ...]

    @property
    def changes_scale(self) -> bool:
        return self.n_other > 0


def reading_changes(reports: Sequence[ColumnReport], dialect: Dialect, progress: Progress) -> tuple[ReadingChange, ...]:
    """Read the cells of these columns by another dialect, and compare over the whole file. How a line is cut into
    cells is not compared: only the marks inside numbers. The stage is ``"typing"``, its units columns. Raises
    Cancelled."""
    progress.begin("typing", len(reports))
    found = []
    for report in reports:
        change = _change(report, report_column(report.column, dialect, progress, report.meaning))
        if change is not None:
            found.append(change)
        progress.advance()
    return tuple(found)


def _change(before: ColumnReport, after: ColumnReport) -> ReadingChange | None:
    was, becomes = (
        report.is_present & np.isin(report.numbers.readings, (Reading.PLAIN, Reading.RANGE))
        for report in (before, after)
    )
    is_same = (before.numbers.lower == after.numbers.lower) & (before.numbers.upper == after.numbers.upper)
    other, lost, new = was & becomes & ~is_same, was & ~becomes, becomes & ~was
    if not (other | lost | new).any():
        return None
    places = np.concatenate([np.flatnonzero(which)[:MOST_SAMPLES] for which in (other, lost, new)])[:MOST_SAMPLES]
    samples = tuple(
        ReadingSample(
            before.trimmed[int(i)],
            float(before.numbers.lower[i]) if was[i] else None,
            float(after.numbers.lower[i]) if becomes[i] else None,
        )
        for i in places
    )
    n_other, n_lost, n_new = (int(before.n_cells[which].sum()) for which in (other, lost, new))
    return ReadingChange(before.name, n_other, n_lost, n_new, samples)
