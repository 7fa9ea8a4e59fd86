"""What happened to the rank correlations between attributes."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.compute.arrays import Floats
from permdesk.report.blocks import Block, Cell, Column, Heading, Number, Paragraph, Row, Table
from permdesk.translation import tr

MOST_PAIRS = 10
MOST_IN_MATRIX = 30


def correlation_blocks(audit: Audit) -> tuple[Block, ...]:
    """The pairs of attributes whose rank correlation changed most, and the matrices of X, Y and Z if they fit."""
    if len(audit.names) < 2:
        return ()
    mapping = audit.mapping
    blocks: list[Block] = [Heading(tr("Relations between attributes"), level=3), _largest_changes(audit)]
    if len(audit.names) <= MOST_IN_MATRIX:
        blocks.extend(
            (
                _matrix(
                    audit,
                    tr("Correlations of X"),
                    tr("Rank correlations in the original file"),
                    mapping.spearman_original,
                ),
                _matrix(
                    audit,
                    tr("Correlations of Y"),
                    tr("Rank correlations in the anonymized file"),
                    mapping.spearman_anonymized,
                ),
                _matrix(
                    audit,
                    tr("Correlations of Z"),
                    tr("Rank correlations in the reverse-mapped file"),
                    mapping.spearman_reverse_mapped,
                ),
            )
        )
    else:
        blocks.append(
            Paragraph(
                tr(
                    "With {m} attributes the whole matrices are too wide to read; audit.json holds them.",
                    m=len(audit.names),
                )
            )
        )
    return tuple(blocks)


def _largest_changes(audit: Audit) -> Table:
    x, y, z = (
        audit.mapping.spearman_original,
        audit.mapping.spearman_anonymized,
        audit.mapping.spearman_reverse_mapped,
    )
    above, beside = np.triu_indices(len(audit.names), k=1)
    change = np.nan_to_num(np.abs(y - x)[above, beside], nan=-1.0)
    largest = np.argsort(-change, kind="stable")[:MOST_PAIRS]
    pairs = [(int(above[place]), int(beside[place])) for place in largest]
    return Table(
        name=tr("Changed relations"),
        caption=tr("Pairs of attributes whose rank correlation changed most"),
        columns=(
            Column(tr("Attributes")),
            Column(tr("X"), Number.CORRELATION, tr("Rank correlation in")),
            Column(tr("Y"), Number.CORRELATION, tr("Rank correlation in")),
            Column(tr("Z"), Number.CORRELATION, tr("Rank correlation in")),
            Column(tr("Change from X to Y"), Number.CORRELATION),
        ),
        rows=tuple(
            (
                Cell(f"{audit.names[i]} × {audit.names[j]}"),
                Cell(x[i, j]),
                Cell(y[i, j]),
                Cell(z[i, j]),
                Cell(y[i, j] - x[i, j]),
            )
            for i, j in pairs
        ),
    )


def _matrix(audit: Audit, name: str, caption: str, correlations: Floats) -> Table:
    def row(place: int) -> Row:
        return (Cell(audit.names[place]), *(Cell(value) for value in correlations[place]))

    return Table(
        name=name,
        caption=caption,
        columns=(Column(tr("Attribute")), *(Column(title, Number.CORRELATION) for title in audit.names)),
        rows=tuple(row(place) for place in range(len(audit.names))),
    )
