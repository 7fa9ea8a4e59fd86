"""A row that becomes a column where there is no room for it: small screens, large type, long words."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Signal
from PySide6.QtWidgets import QBoxLayout, QLayout, QLayoutItem, QWidget

from permdesk.gui.parts import GAP

ROW, COLUMN = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


class Turning(QBoxLayout):
    """Parts beside each other if all of them have their smallest width, else under each other. A part that says of
    itself that its height does not follow from its width may be made as low as it can be. ``turned`` says that
    the row has become a column, or a row again."""

    turned = Signal()

    def __init__(self, *parts: QWidget | QLayout, gap: int = GAP, stretches: tuple[int, ...] = ()) -> None:
        super().__init__(ROW)
        self._heights: dict[int, int] = {}
        self._is_stretched = any(stretches)
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(gap)
        for place, part in enumerate(parts):
            stretch = stretches[place] if stretches else 0
            if isinstance(part, QWidget):
                self.addWidget(part, stretch)
            else:
                self.addLayout(part, stretch)

    @property
    def is_column(self) -> bool:
        return self.direction() == COLUMN

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        """Qt asks dozens of times for the same width until all parts of a window have their places."""
        if width not in self._heights:
            self._heights[width] = self._found_height(width)
        return self._heights[width]

    def minimumHeightForWidth(self, width: int) -> int:
        return self.heightForWidth(width)

    def minimumSize(self) -> QSize:
        widest = max((item.minimumSize().width() for item in self._items()), default=0)
        return QSize(widest, super().minimumSize().height())

    def setGeometry(self, place: QRect) -> None:
        wanted = COLUMN if self._turns_at(place.width()) else ROW
        if wanted != self.direction():
            self.setDirection(wanted)
            self.turned.emit()
        super().setGeometry(place)

    def _found_height(self, width: int) -> int:
        items = self._items()
        if self._turns_at(width):
            return sum(_height(item, width) for item in items) + self.spacing() * (len(items) - 1)
        return max((_height(item, share) for item, share in self._shares(width)), default=0)

    def _turns_at(self, width: int) -> bool:
        items = self._items()
        return sum(item.minimumSize().width() for item in items) + self.spacing() * (len(items) - 1) > width

    def _shares(self, width: int) -> list[tuple[QLayoutItem, int]]:
        """About how wide each part is beside the others: its share by its stretch, but not less than it can be."""
        items = self._items()
        stretches = [self.stretch(self.indexOf(item)) if self._is_stretched else 1 for item in items]
        fixed = sum(item.sizeHint().width() for item, stretch in zip(items, stretches, strict=True) if not stretch)
        room, whole = width - self.spacing() * (len(items) - 1) - fixed, max(1, sum(stretches))
        return [
            (item, max(item.minimumSize().width(), room * stretch // whole if stretch else item.sizeHint().width()))
            for item, stretch in zip(items, stretches, strict=True)
        ]

    def _items(self) -> list[QLayoutItem]:
        items = (self.itemAt(place) for place in range(self.count()))
        return [item for item in items if item is not None and not item.isEmpty()]


def _height(item: QLayoutItem, width: int) -> int:
    return item.minimumHeightForWidth(width) if item.hasHeightForWidth() else item.minimumSize().height()
