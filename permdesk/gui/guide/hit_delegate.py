"""Draws what a search has found: the title of a section in bold, below it the text around the words."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

PADDING = QSize(8, 5)
"""Pixels beside and above the words, as the style sheet gives them to rows of lists."""


class HitDelegate(QStyledItemDelegate):
    """For a list that wraps its words; the first line of an item is its title."""

    def __init__(self, hits: QListView) -> None:
        super().__init__(hits)
        self._hits = hits

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        width = self._hits.viewport().width()
        parts = self._parts(str(index.data()), option.font, width - 2 * PADDING.width())
        return QSize(width, round(sum(map(_height, parts))) + 2 * PADDING.height())

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        ground = QStyleOptionViewItem(option)
        self.initStyleOption(ground, index)
        ground.text = ""
        self._hits.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, ground, painter, self._hits)
        painter.setPen(option.palette.color(option.palette.ColorRole.Text))
        place = QPointF(option.rect.topLeft() + QPoint(PADDING.width(), PADDING.height()))
        for part in self._parts(str(index.data()), option.font, option.rect.width() - 2 * PADDING.width()):
            part.draw(painter, place)
            place.setY(place.y() + _height(part))

    def _parts(self, text: str, font: QFont, width: int) -> tuple[QTextLayout, QTextLayout]:
        title, _, excerpt = text.partition("\n")
        bold = QFont(font)
        bold.setWeight(QFont.Weight.DemiBold)
        return self._laid_out(title, bold, width), self._laid_out(excerpt, font, width)

    def _laid_out(self, text: str, font: QFont, width: int) -> QTextLayout:
        layout = QTextLayout(text, font)
        choice = QTextOption()
        choice.setTextDirection(self._hits.layoutDirection())
        choice.setAlignment(Qt.AlignmentFlag.AlignLeading)
        choice.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(choice)
        top = 0.0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width, 1))
            line.setPosition(QPointF(0, top))
            top += line.height()
        layout.endLayout()
        return layout


def _height(laid_out: QTextLayout) -> float:
    return laid_out.boundingRect().height()
