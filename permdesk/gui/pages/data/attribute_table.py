"""Shows the attributes, and lets level and order be chosen in place."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QMenu, QStyle, QStyleOptionViewItem, QTableView, QWidget

from permdesk.data.choices import CategoryOrder, DateNotation, Level
from permdesk.gui.derivations.explained_cells import NOWHERE, ExplainedCells
from permdesk.gui.icons import icon
from permdesk.gui.models.cell_delegate import PADDING, CellDelegate
from permdesk.gui.models.table_header import TableHeader
from permdesk.gui.pages.data.attribute_model import LEVEL, NAME, NAME_IN_Y, ORDER, AttributeModel
from permdesk.gui.pages.data.attribute_rows import AttributeRow, level_words, named_notation, named_order
from permdesk.gui.pages.data.choice_box import ChoiceBox
from permdesk.gui.theme import Theme
from permdesk.translation import tr

Index = QModelIndex | QPersistentModelIndex
ARROW = 14
WIDEST = 180


def arrow_place(option: QStyleOptionViewItem) -> QRect:
    """Where the arrow of a cell is: at its end, which is on the left from right to left."""
    rect = option.rect
    return QStyle.visualRect(option.direction, rect, rect.adjusted(rect.width() - ARROW - 5, 0, -5, 0))


class ChoiceDelegate(CellDelegate):
    """Draws an arrow where something can be chosen, and opens the list of choices there."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            icon("down", self.theme.muted).paint(painter, arrow_place(option))

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        box: ChoiceBox[Any] = ChoiceBox(_offered(index))
        box.setParent(parent)
        box.setProperty("role", "cell")
        name = index.sibling(index.row(), NAME).data()
        titles = {LEVEL: tr("Level of {name}", name=name), ORDER: tr("Order of {name}", name=name)}
        box.setAccessibleName(titles.get(index.column(), tr("Name of {name} in the anonymized file", name=name)))
        box.setToolTip(index.data(Qt.ItemDataRole.ToolTipRole))
        box.activated.connect(lambda _: self._commit(box))
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, ChoiceBox)
        editor.show_value(index.data(Qt.ItemDataRole.EditRole))
        editor.showPopup()

    def setModelData(self, editor: QWidget, model: Any, index: Index) -> None:
        assert isinstance(editor, ChoiceBox)
        if editor.was_chosen:
            model.setData(index, editor.value)

    def _commit(self, box: ChoiceBox[Any]) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box)


class AttributeTable(QTableView):
    """The attributes of both files, the first of which is selected until another one is. ``row_seen`` carries the
    current row, None when there is none; ``selected`` comes when other rows are."""

    row_seen = Signal(object)
    selected = Signal()
    exclude_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Attributes"))
        self.setToolTip(tr("Every attribute, its level and the reason for it. Level and order can be chosen."))
        self.attributes = AttributeModel(self)
        self._cells = ChoiceDelegate(self)
        self._header = TableHeader(self)
        self.setHorizontalHeader(self._header)
        self.setItemDelegate(self._cells)
        self.setModel(self.attributes)
        self._header.setSelectionModel(QItemSelectionModel(self.attributes, self))
        self._header.setStretchLastSection(True)
        self._header.setSectionsClickable(False)
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.explained = ExplainedCells(self, self.attributes.derivation)
        self.attributes.modelReset.connect(self._on_reset)
        self.attributes.dataChanged.connect(lambda: self._tell())
        self.selectionModel().currentRowChanged.connect(lambda: self._tell())
        self.selectionModel().selectionChanged.connect(lambda: self.selected.emit())
        self._fix_row_height()

    @property
    def selected_rows(self) -> tuple[AttributeRow, ...]:
        """The attributes that are selected, from the top."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return tuple(self.attributes.attribute(row) for row in rows)

    def names_for(self, name: str) -> tuple[str, ...]:
        """Whom a choice made for ``name`` is for: all that are selected and can be decided on, if it is among them."""
        selected = tuple(row.name for row in self.selected_rows if row.choice is not None)
        return selected if name in selected else (name,)

    def minimumSizeHint(self) -> QSize:
        return QSize(320, 180)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to say how the number under the pointer, or the current one, is computed."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        self.explained.mean(self.currentIndex() if by_key else self.indexAt(event.pos()))
        menu = QMenu(self)
        menu.addAction(self.explained.action)
        menu.exec(event.globalPos())
        menu.deleteLater()
        self.explained.mean(NOWHERE)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier  # others select
        if event.button() == Qt.MouseButton.LeftButton and is_plain and self.attributes.is_choice(index):
            self.edit(index)

    def keyPressEvent(self, event: Any) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.attributes.is_choice(
            self.currentIndex()
        ):
            self.edit(self.currentIndex())
            return
        if event.key() == Qt.Key.Key_Delete:
            self.exclude_wanted.emit()
            return
        super().keyPressEvent(event)

    def apply_theme(self, theme: Theme) -> None:
        self._cells.theme = theme
        self._header.theme = theme
        self._header.viewport().update()
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fix_row_height()
        if event.type() == QEvent.Type.FontChange and self.attributes.rowCount():
            self.fit_columns()

    def fit_columns(self) -> None:
        """Make columns wide enough for their titles and texts, within reason."""
        font = self.font()
        font.setBold(True)
        metrics = QFontMetrics(font)
        model = self.attributes
        for column in range(model.columnCount()):
            texts = [model.index(row, column).data() or "" for row in range(min(model.rowCount(), 200))]
            self.setColumnHidden(column, column == ORDER and not any(texts))
            title = str(model.headerData(column, Qt.Orientation.Horizontal))
            width = max(metrics.horizontalAdvance(text) for text in [title, *texts])
            extra = ARROW + 8 if column in (LEVEL, ORDER, NAME_IN_Y) else 0
            self.setColumnWidth(column, max(min(width, WIDEST) + 2 * PADDING + 4 + extra, 60))

    def _on_reset(self) -> None:
        self.fit_columns()
        if self.attributes.rowCount():
            self.selectRow(0)
        self._tell()

    def _tell(self) -> None:
        place = self.currentIndex().row()
        self.row_seen.emit(self.attributes.attribute(place) if place >= 0 else None)

    def _fix_row_height(self) -> None:
        vertical = self.verticalHeader()
        vertical.setSectionResizeMode(vertical.ResizeMode.Fixed)
        vertical.setMinimumSectionSize(1)
        vertical.setDefaultSectionSize(self.fontMetrics().height() + 14)


def _offered(index: Index) -> list[tuple[Any, str]]:
    if index.column() == LEVEL:
        return [(level, level_words(level)) for level in Level]
    if index.column() == NAME_IN_Y:
        model = index.model()
        assert isinstance(model, AttributeModel)
        present = index.data(Qt.ItemDataRole.EditRole)
        return [(name, name) for name in (present, *model.free_names) if name]
    if isinstance(index.data(Qt.ItemDataRole.EditRole), DateNotation):
        return [(notation, named_notation(notation)) for notation in DateNotation]
    by_hand = (CategoryOrder.BY_HAND, tr("By hand…"))
    others = [(order, named_order(order)) for order in (CategoryOrder.BY_CODE, CategoryOrder.BY_LABEL)]
    if index.sibling(index.row(), LEVEL).data(Qt.ItemDataRole.EditRole) is Level.ORDINAL:
        return [by_hand, *others]
    by_taxonomy = (CategoryOrder.BY_TAXONOMY, tr("By taxonomy…"))
    return [
        (None, tr("None: leave it out")),
        (CategoryOrder.BY_FREQUENCY, tr("By frequency")),
        by_hand,
        *others,
        by_taxonomy,
    ]
