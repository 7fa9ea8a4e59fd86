"""Columns that stay in sight at the beginning of a table while the others scroll."""

from __future__ import annotations

from itertools import accumulate

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtWidgets import QTableView

from permdesk.gui.models.array_table import ArrayTableModel
from permdesk.gui.models.cell_delegate import CellDelegate
from permdesk.gui.models.column_choice import ColumnChoice
from permdesk.gui.models.pinned_view import EDGE, PinnedView
from permdesk.gui.theme import LIGHT, Theme

LARGEST_SHARE, LARGEST_CHOSEN_SHARE = 0.6, 0.85


class PinnedColumns(QObject):
    """Which columns of ``table`` are pinned where not all fit; then they stand first in ``table`` too, so that keys
    pass them in order. The view in which they stand, of 19 widgets, is made when it is first needed; ``made`` tells.
    """

    made = Signal(object)

    def __init__(self, table: QTableView, rows: ArrayTableModel, cells: CellDelegate, choice: ColumnChoice) -> None:
        super().__init__(table)
        self._table, self._rows, self._cells, self._choice = table, rows, cells, choice
        self._theme: Theme = LIGHT
        self._shown: list[int] = []
        self._title_lines = 1
        self.view: PinnedView | None = None

    @property
    def is_visible(self) -> bool:
        """Whether some columns stand here, if the table is seen."""
        return self.view is not None and self.view.isVisibleTo(self._table)

    @property
    def pinned_width(self) -> int:
        """How many pixels of the table's cells are covered."""
        return self.covered.width() - EDGE if self.is_visible else 0

    @property
    def covered(self) -> QRect:
        """The part of the table's viewport that nobody sees below this."""
        if self.view is None or not self.is_visible:
            return QRect()
        viewport = self._table.viewport()
        return QRect(viewport.mapFrom(self._table, self.view.pos()), self.view.size())

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
        order = [*sections, *(section for section in range(self._rows.columnCount()) if section not in sections)]
        header = self._table.horizontalHeader()
        for place, section in enumerate(order):
            header.moveSection(header.visualIndex(section), place)
        self._shown = sections
        if self.view is None and sections:
            self._make_view()
        if self.view is not None:
            self.view.show_columns(sections, order)
            self.view.place()

    def place(self) -> None:
        """Take the place and the row height of the table."""
        if self.view is not None:
            self.view.place()

    def update(self) -> None:
        """Paint the pinned cells again."""
        if self.view is not None:
            self.view.viewport().update()

    def show_titles_on(self, n_lines: int) -> None:
        """Give titles as many lines as those of the table have."""
        self._title_lines = n_lines
        if self.view is not None:
            self.view.show_titles_on(n_lines)

    def show_sorting(self, section: int, order: Qt.SortOrder) -> None:
        """Mark the column that rows are sorted by."""
        if self.view is not None:
            self.view.show_sorting(section, order)

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self.view is not None:
            self.view.apply_theme(theme)

    def _make_view(self) -> None:
        self.view = PinnedView(self._table, self._rows, self._cells)
        self.view.apply_theme(self._theme)
        self.view.show_titles_on(self._title_lines)
        self.made.emit(self.view)
