"""Picks the attributes that a step changed, by ticks."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QWidget

from permdesk.gui.parts import column, explain, label, row
from permdesk.gui.plain_tip import plain_tip
from permdesk.translation import tr

SHOWN_ROWS = 5


class AttributePicker(QWidget):
    """Space ticks the attribute under the cursor. Named attributes that the files do not have stay in the list."""

    decided = Signal(tuple)
    """The names that are ticked, in the order of the list."""

    def __init__(self) -> None:
        super().__init__()
        self.list = QListWidget()
        explain(self.list, tr("Attributes of the step"), tr("Tick every attribute that this step changed."))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        self.all = _button(tr("All"), tr("Tick all attributes of the files."))
        self.none = _button(tr("None"), tr("Tick no attribute."))
        self.count = label("", "caption")
        words = label(tr("Attributes"), "muted")
        words.setBuddy(self.list)
        head = row(words, self.count, gap=6)
        head.addStretch(1)
        head.addWidget(self.all)
        head.addWidget(self.none)
        self.setLayout(column(head, self.list, gap=2))
        self.list.itemChanged.connect(lambda _: self.decided.emit(self.ticked))
        self.all.clicked.connect(lambda: self._tick_all(Qt.CheckState.Checked))
        self.none.clicked.connect(lambda: self._tick_all(Qt.CheckState.Unchecked))

    @property
    def ticked(self) -> tuple[str, ...]:
        items = (self.list.item(place) for place in range(self.list.count()))
        return tuple(item.text() for item in items if item.checkState() is Qt.CheckState.Checked)

    def show_names(self, offered: tuple[str, ...], ticked: tuple[str, ...]) -> None:
        """Show the attributes of the files and which of them, or others, are ticked."""
        names = tuple(dict.fromkeys((*offered, *ticked)))
        shown = tuple(self.list.item(place).text() for place in range(self.list.count()))
        with QSignalBlocker(self.list):
            if names != shown:
                self.list.clear()
                for name in names:
                    item = QListWidgetItem(name)
                    item.setToolTip(plain_tip(name if name in offered else tr("{name} is not audited.", name=name)))
                    self.list.addItem(item)
            chosen = set(ticked)
            for place, name in enumerate(names):
                state = Qt.CheckState.Checked if name in chosen else Qt.CheckState.Unchecked
                self.list.item(place).setCheckState(state)
        self.count.setText(tr("{n} of {m}", n=len(ticked), m=len(names)))
        height = max(self.list.sizeHintForRow(0), 20) * min(max(len(names), 1), SHOWN_ROWS)
        self.list.setFixedHeight(height + 2 * self.list.frameWidth() + 6)

    def _tick_all(self, state: Qt.CheckState) -> None:
        with QSignalBlocker(self.list):
            for place in range(self.list.count()):
                self.list.item(place).setCheckState(state)
        self.decided.emit(self.ticked)


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("role", "quiet")
    explain(button, text, tip)
    return button
