"""The attributes of both files as a table in which level and order can be chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from permdesk.data.choices import CategoryOrder, Level
from permdesk.gui.models.array_table import Role
from permdesk.gui.models.columns import Mark, Side
from permdesk.gui.pages.data.attribute_rows import AttributeRow, level_words, order_words, why_words
from permdesk.translation import tr

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
NAME, LEVEL, ORDER = 0, 1, 2


@dataclass(frozen=True, slots=True)
class _Shown:
    title: str
    tip: str
    text: Callable[[AttributeRow], str]
    group: str = ""
    side: Side = Side.LEFT


class AttributeModel(QAbstractTableModel):
    """Rows are replaced as a whole. A choice is announced, not kept: the workspace decides and shows it again."""

    level_chosen = Signal(str, object)
    order_chosen = Signal(str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[AttributeRow, ...] = ()
        self._columns = _columns()

    def show_rows(self, rows: tuple[AttributeRow, ...]) -> None:
        """Show other rows; the same number of the same names keeps the place of the person who chooses."""
        if [row.name for row in rows] == [row.name for row in self._rows]:
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(self._columns) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row(self, place: int) -> AttributeRow:
        return self._rows[place]

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if self.is_choice(index) else flags

    def is_choice(self, index: Index) -> bool:
        """There is something to choose in this cell."""
        choice = self._rows[index.row()].choice if index.isValid() else None
        if choice is None:
            return False
        if index.column() == ORDER:
            return choice.level in (Level.ORDINAL, Level.NOMINAL)
        return index.column() == LEVEL

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], self._columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Qt.ItemDataRole.EditRole and row.choice is not None:
            return row.choice.level if index.column() == LEVEL else row.choice.order
        if role == Role.MARKS:
            return int(self._marks(row, index.column()))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.side.value
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.text(row) if index.column() in (ORDER, len(self._columns) - 1) else column.tip
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not self.is_choice(index):
            return False
        name = self._rows[index.row()].name
        if index.column() == LEVEL and isinstance(value, Level):
            self.level_chosen.emit(name, value)
        elif index.column() == ORDER and (value is None or isinstance(value, CategoryOrder)):
            self.order_chosen.emit(name, value)
        else:
            return False
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return str(section + 1) if role == Qt.ItemDataRole.DisplayRole else None
        column = self._columns[section]
        answers = {
            int(Qt.ItemDataRole.DisplayRole): column.title,
            int(Qt.ItemDataRole.ToolTipRole): column.tip,
            int(Qt.ItemDataRole.TextAlignmentRole): column.side.value,
            int(Role.GROUP): column.group,
        }
        return answers.get(int(role))

    def _marks(self, row: AttributeRow, column: int) -> Mark:
        if column == NAME:
            return Mark.BOLD if row.is_audited else Mark.MUTED
        return Mark.NONE if row.is_audited or column == LEVEL else Mark.MUTED


def _columns() -> tuple[_Shown, ...]:
    x, y = tr("Original"), tr("Anonymized")
    return (
        _Shown(tr("Attribute"), tr("Name of the attribute; bold when it is audited."), lambda row: row.name),
        _Shown(
            tr("Level"),
            tr("What the values are. Press Enter or click to choose."),
            lambda row: level_words(row.choice.level) if row.choice else "–",
        ),
        _Shown(
            tr("Order"),
            tr("How categories are ranked; without an order an attribute of words is left out."),
            lambda row: order_words(row.choice) if row.choice else "",
        ),
        _Shown(
            tr("Distinct"), tr("Different values in the original."), lambda row: row.original.distinct, x, Side.RIGHT
        ),
        _Shown(tr("Missing"), tr("Missing cells of the original."), lambda row: row.original.missing, x, Side.RIGHT),
        _Shown(tr("Examples"), tr("First values of the original."), lambda row: row.original.examples, x),
        _Shown(
            tr("Distinct"),
            tr("Different values in the anonymized file."),
            lambda row: row.anonymized.distinct,
            y,
            Side.RIGHT,
        ),
        _Shown(
            tr("Missing"),
            tr("Missing cells of the anonymized file."),
            lambda row: row.anonymized.missing,
            y,
            Side.RIGHT,
        ),
        _Shown(
            tr("Suppressed"),
            tr("Cells that hold a suppression mark such as *."),
            lambda row: row.anonymized.suppressed,
            y,
            Side.RIGHT,
        ),
        _Shown(
            tr("Ties"),
            tr("Share of anonymized records whose value another record has too."),
            lambda row: row.anonymized.tied,
            y,
            Side.RIGHT,
        ),
        _Shown(tr("Examples"), tr("First values of the anonymized file."), lambda row: row.anonymized.examples, y),
        _Shown(
            tr("Why"),
            tr("Why this level was guessed, or why the attribute is left out."),
            why_words,
        ),
    )
