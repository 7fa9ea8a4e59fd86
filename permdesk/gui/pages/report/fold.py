"""A part of a form that can be folded away under its title."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QSizePolicy, QToolButton, QWidget

from permdesk.gui.parts import SMALL_GAP, column, explain
from permdesk.translation import tr


class Fold(QWidget):
    """The title is a button that shows and hides what is below it."""

    def __init__(self, title: str, tip: str, content: QLayout, *, is_open: bool) -> None:
        super().__init__()
        self.title = QToolButton()
        self.title.setText(title)
        self.title.setProperty("role", "quiet")
        self.title.setProperty("fold", True)
        self.title.setCheckable(True)
        self.title.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.title.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        explain(self.title, title, tr("{meaning} Press to show or hide.", meaning=tip))
        self.content = QWidget()
        content.setContentsMargins(4, 0, 0, 8)
        self.content.setLayout(content)
        self.setLayout(column(self.title, self.content, gap=SMALL_GAP))
        self.title.toggled.connect(self._fold)
        self.title.setChecked(is_open)
        self._fold(is_open)

    def _fold(self, is_open: bool) -> None:
        self.content.setVisible(is_open)
        self.title.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
