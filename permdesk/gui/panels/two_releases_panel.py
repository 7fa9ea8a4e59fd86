"""Two releases record by record: how much further each record moved in the one than in the other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QSizePolicy, QWidget

from permdesk.audit.candidates import ComparedRelease
from permdesk.gui import numbers
from permdesk.gui.charts.difference_plot import DifferencePlot
from permdesk.gui.models.comparison_columns import difference_columns
from permdesk.gui.models.table_view import TableView
from permdesk.gui.panels.yielding_box import YieldingBox
from permdesk.gui.parts import beside, column, label, quiet_button, row
from permdesk.gui.theme import Theme
from permdesk.translation import tr, tr_count


class TwoReleasesPanel(QWidget):
    """A picture and a table of the differences between releases A and B."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._releases: tuple[ComparedRelease, ...] = ()
        self.one = YieldingBox(tr("Release A"), tr("The release that differences are taken of"))
        self.other = YieldingBox(tr("Release B"), tr("The release that is taken off"))
        self.swap = quiet_button(tr("&Swap"), tr("Make A the second release and B the first."))
        self.plot = DifferencePlot()
        self.table = TableView(tr("Every record in both releases"))
        self.one.currentIndexChanged.connect(lambda _: self._show())
        self.other.currentIndexChanged.connect(lambda _: self._show())
        self.swap.clicked.connect(self._swap)
        self._arrange()

    def show_releases(self, releases: Sequence[ComparedRelease], chosen: Sequence[ComparedRelease]) -> None:
        """Offer releases; two that are ``chosen`` become A and B, else the two of before, or the first two."""
        before = [box.currentText() for box in (self.one, self.other)]
        self._releases = tuple(releases)
        names = [one.figures.name for one in releases]
        wanted = [one.figures.name for one in chosen] if len(chosen) == 2 else before
        for place, (box, name) in enumerate(zip((self.one, self.other), wanted, strict=True)):
            with QSignalBlocker(box):
                box.clear()
                box.addItems(names)
                box.setCurrentIndex(names.index(name) if name in names else min(place, len(names) - 1))
        self._show()

    def apply_theme(self, theme: Theme) -> None:
        self.plot.apply_theme(theme)
        self.table.apply_theme(theme)

    def _swap(self) -> None:
        one, other = self.one.currentIndex(), self.other.currentIndex()
        with QSignalBlocker(self.one):
            self.one.setCurrentIndex(other)
        self.other.setCurrentIndex(one)
        self._show()

    def _show(self) -> None:
        places = self.one.currentIndex(), self.other.currentIndex()
        if min(places) < 0 or len(self._releases) < 2:
            self.plot.clear()
            self.plot.caption.setText(tr("Two audited releases are needed."))
            self.table.rows.show_columns([], 0)
            return
        a, b = (self._releases[place] for place in places)
        if a.distance.size != b.distance.size:
            self.plot.clear()
            self.plot.caption.setText(tr("These were audited against originals of different lengths."))
            self.table.rows.show_columns([], 0)
            return
        self.plot.show_differences(100 * (a.distance - b.distance))
        self.plot.caption.setText(difference_sentence(a, b))
        self.table.rows.show_columns(difference_columns(a, b), a.distance.size)
        self.table.fit_columns()

    def _arrange(self) -> None:
        choosers = row(gap=8)
        for title, chooser in ((tr("A"), self.one), (tr("B"), self.other)):
            choosers.addWidget(label(title, "muted"))
            choosers.addWidget(chooser)
        choosers.addWidget(self.swap)
        choosers.addStretch(1)
        layout = column(gap=0)
        self.plot.caption.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        parts = beside(self.plot, self.table, (760, 560))
        parts.make_room_for(self.table, 1)
        layout.addWidget(parts, 1)
        self.setLayout(layout)
        self.tools = QWidget()
        self.tools.setLayout(choosers)


def difference_sentence(a: ComparedRelease, b: ComparedRelease) -> str:
    """In which of two releases more records moved further, and by how much, in words."""
    difference = a.distance - b.distance
    n_a, n_b = int((difference > 0).sum()), int((difference < 0).sum())
    n = difference.size
    in_a = tr_count(
        "{count} record ({share}) moved further in A = {release},",
        "{count} records ({share}) moved further in A = {release},",
        n_a,
        count=numbers.count(n_a),
        share=numbers.percent(n_a / n),
        release=a.figures.name,
    )
    rest = tr(
        "{n_b} ({share_b}) in B = {b}, {n_alike} equally far. Median difference: {median} % of the records.",
        n_b=numbers.count(n_b),
        share_b=numbers.percent(n_b / n),
        b=b.figures.name,
        n_alike=numbers.count(n - n_a - n_b),
        median=numbers.decimal(100 * float(np.median(difference)), 3),
    )
    return f"{in_a} {rest}"
