"""The plain values of all attributes as columns of one matrix for each file, so that an audit holds them once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from permdesk.compute.arrays import Floats, frozen
from permdesk.data.file_pair import AttributePair, Values


def side_by_side(attributes: Sequence[AttributePair]) -> tuple[AttributePair, ...]:
    """The same attributes; the values of a file without generalized ones are columns of one matrix (n, m)."""
    original, anonymized = _placed([a.original for a in attributes]), _placed([a.anonymized for a in attributes])
    return tuple(replace(a, original=x, anonymized=y) for a, x, y in zip(attributes, original, anonymized, strict=True))


def matrix_of(columns: Sequence[Floats]) -> Floats | None:
    """The matrix (n, m) whose columns, in this order, these are; None where they are in no such matrix."""
    matrix = columns[0].base
    if not isinstance(matrix, np.ndarray) or matrix.shape != (columns[0].size, len(columns)):
        return None
    are_its_columns = all(
        column.base is matrix and column.__array_interface__["data"] == matrix[:, j].__array_interface__["data"]
        for j, column in enumerate(columns)
    )
    return matrix if are_its_columns and matrix.flags.f_contiguous else None


def _placed(values: list[Values]) -> list[Values]:
    if any(one.lower is not one.upper for one in values):
        return values
    matrix = np.empty((values[0].lower.size, len(values)), order="F")
    for j, one in enumerate(values):
        matrix[:, j] = one.lower
    frozen(matrix)
    placed = []
    for j, one in enumerate(values):
        column = matrix[:, j]
        placed.append(replace(one, lower=column, upper=column))
    return placed
