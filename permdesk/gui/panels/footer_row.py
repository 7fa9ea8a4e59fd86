"""The bottom row of a table, which stays visible while the rows above it scroll."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QWidget

from permdesk.gui.models.columns import Column
from permdesk.gui.models.table_view import TableView


class FooterRow(TableView):
    """One row under ``table``, which it follows in width, order, choice of columns (by name) and scroll position."""

    def __init__(self, name: str, table: TableView, parent: QWidget | None = None) -> None:
        self._table = table
        super().__init__(name, parent, table.choice)
        self.horizontalHeader().hide()
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        table.horizontalHeader().sectionResized.connect(self._on_resized)
        table.horizontalScrollBar().valueChanged.connect(self._follow)

    def show_row(self, columns: Sequence[Column]) -> None:
        """Show one row; call it after the table's own columns have been fitted."""
        self.rows.show_columns(columns, 1)
        for section in range(len(columns)):
            self.setColumnWidth(section, self._table.columnWidth(section))
        self.take_height()
        self._follow()

    def take_height(self) -> None:
        """Take the height of one row, which ``show_row`` may fill later."""
        self.setFixedHeight(self.verticalHeader().defaultSectionSize() + 2 * self.frameWidth())

    def pin_columns(self) -> None:
        if self.rows.columnCount() == self._table.rows.columnCount():  # else the row is still to be shown
            self.pinned.follow(self._table.pinned.shown)

    def _on_resized(self, section: int, _old: int, new: int) -> None:
        if section < self.rows.columnCount():
            self.setColumnWidth(section, new)

    def _follow(self) -> None:
        self.setViewportMargins(0, 0, self._table.verticalScrollBar().width(), 0)
        self.horizontalScrollBar().setValue(self._table.horizontalScrollBar().value())
        self.pin_columns()
