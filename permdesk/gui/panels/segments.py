"""A choice among a few, all of them visible: buttons side by side of which one is down."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QToolButton, QWidget


class Segments(QWidget):
    """``chosen`` carries the place of the button that went down. Arrow keys move among the buttons."""

    chosen = Signal(int)

    def __init__(self, name: str, options: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        """``options`` are texts and tooltips; an ampersand in a text makes an Alt shortcut."""
        super().__init__(parent)
        self.setAccessibleName(name)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        self._group = QButtonGroup(self)
        self.buttons: list[QToolButton] = []
        for place, (text, tooltip) in enumerate(options):
            button = QToolButton()
            button.setText(text)
            button.setCheckable(True)
            button.setToolTip(tooltip)
            button.setAccessibleName(f"{name}: {text.replace('&', '')}")
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self._group.addButton(button, place)
            layout.addWidget(button)
            self.buttons.append(button)
        self.buttons[0].setChecked(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._group.idToggled.connect(self._on_toggled)

    @property
    def current(self) -> int:
        return self._group.checkedId()

    def choose(self, place: int) -> None:
        self.buttons[place].setChecked(True)

    def _on_toggled(self, place: int, is_down: bool) -> None:
        if is_down:
            self.chosen.emit(place)
