"""Lets the officer put categories in order, lowest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QDialog, QListWidget, QListWidgetItem, QPushButton, QWidget

from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.pages.data.categories import ListedCategories
from permdesk.gui.parts import GAP, WIDE_GAP, column, explain, label, row
from permdesk.translation import tr

CODE = Qt.ItemDataRole.UserRole


class CategoryOrderDialog(QDialog):
    """A list to drag, to move with buttons and Alt+Up, Alt+Down, or to sort; ``then`` gets the categories in order."""

    chapter = Chapter.ATTRIBUTES

    def __init__(
        self,
        name: str,
        listed: ListedCategories,
        then: Callable[[tuple[str, ...]], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Order of {name}", name=name))
        self._listed, self._then = listed, then
        self.list = QListWidget()
        tip = tr("Drag categories, one or several, or move them with Alt+Up and Alt+Down.")
        explain(self.list, tr("Categories, lowest first"), tip)
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.ensurePolished()  # items keep the height that they had in the look before
        self.show_order(listed.present)
        cancel = self._button(tr("Cancel"), tr("Leave the order as it was."), self.reject)
        self.take = self._button(tr("Use this order"), tr("Rank the categories in this order."), self._accept)
        self.take.setProperty("role", "primary")
        self.take.setDefault(True)
        middle = row(gap=GAP)
        middle.addWidget(self.list, 1)
        middle.addWidget(self._side())
        foot = row(gap=GAP)
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self.take)
        layout = column(
            label(tr("Order of {name}", name=name), "title"),
            label(tr("Lowest category first. Ranks, and so distances, follow this order."), "muted", wraps=True),
            middle,
            foot,
            gap=12,
            margins=24,
        )
        self.setLayout(layout)
        self.resize(560, 480)

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories as they stand in the list now."""
        return tuple(self.list.item(place).data(CODE) for place in range(self.list.count()))

    def show_order(self, categories: Sequence[str]) -> None:
        """Fill the list, each code with what it means."""
        self.list.clear()
        for code in categories:
            meaning = self._listed.labels.get(code, "")
            item = QListWidgetItem(f"{code}    {meaning}" if meaning else code)
            item.setData(CODE, code)
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def move_selected(self, by: int) -> None:
        """Move the selected categories one place up (-1) or down (1), as far as the end that they reach."""
        places = sorted({self.list.row(item) for item in self.list.selectedItems()}, reverse=by > 0)
        if not places or not 0 <= places[0] + by < self.list.count():
            return
        current = self.list.currentItem()
        moved = []
        for place in places:
            item = self.list.takeItem(place)
            self.list.insertItem(place + by, item)
            moved.append(item)
        self.list.setCurrentItem(current)
        for item in moved:
            item.setSelected(True)

    def reverse(self) -> None:
        self.show_order(self.categories[::-1])

    def _side(self) -> QWidget:
        up = self._button(tr("Move &up"), tr("One place towards the lowest."), lambda: self.move_selected(-1), "Alt+Up")
        down = self._button(
            tr("Move &down"), tr("One place towards the highest."), lambda: self.move_selected(1), "Alt+Down"
        )
        turn = self._button(tr("&Reverse"), tr("Turn the whole order round."), self.reverse)
        by_code = self._button(
            tr("Sort by &code"),
            tr("Numbers by size, then words by the alphabet."),
            lambda: self.show_order(self._listed.by_code),
        )
        by_label = self._button(
            tr("Sort by value &label"),
            tr("By what the codes mean: numbers by size, then words by the alphabet."),
            lambda: self.show_order(self._listed.by_label),
        )
        by_label.setEnabled(bool(self._listed.labels))
        if not self._listed.labels:
            by_label.setToolTip(tr("Neither file has value labels for this attribute."))
        by_frequency = self._button(
            tr("Sort by &frequency"),
            tr("The most frequent category of the original first."),
            lambda: self.show_order(self._listed.by_frequency),
        )
        holder = QWidget()
        side = column(up, down, turn)
        side.addSpacing(WIDE_GAP)
        for button in (by_code, by_label, by_frequency):
            side.addWidget(button)
        side.addStretch(1)
        holder.setLayout(side)
        return holder

    def _button(self, text: str, tip: str, act: Callable[[], object], keys: str = "") -> QPushButton:
        button = QPushButton(text)
        explain(button, text.replace("&", ""), tip)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: act())
        if keys:
            button.setShortcut(keys)
        return button

    def _accept(self) -> None:
        self.accept()
        self._then(self.categories)
