"""The frame of every plot: theme, axes in the user's locale, legend, caption, copy and export."""

from __future__ import annotations

import math
from pathlib import Path

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QGuiApplication, QPainter, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMessageBox, QToolButton, QVBoxLayout, QWidget

from permdesk.data.writing import write_atomically
from permdesk.gui import numbers
from permdesk.gui.charts.picture import picture, png, svg
from permdesk.gui.dialogs.files import ask_target_of_kinds
from permdesk.gui.panels.words import statement
from permdesk.gui.theme import LIGHT, Theme
from permdesk.translation import tr


class LocaleAxis(pg.AxisItem):  # type: ignore[misc]
    """An axis whose tick texts follow the user's locale."""

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        if all(float(value).is_integer() for value in values):
            return [numbers.count(int(value)) for value in values]
        places = max(0, -math.floor(math.log10(spacing)))
        return [numbers.decimal(value, places) for value in values]


class Plot(QFrame):
    """One plot with its caption and its buttons. Subclasses draw into ``canvas`` in ``draw``."""

    def __init__(self, name: str, x_title: str, y_title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.theme: Theme = LIGHT
        self._titles = {"bottom": x_title, "left": y_title}
        self.view = pg.GraphicsLayoutWidget()
        self.view.setAccessibleName(name)
        self.view.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.view.setMinimumSize(220, 110)
        self.view.ci.setContentsMargins(0, 2, 10, 0)
        self.view.ci.setSpacing(2)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.legend = pg.LegendItem(colCount=3)
        self.view.addItem(self.legend, 0, 0)
        axes = {side: LocaleAxis(side) for side in self._titles}
        self.canvas = self.view.addPlot(1, 0, axisItems=axes, enableMenu=False)
        self.canvas.hideButtons()
        self.caption = statement()
        self.setProperty("role", "card")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 4)
        layout.setSpacing(4)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.caption)
        layout.addLayout(self._make_buttons())

    def apply_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.view.setBackground(theme.surface)
        font = QFont(self.font())
        for side, title in self._titles.items():
            axis = self.canvas.getAxis(side)
            axis.enableAutoSIPrefix(False)
            axis.setPen(pg.mkPen(theme.border))
            axis.setTextPen(pg.mkPen(theme.text))
            axis.setStyle(tickFont=font, tickLength=-4)
            axis.setLabel(title, color=theme.text, **{"font-size": f"{font.pointSizeF():g}pt"})
        self.canvas.showGrid(x=False, y=True, alpha=0.18)
        self.legend.setLabelTextColor(theme.text)
        self.legend.setLabelTextSize(f"{font.pointSizeF():g}pt")
        self.canvas.clear()
        self.legend.clear()
        self.draw()

    def pen(self, colour: str, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
        """A pen of ``width`` points at every scale: pens of plots count the dots of the screen."""
        pen: QPen = pg.mkPen(colour, width=width * self.devicePixelRatioF(), style=style)
        return pen

    def draw(self) -> None:
        """Draw what is shown into an empty canvas, in the colours of the theme."""
        raise NotImplementedError

    def redraw(self) -> None:
        self.apply_theme(self.theme)

    def show_buttons(self, *, shown: bool) -> None:
        """Show or hide the buttons below, which an audience has no use for."""
        for button in self.buttons:
            button.setVisible(shown)

    def reset(self) -> None:
        """Show everything again after zooming."""
        self.canvas.enableAutoRange()

    def copy(self) -> None:
        """Put the plot on the clipboard as a picture."""
        QGuiApplication.clipboard().setImage(picture(self.view))

    def save(self) -> None:
        """Ask for a file and write the plot into it, PNG or SVG by its ending."""
        kinds = {tr("Picture (*.png)"): "png", tr("Drawing that scales (*.svg)"): "svg"}
        ask_target_of_kinds(self, tr("Save the plot"), f"{self.name}.png", kinds, self.write)

    def write(self, path: Path) -> None:
        """Write the plot; what went wrong is shown to the person."""
        content = svg(self.view, self.name) if path.suffix.lower() == ".svg" else png(self.view)
        problem = write_atomically(path, content)
        if problem is not None:
            box = QMessageBox(QMessageBox.Icon.Warning, tr("Save the plot"), problem.sentence, parent=self)
            box.finished.connect(box.deleteLater)
            box.open()

    def _make_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        self.buttons: list[QToolButton] = []
        for text, tooltip, run in (
            (tr("Copy"), tr("Copy the plot as a picture"), self.copy),
            (tr("Save…"), tr("Save the plot as PNG or SVG"), self.save),
            (tr("Reset view"), tr("Show everything again after zooming with the wheel or dragging"), self.reset),
        ):
            button = QToolButton()
            button.setText(text)
            button.setProperty("role", "quiet")
            button.setToolTip(tooltip)
            button.setAccessibleName(f"{text} {self.name}")
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(run)
            row.addWidget(button)
            self.buttons.append(button)
        row.addStretch()
        return row
