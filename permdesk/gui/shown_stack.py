"""Views in one place, of which one is shown."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget, QWidget


class ShownStack(QStackedWidget):
    """No higher than the view that is shown needs. Qt would count the others too, which are as high as they must be at
    a width that they have only until they are shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(lambda _: self.updateGeometry())

    def hasHeightForWidth(self) -> bool:
        return False

    def minimumSizeHint(self) -> QSize:
        widest, shown = super().minimumSizeHint(), self.currentWidget()
        if shown is None:
            return widest
        return QSize(widest.width(), shown.minimumSizeHint().expandedTo(shown.minimumSize()).height())
