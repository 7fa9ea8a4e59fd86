"""A number in a line of text that says how it is computed when it is clicked or asked by key."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy

from permdesk.gui.derivations.explained import ExplainedFigure


class FigureLabel(QLabel):
    """A label in the look of ``role``, underlined by dots; it can be reached by Tab."""

    def __init__(self, role: str = "figure") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setProperty("explained", True)
        self.setIndent(0)  # else the border of a number that has, or had, the focus moves it in
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.explained = ExplainedFigure(self)
