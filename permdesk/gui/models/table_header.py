"""A table's header with a line above it, for columns that belong together, and titles on one line or two."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPolygon
from PySide6.QtWidgets import QHeaderView, QWidget

from permdesk.gui.models.array_table import ArrayTableModel, Role
from permdesk.gui.models.cell_delegate import PADDING
from permdesk.gui.models.column_widths import broken_title
from permdesk.gui.theme import LIGHT, Theme

ARROW, SMALL_ARROW = 4, 3


class TableHeader(QHeaderView):
    """Draws titles, the direction of sorting, and group headings across their columns.

    All of it is painted here: Qt's own painting asks the selection about every row of every column.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.theme: Theme = LIGHT
        self._title_lines = 1
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(32)

    def sizeHint(self) -> QSize:
        groups = self._line if self._has_groups else 0
        return QSize(self.length(), groups + self._title_height)

    def show_titles_on(self, n_lines: int) -> None:
        """Give titles one line, or two for those that are wider than their columns."""
        if n_lines != self._title_lines:
            self._title_lines = n_lines
            self.geometriesChanged.emit()
            self.viewport().update()

    @property
    def _title_height(self) -> int:
        return self._line + self.fontMetrics().height() * (self._title_lines - 1)

    @property
    def _line(self) -> int:
        return self.fontMetrics().height() + 9

    @property
    def _has_groups(self) -> bool:
        return any(self._ask(section, Role.GROUP) for section in range(self.count()))

    def _ask(self, section: int, role: int) -> str:
        return str(self.model().headerData(section, Qt.Orientation.Horizontal, role) or "")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(self.theme.sunken))
        shown = [self.logicalIndex(place) for place in range(self.count())]
        shown = [section for section in shown if not self.isSectionHidden(section)]
        for section in shown:
            self._paint_title(painter, section)
        self._paint_groups(painter, shown)
        painter.setPen(QColor(self.theme.border))
        painter.drawLine(0, self.height() - 1, self.viewport().width(), self.height() - 1)
        painter.end()

    def _paint_title(self, painter: QPainter, section: int) -> None:
        left, width = self.sectionViewportPosition(section), self.sectionSize(section)
        if left + width < 0 or left > self.viewport().width():
            return
        inner = QRect(left + PADDING, self.height() - self._line, width - 2 * PADDING, self._line - 1)
        sorted_as = self._sorted_as(section)
        alignment = self.model().headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        font = QFont(self.font())
        font.setBold(sorted_as == 1)
        painter.setFont(font)
        painter.setPen(QColor(self.theme.text))
        for line in reversed(self._lines_of(section, painter.fontMetrics(), inner.width())):
            painter.drawText(inner, alignment | Qt.TextFlag.TextSingleLine, line)
            inner.translate(0, -painter.fontMetrics().height())
        if sorted_as:
            self._paint_arrows(painter, section, left + width // 2, sorted_as)

    def _lines_of(self, section: int, metrics: QFontMetrics, room: int) -> list[str]:
        """A title on as many lines as it takes and has, from the top; a line is cut where it has no room."""
        title = self._ask(section, Qt.ItemDataRole.DisplayRole)
        whole = self._title_lines == 1 or metrics.horizontalAdvance(title) <= room
        lines = (title,) if whole else broken_title(title, metrics)
        return [metrics.elidedText(line, Qt.TextElideMode.ElideRight, room) for line in lines]

    def _sorted_as(self, section: int) -> int:
        """1 for the column that decides first how rows stand, 2 and 3 for the next ones, 0 for all others."""
        model = self.model()
        return int(model.headerData(section, Qt.Orientation.Horizontal, Role.SORTED) or 0)

    def _paint_arrows(self, painter: QPainter, section: int, middle: int, n: int) -> None:
        """Under the title, so that they take no width from it: one arrow where a column decides first, two or three
        small ones where it decides second or third."""
        model = self.model()
        up = not (isinstance(model, ArrayTableModel) and model.is_sorted_descending(section))
        size = ARROW if n == 1 else SMALL_ARROW
        base = self.height() - 3
        tip = base - size
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.accent))
        for k in range(n):
            at = middle + (2 * k - n + 1) * (size + 1)
            corners = [(at - size, base if up else tip), (at + size, base if up else tip), (at, tip if up else base)]
            painter.drawPolygon(QPolygon([QPoint(x, y) for x, y in corners]))

    def _paint_groups(self, painter: QPainter, shown: list[int]) -> None:
        groups: list[tuple[str, int, int]] = []
        for section in shown:
            left = self.sectionViewportPosition(section)
            right = left + self.sectionSize(section)
            name = self._ask(section, Role.GROUP)
            if groups and groups[-1][0] == name:
                groups[-1] = (name, min(left, groups[-1][1]), max(right, groups[-1][2]))
            else:
                groups.append((name, left, right))
        painter.setFont(self.font())
        for name, left, right in groups:
            painter.setPen(QColor(self.theme.border))
            painter.drawLine(right - 1, 4, right - 1, self.height() - 5)
            visible = QRect(max(left, 0), 0, min(right, self.viewport().width()) - max(left, 0), self._line)
            inner = visible.adjusted(PADDING // 2, 0, -PADDING // 2, 0)
            if not name or inner.width() <= 0:
                continue
            painter.drawLine(left + PADDING // 2, self._line - 1, right - PADDING // 2, self._line - 1)
            painter.setPen(QColor(self.theme.muted))
            text = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(inner, Qt.AlignmentFlag.AlignCenter, text)
