"""Labels of several lines, none of which ends between a number or a name and its sign or inside “d = 2”."""

from __future__ import annotations

import re

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QStyle

KEPT = re.compile(
    r" (?=%)|(?<=[✕✓▲⚠]) |(?<=\b[A-Za-z]) (?== \d)|(?<=\b[A-Za-z] =) (?=\d)| (?=n ln \d)| (?=ln \d)|(?<=\bln) (?=\d)"
)
NO_BREAK = "\u00a0"


class WrappedLabel(QLabel):
    """Shows such spaces as ones that no line ends at; ``text`` is what was said."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setWordWrap(True)
        self._said = ""
        if text:
            self.setText(text)

    def setText(self, text: str) -> None:
        self._said = text
        super().setText(KEPT.sub(NO_BREAK, text))

    def text(self) -> str:
        return self._said


class BalancedLabel(WrappedLabel):
    """A title whose lines are about equally long, so that no word stands alone on the last one."""

    @property
    def narrowest(self) -> int:
        """The least width, in pixels, on which the text takes no more lines than on all that there is."""
        room, shown = self.contentsRect().width(), super(WrappedLabel, self).text()

        def height(width: int) -> int:
            place = QRect(0, 0, width, 10_000)
            return self.fontMetrics().boundingRect(place, int(Qt.TextFlag.TextWordWrap), shown).height()

        low, high, wanted = 1, room, height(room)
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if height(middle) <= wanted else (middle + 1, high)
        return high

    def paintEvent(self, event: QPaintEvent) -> None:
        place, narrowest = self.contentsRect(), self.narrowest
        side = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
        drawn = QStyle.alignedRect(Qt.LayoutDirection.LeftToRight, side, place.size(), place)
        drawn.setWidth(narrowest)
        if side & Qt.AlignmentFlag.AlignHCenter:
            drawn.moveLeft(place.left() + (place.width() - narrowest) // 2)
        elif side & Qt.AlignmentFlag.AlignRight:
            drawn.moveRight(place.right())
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(drawn, int(side) | int(Qt.TextFlag.TextWordWrap), super(WrappedLabel, self).text())
