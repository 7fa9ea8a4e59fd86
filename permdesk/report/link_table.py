"""Table 5 of the paper: the intruder's links, with what he and the protector can say of each."""

from __future__ import annotations

from permdesk.audit.findings import Audit
from permdesk.compute.progress import Progress
from permdesk.report.blocks import Cell, Column, Number, Row, Table
from permdesk.report.matches import MatchWriter
from permdesk.report.records import bounded_note, n_rows_on_page, shown_records
from permdesk.report.wording import target_title, yes_no
from permdesk.translation import tr


def link_table(audit: Audit, progress: Progress) -> Table:
    """Links, distance and p-value of the records; whether the own release is among the links where that is known.
    Raises Cancelled."""
    links, match = audit.links, audit.random_match
    own = links.own_matches
    has_test = not match.reason
    columns = (
        Column(tr("Record"), Number.COUNT),
        Column(tr("Linked rows"), Number.COUNT),
        Column(tr("Number of links"), Number.COUNT),
        Column(tr("Distance"), Number.COUNT),
        *((Column(tr("p-value"), Number.PROBABILITY), Column(tr("Defensible"))) if has_test else ()),
        *((Column(tr("Own release among the links")),) if own is not None else ()),
    )
    shown = shown_records(links.distance, own, len(columns))
    matches = MatchWriter(links, len(shown))

    def row(record: int) -> Row:
        return (
            Cell(record + 1),
            matches.cell(record),
            Cell(links.n_matches[record]),
            Cell(links.distance[record]),
            *((Cell(match.p_values[record]), Cell(yes_no(bool(match.defensible[record])))) if has_test else ()),
            *((Cell(yes_no(bool(own[record]))),) if own is not None else ()),
        )

    return Table(
        name=tr("Links"),
        caption=tr("Links of the records in the {target} (Table 5 of the paper)", target=target_title(links.target)),
        columns=columns,
        rows=tuple(row(int(record)) for record in progress.each(shown)),
        note=" ".join(
            (
                tr(
                    "The p-value is the probability that a random record matches as closely, not that the link is "
                    "random."
                ),
                bounded_note(audit.n_original, len(columns)),
            )
            if has_test
            else (bounded_note(audit.n_original, len(columns)),)
        ).strip(),
        about_records=True,
        n_on_page=n_rows_on_page(len(columns)),
    )
