"""How the cells of a table say what they are computed from: by key, by context menu and from the column's header."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QTableView

from permdesk.gui.derivations.explained import KEYS, Explained, question
from permdesk.report.derivations.derivation import Derivation

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()


class ExplainedCells(Explained):
    """``made`` says how the number of a cell (of the model) is computed; None where there is no number."""

    def __init__(self, table: QTableView, made: Callable[[Index], Derivation | None]) -> None:
        super().__init__(table)
        self._table, self._made = table, made
        self._meant: Index = NOWHERE
        self.action = QAction(question(), table)
        self.action.setShortcut(KEYS)
        self.action.setShortcutVisibleInContextMenu(True)
        self.action.triggered.connect(lambda: self.open())

    def mean(self, index: Index) -> None:
        """The next note is about this cell, and not about the current one; an index that is not valid undoes that."""
        self._meant = index
        self.action.setEnabled(self.derivation() is not None)

    def mean_column(self, section: int) -> None:
        """The next note is about the current row's cell in a column; about that of the first row without one."""
        row = max(self._table.currentIndex().row(), 0)
        self.mean(self._table.model().index(row, section))

    def derivation(self) -> Derivation | None:
        index = self._index
        return self._made(index) if index.isValid() else None

    def place(self) -> QRect:
        shown = self._table.visualRect(self._index).intersected(self._table.viewport().rect())
        return QRect(
            self._table.viewport().mapToGlobal(shown.topLeft() if shown.isValid() else QPoint(0, 0)), shown.size()
        )

    @property
    def _index(self) -> Index:
        return self._meant if self._meant.isValid() else self._table.currentIndex()
