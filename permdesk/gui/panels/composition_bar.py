"""A whole and its parts as one bar: how many links are right, several, wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from permdesk.gui import numbers
from permdesk.gui.theme import LIGHT, Theme

RADIUS = 6


@dataclass(frozen=True, slots=True)
class Part:
    """``n`` of the whole. ``sign`` and ``pattern`` tell it from its neighbours without colour; ``tone`` names a
    colour of the theme; ``brief`` stands for sign and name where these have no room."""

    name: str
    sign: str
    n: int
    tone: str
    pattern: Qt.BrushStyle = Qt.BrushStyle.SolidPattern
    brief: str = ""


class CompositionBar(QWidget):
    """Parts side by side, each as wide as its share and labelled where there is room."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._theme: Theme = LIGHT
        self.parts: tuple[Part, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_parts(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)
        said = ", ".join(f"{part.name} {numbers.count(part.n)}" for part in parts)
        self.setAccessibleName(f"{self._name}: {said}")
        self.setToolTip(said)
        self.update()

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, self.fontMetrics().height() + 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        total = sum(part.n for part in self.parts)
        if not total:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = 0.0
        for part in self.parts:
            width = self.width() * part.n / total
            if width > 0:
                self._paint_part(painter, QRectF(left, 0, width, self.height()).adjusted(1, 1, -1, -1), part)
            left += width
        painter.end()

    def _paint_part(self, painter: QPainter, rect: QRectF, part: Part) -> None:
        colour = getattr(self._theme, part.tone)
        painter.setPen(QColor(colour))
        painter.setBrush(QColor(self._theme.tint(colour, 0.18)))
        painter.drawRoundedRect(rect, RADIUS, RADIUS)
        if part.pattern is not Qt.BrushStyle.SolidPattern:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(QColor(self._theme.tint(colour, 0.4)), part.pattern))
            painter.drawRoundedRect(rect, RADIUS, RADIUS)
        n = numbers.count(part.n)
        whole, short = f"{part.sign} {part.name} {n}", f"{part.brief or part.sign} {n}"
        for text in (whole, short, f"{part.sign} {n}"):
            if painter.fontMetrics().horizontalAdvance(text) + 2 * RADIUS < rect.width():
                painter.setPen(QColor(self._theme.text))
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
                return
