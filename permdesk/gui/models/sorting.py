"""By which columns the rows of a table are sorted: first the one asked for last, then those asked for before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt

from permdesk.gui.models.columns import Column
from permdesk.translation import tr

MOST_COLUMNS = 3
"""So many decide; nobody keeps more in mind, and rows with ties in each are sorted by all of them."""


@dataclass(frozen=True, slots=True)
class SortedBy:
    """The place of a column among those of the table, and the direction."""

    column: int
    order: Qt.SortOrder

    @property
    def is_descending(self) -> bool:
        return self.order == Qt.SortOrder.DescendingOrder


Sorting = tuple[SortedBy, ...]
"""The first decides, each other one among the ties of those before it; empty for file order."""


def sorted_next(before: Sorting, columns: Sequence[Column], latest: SortedBy) -> Sorting:
    """How rows stand that stood sorted and are sorted by one column more, ties as they stood; a column without keys
    brings back the file's order."""
    if not 0 <= latest.column < len(columns):
        return ()
    if columns[latest.column].key is None:
        return (latest,)
    others = (one for one in before if one.column != latest.column and columns[one.column].key is not None)
    return (latest, *others)[:MOST_COLUMNS]


def with_one_more_column(before: Sorting, place: int) -> Sorting:
    """The same sorting when a column has come in at ``place``."""
    return tuple(replace(one, column=one.column + (one.column >= place)) for one in before)


def place_of(sorting: Sorting, column: int) -> int:
    """1 for the column that decides first, 2 and 3 for those that decide among its ties, 0 for all others."""
    return next((place for place, one in enumerate(sorting, 1) if one.column == column), 0)


def sorting_in_words(sorting: Sorting, columns: Sequence[Column]) -> str:
    """How rows stand, as one sentence; empty for file order."""
    by = [_one_in_words(one, columns[one.column]) for one in sorting if columns[one.column].key is not None]
    if not by:
        return ""
    if len(by) == 1:
        return tr("Sorted by {first}.", first=by[0])
    if len(by) == 2:
        return tr("Sorted by {first}, then by {second}.", first=by[0], second=by[1])
    return tr("Sorted by {first}, then by {second}, then by {third}.", first=by[0], second=by[1], third=by[2])


def _one_in_words(one: SortedBy, column: Column) -> str:
    if one.is_descending:
        return tr("“{column}” (largest first)", column=column.spoken)
    return tr("“{column}” (smallest first)", column=column.spoken)
