"""Equal values: what both ways of treating them report, side by side, and why they differ."""

from __future__ import annotations

from permdesk.audit.findings import Audit, TieComparison, TieSummary
from permdesk.report.blocks import Block, Cell, Column, Heading, Number, Paragraph, Row, Table, Viewer
from permdesk.report.wording import ties_title
from permdesk.translation import tr

MOST_NAMES = 12


def ties_blocks(audit: Audit) -> tuple[Block, ...]:
    """Nothing where no attribute has equal values."""
    comparison = audit.tie_comparison
    if comparison is None:
        return ()
    names = ", ".join(comparison.tied_attributes[:MOST_NAMES])
    if len(comparison.tied_attributes) > MOST_NAMES:
        names += ", …"
    rows = [_row(tr("worst case: ranks are intervals"), comparison.worst_case)]
    rows += [
        _row(_drawn(tr("broken at random, draw {number}", number=number), comparison), summary)
        for number, summary in enumerate(comparison.random, start=1)
    ]
    used = ties_title(audit.settings.ties)
    return (
        Heading(tr("Equal values"), viewer=Viewer.PROTECTOR),
        Paragraph(
            tr(
                "These attributes of the released file hold equal values: {names}. Breaking ties at random makes "
                "records with equal values look far apart, although nobody can tell them apart by these values: the "
                "difference below is made by the draw, not by the anonymization. Distances in this report are those "
                "of the setting “{used}”; the verdict takes the worst case in either setting.",
                names=names,
                used=used,
            )
        ),
        Table(
            name=tr("Ties"),
            caption=tr("Distances against Y under both treatments of ties"),
            columns=(
                Column(tr("Treatment")),
                Column(tr("Smallest distance"), Number.COUNT),
                Column(tr("Median distance"), Number.COUNT),
                Column(tr("Right links"), Number.SHARE),
            ),
            rows=tuple(rows),
            note=tr("Of {n} original records.", n=comparison.n_original),
        ),
    )


def _row(title: str, summary: TieSummary) -> Row:
    return Cell(title), Cell(summary.d), Cell(summary.median_d), Cell(summary.right_rate)


def _drawn(title: str, comparison: TieComparison) -> str:
    """The title of a draw; of a large file it says over how many records that is."""
    if comparison.n_records == comparison.n_original:
        return title
    of = tr("{shown} of {n} records", shown=comparison.n_records, n=comparison.n_original)
    return f"{title} ({of})"
