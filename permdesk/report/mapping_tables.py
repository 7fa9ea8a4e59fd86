"""Tables 1 and 2 of the paper: values, ranks and reverse-mapped values; masking as permutation plus noise."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Audit, ReverseMapping
from permdesk.compute.arrays import Rows
from permdesk.compute.progress import Progress
from permdesk.report.blocks import Cell, Column, Number, Row, Table
from permdesk.report.records import (
    bounded_note,
    n_rows_on_page,
    plain_cell,
    shown_records,
    smallest_distance,
    value_cell,
    value_column,
)
from permdesk.translation import tr


def ranks_table(audit: Audit, progress: Progress) -> Table:
    """Original values with their ranks, the record's own release with its ranks, and Z (Table 1). Without a pairing
    row i of the anonymized file stands beside record i, to which it does not belong. Raises
    Cancelled."""
    attributes, mapping = audit.pair.attributes, audit.mapping
    columns = (
        Column(tr("Record"), Number.COUNT),
        *(value_column(attribute, attribute.name, tr("Original (X)")) for attribute in progress.each(attributes)),
        *(Column(attribute.name, Number.COUNT, tr("Rank in X")) for attribute in attributes),
        Column(tr("Row of Y"), Number.COUNT),
        *(value_column(attribute, attribute.name, tr("Anonymized (Y)")) for attribute in progress.each(attributes)),
        *(Column(attribute.name, Number.COUNT, tr("Rank in Y")) for attribute in attributes),
        *(value_column(attribute, attribute.name, tr("Reverse-mapped (Z)")) for attribute in progress.each(attributes)),
    )
    places = range(len(attributes))

    def row(record: int) -> Row:
        release = _release(audit, record)
        return (
            Cell(record + 1),
            *(value_cell(attribute, attribute.original, record) for attribute in attributes),
            *(Cell(int(mapping.ranks_original[record, j]) or None) for j in places),
            Cell(None if release < 0 else release + 1),
            *(_release_cell(audit, j, release) for j in places),
            *(Cell(None if release < 0 else int(mapping.ranks_anonymized[release, j]) or None) for j in places),
            *(_mapped_cell(audit, j, release) for j in places),
        )

    return Table(
        name=tr("Values and ranks"),
        caption=tr("Values, ranks and reverse-mapped values of the records (Table 1 of the paper)"),
        columns=columns,
        rows=tuple(row(int(record)) for record in progress.each(_shown(audit, len(columns)))),
        note=_note(audit, len(columns)),
        about_records=True,
        n_on_page=n_rows_on_page(len(columns)),
    )


def noise_table(audit: Audit, progress: Progress) -> Table:
    """X is permuted to Z, and residual noise E' is added to get Y; beside it the noise E from X to Y (Table 2). Raises
    Cancelled."""
    attributes, mapping = audit.pair.attributes, audit.mapping
    numeric = tuple(j for j, attribute in enumerate(attributes) if not attribute.categories)
    columns = (
        Column(tr("Record"), Number.COUNT),
        *(value_column(attribute, attribute.name, tr("Original (X)")) for attribute in progress.each(attributes)),
        *(value_column(attribute, attribute.name, tr("Reverse-mapped (Z)")) for attribute in progress.each(attributes)),
        *(
            value_column(attributes[j], attributes[j].name, tr("Residual noise E′ = Y − Z"))
            for j in progress.each(numeric)
        ),
        *(value_column(attribute, attribute.name, tr("Anonymized (Y)")) for attribute in progress.each(attributes)),
        *(value_column(attributes[j], attributes[j].name, tr("Noise E = Y − X")) for j in progress.each(numeric)),
    )
    places = range(len(attributes))

    def row(record: int) -> Row:
        release = _release(audit, record)
        return (
            Cell(record + 1),
            *(value_cell(attribute, attribute.original, record) for attribute in attributes),
            *(_mapped_cell(audit, j, release) for j in places),
            *(Cell(None) if release < 0 else Cell(mapping.residual_noise(j, np.array([release]))[0]) for j in numeric),
            *(_release_cell(audit, j, release) for j in places),
            *(_noise_cell(mapping, j, record) for j in numeric),
        )

    return Table(
        name=tr("Permutation and noise"),
        caption=tr("Masking seen as permutation plus small noise (Table 2 of the paper)"),
        columns=columns,
        rows=tuple(row(int(record)) for record in progress.each(_shown(audit, len(columns)))),
        note=_note(audit, len(columns)),
        about_records=True,
        n_on_page=n_rows_on_page(len(columns)),
    )


def _noise_cell(mapping: ReverseMapping, j: int, record: int) -> Cell:
    noise = mapping.noise(j, np.array([record]))
    return Cell(None if noise is None else noise[0])


def _shown(audit: Audit, n_columns: int) -> Rows:
    return shown_records(smallest_distance(audit), audit.distances.own_matches, n_columns)


def _note(audit: Audit, n_columns: int) -> str:
    unpaired = tr("Records are not paired: row i of Y and Z stands beside record i without belonging to it.")
    parts = (unpaired if audit.pair.own is None else "", bounded_note(audit.n_original, n_columns))
    return " ".join(part for part in parts if part)


def _release(audit: Audit, record: int) -> int:
    own = audit.pair.own
    if own is None:
        return record if record < audit.n_anonymized else -1
    return int(own[record])


def _release_cell(audit: Audit, place: int, release: int) -> Cell:
    attribute = audit.pair.attributes[place]
    return Cell(None) if release < 0 else value_cell(attribute, attribute.anonymized, release)


def _mapped_cell(audit: Audit, place: int, release: int) -> Cell:
    if release < 0:
        return Cell(None)
    return plain_cell(audit.pair.attributes[place], float(audit.mapping.values[release, place]))
