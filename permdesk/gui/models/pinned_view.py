"""The second view of a table, over its beginning, in which the pinned columns stand."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView

from permdesk.gui.models.array_table import ArrayTableModel
from permdesk.gui.models.cell_delegate import CellDelegate
from permdesk.gui.models.cell_grid import paint_cells
from permdesk.gui.models.table_header import TableHeader
from permdesk.gui.parts import set_role
from permdesk.gui.theme import Theme

EDGE = 2


class PinnedView(QTableView):
    """Shows some columns of ``table``: the same rows, selection and scroll position."""

    def __init__(self, table: QTableView, rows: ArrayTableModel, cells: CellDelegate) -> None:
        super().__init__(table)
        self._table, self._rows, self._cells = table, rows, cells
        self._shown: list[int] = []
        self.setProperty("role", self._role)  # before it is first polished, which gives its frame the width of the role
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
        self.show_sorting(*rows.sorted_by)
        self.hide()
        self._connect()

    @property
    def _role(self) -> str:
        return "pinned-right" if self.isRightToLeft() else "pinned"

    def show_columns(self, sections: list[int], order: list[int]) -> None:
        """Show these columns; ``order`` is that of all columns of the table."""
        self._shown = []  # a column that comes back has the width it had here, which is not one that a person gave it
        for place, section in enumerate(order):
            self._header.moveSection(self._header.visualIndex(section), place)
        for section in range(self._rows.columnCount()):
            self.setColumnHidden(section, section not in sections)
            self.setColumnWidth(section, self._table.columnWidth(section))
        self._shown = sections
        self.setVisible(bool(sections))

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
        set_role(self, self._role)
        left = viewport.right() + 1 - width if self.isRightToLeft() else viewport.left()
        self.setGeometry(left, viewport.top() - top, width, viewport.height() + top)
        self.verticalScrollBar().setValue(self._table.verticalScrollBar().value())

    def show_titles_on(self, n_lines: int) -> None:
        """Give titles one line or two."""
        self._header.show_titles_on(n_lines)

    def show_sorting(self, section: int, order: Qt.SortOrder) -> None:
        """Mark the column that rows are sorted by."""
        self._header.setSortIndicatorShown(True)
        with QSignalBlocker(self._header):
            self._header.setSortIndicator(section, order)
        self._header.viewport().update()

    def apply_theme(self, theme: Theme) -> None:
        self._header.theme = theme
        self._header.viewport().update()
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_cells(self, self._rows, self._cells, event.region(), has_focus=self._table.hasFocus())

    def scrollTo(
        self, index: object, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """The table scrolls; this follows."""

    def _connect(self) -> None:
        bar = self._table.verticalScrollBar()
        bar.valueChanged.connect(self.verticalScrollBar().setValue)
        self.verticalScrollBar().valueChanged.connect(bar.setValue)
        self._header.sectionResized.connect(self._on_resized)
        self._header.sortIndicatorChanged.connect(self._table.sortByColumn)
        self._table.horizontalHeader().sortIndicatorChanged.connect(self.show_sorting)

    def _on_resized(self, section: int, _old: int, new: int) -> None:
        if new and section in self._shown:
            self._table.setColumnWidth(section, new)
