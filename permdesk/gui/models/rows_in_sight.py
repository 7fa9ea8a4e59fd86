"""Keeps a table as high as some of its rows need, also under a title of two lines and with a bar below them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QTableView

RESIZING = (QEvent.Type.Resize, QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.Show)


class RowsInSight(QObject):
    """At least ``fewest`` rows of a table are seen whole, if it has them; at most ``most`` if that is said."""

    def __init__(self, table: QTableView, fewest: int, most: int | None = None) -> None:
        super().__init__(table)
        self._table, self._fewest, self._most = table, fewest, most
        table.installEventFilter(self)
        table.horizontalHeader().geometriesChanged.connect(self._keep)
        table.horizontalHeader().sectionResized.connect(self._keep)
        table.model().modelReset.connect(self._keep)
        self._keep()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in RESIZING:
            self._keep()
        return False

    def _keep(self) -> None:
        n_rows = self._table.model().rowCount()
        least = self._height(self._fewest if self._most is None else min(self._fewest, n_rows))
        if self._table.minimumHeight() != least:
            self._table.setMinimumHeight(least)
        if self._most is not None:
            self._table.setMaximumHeight(max(least, self._height(min(self._most, n_rows))))

    def _height(self, n_rows: int) -> int:
        table = self._table
        header, bar = table.horizontalHeader(), table.horizontalScrollBar()
        rows = n_rows * table.verticalHeader().defaultSectionSize()
        has_bar = header.length() > table.viewport().width()
        return header.sizeHint().height() + rows + 2 * table.frameWidth() + (bar.sizeHint().height() if has_bar else 0)
