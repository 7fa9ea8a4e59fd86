"""A table that somebody must ask for: until then its place says how, so that no frame stands empty."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from permdesk.gui.parts import card, column, label


class Awaited(QStackedWidget):
    """Shows ``how`` it is asked for, then the ``table``, and nothing else any more."""

    def __init__(self, table: QWidget, how: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.how = label(how, "muted", wraps=True)
        self.how.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.how.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self._table = table
        self.addWidget(card(column(self.how, margins=16)))
        self.addWidget(table)

    def show_table(self) -> None:
        self.setCurrentWidget(self._table)
