"""Which numbers of a file would be other numbers if it were read otherwise: ``0,435`` as 0.435 or as 435."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.column_report import ColumnReport, report_column
from permdesk.data.detect_dialect import SAMPLE_ROWS, find_decimal_mark
from permdesk.data.numbers import Reading
from permdesk.data.problem import Problem
from permdesk.data.read_cells import first_rows
from permdesk.data.table import Table
from permdesk.data.wording import quoted
from permdesk.translation import tr

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


def changes_of_marks(table: Table, before: Dialect | None, progress: Progress) -> tuple[ReadingChange, ...]:
    """What the marks of a file's dialect make of its cells, where those that it was read by ``before``, or those that
    the file itself suggests, would make other numbers of them. Raises Cancelled."""
    dialect = table.dialect
    known = replace(dialect, decimal_mark=_suggested_decimal_mark(table), thousands_mark="")
    references = [known]
    if before is not None:
        references.insert(0, replace(dialect, decimal_mark=before.decimal_mark, thousands_mark=before.thousands_mark))
    changes: dict[str, ReadingChange] = {}
    for reference in dict.fromkeys(references):
        if reference != dialect:
            read = [report_column(one.column, reference, progress, one.meaning) for one in table.reports]
            found = reading_changes(read, dialect, progress)
            changes |= {change.name: change for change in found if change.name not in changes}
    return tuple(changes.values())


def unconfirmed_scale(table: Table, progress: Progress) -> Problem | None:
    """A dialect that nobody confirmed gives numbers another scale than the file itself suggests. Raises Cancelled."""
    if table.dialect.scale_confirmed:
        return None
    changes = [change for change in changes_of_marks(table, None, progress) if change.changes_scale]
    if not changes:
        return None
    sample = changes[0].samples[0]
    what = tr(
        "By the decimal and thousands marks that were chosen, {cell} in {name} is {after:.15g}; the file itself"
        " suggests {before:.15g}. Nobody has confirmed that.",
        cell=quoted(sample.text), name=quoted(changes[0].name), after=sample.after, before=sample.before,
    )  # fmt: skip
    remedy = tr("Choose other marks; or confirm these in the window, or by scale_confirmed = true in the recipe.")
    return Problem(what, table.path.name, remedy)


def _suggested_decimal_mark(table: Table) -> str:
    return find_decimal_mark(first_rows(table.columns, SAMPLE_ROWS)).mark


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
