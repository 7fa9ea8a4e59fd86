"""What both columns of an attribute show together: small enough to be kept when their cells are not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for_each
from permdesk.data.attribute_values import Outcome, attribute_values, excluded_by_choice
from permdesk.data.choices import AttributeChoice, Level
from permdesk.data.column_report import ColumnReport
from permdesk.data.date_columns import with_dates
from permdesk.data.guess import names_identifier, numbers_records
from permdesk.data.pair_report import AttributeReport, attribute_report
from permdesk.data.pairing import as_written, without_form
from permdesk.data.table import Table

MANY = 0.5


@dataclass(frozen=True, slots=True)
class AttributeTrace:
    """``report``: how both columns were read. ``keeps_values``: most values of the release are values of the original.
    ``numbers_records``: a running number of the original. ``n_distinct``: different values of the original.
    ``excluded``: what was said of the attribute, None where it was not excluded."""

    report: AttributeReport
    keeps_values: bool
    numbers_records: bool
    n_distinct: int
    excluded: Outcome | None = None

    @property
    def names(self) -> tuple[str, str]:
        """In the original, and in the release."""
        return self.report.original.name, self.report.anonymized.name

    def outcome(self, choice: AttributeChoice) -> Outcome:
        """What is said where the attribute is excluded: what was said then, unless the officer decides it now."""
        if self.excluded is None or not choice.reason:
            return excluded_by_choice(choice)
        return self.excluded


def attribute_traces(
    original: Table,
    anonymized: Table,
    common: Mapping[str, str],
    choices: Sequence[AttributeChoice],
    progress: Progress,
    known: Sequence[AttributeTrace] = (),
) -> tuple[AttributeTrace, ...]:
    """The traces of all attributes that both files have (``common``: names in X to names in Y), in that order; those
    chosen to be dates as dates. Where cells are not in memory, the trace is the ``known`` one. Raises KeyError where
    there is none, and Cancelled."""
    chosen = {choice.name: choice for choice in choices}
    names = list(common.items())
    traces = {trace.names: trace for trace in known}
    to_find = [one for one in names if original.holds(one[0]) and anonymized.holds(one[1])]

    def find(place: int, _: int) -> None:
        name, other = to_find[place]
        x, y = original.report(name), anonymized.report(other)
        traces[name, other] = _trace(chosen.get(name), x, y, progress)

    wait_for_each(find, len(to_find), progress.part())
    return tuple(traces[one] for one in names)


def _trace(choice: AttributeChoice | None, x: ColumnReport, y: ColumnReport, progress: Progress) -> AttributeTrace:
    read_x, read_y = (x, y) if choice is None or choice.dates is None else with_dates(x, y, choice.dates, progress)
    report = attribute_report(read_x, read_y)
    progress.check()
    return AttributeTrace(
        report=report,
        keeps_values=keeps_values(x, y),
        numbers_records=numbers_records(x),
        n_distinct=x.n_distinct,
        excluded=_excluded(choice, x, y, progress),
    )


def _excluded(choice: AttributeChoice | None, x: ColumnReport, y: ColumnReport, progress: Progress) -> Outcome | None:
    if choice is None or choice.level is not Level.EXCLUDED:
        return None
    found = attribute_values(choice, x, y, None, progress)
    return found if isinstance(found, Outcome) else None


def keeps_values(x: ColumnReport, y: ColumnReport) -> bool:
    """Most values of the release are values of the original; those of identifiers may be written in another form."""
    if _n_known(x, y, as_written) > MANY * y.n_present:
        return True
    is_identifier = names_identifier(x.name) or numbers_records(x)
    return is_identifier and _n_known(x, y, without_form) > MANY * y.n_present


def _n_known(x: ColumnReport, y: ColumnReport, form: Callable[[pa.StringArray], pa.StringArray]) -> int:
    """Cells of the release that hold a value of the original."""
    of_x = form(x.trimmed.arrow.filter(pa.array(x.is_present)))
    is_known = np.asarray(pc.is_in(form(y.trimmed.arrow), value_set=of_x).to_numpy(zero_copy_only=False), bool)
    return int(y.n_cells[y.is_present & is_known].sum())
