"""One sentence for each attribute whose reading deserves a look; none for the others."""

from __future__ import annotations

from collections.abc import Iterator

from permdesk.data.choices import Level
from permdesk.data.column_summary import ColumnSummary, MissingKind
from permdesk.data.file_pair import FilePair
from permdesk.data.pair_report import AttributeReport
from permdesk.translation import tr


def reading_sentences(pair: FilePair) -> Iterator[str]:
    """In the order of X, of attributes that are neither IDs nor excluded: counts, no cells. Values beyond
    the original's range are no doubt: noise makes them in every attribute."""
    if pair.report is None:
        return
    levels = {one.name: one.level for one in pair.attributes} | {one.name: one.level for one in pair.left_out}
    for report in pair.report.attributes:
        level = levels.get(report.name, Level.EXCLUDED)
        if level in (Level.EXCLUDED, Level.RECORD_ID):
            continue
        said = " ".join(_doubts(report, level))
        if said:
            yield f"{report.name}: {said}"


def _doubts(report: AttributeReport, level: Level) -> Iterator[str]:
    x, y = report.original, report.anonymized
    if level is Level.NUMERIC and (x.n_not_read or y.n_not_read):
        yield tr("Cells that are no numbers: {n_x} in X, {n_y} in Y.", n_x=x.n_not_read, n_y=y.n_not_read)
    if report.n_new:
        yield tr("Categories only in the release: {n}.", n=report.n_new)
    if report.n_lost:
        yield tr("Categories only in the original: {n}.", n=report.n_lost)
    declared_x, declared_y = _n_user_missing(x), _n_user_missing(y)
    if declared_x or declared_y:
        yield tr("Declared as missing by the file: {n_x} in X, {n_y} in Y.", n_x=declared_x, n_y=declared_y)


def _n_user_missing(summary: ColumnSummary) -> int:
    return sum(one.n_cells for one in summary.missing if one.kind is MissingKind.USER_MISSING)
