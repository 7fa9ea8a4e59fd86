"""The view that every table uses: quick at a million rows, copied as text, sorted by key and by click."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from permdesk.gui.derivations.explained_cells import NOWHERE, ExplainedCells
from permdesk.gui.models.array_table import FILE_ORDER, ArrayTableModel
from permdesk.gui.models.cell_delegate import CellDelegate
from permdesk.gui.models.cell_grid import paint_cells
from permdesk.gui.models.column_choice import ColumnChoice
from permdesk.gui.models.column_widths import Widths, wanted_widths
from permdesk.gui.models.columns import Column
from permdesk.gui.models.pinned_columns import PinnedColumns
from permdesk.gui.models.pinned_view import PinnedView
from permdesk.gui.models.selection_text import SelectionCopy, SelectionText
from permdesk.gui.models.table_header import TableHeader
from permdesk.gui.showing import open_dialog
from permdesk.gui.theme import Theme
from permdesk.translation import tr

WORTH_A_LINE = 0.9
"""The largest share of the width of titles on one line for which a second line is taken by columns that do not fit."""


class TableView(QTableView):
    """A view of an ArrayTableModel. ``row_chosen`` carries the source row of the current cell whenever it changes,
    ``copied`` what went to the clipboard; ``copying`` says that this takes a while, ``copy_stopped`` that it came to
    nothing, as the rows changed; ``fitted`` that columns were fitted to what they show."""

    row_chosen = Signal(int)
    copied = Signal(object)
    copying = Signal()
    copy_stopped = Signal()
    fitted = Signal()

    def __init__(self, name: str, parent: QWidget | None = None, choice: ColumnChoice | None = None) -> None:
        """``choice`` is that of another table whose columns have the same names."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.rows = ArrayTableModel(self)
        self._cells = CellDelegate(self)
        self._header = TableHeader(self)
        self.setHorizontalHeader(self._header)
        self.setItemDelegate(self._cells)
        self.setModel(self.rows)
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._header.setSortIndicatorClearable(True)
        self._header.setSortIndicator(FILE_ORDER, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.choice = choice or ColumnChoice(self)
        self._below: Sequence[Column] = ()
        self._wanted: tuple[Widths, ...] = ()
        self._fitted = Widths((), 1)
        self.pinned = PinnedColumns(self, self.rows, self._cells, self.choice)
        self._fix_row_height()
        self.explained = ExplainedCells(self, self.rows.derivation)
        self._columns = self._action(tr("Columns…"), "Ctrl+Shift+H", self.ask_columns)
        self._actions = self._make_actions()
        self._offer_header_menu(self._header)
        self.pinned.made.connect(self._offer_pinned_menus)
        self._copy = SelectionCopy(self, self.rows)
        self._copy.made.connect(self._on_text)
        self._copy.lasting.connect(self.copying)
        self._copy.stopped.connect(self.copy_stopped)
        self.selectionModel().currentRowChanged.connect(self._on_current_row)
        self.rows.replaced.connect(self._on_reset)
        self.choice.changed.connect(self._on_choice)

    def apply_theme(self, theme: Theme) -> None:
        self._cells.theme = theme
        self._header.theme = theme
        self._header.viewport().update()
        self.viewport().update()
        self.pinned.apply_theme(theme)

    def choose(self, source_row: int) -> bool:
        """Make a source row current and visible; False if it is filtered out."""
        row = self.rows.view_row(source_row)
        if row < 0:
            return False
        column = max(self.currentIndex().column(), 0)
        if self.isColumnHidden(column):
            column = next(j for j in range(self.rows.columnCount()) if not self.isColumnHidden(j))
        self.selectionModel().setCurrentIndex(
            self.rows.index(row, column),
            QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows,
        )
        self.scrollTo(self.rows.index(row, column), QAbstractItemView.ScrollHint.EnsureVisible)
        return True

    def fit_columns(self, below: Sequence[Column] = ()) -> None:
        """Make columns wide enough for their titles, group headings, a sample of their rows, and the row ``below``.
        Where they do not fit so into the table, titles take two lines."""
        self._below = below
        self._wanted = wanted_widths(self.rows, below, self.font())
        self._fit(self._fitting)
        self.pin_columns()
        self.fitted.emit()

    def insert_column(self, place: int, column: Column, below: Sequence[Column] = ()) -> None:
        """Show one more column, fitted; order and selection stay, and so do widths that a person has given."""
        is_as_fitted = self._is_as_fitted
        self.rows.insert_column(place, column)
        self._select_whole_rows()
        if is_as_fitted:
            self.fit_columns(below)
            return
        self._below = below
        self._wanted = wanted_widths(self.rows, below, self.font())
        self._fitted = self._fitting
        self.setColumnWidth(place, self._fitted.of[place])
        self.pin_columns()
        self.fitted.emit()

    @property
    def least_width(self) -> int:
        """The pixels across that all columns need, with the shortest titles and a bar for the rows."""
        return self._edges + (self._needed(self._wanted[-1]) if self._is_fitted else 0)

    @property
    def least_width_of_pinned(self) -> int:
        """The pixels across that all columns up to the last pinned one need where the table scrolls sideways."""
        last = max(self.pinned.wanted, default=-1)
        return self._edges + (self._needed(self._scrolling, last) if self._is_fitted else 0)

    def pin_columns(self) -> None:
        """Keep the pinned columns in sight if the columns do not fit."""
        self.pinned.follow(self.pinned.fitting)

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        before = self.horizontalScrollBar().value()
        super().scrollTo(index, hint)
        if self.pinned.is_visible:
            if index.column() in self.pinned.shown:
                self.horizontalScrollBar().setValue(before)
                return
            near = self.columnViewportPosition(index.column())
            if self.isRightToLeft():
                near = self.viewport().width() - near - self.columnWidth(index.column())
            hidden = self.pinned.pinned_width - near
            if hidden > 0:
                self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - hidden)

    def paintEvent(self, event: QPaintEvent) -> None:
        seen = event.region().subtracted(QRegion(self.pinned.covered))
        paint_cells(self, self.rows, self._cells, seen, has_focus=self.hasFocus())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pinned.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pinned.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_again()
        self.pin_columns()

    def selectAll(self) -> None:
        if self.rows.rowCount() and self.rows.columnCount():
            last = self.rows.index(self.rows.rowCount() - 1, self.rows.columnCount() - 1)
            everything = QItemSelection(self.rows.index(0, 0), last)
            self.selectionModel().select(everything, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def copy(self) -> None:
        """Put the selected rows on the clipboard as tab-separated text with a header; ``copied`` says when it is."""
        self._copy.start()

    def show_column(self, columns: Sequence[Column], *, shown: bool) -> None:
        """Show or hide some columns; the last one that shows cannot be hidden."""
        stay = [column for column in self.rows.columns if self.choice.shows(column) and column not in columns]
        self.choice.show(columns if shown or stay else columns[1:], shown=shown)

    def freeze_first(self, n: int) -> None:
        """Keep the first ``n`` of the columns that show in sight."""
        self.choice.freeze([column for column in self.rows.columns if self.choice.shows(column)][:n])

    def ask_columns(self) -> None:
        """Let a person choose the columns."""
        from permdesk.gui.dialogs.columns import ColumnsDialog  # which knows this table in turn

        dialog = ColumnsDialog(self, self)
        open_dialog(dialog)

    def sort_current(self, order: Qt.SortOrder) -> None:
        """Sort by the column of the current cell."""
        self.sortByColumn(max(self.currentIndex().column(), 0), order)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Not QAction shortcuts: a window that has Ctrl+C too would make both ambiguous, and neither would run.
        for action in self._actions:
            if any(key == QKeySequence(event.keyCombination()) for key in action.shortcuts()):
                action.trigger()
                return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        is_pointed_at = event.reason() == QContextMenuEvent.Reason.Mouse
        self.explained.mean(self.indexAt(event.pos()) if is_pointed_at else NOWHERE)
        self._show_menu(self._actions, event.globalPos())

    def _offer_header_menu(self, header: QHeaderView) -> None:
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(partial(self._show_header_menu, header))

    def _offer_pinned_menus(self, pinned: PinnedView) -> None:
        self._offer_header_menu(pinned.horizontalHeader())
        pinned.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        pinned.customContextMenuRequested.connect(partial(self._show_pinned_menu, pinned))

    def _show_pinned_menu(self, pinned: PinnedView, place: QPoint) -> None:
        self.explained.mean(pinned.indexAt(place))
        self._show_menu(self._actions, pinned.viewport().mapToGlobal(place))

    def _show_header_menu(self, header: QHeaderView, place: QPoint) -> None:
        section = header.logicalIndexAt(place)
        self.explained.mean_column(section)
        actions = [self.explained.action, *(self._column_actions(section) if section >= 0 else ()), self._columns]
        self._show_menu(actions, header.viewport().mapToGlobal(place))

    def _show_menu(self, actions: Sequence[QAction], place: QPoint) -> None:
        menu = QMenu(self)
        menu.addActions(actions)
        menu.exec(place)
        menu.deleteLater()
        self.explained.mean(NOWHERE)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fix_row_height()
        if event.type() == QEvent.Type.FontChange and self._is_fitted:
            self.fit_columns(self._below)

    def _fix_row_height(self) -> None:
        vertical = self.verticalHeader()
        vertical.setSectionResizeMode(vertical.ResizeMode.Fixed)
        vertical.setMinimumSectionSize(1)
        vertical.setDefaultSectionSize(self.fontMetrics().height() + 10)
        self.pinned.place()

    def _make_actions(self) -> list[QAction]:
        ascending, descending = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
        copying = QKeySequence.keyBindings(QKeySequence.StandardKey.Copy)
        everything = QKeySequence.keyBindings(QKeySequence.StandardKey.SelectAll)
        return [
            self._action(tr("Copy rows"), copying, self.copy),
            self._action(tr("Select all"), everything, self.selectAll),
            self._action(tr("Sort by this column"), "Alt+Up", lambda: self.sort_current(ascending)),
            self._action(tr("Sort by this column, largest first"), "Alt+Down", lambda: self.sort_current(descending)),
            self._action(tr("Back to file order"), "Alt+Home", lambda: self.sortByColumn(FILE_ORDER, ascending)),
            self._columns,
            self.explained.action,
        ]

    def _column_actions(self, section: int) -> list[QAction]:
        """What can be done with one column."""
        column = self.rows.columns[section]
        title = column.spoken
        shown = [one for one in self.rows.columns if self.choice.shows(one)]
        n = shown.index(column) + 1 if column in shown else 0
        return [
            self._action(tr("Hide “{column}”", column=title), [], lambda: self.show_column([column], shown=False)),
            self._action(tr("Keep columns up to here in sight"), [], lambda: self.freeze_first(n)),
        ]

    def _action(self, text: str, shortcuts: str | list[QKeySequence], run: Callable[[], object]) -> QAction:
        action = QAction(text, self)
        action.setShortcuts([QKeySequence(shortcuts)] if isinstance(shortcuts, str) else shortcuts)
        action.setShortcutVisibleInContextMenu(True)
        action.triggered.connect(lambda: run())
        return action

    @property
    def _edges(self) -> int:
        return 2 * self.frameWidth() + self.verticalScrollBar().sizeHint().width()

    @property
    def _is_fitted(self) -> bool:
        return 0 < len(self._fitted.of) == len(self.rows.columns)

    @property
    def _is_as_fitted(self) -> bool:
        """No person has given a column another width."""
        return self._is_fitted and all(
            self.columnWidth(section) == self._fitted.of[section] for section in self._shown_columns
        )

    @property
    def _fitting(self) -> Widths:
        """The first of the wanted widths that fit, else those of a table that scrolls."""
        room = self.viewport().width()
        return next((widths for widths in self._wanted if self._needed(widths) <= room), self._scrolling)

    @property
    def _scrolling(self) -> Widths:
        """Those that need least room, if that is much less: a table that scrolls anyway is worth no second line of
        titles."""
        plain, least = self._wanted[1], self._wanted[-1]
        return least if self._needed(least) <= WORTH_A_LINE * self._needed(plain) else plain

    def _needed(self, widths: Widths, last: int | None = None) -> int:
        """The pixels across of the columns that show, up to the ``last`` one."""
        shown = self._shown_columns
        return sum(widths.of[section] for section in shown if last is None or section <= last)

    @property
    def _shown_columns(self) -> list[int]:
        return [section for section, column in enumerate(self.rows.columns) if self.choice.shows(column)]

    def _fit(self, widths: Widths) -> None:
        self._fitted = widths
        for section, width in enumerate(widths.of):
            self.setColumnWidth(section, width)
        self._header.show_titles_on(widths.title_lines)
        self.pinned.show_titles_on(widths.title_lines)

    def _fit_again(self) -> None:
        """Fit the columns into another room, unless a person has given them other widths."""
        if not self._is_fitted or self._fitting is self._fitted:
            return
        if self._is_as_fitted:
            self._fit(self._fitting)

    def _select_whole_rows(self) -> None:
        """Select a new column too where rows are selected: Qt leaves it out."""
        selection, last = QItemSelection(), self.rows.columnCount() - 1
        for top, bottom in sorted({(span.top(), span.bottom()) for span in self.selectionModel().selection().toList()}):
            selection.select(self.rows.index(top, 0), self.rows.index(bottom, last))
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _on_current_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.row_chosen.emit(self.rows.source_row(current.row()))

    def _on_text(self, text: SelectionText) -> None:
        QGuiApplication.clipboard().setText(text.text)
        self.copied.emit(text)

    def _on_reset(self) -> None:
        # The model has sorted its rows; a signal from the header would make it sort again, amid the reset.
        with QSignalBlocker(self._header):
            self._header.setSortIndicator(*self.rows.sorted_by)
        self.pinned.show_sorting(*self.rows.sorted_by)
        self._hide_columns()
        self.pin_columns()

    def _on_choice(self) -> None:
        self._hide_columns()
        self._fit_again()
        self.pin_columns()
        current = self.currentIndex()
        if current.isValid() and self.isColumnHidden(current.column()):
            self.choose(self.rows.source_row(current.row()))

    def _hide_columns(self) -> None:
        for section, column in enumerate(self.rows.columns):
            if self.isColumnHidden(section) is self.choice.shows(column):
                self.setColumnHidden(section, not self.choice.shows(column))
