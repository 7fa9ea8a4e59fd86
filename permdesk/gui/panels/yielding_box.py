"""A box of choices that gives room to others where there is little: its text is cut then, its tooltip has all of it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QComboBox, QSizePolicy

from permdesk.gui.parts import explain, grown

LEAST, MOST = 110, 320
"""Pixels of width, for type of the usual size."""


class YieldingBox(QComboBox):
    """``tip`` says what is chosen."""

    def __init__(self, name: str, tip: str) -> None:
        super().__init__()
        self._name, self._tip = name, tip
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        explain(self, name, tip)

    def sizeHint(self) -> QSize:
        return super().sizeHint().boundedTo(QSize(grown(MOST), super().sizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(grown(LEAST), super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            said = self.itemData(self.currentIndex(), Qt.ItemDataRole.ToolTipRole)
            self.setToolTip("\n".join(text for text in (self._tip, self.currentText(), said) if text))
        return super().event(event)
