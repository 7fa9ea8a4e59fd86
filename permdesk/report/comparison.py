"""Table 3 of the paper: one record against a whole release."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from permdesk.audit.findings import Distances
from permdesk.audit.record_table import RecordTable, record_table
from permdesk.compute.progress import Progress
from permdesk.data.file_pair import AttributePair
from permdesk.report.blocks import Cell, Column, Mark, Number, Row, Table
from permdesk.report.matches import rank_cell
from permdesk.report.number_text import cell_text
from permdesk.report.records import n_rows, n_rows_on_page, value_cell, value_column
from permdesk.report.wording import target_title
from permdesk.translation import tr

Attributes = tuple[AttributePair, ...]
ReleasedCell = Callable[[int, int, Mark], Cell]
"""The value of a released row (from 0) in an attribute's place, marked."""


def comparison_table(
    attributes: Attributes,
    distances: Distances,
    record: int,
    caption: str,
    released: ReleasedCell,
    progress: Progress,
) -> Table:
    """Every released record measured against original record ``record`` (from 0); the nearest first if not all fit.
    Raises Cancelled."""
    compared = record_table(distances, record)
    columns = (
        Column(tr("Row"), Number.COUNT),
        *(
            value_column(attribute, attribute.name, target_title(distances.target))
            for attribute in progress.each(attributes)
        ),
        *(Column(attribute.name, Number.COUNT, tr("Rank")) for attribute in attributes),
        *(Column(attribute.name, Number.COUNT, tr("Rank deviation")) for attribute in attributes),
        Column(tr("Largest deviation"), Number.COUNT),
    )
    matches = frozenset(compared.matches.tolist())
    return Table(
        name=tr("One record"),
        caption=caption,
        columns=columns,
        rows=tuple(
            _row(distances, compared, int(row), int(row) in matches, released)
            for row in progress.each(_shown_rows(compared, len(columns)))
        ),
        note=_note(attributes, compared, len(columns)),
        about_records=True,
        n_on_page=n_rows_on_page(len(columns)),
    )


def _shown_rows(compared: RecordTable, n_columns: int) -> np.ndarray:
    n = compared.maxima.shape[0]
    if n <= n_rows_on_page(n_columns):
        return np.arange(n)
    return np.argsort(compared.maxima, kind="stable")[: n_rows(n, n_columns)]


def _row(distances: Distances, compared: RecordTable, row: int, is_match: bool, released: ReleasedCell) -> Row:
    matched = Mark.BOLD | Mark.UNDERLINED if is_match else Mark.NONE
    values, ranks = [], []
    for j in range(compared.deviations.shape[1]):
        rank = rank_cell(int(distances.low[row, j]), int(distances.high[row, j]), distances.n_records)
        boxed = Mark.BOXED if compared.is_closest[row, j] and rank.value is not None else Mark.NONE
        values.append(released(row, j, boxed | matched))
        ranks.append(Cell(rank.value, boxed))
    deviations = tuple(Cell(deviation) for deviation in compared.deviations[row])
    largest = Cell(compared.maxima[row], Mark.BOXED | Mark.BOLD if is_match else Mark.NONE)
    return (Cell(row + 1), *values, *ranks, *deviations, largest)


def _note(attributes: Attributes, compared: RecordTable, n_columns: int) -> str:
    sentences = [
        tr(
            "The record's own values: {values}. Boxed: the values closest to them and their ranks, and the distance. "
            "Bold and underlined: the matches, which attain the permutation distance.",
            values=_own_values(attributes, compared.record),
        )
    ]
    n = compared.maxima.shape[0]
    if n > n_rows_on_page(n_columns):
        sentences.append(tr("The nearest of {n} records come first; the others are left out.", n=n))
    return " ".join(sentences)


def _own_values(attributes: Attributes, record: int) -> str:
    return ", ".join(f"{attribute.name} = {own_value_text(attribute, record)}" for attribute in attributes)


def own_value_text(attribute: AttributePair, record: int) -> str:
    """The value of an original record as it is read, with the decimals of its attribute."""
    cell = value_cell(attribute, attribute.original, record)
    return tr("missing") if cell.value is None else cell_text(cell, value_column(attribute, "", ""))
