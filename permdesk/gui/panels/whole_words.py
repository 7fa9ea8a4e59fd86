"""Words over as many lines as they take at their width: none of them is cut, and no room is kept for more."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent

from permdesk.gui.wrapped_label import WrappedLabel


class WholeWords(WrappedLabel):
    """As high as its text needs at its width; the guess of a layout, for a narrow label, is several times that."""

    def __init__(self, role: str = "", lowest: int = 0) -> None:
        """``lowest`` is the height, in pixels, that it takes in any case."""
        super().__init__()
        self._lowest = lowest
        self.setProperty("role", role)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._keep_whole()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_whole()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._keep_whole()

    def _keep_whole(self) -> None:
        self.setMinimumHeight(self._lowest)  # Qt takes the height of before for one that the words need
        self.setMinimumHeight(max(self._lowest, self.heightForWidth(self.width())))
