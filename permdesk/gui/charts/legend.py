"""The legend of a plot: names as they stand, in as many columns as have room."""

from __future__ import annotations

from html import escape, unescape

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

SIGN, GAP, MARGINS = 20, 5, 18
"""Pixels of the sign before a name, between neighbours, and at both ends of a line."""


class PlainLegend(pg.LegendItem):  # type: ignore[misc]
    """Names may hold what would be markup. They are cut in the middle only where they would take more lines than they
    may."""

    def __init__(self, **options: int) -> None:
        super().__init__(**options)
        self.setMinimumWidth(0)  # else a picture that becomes narrower stays as wide as the names of before
        self._whole: dict[pg.LabelItem, tuple[str, float]] = {}

    def addItem(self, item: pg.GraphicsObject, name: str) -> None:
        super().addItem(item, escape(name))

    def clear(self) -> None:
        super().clear()
        self._whole = {}

    def fit(self, room: float, most_columns: int, most_lines: int, metrics: QFontMetricsF) -> None:
        """Take as many columns as have so many pixels of ``room``; ``metrics`` are about those of the names. More than
        ``most_lines`` are none; 0 sets no bound."""
        names = [self._whole.get(label) or (label.text, _width(label)) for _sign, label in self.items]
        widths = [width for _name, width in names]
        n_columns = next((n for n in range(most_columns, 1, -1) if _needed(widths, n) <= room), 1)
        cut = [name for name, _width in names]
        if most_lines and len(names) > n_columns * most_lines and n_columns < most_columns:
            n_columns = min(most_columns, -(-len(names) // most_lines))
            each = (room - _needed([0.0], n_columns)) / n_columns
            cut = [
                _cut(name, each * metrics.horizontalAdvance(unescape(name)) / width, metrics) for name, width in names
            ]
        for (_sign, label), text, whole in zip(self.items, cut, names, strict=True):
            if label.text != text:
                label.setText(text)
                self._whole[label] = whole
        self.setColumnCount(n_columns)


def _width(label: pg.LabelItem) -> float:
    return float(label.item.boundingRect().width())


def _needed(widths: list[float], n_columns: int) -> float:
    """The pixels across that names of these widths take in so many columns."""
    columns = sum(max(widths[first::n_columns], default=0.0) for first in range(n_columns))
    return columns + n_columns * SIGN + (2 * n_columns - 1) * GAP + MARGINS


def _cut(name: str, room: float, metrics: QFontMetricsF) -> str:
    return escape(metrics.elidedText(unescape(name), Qt.TextElideMode.ElideMiddle, room))
