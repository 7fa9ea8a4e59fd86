"""The place that a plot draws into: a box of items with an axis below it and one at its left."""

from __future__ import annotations

from collections.abc import Mapping

import pyqtgraph as pg
from PySide6.QtWidgets import QGraphicsGridLayout, QSizePolicy

STRONGEST_GRID = 255


class Canvas(pg.GraphicsWidget):  # type: ignore[misc]
    """What ``pg.PlotItem`` is for our plots, without its menus: their 49 hidden widgets for each plot take part
    whenever the window changes its colours or its type.

    ``items`` are those that were added. Ranges, limits and the mouse are those of ``getViewBox()``.
    """

    def __init__(self, axes: Mapping[str, pg.AxisItem]) -> None:
        """``axes`` has a ``"bottom"`` and a ``"left"``."""
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.items: list[pg.GraphicsObject] = []
        self._axes = dict(axes)
        self._box = pg.ViewBox(parent=self, enableMenu=False)
        grid = QGraphicsGridLayout()
        grid.setContentsMargins(1, 1, 1, 1)
        grid.setSpacing(0)
        grid.addItem(self._box, 0, 1)
        for side, place in (("bottom", (1, 1)), ("left", (0, 0))):
            axis = self._axes[side]
            axis.linkToView(self._box)
            axis.setZValue(0.5)  # above pictures, below what wants to be above axes
            grid.addItem(axis, *place)
        grid.setRowStretchFactor(0, 100)
        grid.setColumnStretchFactor(1, 100)
        self.setLayout(grid)

    def getViewBox(self) -> pg.ViewBox:
        return self._box

    def getAxis(self, side: str) -> pg.AxisItem:
        """The axis ``"bottom"`` or ``"left"``."""
        return self._axes[side]

    def addItem(self, item: pg.GraphicsObject, **options: bool) -> None:
        """Show an item; ``ignoreBounds=True`` if the range shown should not depend on it."""
        self.items.append(item)
        self._box.addItem(item, **options)

    def removeItem(self, item: pg.GraphicsObject) -> None:
        self.items.remove(item)
        self._box.removeItem(item)

    def clear(self) -> None:
        """Take away every item."""
        for item in self.items:
            self._box.removeItem(item)
        self.items = []

    def showGrid(self, *, y: bool, alpha: float = 1.0) -> None:
        """Show lines across the canvas at the ticks of the left axis, or none."""
        self._axes["left"].setGrid(int(alpha * STRONGEST_GRID) if y else False)
