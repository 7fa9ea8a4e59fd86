"""Two parts with a border that can be moved; under each other where they have no room beside each other."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from permdesk.gui.splitter import Splitter

SIDEWAYS, UPRIGHT = Qt.Orientation.Horizontal, Qt.Orientation.Vertical


class TurningSplitter(Splitter):
    """No narrower than its widest part. Beside each other the parts keep the widths that they were given."""

    def __init__(self, left: QWidget, right: QWidget, widths: tuple[int, int]) -> None:
        super().__init__(SIDEWAYS)
        self.setChildrenCollapsible(False)
        self.addWidget(left)
        self.addWidget(right)
        self.setSizes(widths)
        self._sideways = self.saveState()

    def minimumSizeHint(self) -> QSize:
        return QSize(max(self._widths(), default=0), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        wanted = SIDEWAYS if self._room_beside() <= event.size().width() else UPRIGHT
        if wanted != self.orientation():
            self._turn(wanted)
        super().resizeEvent(event)

    def _turn(self, wanted: Qt.Orientation) -> None:
        if wanted is UPRIGHT:
            self._sideways = self.saveState()
            self.setOrientation(UPRIGHT)
            self.setSizes([1] * self.count())  # each its share of what room there is
        else:
            self.restoreState(self._sideways)
        self.updateGeometry()

    def _room_beside(self) -> int:
        widths = self._widths()
        return sum(widths) + self.handleWidth() * (len(widths) - 1)

    def _widths(self) -> list[int]:
        parts = (self.widget(place) for place in range(self.count()))
        shown = [part for part in parts if part is not None and not part.isHidden()]
        return [part.minimumSizeHint().expandedTo(part.minimumSize()).width() for part in shown]
