"""Rank correlation matrices as shaded tables, and the pairs of attributes whose correlation changed most."""

from __future__ import annotations

from enum import Enum

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.compute.arrays import Floats
from permdesk.gui import numbers
from permdesk.gui.models.columns import Column, Mark, Side
from permdesk.report.derivations.correlations import change as change_of
from permdesk.report.derivations.correlations import correlation
from permdesk.report.derivations.derivation import Derivation
from permdesk.translation import tr

MOST_PAIRS = 20


class Matrix(Enum):
    """Which file's correlations are shown."""

    ORIGINAL = "X"
    ANONYMIZED = "Y"
    REVERSE_MAPPED = "Z"
    CHANGE = "Y − X"

    def of(self, audit: Audit) -> Floats:
        mapping = audit.mapping
        if self is Matrix.ORIGINAL:
            return mapping.spearman_original
        if self is Matrix.ANONYMIZED:
            return mapping.spearman_anonymized
        if self is Matrix.REVERSE_MAPPED:
            return mapping.spearman_reverse_mapped
        return mapping.spearman_anonymized - mapping.spearman_original


def matrix_columns(audit: Audit, which: Matrix) -> list[Column]:
    """One row and one column for each attribute, shaded by size and sign; the number is always there too."""
    names, matrix = audit.names, which.of(audit)

    def cell(j: int) -> Column:
        return Column(
            names[j],
            lambda row: numbers.decimal(matrix[row, j], 2),
            matrix[:, j],
            side=Side.CENTRE,
            fill=lambda row: 0.0 if np.isnan(matrix[row, j]) else float(matrix[row, j]),
            note=lambda row: tr("{a} and {b}", a=names[row], b=names[j]),
            derived=lambda row: _said(audit, which, row, j, numbers.decimal(matrix[row, j], 2)),
        )

    first = Column("", lambda row: names[row], side=Side.LEFT, marks=lambda _row: Mark.BOLD)
    return [first, *(cell(j) for j in range(len(names)))]


def change_columns(audit: Audit) -> tuple[list[Column], int]:
    """The pairs of attributes by how much their correlation changed from X to Y, and how many rows that is."""
    in_x, in_y = Matrix.ORIGINAL.of(audit), Matrix.ANONYMIZED.of(audit)
    in_z = Matrix.REVERSE_MAPPED.of(audit)
    first, second = np.triu_indices(len(audit.names), 1)
    change = in_y[first, second] - in_x[first, second]
    order = np.argsort(-np.abs(change), kind="stable")[:MOST_PAIRS]
    first, second, change = first[order], second[order], change[order]

    def told(row: int, which: Matrix, values: Floats) -> Derivation:
        return _said(audit, which, int(first[row]), int(second[row]), numbers.decimal(values[row], 3))

    def correlation_in(which: Matrix, matrix: Floats) -> Column:
        values = matrix[first, second]
        return Column(
            which.value,
            lambda row: numbers.decimal(values[row], 3),
            values,
            tr("Spearman correlation"),
            derived=lambda row: told(row, which, values),
        )

    names = audit.names
    pair = Column(tr("Attributes"), lambda row: f"{names[first[row]]}, {names[second[row]]}", side=Side.LEFT)
    changed = Column(
        tr("Change"),
        lambda row: numbers.decimal(change[row], 3),
        np.abs(change),
        tooltip=tr("Correlation in Y less correlation in X"),
        marks=lambda _row: Mark.BOLD,
        derived=lambda row: told(row, Matrix.CHANGE, change),
    )
    files = ((Matrix.ORIGINAL, in_x), (Matrix.ANONYMIZED, in_y), (Matrix.REVERSE_MAPPED, in_z))
    return [pair, *(correlation_in(which, matrix) for which, matrix in files), changed], order.size


def _said(audit: Audit, which: Matrix, j: int, k: int, shown: str) -> Derivation:
    if which is Matrix.CHANGE:
        return change_of(audit, j, k, shown, numbers)
    return correlation(audit, which.value, j, k, shown, numbers)
