"""The frame of every plot: theme, axes in the user's locale, legend, caption, numbers, copy and export."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QCursor, QFont, QFontMetricsF, QGuiApplication, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QMessageBox,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from permdesk.data.writing import write_atomically
from permdesk.gui import numbers
from permdesk.gui.appearance import POINTS
from permdesk.gui.charts.canvas import Canvas
from permdesk.gui.charts.legend import PlainLegend
from permdesk.gui.charts.picture import SCALE, picture, png, svg
from permdesk.gui.dialogs.files import ask_target_of_kinds
from permdesk.gui.models.column_widths import broken_title
from permdesk.gui.models.columns import Column
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.words import statement
from permdesk.gui.plain_tip import plain_tip
from permdesk.gui.showing import open_dialog
from permdesk.gui.theme import LIGHT, Theme
from permdesk.gui.turning_splitter import TurningSplitter
from permdesk.translation import tr

ROOM_FOR_BOTH = 560
"""Pixels of width that a picture needs with its numbers beside it."""

PICTURE_SHARE, NUMBERS_SHARE = 600, 400
"""How wide a picture and its numbers are beside each other, as shares."""

EDGES = 30
"""Pixels of a plot's width that its legend leaves free."""

PERCENT = ", %"
"""The end of a title of an axis in percent."""

APART = "<span style='font-size: 5pt'>&nbsp;</span>"
"""What keeps a title of two lines apart from the numbers of its axis."""

FOOT = 0.03
"""How far below zero a plot of shares reaches, as a part of its largest one: so that a dot at zero is whole."""

AROUND_TITLE = 12
"""Pixels that a title of an axis takes beside its letters."""


class LocaleAxis(pg.AxisItem):  # type: ignore[misc]
    """An axis whose tick texts follow the user's locale."""

    def __init__(self, side: str) -> None:
        self._places: dict[str, tuple[float, int]] = {}
        super().__init__(side)

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        if all(float(value).is_integer() for value in values):
            places, texts = 0, [numbers.count(int(value)) for value in values]
        else:
            places = max(0, -math.floor(math.log10(spacing)))
            texts = [numbers.decimal(value, places) for value in values]
        self._places |= {text: (value, places) for text, value in zip(texts, values, strict=True)}
        return texts

    def boundingRect(self) -> QRectF:
        """Upright, with room for the numbers at both ends, which else would be left out: among them the 0."""
        around: QRectF = super().boundingRect()
        font = self.style["tickFont"]
        if self.orientation != "left" or font is None:
            return around
        half = QFontMetricsF(font).height() / 2
        return around.adjusted(0, -half, 0, half)

    def generateDrawSpecs(self, painter: QPainter) -> Any:
        """What is drawn; coarse and fine ticks, whose texts are made apart, get as many decimals."""
        self._places = {}
        drawn = super().generateDrawSpecs(painter)
        if drawn is None:
            return None
        line, ticks, texts = drawn
        places = max((self._places[text][1] for *_, text in texts if text in self._places), default=0)
        if places:
            texts = [(room, flags, numbers.decimal(self._places[text][0], places)) for room, flags, text in texts]
        return line, ticks, texts

    def labelString(self) -> str:
        """The title as it stands: names of attributes may hold what would be markup. A line may end inside it."""
        style = ";".join(f"{key}: {value}" for key, value in self.labelStyle.items())
        lines = [escape(line) for line in self.labelText.split("\n")]
        if len(lines) > 1:  # an axis keeps four fifths of its title's height free, which is enough for one line only
            lines.insert(0 if self.orientation == "bottom" else len(lines), APART)
        return f"<div style='text-align: center'><span style='{style}'>{'<br>'.join(lines)}</span></div>"


class Plot(QFrame):
    """One plot with its caption and its buttons. Subclasses draw into ``canvas`` in ``draw``, say the numbers under the
    pointer in ``said_at``, and may list all of them in ``listed``, which a button then shows beside the picture."""

    is_narrow = False
    """Its buttons share a menu, as it stands beside another picture."""

    most_columns = 3
    """Of the legend, where they have room."""

    most_lines = 0
    """Of the legend, whose names are cut where they would take more; 0 where none is cut."""

    def __init__(
        self, name: str, x_title: str, y_title: str, parent: QWidget | None = None, caption: QLabel | None = None
    ) -> None:
        super().__init__(parent)
        self.name = name
        self.theme: Theme = LIGHT
        self._printed_dots = 0
        self._titles = {"bottom": x_title, "left": y_title}
        self.view = pg.GraphicsLayoutWidget()
        self.view.setAccessibleName(name)
        self.view.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.view.setMinimumSize(220, 110)
        self.view.ci.setContentsMargins(0, 2, 10, 0)
        self.view.ci.setSpacing(2)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.legend = PlainLegend(colCount=self.most_columns)
        self.view.addItem(self.legend, 0, 0)
        axes = {side: LocaleAxis(side) for side in self._titles}
        self.canvas = Canvas(axes)
        self.box = self.canvas.getViewBox()
        self.view.addItem(self.canvas, 1, 0)
        for part in (self.view.ci, self.canvas, self.legend):
            part.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # axes grow to the right in every language
        self.caption = caption or statement()
        self.setProperty("role", "card")
        self.table: TableView | None = None
        self.view.scene().sigMouseMoved.connect(self._on_pointer)
        self.box.sigResized.connect(lambda _: self._fit())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 4)
        layout.setSpacing(4)
        self._parts = TurningSplitter((self.view,), (PICTURE_SHARE,))
        layout.addWidget(self._parts, 1)
        layout.addWidget(self.caption)
        layout.addLayout(self._make_buttons())

    def apply_theme(self, theme: Theme) -> None:
        self._draw_in(theme)
        if self.table is not None:
            self.table.apply_theme(theme)
            self._fill_table()

    def _draw_in(self, theme: Theme) -> None:
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
        self.canvas.showGrid(y=True, alpha=0.18)
        self.legend.setLabelTextColor(theme.text)
        self.legend.setLabelTextSize(f"{font.pointSizeF():g}pt")
        self._draw_anew()

    def _draw_anew(self) -> None:
        """Draw other numbers in the same colours and type, below the same titles: a third of the time."""
        self.canvas.clear()
        self.legend.clear()
        self.draw()
        self._fit()

    @contextmanager
    def _printed(self, dots: int) -> Iterator[None]:
        """Drawn as for paper meanwhile: in light colours, in so many dots a point, and of the same part."""
        theme, box = self.theme, self.canvas.getViewBox()
        part = box.getState()
        self._printed_dots = dots
        self._draw_in(LIGHT)
        box.setState(part)
        try:
            yield
        finally:
            self._printed_dots = 0
            self._draw_in(theme)
            box.setState(part)

    @property
    def dots(self) -> float:
        """How many dots of the screen, or of the picture that is made, are a point."""
        return self._printed_dots or self.devicePixelRatioF()

    def pen(self, colour: str | QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
        """A pen of ``width`` points at every scale: pens of plots count dots. Symbols do not."""
        pen: QPen = pg.mkPen(colour, width=self.larger(width) * self.dots, style=style)
        return pen

    def larger(self, points: float) -> float:
        """So many points where type has its usual size, more where it is larger: seen from the back of a room."""
        return points * self.font().pointSizeF() / POINTS

    def draw(self) -> None:
        """Draw what is shown into an empty canvas, in the colours of the theme."""
        raise NotImplementedError

    def said_at(self, x: float, y: float) -> str | None:
        """The numbers at a place of the canvas in words; empty where there is nothing to say, None if a plot says them
        in its own way."""
        return None

    def listed(self) -> tuple[Sequence[Column], int]:
        """Everything that is drawn, as a table of so many rows."""
        return (), 0

    def redraw(self) -> None:
        self.apply_theme(self.theme)

    def show_buttons(self, *, shown: bool) -> None:
        """Show or hide the buttons below, which an audience has no use for."""
        for button in self.buttons:
            button.setVisible(shown)

    def reset(self) -> None:
        """Show everything again after zooming."""
        self.box.enableAutoRange()

    def copy(self) -> None:
        """Put the plot on the clipboard as a picture."""
        with self._printed(SCALE):
            drawn = picture(self.view)
        QGuiApplication.clipboard().setImage(drawn)

    def save(self) -> None:
        """Ask for a file and write the plot into it, PNG or SVG by its ending."""
        kinds = {tr("Picture (*.png)"): "png", tr("Drawing that scales (*.svg)"): "svg"}
        ask_target_of_kinds(self, tr("Save the plot"), f"{self.name}.png", kinds, self.write)

    def write(self, path: Path) -> None:
        """Write the plot; what went wrong is shown to the person."""
        is_drawing = path.suffix.lower() == ".svg"
        with self._printed(1 if is_drawing else SCALE):
            content = svg(self.view, self.name, self.caption.text()) if is_drawing else png(self.view)
        problem = write_atomically(path, content)
        if problem is not None:
            box = QMessageBox(QMessageBox.Icon.Warning, tr("Save the plot"), problem.sentence, parent=self)
            open_dialog(box)

    def _on_pointer(self, scene: QPointF) -> None:
        at = self.box.mapSceneToView(scene)
        said = self.said_at(at.x(), at.y())
        if said is None:
            return
        said = plain_tip(said)
        if said == self.view.toolTip():
            return
        self.view.setToolTip(said)
        QToolTip.showText(QCursor.pos(), said, self.view)

    def _fit(self) -> None:
        """Give the legend as many columns as have room, and cut titles of axes where they are longer."""
        box, metrics = self.box, QFontMetricsF(self.font())
        self.legend.fit(self.view.width() - EDGES, self.most_columns, self.most_lines, metrics)
        for side, room in (("left", box.height()), ("bottom", box.width())):
            cut = _fitted_title(self._titles[side], metrics, room - AROUND_TITLE)
            axis = self.canvas.getAxis(side)
            if axis.labelText != cut:
                axis.setLabel(cut)
            axis.resizeEvent()  # else another text, or size of it, keeps the place of the last one

    def _show_numbers(self, shown: bool) -> None:
        if self.table is None:  # most are never asked for, and each is made of eighteen widgets
            self.table = TableView(tr("Numbers of the plot: {name}", name=self.name))
            self.table.apply_theme(self.theme)
            self._parts.add((self.table,), (PICTURE_SHARE, NUMBERS_SHARE))
        self.table.setVisible(shown)
        self._give_room()
        self._fill_table()

    def _give_room(self) -> None:
        """Where both do not fit, the numbers take the picture's place."""
        if self.table is not None:
            self.view.setVisible(self.table.isHidden() or self.width() >= ROOM_FOR_BOTH)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_room()

    def _fill_table(self) -> None:
        if self.table is not None and not self.table.isHidden():
            columns, n_rows = self.listed()
            self.table.rows.show_columns(columns, n_rows)
            self.table.fit_columns()

    def _make_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        self.buttons: list[QToolButton] = []
        if type(self).listed is not Plot.listed:
            self.with_numbers = self._button(tr("Numbers"), tr("Show the numbers of the plot as a table beside it"))
            self.with_numbers.setCheckable(True)
            self.with_numbers.setProperty("role", None)  # so that it shows whether it is down
            self.with_numbers.toggled.connect(self._show_numbers)
            row.addWidget(self.with_numbers)
        wanted = (
            (tr("Copy"), tr("Copy the plot as a picture"), self.copy),
            (tr("Save…"), tr("Save the plot as PNG or SVG"), self.save),
            (tr("Reset view"), tr("Show everything again after zooming with the wheel or dragging"), self.reset),
        )
        menu = QMenu(self)
        for text, tooltip, run in wanted:
            if self.is_narrow:
                menu.addAction(text, run).setToolTip(tooltip)
            else:
                button = self._button(text, tooltip)
                button.clicked.connect(run)
                row.addWidget(button)
        if self.is_narrow:
            more = self._button(tr("Picture"), tr("Copy or save the plot, or show everything again after zooming"))
            more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            more.setMenu(menu)
            row.addWidget(more)
        row.addStretch()
        return row

    def _button(self, text: str, tooltip: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setProperty("role", "quiet")
        button.setToolTip(tooltip)
        button.setAccessibleName(f"{text} {self.name}")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.buttons.append(button)
        return button


def _fitted_title(title: str, metrics: QFontMetricsF, room: float) -> str:
    """A title on as many lines as it needs, two at most; cut where it has no room on these."""
    lines = [title]
    if metrics.horizontalAdvance(title) > room:
        lines = [line for line in broken_title(title, metrics) if line]
    cut = [metrics.elidedText(line, Qt.TextElideMode.ElideRight, room) for line in lines]
    if cut != lines and title.endswith(PERCENT):
        return PERCENT[-1]  # what a legend or a caption does not say
    return "\n".join(cut)
