"""One number on a card: what it is, the number, what to compare it with, and on demand what it means."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from permdesk.gui.derivations.explained import ExplainedFigure
from permdesk.gui.wrapped_label import WrappedLabel
from permdesk.report.derivations.derivation import Derivation


class FigureCard(QFrame):
    """``meaning`` says what the number is and is not; it shows under the pointer and when the card has the focus."""

    def __init__(self, title: str, meaning: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setToolTip(meaning)
        self.setAccessibleName(title)
        self.setAccessibleDescription(meaning)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.title = title
        self._title = _label(title, "caption")
        self._figure = _label("", "figure")
        self._figure.setProperty("explained", True)
        self._figure.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._detail = WrappedLabel()
        self._detail.setProperty("role", "caption")
        self._detail.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(1)
        for label in (self._title, self._figure, self._detail):
            layout.addWidget(label)
        layout.addStretch()
        self.explained = ExplainedFigure(self)

    @property
    def figure(self) -> str:
        return self._figure.text()

    @property
    def detail(self) -> str:
        return self._detail.text()

    def show_figure(
        self, figure: str, detail: str = "", derived: Callable[[], Derivation | None] = lambda: None
    ) -> None:
        """``derived`` says how the figure is computed, when somebody asks."""
        self.explained.say(derived)
        self._figure.setText(figure)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))
        self.setAccessibleName(f"{self.title}: {figure}. {detail}".strip())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            QToolTip.showText(self.mapToGlobal(QPoint(8, self.height())), self.toolTip(), self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 9, 9)
            painter.end()


def _label(text: str, role: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", role)
    label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    return label
