"""Columns that only the release has and that tell its records apart: identifiers of the original under another name,
row numbers, codes made from identifiers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from permdesk.data.attribute_trace import keeps_values
from permdesk.data.column_report import ColumnReport
from permdesk.data.guess import FEWEST_NUMBERED, names_identifier, numbers_records
from permdesk.data.problem import Problem, Severity
from permdesk.data.table import Table
from permdesk.data.wording import listed, quoted
from permdesk.translation import tr


def own_identifiers(original: Table, anonymized: Table, only_anonymized: Sequence[str]) -> Iterator[Problem]:
    """A WARNING for each such column whose values are those of a column of the original, a NOTE about the others. Of
    columns whose cells are not in memory nothing is known."""
    others = []
    for y in anonymized.reports:
        if y.name not in only_anonymized or not tells_records_apart(y):
            continue
        source = next((x for x in original.reports if tells_records_apart(x) and keeps_values(x, y)), None)
        if source is None:
            others.append(y.name)
            continue
        what = tr(
            "The column {name}, which only the release has, holds values of {original} of the original. Whoever holds"
            " the original file may link by them, whatever else was changed.",
            name=quoted(y.name), original=quoted(source.name),
        )  # fmt: skip
        yield Problem(what, anonymized.path.name, tr("Take it out before the file is published."), Severity.WARNING)
    if others:
        what = tr("Columns that only the release has tell its records apart: {names}.", names=listed(others))
        remedy = tr("Make sure that they do not follow from identifiers or from the order of the original.")
        yield Problem(what, anonymized.path.name, remedy, Severity.NOTE)


def tells_records_apart(report: ColumnReport) -> bool:
    """Another word or whole number in every record, which no measured quantity takes: words, running numbers, or
    numbers that are named like an identifier."""
    is_distinct = report.n_distinct == report.n_records >= FEWEST_NUMBERED
    if not is_distinct or report.has_fractions or report.n_ranges:
        return False
    return report.n_plain == 0 or numbers_records(report) or names_identifier(report.name)
