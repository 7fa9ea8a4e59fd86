"""Paints the cells of every table: text with its marks, bars and fills, in the colours of the theme."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from permdesk.gui.models.array_table import Role
from permdesk.gui.models.columns import Cell, Column, Mark, Side
from permdesk.gui.theme import LIGHT, Theme, mixed

PADDING = 6
BOX_PADDING = 4
WIDEST = 1.7
BAR_SHARE = 0.28
ALIGNMENTS = {side: int(side.value) | int(Qt.TextFlag.TextSingleLine) for side in Side}
ALIGNMENTS[Side.RIGHT] |= int(Qt.TextFlag.TextForceLeftToRight)  # else the sign of a number would stand behind it
# Plain numbers: the operators of enum members take longer than the drawing.
BOXED, BOLD, UNDERLINED = int(Mark.BOXED), int(Mark.BOLD), int(Mark.UNDERLINED)
MUTED, GOOD, DANGER = int(Mark.MUTED), int(Mark.GOOD), int(Mark.DANGER)
SELECTED, FOCUSED = QStyle.StateFlag.State_Selected.value, QStyle.StateFlag.State_HasFocus.value


class CellDelegate(QStyledItemDelegate):
    """Draws all of a cell itself: Qt's own style asks for nine roles and can neither box nor shade. Fonts and inks are
    kept, as a screen full of cells is drawn at every scroll step."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._inks: dict[tuple[int, str], QColor] = {}
        self._bars = bar_colours(LIGHT)
        self._fonts: dict[int, tuple[QFont, int]] = {}
        self._plain = QFont()

    @property
    def theme(self) -> Theme:
        return self._theme

    @theme.setter
    def theme(self, theme: Theme) -> None:
        self._theme = theme
        self._inks = {}
        self._bars = bar_colours(theme)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        cell: Cell = index.data(Role.CELL)
        state = option.state.value
        painter.save()
        self.use_font(option.font)
        self.paint_cell(
            painter,
            option.rect,
            cell.column,
            cell.row,
            is_selected=bool(state & SELECTED),
            is_focused=bool(state & FOCUSED),
        )
        painter.restore()

    def use_font(self, plain: QFont) -> None:
        """Paint the following cells in this font, marked ones in a heavier one."""
        if plain != self._plain:
            self._plain, self._fonts = QFont(plain), {}

    def paint_cell(
        self, painter: QPainter, rect: QRect, column: Column, row: int, *, is_selected: bool, is_focused: bool
    ) -> None:
        """Paint a row of a column's arrays; the painter's pen, brush and font are lost."""
        marks = int(column.marks(row)) if column.marks else 0
        background = self._background(column, row, is_selected=is_selected)
        painter.fillRect(rect, self._colour(background))
        if column.bar:
            self._paint_bar(painter, rect, column.bar(row), is_selected=is_selected)
            marks &= ~(MUTED | GOOD | DANGER)  # no other ink can be read on a bar
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, self._colour(self._theme.border))
        font, digit = self._font(marks & (BOLD | UNDERLINED))
        painter.setFont(font)
        painter.setPen(self._ink(marks & (MUTED | GOOD | DANGER), background))
        inner = rect.adjusted(PADDING, 0, -PADDING, 0)
        text = column.text(row)
        # Measuring takes as long as drawing, so it is left out where the widest text of that length would fit.
        if (len(text) + 1) * digit * (1 if column.side is Side.RIGHT else WIDEST) > inner.width():
            text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, ALIGNMENTS[column.side], text)
        if marks & BOXED:
            self._paint_box(painter, inner, painter.boundingRect(inner, ALIGNMENTS[column.side], text))
        if is_focused:
            painter.setPen(QPen(QColor(self._theme.accent), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(rect).adjusted(1, 1, -1.5, -2))

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        metrics = option.fontMetrics
        return QSize(metrics.horizontalAdvance(index.data() or "") + 2 * PADDING, metrics.height() + PADDING)

    def _background(self, column: Column, row: int, *, is_selected: bool) -> str:
        if column.fill:
            share = column.fill(row)
            colour = self._theme.original if share > 0 else self._theme.anonymized
            return self._theme.shade(colour, share)
        return self._theme.selection if is_selected else self._theme.surface

    def _colour(self, name: str) -> QColor:
        return self._kept(-1, name, name)

    def _ink(self, tone: int, background: str) -> QColor:
        if (tone, background) in self._inks:
            return self._inks[tone, background]
        theme = self._theme
        readable = theme.ink_on(background)
        named = theme.danger if tone & DANGER else theme.good if tone & GOOD else theme.muted if tone else readable
        return self._kept(tone, background, named)

    def _kept(self, tone: int, background: str, name: str) -> QColor:
        if (tone, background) not in self._inks:
            self._inks[tone, background] = QColor(name)
        return self._inks[tone, background]

    def _font(self, marks: int) -> tuple[QFont, int]:
        """The font of a cell with these marks, and the width of its digits."""
        if marks not in self._fonts:
            font = QFont(self._plain)
            font.setBold(bool(marks & BOLD))
            font.setUnderline(bool(marks & UNDERLINED))
            self._fonts[marks] = font, QFontMetrics(font).horizontalAdvance("0")
        return self._fonts[marks]

    def _paint_bar(self, painter: QPainter, rect: QRect, share: float, *, is_selected: bool) -> None:
        if not share > 0:
            return
        bar = QRectF(rect).adjusted(4, 5, -4, -6)
        bar.setWidth(max(2.0, bar.width() * min(1.0, share)))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._bars[is_selected])
        painter.drawRoundedRect(bar, 2, 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_box(self, painter: QPainter, inner: QRect, around: QRect) -> None:
        box = QRectF(around).adjusted(-BOX_PADDING, 0, BOX_PADDING, 0)
        box.setTop(inner.top() + 2.5)
        box.setBottom(inner.bottom() - 2.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(painter.pen().color(), 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 2, 2)


def bar_colours(theme: Theme) -> tuple[QColor, QColor]:
    """Of bars, in rows that are not selected and in those that are."""
    unselected, selected = (mixed(theme.accent, ground, BAR_SHARE) for ground in (theme.surface, theme.selection))
    return QColor(unselected), QColor(selected)
