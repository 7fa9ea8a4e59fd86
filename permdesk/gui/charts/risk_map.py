"""The map of risk and loss: one point a release, the nearer to the lower left corner the better."""

from __future__ import annotations

from collections.abc import Container, Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from permdesk.audit.findings import Outcome
from permdesk.audit.release_figures import Figure, ReleaseFigures, pareto_front
from permdesk.gui.charts.plot import Plot
from permdesk.gui.models.release_columns import figure_text
from permdesk.report.blocks import Number
from permdesk.report.comparison_map import fails_policy, name_on_map
from permdesk.report.comparison_words import NUMBERS, figure_title
from permdesk.translation import tr

NOWHERE = -1
NEAR = 14.0
LOWEST = 190
"""Pixels of height in which points can be told apart below the legend."""
MOST_NAMED = 14
WIDEST_NAME = 170
AWAY, SIGN = 8.0, 7.0
AROUND_NAME = 1
BEFORE, BELOW = 0.04, 0.08
"""Shares of what is shown of an axis that lie below 0."""
SIDES = ((0, True), (1, True), (0, False), (1, False))
NEXT, LAST = (Qt.Key.Key_Right, Qt.Key.Key_Down), (Qt.Key.Key_Left, Qt.Key.Key_Up)
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class RiskMap(Plot):
    """Releases that no other beats are full circles joined by a line, others hollow diamonds. One that fails the policy
    is a cross in the place of its diamond, or a light one inside a larger circle: told apart by form, also where all
    colours look alike. The pointer, or the arrow keys, choose a point, which is ringed and named; a click or Enter
    opens it."""

    opened = Signal(int)
    """The place of the release whose audit is wanted."""
    pointed = Signal(int)
    """The place of the release that was chosen by pointer or key."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Map of risk and loss"), "", "", parent)
        self.lines: tuple[ReleaseFigures, ...] = ()
        self.risk, self.loss = Figure.RIGHT_LINKS, Figure.CORRELATION_LOSS
        self.chosen = NOWHERE
        self._ring: pg.ScatterPlotItem | None = None
        self._names: list[QRectF] = []
        self._labels: list[pg.TextItem] = []
        self._extent = (1.0, 1.0)
        self._drawn_in = QSizeF()
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._place_names)
        self.box.sigResized.connect(self._follow_box)
        self.view.setMinimumHeight(LOWEST)
        self.view.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.view.setToolTip(tr("Arrow keys go from release to release, Enter opens the audit of the ringed one."))
        self.view.installEventFilter(self)
        self.view.scene().sigMouseMoved.connect(self._on_pointer)
        self.view.scene().sigMouseClicked.connect(lambda event: self._on_click(event.scenePos()))

    def show_releases(self, lines: Sequence[ReleaseFigures], risk: Figure, loss: Figure) -> None:
        """Show releases by two figures of which less is better."""
        self.lines, self.risk, self.loss = tuple(lines), risk, loss
        self.chosen = NOWHERE
        titles, self._titles = self._titles, {"bottom": _axis_title(risk), "left": _axis_title(loss)}
        if self._titles == titles:
            self._draw_anew()
        else:
            self.redraw()

    @property
    def places(self) -> tuple[int, ...]:
        """The releases that are on the map, from the lowest risk."""
        known = [
            (risk, loss, place)
            for place, line in enumerate(self.lines)
            if (risk := line.value(self.risk)) is not None and (loss := line.value(self.loss)) is not None
        ]
        return tuple(place for _, _, place in sorted(known))

    def choose(self, place: int) -> None:
        """Ring a release and say its numbers."""
        if place == self.chosen:
            return
        self.chosen = place
        self.view.setToolTip(self.said(place) if place != NOWHERE else "")
        self._draw_ring()
        self.pointed.emit(place)

    def said(self, place: int) -> str:
        """One release in words."""
        line = self.lines[place]
        said = tr(
            "{name}: {risk_title} {risk}, {loss_title} {loss}. Click or Enter opens its audit.",
            name=name_on_map(line),
            risk_title=figure_title(self.risk),
            risk=figure_text(line, self.risk),
            loss_title=figure_title(self.loss),
            loss=figure_text(line, self.loss),
        )
        return f"{said} ✕: {fails_policy()}." if line.outcome is Outcome.FAIL else said

    def at(self, place: int) -> tuple[float, float]:
        """Where a release is, in units of the axes."""
        line = self.lines[place]
        risk, loss = line.value(self.risk), line.value(self.loss)
        assert risk is not None and loss is not None
        return risk * _scale(self.risk), loss * _scale(self.loss)

    def draw(self) -> None:
        self._ring = None
        self._names, self._labels = [], []
        places = self.places
        self.canvas.setVisible(bool(places))  # axes without a point would show numbers that mean nothing
        if not places:
            return
        front = pareto_front(self.lines, self.risk, self.loss)
        on_front = [place for place in places if place in front]
        others = [place for place in places if place not in front]
        steps = np.array([self.at(place) for place in on_front])
        joined = pg.PlotDataItem(steps, pen=self.pen(self.theme.original, 1.5))
        self.canvas.addItem(joined)
        failing = [place for place in places if self.lines[place].outcome is Outcome.FAIL]
        around = self._points([place for place in on_front if place in failing], "o", 18, filled=True)
        best = self._points([place for place in on_front if place not in failing], "o", 13, filled=True)
        rest = self._points([place for place in others if place not in failing], "d", 13, filled=False)
        self.legend.addItem(best if len(best.points()) else around, tr("not beaten in both"))
        if len(rest.points()):
            self.legend.addItem(rest, tr("beaten by another"))
        if failing:
            self.legend.addItem(self._crosses(failing, front), fails_policy())
        reach = np.array([self.at(place) for place in places]).max(axis=0)
        self._extent = (1.15 * float(reach[0]) or 1.0, 1.3 * float(reach[1]) or 1.0)
        self.box.setXRange(-BEFORE * self._extent[0], self._extent[0], padding=0)
        self.box.setYRange(-BELOW * self._extent[1], self._extent[1], padding=0)
        self._place_names()
        self._draw_ring()

    def reset(self) -> None:
        self.redraw()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.view and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._on_key(event.key())
        return super().eventFilter(watched, event)

    def _follow_box(self) -> None:
        """Names have room or have none in the box, which is laid out later than this."""
        if self.box.size() != self._drawn_in:
            self._later.start()

    def _points(self, places: Sequence[int], symbol: str, size: int, *, filled: bool) -> pg.ScatterPlotItem:
        points = np.array([self.at(place) for place in places]).reshape(-1, 2)
        colour = self.theme.original if filled else self.theme.anonymized
        drawn = pg.ScatterPlotItem(
            points[:, 0],
            points[:, 1],
            symbol=symbol,
            size=self.larger(size),
            useCache=False,  # a cache holds pixels, which a drawing that scales must not
            pen=self.pen(colour, 2),
            brush=pg.mkBrush(colour if filled else self.theme.surface),
        )
        self.canvas.addItem(drawn)
        return drawn

    def _crosses(self, places: Sequence[int], front: Container[int]) -> pg.ScatterPlotItem:
        points = np.array([self.at(place) for place in places])
        drawn = pg.ScatterPlotItem(
            points[:, 0],
            points[:, 1],
            symbol="x",
            size=self.larger(14),
            useCache=False,
            pen=None,
            brush=pg.mkBrush(self.theme.danger),
        )
        colours = (self.theme.surface if place in front else self.theme.danger for place in places)
        drawn.setBrush([pg.mkBrush(colour) for colour in colours])
        drawn.setSize([self.larger(12 if place in front else 14) for place in places])
        self.canvas.addItem(drawn)
        return drawn

    def _place_names(self) -> None:
        """Name the points, those on the front first, in the room that there is now."""
        for label in self._labels:
            self.canvas.removeItem(label)
        self._names, self._labels = [], []
        self._drawn_in = self.box.size()
        places, front = self.places, pareto_front(self.lines, self.risk, self.loss)
        self._name([place for place in places if place in front])
        self._name([place for place in places if place not in front] if len(places) <= MOST_NAMED else ())

    def _name(self, places: Sequence[int]) -> None:
        """Name points where a name hides neither another nor a point; the others are named by pointer and table."""
        metrics = self.fontMetrics()
        box = self.box.size()
        width, height = max(box.width(), 1.0), max(box.height(), 1.0)
        scale_x = (1 + BEFORE) * self._extent[0] / width
        scale_y = (1 + BELOW) * self._extent[1] / height
        inside = QRectF(-BEFORE / (1 + BEFORE) * width, -BELOW / (1 + BELOW) * height, width, height)
        points = [QPointF(x / scale_x, y / scale_y) for x, y in map(self.at, self.places)]
        for place in places:
            x, y = self.at(place)
            name = metrics.elidedText(name_on_map(self.lines[place]), Qt.TextElideMode.ElideMiddle, WIDEST_NAME)
            size = QSizeF(metrics.horizontalAdvance(name) + 6, metrics.height())
            for across, up in SIDES:
                # In dots, with y upwards: right or left of the point, above or below it.
                corner = QPointF(
                    x / scale_x - across * size.width(), y / scale_y + (AWAY if up else -AWAY - size.height())
                )
                room = QRectF(corner, size)
                around = room.adjusted(-SIGN, -SIGN, SIGN, SIGN)
                hides = any(map(room.intersects, self._names)) or any(map(around.contains, points))
                if hides or not inside.contains(room):
                    continue
                self._names.append(room)
                label = pg.TextItem(name, self.theme.text, anchor=(across, 1 if up else 0), fill=self.theme.surface)
                label.setFont(self.font())
                label.textItem.document().setDocumentMargin(AROUND_NAME)  # what it covers of the line, and no point
                label.updateTextPos()
                label.setPos(x, y + (AWAY * scale_y if up else -AWAY * scale_y))
                self.canvas.addItem(label, ignoreBounds=True)
                self._labels.append(label)
                break

    def _draw_ring(self) -> None:
        if self._ring is not None:
            self.canvas.removeItem(self._ring)
            self._ring = None
        if self.chosen not in self.places:
            return
        x, y = self.at(self.chosen)
        self._ring = pg.ScatterPlotItem(
            [x], [y], symbol="o", size=self.larger(28), useCache=False, brush=None, pen=self.pen(self.theme.accent, 2.5)
        )
        self.canvas.addItem(self._ring, ignoreBounds=True)

    def near(self, scene: QPointF) -> int:
        """The release at a point of the scene, NOWHERE if there is none."""
        box = self.box
        distances = []
        for place in self.places:
            seen = box.mapViewToScene(QPointF(*self.at(place)))
            distances.append((float(np.hypot(seen.x() - scene.x(), seen.y() - scene.y())), place))
        nearest = min(distances, default=(np.inf, NOWHERE))
        return nearest[1] if nearest[0] <= NEAR else NOWHERE

    def _on_pointer(self, scene: QPointF) -> None:
        place = self.near(scene)
        if place != NOWHERE:
            self.choose(place)

    def _on_click(self, scene: QPointF) -> None:
        place = self.near(scene)
        if place != NOWHERE:
            self.opened.emit(place)

    def _on_key(self, key: int) -> bool:
        places = self.places
        if not places:
            return False
        at = places.index(self.chosen) if self.chosen in places else NOWHERE
        if key in NEXT:
            self.choose(places[(at + 1) % len(places)])
        elif key in LAST:
            self.choose(places[(at - 1) % len(places)] if at != NOWHERE else places[-1])
        elif key in ENTER and at != NOWHERE:
            self.opened.emit(self.chosen)
        else:
            return False
        return True


def _scale(figure: Figure) -> float:
    return 100.0 if NUMBERS[figure] is Number.SHARE else 1.0


def _axis_title(figure: Figure) -> str:
    title = figure_title(figure)
    return tr("{title}, %", title=title) if NUMBERS[figure] is Number.SHARE else title
