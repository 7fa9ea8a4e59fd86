"""A text in fixed width, in which the borders between columns are set by click, drag and key."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontDatabase, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractScrollArea

from permdesk.gui.parts import explain
from permdesk.gui.theme import LIGHT, Theme
from permdesk.translation import tr

MARGIN = 10
TEN = 10
LONGEST = 20_000
"""Characters of a line that are drawn; a file of one endless line must not stop the window."""
NEAR = 4
"""So many pixels from a border it is the border that is meant."""


class ColumnRuler(QAbstractScrollArea):
    """Borders are places between characters: border p stands before character p, counted from 0. The first character
    and the last need none."""

    borders_changed = Signal(object)
    """The borders after a person changed them, as an ascending tuple."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[str, ...] = ()
        self._borders: tuple[int, ...] = ()
        self._caret, self._dragged = 1, 0
        self._theme: Theme = LIGHT
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setProperty("role", "ruler")
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # lines of files begin on the left
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        tip = tr(
            "Click between two characters to set a border, drag a border to move it, double-click it to take it away. "
            "By keys: arrows move the mark, Enter sets a border, Delete takes it away, Alt with an arrow moves it."
        )
        explain(self, tr("Columns of the file"), tip)
        self.viewport().setToolTip(tip)
        self._describe()

    @property
    def borders(self) -> tuple[int, ...]:
        return self._borders

    @property
    def caret(self) -> int:
        """Where keys set a border now."""
        return self._caret

    @property
    def length(self) -> int:
        """Characters of the longest line."""
        return max(map(len, self._lines), default=0)

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show the first lines of a file."""
        self._lines = tuple(line.rstrip("\r\n")[:LONGEST] for line in lines)
        self._borders = tuple(place for place in self._borders if place < self.length)
        self._fit()

    def show_borders(self, borders: Sequence[int]) -> None:
        """Show borders without announcing them; places outside the text are left out."""
        self._borders = tuple(sorted({place for place in borders if 0 < place < self.length}))
        self._describe()
        self.viewport().update()

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.viewport().update()

    def x_of(self, place: int) -> int:
        """Where in the viewport the gap before character ``place`` is."""
        return round(MARGIN + place * self._advance) - self.horizontalScrollBar().value()

    def sizeHint(self) -> QSize:
        return QSize(480, 240)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 120)

    @property
    def _advance(self) -> float:
        return QFontMetricsF(self.font()).horizontalAdvance("0")

    @property
    def _line_height(self) -> int:
        return self.fontMetrics().height() + 2

    @property
    def _ruler_height(self) -> int:
        return self._line_height + 8

    def _place_at(self, x: int) -> int:
        place = round((x + self.horizontalScrollBar().value() - MARGIN) / self._advance)
        return min(max(place, 1), max(self.length - 1, 1))

    def _border_at(self, x: int) -> int:
        """The border that the pointer is on, 0 for none."""
        return next((place for place in self._borders if abs(self.x_of(place) - x) <= NEAR), 0)

    def _decide(self, borders: Sequence[int]) -> None:
        before = self._borders
        self.show_borders(borders)
        if self._borders != before:
            self.borders_changed.emit(self._borders)

    def _move(self, border: int, place: int) -> bool:
        """Move a border, but not onto or across another one."""
        others = [other for other in self._borders if other != border]
        between = range(min(border, place), max(border, place) + 1)
        if not 0 < place < self.length or any(other in between for other in others):
            return False
        self._decide([*others, place])
        return True

    def _put_caret(self, place: int) -> None:
        self._caret = min(max(place, 1), max(self.length - 1, 1))
        x, bar = self.x_of(self._caret), self.horizontalScrollBar()
        if x < MARGIN or x > self.viewport().width() - MARGIN:
            bar.setValue(bar.value() + x - self.viewport().width() // 2)
        self._describe()
        self.viewport().update()

    def _describe(self) -> None:
        places = ", ".join(map(str, self._borders)) or tr("none")
        self.setAccessibleDescription(
            tr("Mark after character {caret}. Borders after: {borders}.", caret=self._caret, borders=places)
        )

    def _fit(self) -> None:
        width = round(2 * MARGIN + self.length * self._advance)
        height = self._ruler_height + len(self._lines) * self._line_height + MARGIN
        view = self.viewport().size()
        for bar, whole, seen in (
            (self.horizontalScrollBar(), width, view.width()),
            (self.verticalScrollBar(), height, view.height()),
        ):
            bar.setRange(0, max(0, whole - seen))
            bar.setPageStep(seen)
            bar.setSingleStep(self._line_height)
        self.viewport().update()

    def resizeEvent(self, event: object) -> None:
        self._fit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._lines:
            x = event.position().toPoint().x()
            self._dragged = self._border_at(x) or self._place_at(x)
            if self._dragged not in self._borders:
                self._decide([*self._borders, self._dragged])
            self._put_caret(self._dragged)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().toPoint().x()
        if self._dragged:
            if self._move(self._dragged, self._place_at(x)):
                self._dragged = self._place_at(x)
                self._put_caret(self._dragged)
        else:
            shape = Qt.CursorShape.SplitHCursor if self._border_at(x) else Qt.CursorShape.IBeamCursor
            self.viewport().setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged = 0

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        border = self._border_at(event.position().toPoint().x())
        self._dragged = 0
        if border:
            self._decide([place for place in self._borders if place != border])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, moves = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        jumps = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(key), 0)
        if step and moves:
            if self._caret in self._borders and self._move(self._caret, self._caret + step):
                self._put_caret(self._caret + step)
        elif step and jumps:
            ahead = [place for place in self._borders if (place - self._caret) * step > 0]
            self._put_caret(min(ahead, key=lambda place: abs(place - self._caret)) if ahead else self._caret)
        elif step:
            self._put_caret(self._caret + step)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._decide([*self._borders, self._caret])
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._decide([place for place in self._borders if place != self._caret])
        elif key == Qt.Key.Key_Home:
            self._put_caret(1)
        elif key == Qt.Key.Key_End:
            self._put_caret(self.length - 1)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: object) -> None:
        self.viewport().update()

    def focusOutEvent(self, event: object) -> None:
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self.viewport())
        painter.setFont(self.font())
        view, top = self.viewport().rect(), self._ruler_height
        painter.fillRect(view, QColor(theme.surface))
        edges = [0, *self._borders, max(self.length, 1)]
        for number, (left, right) in enumerate(pairwise(edges)):
            if number % 2:  # every other column is shaded, so that borders are not all that tells them apart
                painter.fillRect(
                    QRect(QPoint(self.x_of(left), top), QPoint(self.x_of(right), view.bottom())),
                    QColor(theme.tint(theme.accent, 0.08)),
                )
        painter.setPen(QColor(theme.text))
        scrolled = self.verticalScrollBar().value()
        for number, line in enumerate(self._lines):
            y = top + number * self._line_height - scrolled
            if top - self._line_height < y < view.bottom():
                first = self._place_at(0) - 1
                shown = line[first : self._place_at(view.width()) + 1]
                painter.drawText(self.x_of(first), y + self.fontMetrics().ascent() + 2, shown)
        self._paint_ruler(painter, top)
        painter.setPen(QPen(QColor(theme.accent), 2))
        for place in self._borders:
            painter.drawLine(self.x_of(place), top - 6, self.x_of(place), view.bottom())
        if self.hasFocus():
            x = self.x_of(self._caret)
            painter.setPen(QPen(QColor(theme.danger), 1, Qt.PenStyle.DashLine))
            painter.drawLine(x, top, x, view.bottom())
            painter.setBrush(QColor(theme.danger))
            painter.drawPolygon([QPoint(x - 5, top - 8), QPoint(x + 5, top - 8), QPoint(x, top - 1)])

    def _paint_ruler(self, painter: QPainter, height: int) -> None:
        """The numbers of characters above the text: a stroke each, a number every ten."""
        theme = self._theme
        painter.fillRect(QRect(0, 0, self.viewport().width(), height), QColor(theme.sunken))
        painter.setPen(QColor(theme.muted))
        first, last = self._place_at(0), self._place_at(self.viewport().width())
        for place in range(first - 1, last + 2):
            x = self.x_of(place)
            is_ten = place % TEN == 0
            painter.drawLine(x, height - (8 if is_ten else 4), x, height)
            if is_ten and place:
                words = QRect(x - 30, 0, 60, height - 8)
                painter.drawText(words, int(Qt.AlignmentFlag.AlignCenter), str(place))
