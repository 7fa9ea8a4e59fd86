"""A matrix of rank correlations as a picture, for three attributes and for forty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QResizeEvent
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from permdesk.compute.arrays import Floats
from permdesk.gui import numbers
from permdesk.gui.charts.plot import Plot
from permdesk.gui.models.columns import Column
from permdesk.gui.theme import Theme
from permdesk.translation import tr

STRONGEST_FILL = 0.85
MOST_WITH_NUMBERS = 10
LONGEST_NAME = 18
LINE_HEIGHT = 17
STEPS = 20
"""How many shades there are from nothing to a correlation of 1."""


class HeatMap(Plot):
    """Each cell is shaded by size. Positive ones are blue; negative ones orange with a stroke, so that a print without
    colours tells them apart. Up to MOST_WITH_NUMBERS attributes the numbers stand in the cells."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Rank correlations between attributes"), "", "", parent)
        self.names: tuple[str, ...] = ()
        self.matrices: Mapping[str, Floats] = {}
        self.shown = ""
        self._columns: tuple[Column, ...] = ()
        self.box.invertY(True)

    def show_matrix(
        self, names: Sequence[str], matrices: Mapping[str, Floats], shown: str, columns: Sequence[Column]
    ) -> None:
        """Show one of some matrices (m, m), by its title, of which ``columns`` list the numbers; the pointer is told
        those of all of them."""
        self.names, self.matrices, self.shown = tuple(names), matrices, shown
        self._columns = tuple(columns)
        title = tr("Correlations of {file}", file=shown)
        number = tr("Attribute, by its number")
        self._titles["bottom"] = f"{title}. {number}" if len(names) > MOST_WITH_NUMBERS else title
        self.redraw()
        self.reset()

    @property
    def matrix(self) -> Floats:
        return self.matrices[self.shown]

    def draw(self) -> None:
        m = len(self.names)
        if not m:
            return
        self.canvas.addItem(Cells(self.matrix, self.theme, self.dots))
        if m <= MOST_WITH_NUMBERS:
            self.canvas.addItem(CellNumbers(self.matrix, self.theme, self.font()), ignoreBounds=True)
        for side in ("bottom", "left"):
            self.canvas.getAxis(side).setTicks([self._ticks(side)])
        self.canvas.showGrid(y=False)
        self.box.setLimits(xMin=0, xMax=m, yMin=0, yMax=m)
        for value, title in ((1.0, tr("rise together")), (-1.0, tr("one falls as the other rises"))):
            self.legend.addItem(CellSample(value, self.theme), title)

    def reset(self) -> None:
        m = max(len(self.names), 1)
        self.box.setRange(xRange=(0, m), yRange=(0, m), padding=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.names:
            self.canvas.getAxis("left").setTicks([self._ticks("left")])
            self.canvas.getAxis("bottom").setTicks([self._ticks("bottom")])

    def said_at(self, x: float, y: float) -> str | None:
        m = len(self.names)
        if not (0 <= x < m and 0 <= y < m):
            return ""
        i, j = int(y), int(x)
        said = ", ".join(
            tr("{value} in {file}", value=numbers.decimal(float(matrix[i, j]), 3), file=title)
            for title, matrix in self.matrices.items()
        )
        return tr("{a} and {b}: {correlations}", a=self.names[i], b=self.names[j], correlations=said)

    def listed(self) -> tuple[Sequence[Column], int]:
        return self._columns, len(self.names)

    def _ticks(self, side: str) -> list[tuple[float, str]]:
        """Names on both sides of few attributes; of more the names with their numbers on the left, only numbers below,
        as many as there is room for."""
        m = len(self.names)
        are_few = m <= MOST_WITH_NUMBERS
        room = self.view.height() if side == "left" else self.view.width() - 150
        step = max(1, -(-m * (LINE_HEIGHT if side == "left" else 2 * LINE_HEIGHT) // max(room - 60, 1)))
        ticks = []
        for place in range(0, m, step):
            name = self.names[place]
            longest = LONGEST_NAME if side == "left" else max(4, int(room / m / 9))
            cut = name if len(name) <= longest else f"{name[: longest - 1]}…"
            number = numbers.count(place + 1)
            ticks.append((place + 0.5, cut if are_few else f"{number}  {cut}" if side == "left" else number))
        return ticks


def shade(value: float, theme: Theme) -> str:
    """The colour of a correlation: one of a few shades, so that a thousand cells need few brushes."""
    if not np.isfinite(value):
        return theme.sunken
    size = round(STEPS * min(1.0, abs(value))) / STEPS
    return theme.tint(theme.original if value > 0 else theme.anonymized, STRONGEST_FILL * size)


class Cells(pg.GraphicsObject):  # type: ignore[misc]
    """The cells of a matrix, painted at once."""

    def __init__(self, matrix: Floats, theme: Theme, scale: float) -> None:
        super().__init__()
        self._matrix, self._theme, self._scale = matrix, theme, scale

    def boundingRect(self) -> QRectF:
        m = self._matrix.shape[0]
        return QRectF(0, 0, m, m)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        stroke = pg.mkPen(self._theme.text, width=1.2 * self._scale)
        strokes, m = [], self._matrix.shape[0]
        reach = 0.1 if m <= MOST_WITH_NUMBERS else 0.2  # beside a number, or alone
        for (i, j), value in np.ndenumerate(self._matrix):
            painter.fillRect(QRectF(j, i, 1, 1), QColor(shade(float(value), self._theme)))
            if value < -0.5 / STEPS:
                strokes.append(QLineF(j + reach / 2, i + 1 - reach / 2, j + 1.5 * reach, i + 1 - 1.5 * reach))
        painter.setPen(pg.mkPen(self._theme.surface, width=self._scale))
        painter.drawLines([QLineF(0, at, m, at) for at in range(m + 1)])
        painter.drawLines([QLineF(at, 0, at, m) for at in range(m + 1)])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(stroke)
        painter.drawLines(strokes)


class CellNumbers(pg.GraphicsObject):  # type: ignore[misc]
    """The number of each cell in its middle, all painted by one item: a hundred items took longer than all else."""

    def __init__(self, matrix: Floats, theme: Theme, font: QFont) -> None:
        super().__init__()
        self.texts = [[numbers.decimal(value, 2) for value in row] for row in matrix.tolist()]
        self._inks = [[QColor(theme.ink_on(shade(value, theme))) for value in row] for row in matrix.tolist()]
        self._font = font

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, len(self.texts), len(self.texts))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setFont(self._font)
        of_scene, _ = self.sceneTransform().inverted()
        painter.setTransform(of_scene * painter.transform())  # letters are not stretched as cells are
        for i, (texts, inks) in enumerate(zip(self.texts, self._inks, strict=True)):
            for j, (text, ink) in enumerate(zip(texts, inks, strict=True)):
                cell = self.mapRectToScene(QRectF(j, i, 1, 1))
                painter.setPen(ink)
                painter.drawText(cell, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, text)


class CellSample(pg.ItemSample):  # type: ignore[misc]
    """The sign of a cell in the legend."""

    def __init__(self, value: float, theme: Theme) -> None:
        super().__init__(pg.PlotDataItem())
        self._value, self._theme = value, theme

    def paint(self, painter: QPainter, *_args: object) -> None:
        painter.fillRect(QRectF(2, 3, 15, 14), QColor(shade(self._value, self._theme)))
        if self._value < 0:
            painter.setPen(pg.mkPen(self._theme.text, width=1.5))
            painter.drawLine(QLineF(4, 15, 9, 10))
        painter.setPen(Qt.PenStyle.NoPen)
