"""Columns that stay in sight at the beginning of a table while the others scroll."""

from __future__ import annotations

from itertools import accumulate

from PySide6.QtCore import QRect, QSignalBlocker, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView

from permdesk.gui.models.array_table import ArrayTableModel
from permdesk.gui.models.cell_delegate import CellDelegate
from permdesk.gui.models.cell_grid import paint_cells
from permdesk.gui.models.column_choice import ColumnChoice
from permdesk.gui.models.table_header import TableHeader
from permdesk.gui.parts import set_role
from permdesk.gui.theme import Theme

LARGEST_SHARE, LARGEST_CHOSEN_SHARE = 0.6, 0.85
EDGE = 2


class PinnedColumns(QTableView):
    """A second view of the same rows, selection and scroll position, over the first part of ``table``. It shows only
    where the columns do not fit; then the pinned ones stand first in ``table`` too, so that keys pass them in order."""

    def __init__(self, table: QTableView, rows: ArrayTableModel, cells: CellDelegate, choice: ColumnChoice) -> None:
        super().__init__(table)
        self._table, self._rows, self._cells, self._choice = table, rows, cells, choice
        self._shown: list[int] = []
        self._header = TableHeader(self)
        self.setHorizontalHeader(self._header)
        self.setModel(rows)
        self.setSelectionModel(table.selectionModel())
        self.setItemDelegate(cells)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setAutoScroll(False)
        self.setSelectionBehavior(table.selectionBehavior())
        self.setSelectionMode(table.selectionMode())
        self.setVerticalScrollMode(table.verticalScrollMode())
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._header.setSortIndicatorClearable(True)
        self.hide()
        self._connect()

    @property
    def pinned_width(self) -> int:
        """How many pixels of the table's cells are covered."""
        return self.width() - EDGE if self.isVisibleTo(self._table) else 0

    @property
    def covered(self) -> QRect:
        """The part of the table's viewport that nobody sees below this."""
        if not self.isVisibleTo(self._table):
            return QRect()
        viewport = self._table.viewport()
        return QRect(viewport.mapFrom(self._table, self.pos()), self.size())

    @property
    def shown(self) -> list[int]:
        """The columns that stand here now."""
        return self._shown

    @property
    def wanted(self) -> list[int]:
        choice = self._choice
        columns = enumerate(self._rows.columns)
        return [section for section, column in columns if choice.freezes(column) and choice.shows(column)]

    @property
    def fitting(self) -> list[int]:
        """The columns that can stand here: none where all columns fit. Pinned ones leave room for others, else none of
        them stays; of those that a person chose, as many of the first as leave room."""
        room, wanted = self._table.viewport().width(), self.wanted
        if self._table.horizontalHeader().length() <= room:
            return []
        share = LARGEST_CHOSEN_SHARE if self._choice.is_chosen_frozen else LARGEST_SHARE
        ends = accumulate(self._table.columnWidth(section) for section in wanted)
        fitting = [section for section, end in zip(wanted, ends, strict=True) if end < share * room]
        return fitting if self._choice.is_chosen_frozen or len(fitting) == len(wanted) else []

    def follow(self, sections: list[int]) -> None:
        """Show these columns over the table, first in order; without any, leave all columns in their own order."""
        self._shown = []  # a column that comes back has the width it had here, which is not one that a person gave it
        self._order(sections)
        for section in range(self._rows.columnCount()):
            self.setColumnHidden(section, section not in sections)
            self._fit(section)
        self._shown = sections
        self.setVisible(bool(sections))
        self.place()

    def place(self) -> None:
        """Take the place and the row height of the table."""
        heights = self.verticalHeader()
        heights.setSectionResizeMode(heights.ResizeMode.Fixed)
        heights.setMinimumSectionSize(1)
        heights.setDefaultSectionSize(self._table.verticalHeader().defaultSectionSize())
        viewport, header = self._table.viewport().geometry(), self._table.horizontalHeader()
        top = 0 if header.isHidden() else header.height()
        self._header.setVisible(not header.isHidden())
        self._header.setFixedHeight(max(top, 1))
        width = sum(self.columnWidth(section) for section in self._shown) + EDGE
        set_role(self, "pinned-right" if self.isRightToLeft() else "pinned")
        left = viewport.right() + 1 - width if self.isRightToLeft() else viewport.left()
        self.setGeometry(left, viewport.top() - top, width, viewport.height() + top)
        self.verticalScrollBar().setValue(self._table.verticalScrollBar().value())

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_cells(self, self._rows, self._cells, event.region(), has_focus=self._table.hasFocus())

    def apply_theme(self, theme: Theme) -> None:
        self._header.theme = theme
        self._header.viewport().update()
        self.viewport().update()

    def _order(self, first: list[int]) -> None:
        header = self._table.horizontalHeader()
        rest = [section for section in range(self._rows.columnCount()) if section not in first]
        for view in (header, self._header):
            for place, section in enumerate([*first, *rest]):
                view.moveSection(view.visualIndex(section), place)

    def _fit(self, section: int) -> None:
        self.setColumnWidth(section, self._table.columnWidth(section))

    def _connect(self) -> None:
        header, bar = self._table.horizontalHeader(), self._table.verticalScrollBar()
        bar.valueChanged.connect(self.verticalScrollBar().setValue)
        self.verticalScrollBar().valueChanged.connect(bar.setValue)
        self._header.sectionResized.connect(self._on_resized)
        self._header.sortIndicatorChanged.connect(self._table.sortByColumn)
        header.sortIndicatorChanged.connect(self.show_sorting)

    def _on_resized(self, section: int, _old: int, new: int) -> None:
        if new and section in self._shown:
            self._table.setColumnWidth(section, new)

    def show_sorting(self, section: int, order: Qt.SortOrder) -> None:
        """Mark the column that rows are sorted by."""
        self._header.setSortIndicatorShown(True)
        with QSignalBlocker(self._header):
            self._header.setSortIndicator(section, order)
        self._header.viewport().update()

    def scrollTo(
        self, index: object, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """The table scrolls; this follows."""
