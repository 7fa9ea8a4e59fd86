"""A read-only table over column arrays: sorting and filtering reorder an index array, never the rows."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from permdesk.compute.arrays import Flags, Rows
from permdesk.compute.stable_order import has_equal, stable_order
from permdesk.gui.models.columns import Cell, Column, Keys
from permdesk.gui.models.sorting import (
    SortedBy,
    Sorting,
    place_of,
    sorted_next,
    sorting_in_words,
    with_one_more_column,
)
from permdesk.gui.plain_tip import plain_tip
from permdesk.report.derivations.derivation import Derivation
from permdesk.translation import tr

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
FILE_ORDER = -1


class Role(IntEnum):
    """What the delegate and the header ask for besides Qt's own roles."""

    CELL = Qt.ItemDataRole.UserRole + 1
    GROUP = Qt.ItemDataRole.UserRole + 2
    SORTED = Qt.ItemDataRole.UserRole + 3


class ArrayTableModel(QAbstractTableModel):
    """Rows are numbered twice: a *source* row is a place in the columns' arrays and never changes, a *view* row is
    where it is shown now. ``replaced`` follows a reset, or a new column, when all views have taken it in, those
    made last too; ``sorted_anew`` says that rows are sorted by something else."""

    replaced = Signal()
    sorted_anew = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[Column, ...] = ()
        self._n_source_rows = 0
        self._keys: dict[int, Keys] = {}
        self._kept: Flags | None = None
        self._whole_order: Rows | None = None
        self._rows: Rows = np.empty(0, np.int64)
        self._sorting: Sorting = ()

    def show_columns(
        self, columns: Sequence[Column], n_rows: int, kept: Flags | None = None, sorted_by: int = FILE_ORDER
    ) -> None:
        """Replace the contents: ``n_rows`` rows, of which only the ``kept`` ones show. The sort order stays if the
        columns have the same names, else rows ascend in the column ``sorted_by``."""
        self.beginResetModel()
        if [column.known_as for column in columns] != [column.known_as for column in self._columns]:
            self._sorting = sorted_next((), columns, SortedBy(sorted_by, Qt.SortOrder.AscendingOrder))
        self._columns = tuple(columns)
        self._n_source_rows = n_rows
        self._keys = {}
        self._kept = kept
        self._whole_order = None
        self._rows = self._ordered()
        self.endResetModel()
        self.replaced.emit()

    def replace_column(self, place: int, column: Column) -> None:
        """Show other contents in one column, which has the same title; rows stay where they are unless sorted by it."""
        columns = list(self._columns)
        columns[place] = column
        self._columns = tuple(columns)
        self._keys.pop(place, None)
        if place_of(self._sorting, place):
            self._stand(self._sorting)
        elif self._rows.size:
            self.dataChanged.emit(self.index(0, place), self.index(self._rows.size - 1, place))

    def insert_column(self, place: int, column: Column) -> None:
        """Show one more column at ``place``; rows stay where they are, sorted by what they were sorted by."""
        self.beginInsertColumns(ROOT, place, place)
        self._columns = (*self._columns[:place], column, *self._columns[place:])
        self._keys = {section + (section >= place): key for section, key in self._keys.items()}
        self._sorting = with_one_more_column(self._sorting, place)
        self.endInsertColumns()
        self.replaced.emit()

    def keep(self, kept: Flags | None) -> None:
        """Show only the source rows that are ``kept``, in the present order; None shows all."""
        self.beginResetModel()
        self._kept = kept
        self._rows = self._ordered()
        self.endResetModel()
        self.replaced.emit()

    @property
    def columns(self) -> tuple[Column, ...]:
        return self._columns

    @property
    def n_source_rows(self) -> int:
        return self._n_source_rows

    @property
    def sorted_by(self) -> tuple[int, Qt.SortOrder]:
        """The column that rows are sorted by first, FILE_ORDER for none, and the direction."""
        if not self._sorting:
            return FILE_ORDER, Qt.SortOrder.AscendingOrder
        return self._sorting[0].column, self._sorting[0].order

    @property
    def sorting(self) -> Sorting:
        """All columns that rows are sorted by."""
        return self._sorting

    @property
    def sorting_in_words(self) -> str:
        """How rows stand, as one sentence; empty for file order."""
        return sorting_in_words(self._sorting, self._columns)

    def source_row(self, view_row: int) -> int:
        """The place in the arrays of what is shown in ``view_row``."""
        return int(self._rows[view_row])

    def source_rows(self, first: int, last: int) -> list[int]:
        """The places in the arrays of the view rows from ``first`` to ``last``."""
        found: list[int] = self._rows[first : last + 1].tolist()
        return found

    def view_row(self, source_row: int) -> int:
        """Where a source row is shown, -1 if it is filtered out."""
        found = np.flatnonzero(self._rows == source_row)
        return int(found[0]) if found.size else -1

    def derivation(self, index: Index) -> Derivation | None:
        """How the number of a cell is computed; None where nothing is."""
        derived = self._columns[index.column()].derived
        return None if derived is None else derived(self.source_row(index.row()))

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else self._rows.size

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        # As the base class does, which asks for the numbers of rows and columns at every cell that is drawn.
        if 0 <= row < self._rows.size and 0 <= column < len(self._columns) and not parent.isValid():
            return self.createIndex(row, column)
        return QModelIndex()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column = self._columns[index.column()]
        row = int(self._rows[index.row()])
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Role.CELL:
            return Cell(column, row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.side.value
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole) and column.note:
            note = column.note(row)
            return (plain_tip(note) if role == Qt.ItemDataRole.ToolTipRole else note) or None
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return str(section + 1) if role == Qt.ItemDataRole.DisplayRole else None
        column = self._columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Role.GROUP:
            return column.group
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.side.value
        if role == Role.SORTED:
            return place_of(self._sorting, section)
        sorting = self.sorting_in_words if place_of(self._sorting, section) else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip("\n".join(line for line in (_header_tip(column), sorting) if line))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return column.spoken
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return sorting or None
        return None

    def is_sorted_descending(self, section: int) -> bool:
        """Whether a column that rows are sorted by begins with its largest."""
        return any(one.column == section and one.is_descending for one in self._sorting)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, ties by earlier ones and missing values last in both directions; FILE_ORDER undoes it."""
        if (column, order) != self.sorted_by:  # Qt's view sorts twice
            sorting = sorted_next(self._sorting, self._columns, SortedBy(column, order))
            # Where a column decides no more, its order among ties must go too: a filter would not bring it back.
            all_stay = {one.column for one in self._sorting} <= {one.column for one in sorting}
            self._stand(sorting, self._rows if all_stay and self._sorting else None)

    def _stand(self, sorting: Sorting, stood: Rows | None = None) -> None:
        """Let rows stand otherwise, and all that is held of them move with them. Rows that ``stood`` sorted by the
        other columns need be sorted by the first one only."""
        self.layoutAboutToBeChanged.emit()
        held = self.persistentIndexList()
        sources = [self.source_row(index.row()) for index in held]
        self._sorting = sorting
        self._whole_order = None
        self._rows = self._ordered() if stood is None else self._sorted_on(stood, sorting[:1])
        if self._kept is None:
            self._whole_order = self._rows
        if held:
            view_rows = np.empty(self._n_source_rows, np.int64)
            view_rows[self._rows] = np.arange(self._rows.size)
            moved = [self.index(int(view_rows[row]), index.column()) for row, index in zip(sources, held, strict=True)]
            self.changePersistentIndexList(held, moved)
        self.layoutChanged.emit()
        if self._columns:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._columns) - 1)
        self.sorted_anew.emit()

    def _ordered(self) -> Rows:
        """The rows that show, in order. The order of all rows is remembered; that of a few is found among them."""
        if self._whole_order is not None and self._kept is not None:
            return self._whole_order[self._kept[self._whole_order]]
        if self._kept is not None:
            return self._sorted_on(np.flatnonzero(self._kept), self._sorting)
        if self._whole_order is None:
            self._whole_order = self._sorted_on(None, self._sorting)
        return self._whole_order

    def _sorted_on(self, rows: Rows | None, sorting: Sorting) -> Rows:
        """Some rows sorted stably, or all of them in file order, which need not be looked up. By the later columns they
        are sorted only where the first one leaves ties."""
        sorting = tuple(one for one in sorting if self._columns[one.column].key is not None)
        if not sorting:
            return np.arange(self._n_source_rows) if rows is None else rows
        key, first = self._key(sorting[0].column), sorting[0]
        keys = key if rows is None else key[rows]
        found = stable_order(keys, descending=first.is_descending)
        if len(sorting) > 1 and has_equal(keys[found]):
            before = self._sorted_on(rows, sorting[1:])
            return before[stable_order(key[before], descending=first.is_descending)]
        return found if rows is None else rows[found]

    def _key(self, column: int) -> Keys:
        if column not in self._keys:
            key = self._columns[column].key
            self._keys[column] = key() if callable(key) else np.asarray(key)
        return self._keys[column]


def _header_tip(column: Column) -> str:
    """What a column means, and how one finds out where its numbers are from."""
    meaning = column.tooltip or column.spoken
    if column.derived is None:
        return meaning
    return meaning + "\n" + tr("How it is computed: Shift+F1 in the table, or a click here with the right button.")
