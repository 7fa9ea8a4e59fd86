"""Which records a table shows, and how the values of an attribute stand in it."""

from __future__ import annotations

import math

import numpy as np

from permdesk.audit.findings import Audit, Distances
from permdesk.compute.arrays import Ranks, Rows
from permdesk.data.choices import Level
from permdesk.data.date_text import date_text
from permdesk.data.file_pair import AttributePair, Values
from permdesk.report.blocks import Cell, Column, Mark, Number
from permdesk.translation import tr, tr_number

MOST_ROWS = 1_000
MOST_CELLS = 30_000
MOST_ROWS_ON_PAGE = 200
MOST_CELLS_ON_PAGE = 12_000
MOST_DECIMALS = 6
N_LOOKED_AT = 1_000


def n_rows(n: int, n_columns: int) -> int:
    """How many of n records a table of that many columns holds."""
    return min(n, MOST_ROWS, max(20, MOST_CELLS // n_columns))


def n_rows_on_page(n_columns: int) -> int:
    """How many rows of a table of that many columns are shown in a format meant for reading."""
    return max(10, min(MOST_ROWS_ON_PAGE, MOST_CELLS_ON_PAGE // n_columns))


def shown_records(distance: Ranks, own_matches: np.ndarray | None, n_columns: int) -> Rows:
    """The original records that a table shows: all in their order if they fit on a page, else the least protected
    first (smallest distance; among equals those whose own release is a match)."""
    n = distance.shape[0]
    if n <= n_rows_on_page(n_columns):
        return np.arange(n, dtype=np.int64)
    return least_protected_first(distance, own_matches)[: n_rows(n, n_columns)]


def least_protected_first(distance: Ranks, own_matches: np.ndarray | None) -> Rows:
    """All original records, the least protected first; equally protected ones in their order."""
    other = np.zeros(distance.shape[0], dtype=np.bool_) if own_matches is None else ~own_matches
    return np.lexsort((other, distance)).astype(np.int64)


def bounded_note(n: int, n_columns: int) -> str:
    """What a table of records says when it does not show all n of them on its page, else nothing."""
    on_page, held = n_rows_on_page(n_columns), n_rows(n, n_columns)
    if n <= on_page:
        return ""
    return tr(
        "The least protected records come first. A page shows the first {on_page} of {n} records, the workbook {held}; "
        "records.csv holds the results of all of them.",
        on_page=on_page,
        n=n,
        held=held,
    )


def smallest_distance(audit: Audit) -> Ranks:
    """Of every original record, the smaller of its distances against Y and against Z (policy and verdict take it)."""
    return np.minimum(audit.distances.distance, audit.distances_z.distance)


def nearer(audit: Audit, record: int) -> Distances:
    """The distances, against Y or Z, under which a record is the less protected; Y if both are equal."""
    in_y, in_z = audit.distances, audit.distances_z
    return in_z if in_z.distance[record] < in_y.distance[record] else in_y


def value_column(attribute: AttributePair, title: str, group: str) -> Column:
    """A column for values of an attribute: numbers with the decimals the data have, or categories."""
    if attribute.level is Level.NUMERIC:
        return Column(title, Number.VALUE, group, value_decimals(attribute))
    return Column(title, group=group)


def value_decimals(attribute: AttributePair) -> int:
    """How many decimals the values of an attribute have, judged by its first records."""
    values = np.concatenate((attribute.original.lower[:N_LOOKED_AT], attribute.anonymized.lower[:N_LOOKED_AT]))
    return max((_decimals(float(value)) for value in values if math.isfinite(value)), default=0)


def value_cell(attribute: AttributePair, values: Values, row: int, mark: Mark = Mark.NONE) -> Cell:
    """The value of one record: a number, a category, a range of either, or None where it is missing."""
    lower, upper = float(values.lower[row]), float(values.upper[row])
    if lower == upper or math.isnan(lower):
        return plain_cell(attribute, lower, mark)
    ends = (plain_cell(attribute, end) for end in (lower, upper))
    return Cell(" … ".join(_end_text(end) for end in ends), mark)


def plain_cell(attribute: AttributePair, value: float, mark: Mark = Mark.NONE) -> Cell:
    """A single value: a number, a date, or the category at that place of the agreed order."""
    if attribute.dates is not None and math.isfinite(value):
        return Cell(date_text(value, attribute.dates), mark)
    if not math.isfinite(value) or attribute.level is Level.NUMERIC:
        return Cell(value, mark)
    place = round(value) - 1
    if value == round(value) and 0 <= place < len(attribute.categories):
        return Cell(attribute.categories[place], mark)
    return Cell(tr_number(f"{value:g}"), mark)


def _end_text(end: Cell) -> str:
    return tr_number(f"{end.value:g}") if isinstance(end.value, float) else str(end.value)


def _decimals(value: float) -> int:
    for decimals in range(MOST_DECIMALS):
        if round(value, decimals) == value:
            return decimals
    return MOST_DECIMALS
