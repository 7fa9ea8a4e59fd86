"""Tables 3 and 4 of the paper: one record against the whole release, and every record's distance and variances."""

from __future__ import annotations

from permdesk.audit.findings import Audit, Target
from permdesk.compute.progress import Progress
from permdesk.report.blocks import Cell, Column, Mark, Number, Row, Table
from permdesk.report.comparison import comparison_table
from permdesk.report.matches import MatchWriter
from permdesk.report.records import (
    bounded_note,
    n_rows_on_page,
    nearer,
    plain_cell,
    shown_records,
    smallest_distance,
    value_cell,
    value_column,
)
from permdesk.report.wording import target_title, yes_no
from permdesk.translation import tr


def record_comparison(audit: Audit, record: int, progress: Progress) -> Table:
    """Table 3: every released record measured against one original record, in the file where it is less protected.
    Raises Cancelled."""
    distances = nearer(audit, record)
    attributes = audit.pair.attributes

    def released(row: int, place: int, mark: Mark) -> Cell:
        attribute = attributes[place]
        if distances.target is Target.ANONYMIZED:
            return value_cell(attribute, attribute.anonymized, row, mark)
        return plain_cell(attribute, float(audit.mapping.values[row, place]), mark)

    caption = tr(
        "Record {record} against the {target}: permutation distance {d} (Table 3 of the paper)",
        record=record + 1,
        target=target_title(distances.target),
        d=distances.distance[record],
    )
    return comparison_table(attributes, distances, record, caption, released, progress)


def closest_records_table(audit: Audit, progress: Progress) -> Table:
    """Table 4: values, closest released records, distances against Y and Z, and variances within d and within d_i.
    Raises Cancelled."""
    pair, attributes, variances = audit.pair, audit.pair.attributes, audit.variances
    places = range(len(attributes))
    has_ids, own = bool(pair.record_ids), pair.own
    columns = (
        Column(tr("Record"), Number.COUNT),
        *((Column(tr("ID")),) if has_ids else ()),
        Column(tr("Y"), Number.COUNT, tr("Distance against")),
        Column(tr("Z"), Number.COUNT, tr("Distance against")),
        Column(tr("Share of n"), Number.SHARE),
        Column(tr("Closest rows of Y"), Number.COUNT),
        Column(tr("Number of them"), Number.COUNT),
        Column(tr("Satisfies the policy")),
        *(value_column(attribute, attribute.name, tr("Original (X)")) for attribute in progress.each(attributes)),
        *(
            value_column(attribute, attribute.name, tr("Own release (Y)"))
            for attribute in progress.each(attributes)
            if own is not None
        ),
        *(Column(name, Number.MEASURE, tr("Variance within d")) for name in audit.names),
        *(Column(name, Number.MEASURE, tr("Variance within own distance")) for name in audit.names),
    )
    smallest = smallest_distance(audit)
    shown = shown_records(smallest, audit.distances.own_matches, len(columns))
    matches = MatchWriter(audit.distances, len(shown))

    def row(record: int) -> Row:
        release = -1 if own is None else int(own[record])
        return (
            Cell(record + 1),
            *((Cell(pair.record_ids[record]),) if has_ids else ()),
            Cell(audit.distances.distance[record]),
            Cell(audit.distances_z.distance[record]),
            Cell(smallest[record] / audit.n_anonymized),
            matches.cell(record),
            Cell(audit.distances.n_matches[record]),
            Cell(yes_no(bool(audit.satisfies[record]))),
            *(value_cell(attribute, attribute.original, record) for attribute in attributes),
            *(
                Cell(None) if release < 0 else value_cell(attribute, attribute.anonymized, release)
                for attribute in attributes
                if own is not None
            ),
            *(Cell(variances.at_d[record, j]) for j in places),
            *(Cell(variances.at_own[record, j]) for j in places),
        )

    return Table(
        name=tr("All records"),
        caption=tr("Permutation distance and local variances of the records (Table 4 of the paper)"),
        columns=columns,
        rows=tuple(row(int(record)) for record in progress.each(shown)),
        note=" ".join(
            (
                tr(
                    "d is the data set's distance against Y, {d}. “Share of n” is the smaller of both distances over "
                    "the number of released records.",
                    d=audit.distances.d,
                ),
                bounded_note(audit.n_original, len(columns)),
            )
        ).strip(),
        about_records=True,
        n_on_page=n_rows_on_page(len(columns)),
    )
