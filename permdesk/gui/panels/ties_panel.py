"""Both treatments of ties side by side, and why they differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from permdesk.audit.findings import TieComparison, TieSummary
from permdesk.audit.settings import Ties
from permdesk.gui import numbers
from permdesk.gui.derivations.figure_label import FigureLabel
from permdesk.gui.panels.words import caption, heading, short_name
from permdesk.gui.parts import explain
from permdesk.gui.plain_tip import plain_tip
from permdesk.report.derivations.derivation import Derivation
from permdesk.report.derivations.tie_comparison import TieFigure, tie_figure
from permdesk.translation import tr

MOST_NAMED = 6


class TiesPanel(QFrame):
    """A small table: the smallest distance, the median, right links; in the worst case, and by the dice."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setAccessibleName(tr("Ties: worst case and random tie-breaking"))
        self._why = caption()
        self._worst = [FigureLabel() for _ in range(3)]
        self._random = [FigureLabel() for _ in range(3)]
        self._used = (QLabel(), QLabel())
        grid = QGridLayout()
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(2)
        for column, (title, tooltip) in enumerate(_titles(), 1):
            label = QLabel(title)
            label.setProperty("role", "caption")
            label.setToolTip(tooltip)
            grid.addWidget(label, 0, column)
            for figures in (self._worst, self._random):
                explain(figures[column - 1], title, tooltip)
        for row, (name, figures) in enumerate(zip(self._used, (self._worst, self._random), strict=True), 1):
            grid.addWidget(name, row, 0)
            for column, figure in enumerate(figures, 1):
                grid.addWidget(figure, row, column)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(heading(tr("What ties do")))
        words.addWidget(self._why)
        words.addStretch()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 14, 8)
        layout.setSpacing(28)
        layout.addLayout(grid)
        layout.addLayout(words, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.hide()

    @property
    def worst_case(self) -> list[str]:
        return [label.text() for label in self._worst]

    @property
    def random(self) -> list[str]:
        return [label.text() for label in self._random]

    @property
    def why(self) -> str:
        return self._why.text()

    def show_comparison(self, comparison: TieComparison | None, used: Ties) -> None:
        """Show what both treatments report; hide the panel where nothing is tied."""
        self.setVisible(comparison is not None)
        if comparison is None:
            return
        marks = (tr(" (shown here)"), "")
        worst_mark, random_mark = marks if used is Ties.WORST_CASE else marks[::-1]
        for figures, is_random in ((self._worst, False), (self._random, True)):
            for label, figure in zip(figures, TieFigure, strict=True):
                label.explained.say(partial(_said, comparison, figure, label, is_random=is_random))
        self._used[0].setText(tr("Worst case") + worst_mark)
        draws = tr("Random, {n} draws", n=numbers.count(len(comparison.random)))
        if comparison.n_records < comparison.n_original:  # else a smallest d of some stands under that of all
            some, n = numbers.count(comparison.n_records), numbers.count(comparison.n_original)
            draws += f" ({tr('{shown} of {n} records', shown=some, n=n)})"
        self._used[1].setText(draws + random_mark)
        for label, text in zip(self._worst, _texts([comparison.worst_case]), strict=True):
            label.setText(text)
        for label, text in zip(self._random, _texts(comparison.random), strict=True):
            label.setText(text)
        for (title, tooltip), *labels in zip(_titles(), self._worst, self._random, strict=True):
            for name, label in zip(self._used, labels, strict=True):
                explain(label, tr("{title}, {name}: {text}", title=title, name=name.text(), text=label.text()), tooltip)
        names = ", ".join(map(short_name, comparison.tied_attributes[:MOST_NAMED]))
        self._why.setToolTip(plain_tip(", ".join(comparison.tied_attributes)))
        more = len(comparison.tied_attributes) - MOST_NAMED
        if more > 0:
            names = tr("{names} and {more} more", names=names, more=numbers.count(more))
        self._why.setText(
            tr(
                "In {names}, records share values. Nobody can tell equal values apart, so the worst case gives them "
                "the same ranks: the distance between them is 0. Random tie-breaking puts them at different ranks and "
                "reports that as protection, although not a single value need have changed.",
                names=names,
            )
        )


def _titles() -> tuple[tuple[str, str], ...]:
    """What the figures are called, and what they say."""
    return (
        (tr("smallest d"), tr("The data set's permutation distance")),
        (tr("median d"), tr("Half of the records have at most this distance")),
        (tr("right links"), tr("Expected share of records that are linked to their own release, searching Y")),
    )


def _texts(summaries: Sequence[TieSummary]) -> list[str]:
    def over(values: Sequence[float | None], text: Callable[[float], str]) -> str:
        known = [value for value in values if value is not None]
        if not known:
            return numbers.NOTHING
        low, high = text(min(known)), text(max(known))
        return low if low == high else tr("{low} to {high}", low=low, high=high)

    return [
        over([s.d for s in summaries], lambda value: numbers.count(int(value))),
        over([s.median_d for s in summaries], lambda value: numbers.decimal(value, 0 if value == int(value) else 1)),
        over([s.right_rate for s in summaries], numbers.percent),
    ]


def _said(comparison: TieComparison, figure: TieFigure, label: QLabel, *, is_random: bool) -> Derivation:
    return tie_figure(comparison, figure, label.text(), numbers, is_random=is_random)
