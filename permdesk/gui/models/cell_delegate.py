"""Paints the cells of every table: text with its marks, bars and fills, in the colours of the theme."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from permdesk.gui.models.array_table import Role
from permdesk.gui.models.columns import Mark
from permdesk.gui.theme import LIGHT, contrast

PADDING = 6
BOX_PADDING = 4
STRONGEST_FILL = 0.75


class CellDelegate(QStyledItemDelegate):
    """Asks the model for a cell's text, marks, bar and fill, and draws them itself: Qt's own style asks for nine
    roles per cell and cannot box, underline or shade."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.theme = LIGHT

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        font: QFont = option.font
        marks = Mark(index.data(Role.MARKS) or 0)
        background = self._background(index, bool(state & QStyle.StateFlag.State_Selected))
        painter.save()
        painter.fillRect(rect, QColor(background))
        self._paint_bar(painter, rect, index.data(Role.BAR))
        painter.setPen(QColor(self.theme.border))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setFont(marked_font(font, marks))
        painter.setPen(QColor(self._ink(marks, background)))
        inner = rect.adjusted(PADDING, 0, -PADDING, 0)
        alignment = index.data(Qt.ItemDataRole.TextAlignmentRole)
        text = painter.fontMetrics().elidedText(index.data() or "", Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, alignment | Qt.TextFlag.TextSingleLine, text)
        if marks & Mark.BOXED:
            self._paint_box(painter, inner, painter.boundingRect(inner, alignment, text))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(self.theme.accent), 1.5))
            painter.drawRect(QRectF(rect).adjusted(1, 1, -1.5, -2))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        metrics: QFontMetrics = option.fontMetrics
        return QSize(metrics.horizontalAdvance(index.data() or "") + 2 * PADDING, metrics.height() + PADDING)

    def _background(self, index: QModelIndex | QPersistentModelIndex, is_selected: bool) -> str:
        fill = index.data(Role.FILL)
        if fill is not None:
            colour = self.theme.original if fill > 0 else self.theme.anonymized
            return self.theme.tint(colour, STRONGEST_FILL * min(1.0, abs(fill)))
        return self.theme.selection if is_selected else self.theme.surface

    def _ink(self, marks: Mark, background: str) -> str:
        if marks & Mark.DANGER:
            return self.theme.danger
        if marks & Mark.GOOD:
            return self.theme.good
        if marks & Mark.MUTED:
            return self.theme.muted
        return max((self.theme.text, self.theme.surface), key=lambda ink: contrast(ink, background))

    def _paint_bar(self, painter: QPainter, rect: QRect, share: float | None) -> None:
        if not share:
            return
        bar = QRectF(rect).adjusted(4, 5, -4, -6)
        bar.setWidth(max(2.0, bar.width() * min(1.0, share)))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.tint(self.theme.accent, 0.28)))
        painter.drawRoundedRect(bar, 2, 2)

    def _paint_box(self, painter: QPainter, inner: QRect, around: QRect) -> None:
        box = QRectF(around).adjusted(-BOX_PADDING, 0, BOX_PADDING, 0)
        box.setTop(inner.top() + 2.5)
        box.setBottom(inner.bottom() - 2.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(painter.pen().color(), 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 2, 2)


def marked_font(font: QFont, marks: Mark) -> QFont:
    """``font`` as the marks want it."""
    marked = QFont(font)
    marked.setBold(bool(marks & Mark.BOLD))
    marked.setUnderline(bool(marks & Mark.UNDERLINED))
    return marked
