"""Lets the officer put categories in order, lowest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QAbstractItemView, QDialog, QListWidget, QPushButton, QWidget

from permdesk.gui.parts import GAP, column, explain, label, row
from permdesk.translation import tr


class CategoryOrderDialog(QDialog):
    """A list to drag, or to move with buttons and Alt+Up, Alt+Down; ``then`` gets the categories in order."""

    def __init__(
        self,
        name: str,
        categories: Sequence[str],
        then: Callable[[tuple[str, ...]], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Order of {name}", name=name))
        self._then = then
        self.list = QListWidget()
        explain(self.list, tr("Categories, lowest first"), tr("Drag a category, or move it with Alt+Up and Alt+Down."))
        self.list.addItems(list(categories))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setCurrentRow(0)
        up = self._button(tr("Move &up"), tr("One place towards the lowest."), lambda: self.move_current(-1), "Alt+Up")
        down = self._button(
            tr("Move &down"), tr("One place towards the highest."), lambda: self.move_current(1), "Alt+Down"
        )
        turn = self._button(tr("&Reverse"), tr("Turn the whole order round."), self.reverse)
        cancel = self._button(tr("Cancel"), tr("Leave the order as it was."), self.reject)
        self.take = self._button(tr("Use this order"), tr("Rank the categories in this order."), self._accept)
        self.take.setProperty("role", "primary")
        self.take.setDefault(True)
        side = column(up, down, turn)
        side.addStretch(1)
        middle = row(gap=GAP)
        middle.addWidget(self.list, 1)
        middle.addLayout(side)
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
        self.resize(480, 460)

    @property
    def categories(self) -> tuple[str, ...]:
        return tuple(self.list.item(place).text() for place in range(self.list.count()))

    def move_current(self, by: int) -> None:
        place = self.list.currentRow()
        target = place + by
        if place >= 0 and 0 <= target < self.list.count():
            self.list.insertItem(target, self.list.takeItem(place))
            self.list.setCurrentRow(target)

    def reverse(self) -> None:
        turned = self.categories[::-1]
        self.list.clear()
        self.list.addItems(list(turned))
        self.list.setCurrentRow(0)

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
