"""Links as lines between two columns of ranks: the original's on the left, the reverse-mapped file's on the right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from permdesk.compute.arrays import Flags, Ranks
from permdesk.gui import numbers
from permdesk.gui.charts.plot import Plot
from permdesk.gui.models.columns import Column, Side
from permdesk.translation import tr

MOST_LINES = 120
DRAW_SEED = 1
NONE = np.empty(0)
NEAR = 8
"""Pixels from a line at which the pointer means it."""
BESIDE = 0.5
"""Room beside the columns for their names, as a share of the room between them."""


class LinkPlot(Plot):
    """A strong line is a link that is right, a thin one a link that is wrong; the chosen record's is thick. Of many
    records a random sample is drawn, always the same, and the caption says so. The numbers hold all records."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Links"), "", tr("Rank"), parent)
        self._curves: list[pg.PlotCurveItem] = []
        self._lines = [NONE, NONE, NONE]
        self._largest = 0
        self._before, self._after = np.empty(0, np.int32), np.empty(0, np.int32)
        self._right, self._rows, self._chosen = np.empty(0, bool), np.empty(0, np.int64), -1

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
        self._before, self._after, self._right, self._chosen = before, after, right, chosen
        self._rows = np.union1d(rows, chosen) if before[chosen] > 0 and after[chosen] > 0 else rows
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
        self.box.setMouseEnabled(x=False, y=False)
        self.box.setXRange(-BESIDE, 1 + BESIDE, padding=0)
        self.box.setYRange(1, max(self._largest, 2), padding=0.04)
        self._place()

    def said_at(self, x: float, y: float) -> str | None:
        """The link whose line is nearest, if the pointer is on it; of several the chosen record's, then the first."""
        if not self._rows.size or not 0 <= x <= 1:
            return ""
        before, after = self._before[self._rows].astype(float), self._after[self._rows].astype(float)
        away = np.abs(before + (after - before) * x - y)
        away[self._rows == self._chosen] -= 1e-9
        nearest = int(away.argmin())
        height = max(1.0, self.box.viewPixelSize()[1])
        if away[nearest] > NEAR * height:
            return ""
        record = int(self._rows[nearest])
        return tr(
            "Record {record}: rank {before} in X, rank {after} in Z; {outcome}",
            record=numbers.count(record + 1),
            before=numbers.count(self._before[record]),
            after=numbers.count(self._after[record]),
            outcome=self._outcome(record),
        )

    def listed(self) -> tuple[Sequence[Column], int]:
        """All records, those that are not drawn too."""
        before, after = self._before, self._after
        return [
            Column(
                tr("Record"),
                lambda row: numbers.count(row + 1),
                np.arange(before.size),
                tooltip=tr("The original record, by its place in the file"),
                pinned=True,
            ),
            Column(tr("Rank in X"), lambda row: _rank(before, row), before, tooltip=tr("Where the line begins")),
            Column(tr("Rank in Z"), lambda row: _rank(after, row), after, tooltip=tr("Where the line ends")),
            Column(
                tr("Link"),
                self._outcome,
                self._right,
                tooltip=tr("Whether the link is right, by the pairing that only the agency knows"),
                side=Side.LEFT,
            ),
        ], before.size

    def _outcome(self, record: int) -> str:
        if self._after[record] <= 0:
            return tr("no link")
        said = tr("right link") if self._right[record] else tr("wrong link")
        return f"{said}, {tr('this person')}" if record == self._chosen else said

    def reset(self) -> None:
        self.redraw()

    def _place(self) -> None:
        for curve, ends in zip(self._curves, self._lines, strict=True):
            curve.setData(np.tile([0.0, 1.0], ends.size // 2), ends, connect="pairs")
        self._fill_table()


def _rank(ranks: Ranks, row: int) -> str:
    return numbers.count(ranks[row]) if ranks[row] > 0 else numbers.NOTHING
