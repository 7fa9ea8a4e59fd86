"""A choice among a few, all of them visible: buttons side by side of which one is down."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QSizePolicy, QToolButton, QWidget

GAP = 4


class Segments(QWidget):
    """``chosen`` carries the place of the button that went down. Arrow keys move among the buttons."""

    chosen = Signal(int)

    def __init__(
        self, name: str, options: Sequence[tuple[str, str]], parent: QWidget | None = None, *, wraps: bool = False
    ) -> None:
        """``options`` are texts and tooltips; an ampersand in a text makes an Alt shortcut. Buttons that ``wraps`` take
        several rows where one has no room."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GAP)
        self._group = QButtonGroup(self)
        self.buttons: list[QToolButton] = []
        for place, (text, tooltip) in enumerate(options):
            button = QToolButton()
            button.setText(text)
            button.setCheckable(True)
            button.setToolTip(tooltip)
            button.setAccessibleName(f"{name}: {text.replace('&', '')}")
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
            self._group.addButton(button, place)
            self._grid.addWidget(button, 0, place)
            self.buttons.append(button)
        self.buttons[0].setChecked(True)
        self._wraps, self._n_across = wraps, len(self.buttons)
        sideways = QSizePolicy.Policy.Maximum if wraps else QSizePolicy.Policy.Fixed
        self.setSizePolicy(sideways, QSizePolicy.Policy.Fixed)
        self._group.idToggled.connect(self._on_toggled)

    @property
    def current(self) -> int:
        return self._group.checkedId()

    def choose(self, place: int) -> None:
        self.buttons[place].setChecked(True)

    def sizeHint(self) -> QSize:
        return QSize(self._width(len(self.buttons)), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._width(1 if self._wraps else len(self.buttons)), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._wrap(event.size().width())

    def _wrap(self, width: int) -> None:
        """Take as few rows as have room, each of about as many buttons."""
        if not self._wraps:
            return
        n = len(self.buttons)
        across = (-(-n // n_rows) for n_rows in range(1, n + 1))
        n_across = next((some for some in across if self._width(some) <= width), 1)
        if n_across == self._n_across:
            return
        self._n_across = n_across
        for place, button in enumerate(self.buttons):
            self._grid.addWidget(button, *divmod(place, n_across))
        self.updateGeometry()

    def _width(self, n_across: int) -> int:
        """Of so many buttons beside each other."""
        widths = [button.sizeHint().width() for button in self.buttons]
        return sum(max(widths[column::n_across]) for column in range(n_across)) + GAP * (n_across - 1)

    def _on_toggled(self, place: int, is_down: bool) -> None:
        if is_down:
            self.chosen.emit(place)
