"""Links as lines between two columns of ranks: the original's on the left, the reverse-mapped file's on the right."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from permdesk.compute.arrays import Flags, Ranks
from permdesk.gui import numbers
from permdesk.gui.charts.plot import Plot
from permdesk.translation import tr

MOST_LINES = 120
DRAW_SEED = 1
NONE = np.empty(0)


class LinkPlot(Plot):
    """A strong line is a link that is right, a thin one a link that is wrong; the chosen record's is thick. Of many
    records a random sample is drawn, always the same, and the caption says so."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Links"), "", tr("Rank"), parent)
        self._curves: list[pg.PlotCurveItem] = []
        self._lines = [NONE, NONE, NONE]
        self._largest = 0

    def show_links(self, before: Ranks, after: Ranks, right: Flags, chosen: int, caption: str) -> None:
        """Draw a line from the rank ``before`` to the rank ``after`` of each record, 0 for none; ``chosen`` is the
        record that stands out."""
        rows = np.arange(before.size)
        if rows.size > MOST_LINES:
            rows = np.sort(np.random.default_rng(DRAW_SEED).choice(rows, MOST_LINES, replace=False))
            shown, n = numbers.count(MOST_LINES), numbers.count(before.size)
            caption = f"{caption} " + tr("{shown} of {n} records.", shown=shown, n=n)
        self.caption.setText(caption)
        rows = rows[(before[rows] > 0) & (after[rows] > 0)]
        ends = np.column_stack([before, after]).astype(np.float64)
        others = rows[rows != chosen]
        mine = np.array([chosen]) if before[chosen] > 0 and after[chosen] > 0 else np.empty(0, np.int64)
        self._lines = [
            ends[chosen_rows].ravel() for chosen_rows in (others[~right[others]], others[right[others]], mine)
        ]
        largest = int(max(before.max(initial=1), after.max(initial=1)))
        if largest != self._largest or not self._curves:
            self._largest = largest
            self.redraw()
        else:
            self._place()

    def draw(self) -> None:
        self.caption.setMinimumHeight(2 * self.caption.fontMetrics().lineSpacing() + 4)
        wrong, right = QColor(self.theme.muted), QColor(self.theme.original)
        wrong.setAlpha(120)
        styles = (
            (wrong, 1.0, Qt.PenStyle.SolidLine, tr("wrong link")),
            (right, 2.0, Qt.PenStyle.SolidLine, tr("right link")),
            (QColor(self.theme.anonymized), 4.0, Qt.PenStyle.DashLine, tr("this person")),
        )
        self._curves = []
        for colour, width, style, title in styles:
            curve = pg.PlotCurveItem(pen=self.pen(colour, width, style))
            self.canvas.addItem(curve)
            self.legend.addItem(pg.PlotDataItem(pen=curve.opts["pen"]), title)
            self._curves.append(curve)
        ends = [(0.0, tr("original X")), (1.0, tr("reverse-mapped Z"))]
        self.canvas.getAxis("bottom").setTicks([ends])
        self.canvas.getAxis("bottom").setHeight(self.fontMetrics().height() + 14)
        self.canvas.setMouseEnabled(x=False, y=False)
        self.canvas.setXRange(-0.3, 1.3, padding=0)
        self.canvas.setYRange(1, max(self._largest, 2), padding=0.04)
        self._place()

    def reset(self) -> None:
        self.redraw()

    def _place(self) -> None:
        for curve, ends in zip(self._curves, self._lines, strict=True):
            curve.setData(np.tile([0.0, 1.0], ends.size // 2), ends, connect="pairs")
