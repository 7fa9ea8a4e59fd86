"""All problems and notes about the files, with the cells concerned."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from permdesk.data.problem import Cell, Problem, Severity
from permdesk.gui import numbers
from permdesk.gui.icons import pixmap
from permdesk.gui.parts import column, label, row
from permdesk.gui.theme import LIGHT, Theme
from permdesk.translation import tr

SHOWN_CELLS = 6
GRAVITY = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


class ProblemList(QFrame):
    """The gravest first; says so when there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._theme, self._problems = LIGHT, tuple[Problem, ...]()
        self._title = label(tr("Problems and notes"), "heading")
        self._list = QVBoxLayout()
        self._list.setSpacing(12)
        layout = column(self._title, gap=10, margins=16)
        layout.addLayout(self._list)
        self.setLayout(layout)
        self._fill()

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is shown, in order."""
        return tuple(problem.sentence for problem in self._problems)

    def show_problems(self, problems: Sequence[Problem]) -> None:
        ordered = tuple(sorted(problems, key=lambda problem: GRAVITY[problem.severity]))
        if ordered != self._problems:
            self._problems = ordered
            self._fill()

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._fill()

    def _fill(self) -> None:
        while (item := self._list.takeAt(0)) is not None:
            entry = item.widget()
            if entry is not None:
                entry.hide()
                entry.deleteLater()
        count = numbers.count(len(self._problems))
        self._title.setText(
            tr("Problems and notes ({count})", count=count) if self._problems else tr("Problems and notes")
        )
        for problem in self._problems:
            entry = self._entry(problem)
            self._list.addWidget(entry)
            entry.show()  # Qt would show it later, and the cards would not get the height of its sentences any more
        if not self._problems:
            self._list.addWidget(label(tr("✓ Nothing was doubtful."), "muted"))

    def _entry(self, problem: Problem) -> QWidget:
        theme = self._theme
        colour = {Severity.ERROR: theme.danger, Severity.WARNING: theme.warning, Severity.NOTE: theme.muted}
        picture = label()
        picture.setFixedSize(QSize(18, 18))
        picture.setPixmap(pixmap(problem.severity.value, colour[problem.severity], 18, self.devicePixelRatioF()))
        picture.setAccessibleName(severity_words(problem.severity))
        where = label(problem.where, "caption", wraps=True)
        what = label(problem.what, wraps=True)
        words = column(where, what, gap=1)
        if problem.remedy:
            words.addWidget(label(problem.remedy, "muted", wraps=True))
        if problem.cells:
            words.addWidget(label(cells_words(problem.cells, problem.n_cells), "caption", wraps=True))
        entry = QWidget()
        layout = row(gap=10)
        layout.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)
        entry.setLayout(layout)
        entry.setAccessibleName(problem.sentence)
        return entry


def severity_words(severity: Severity) -> str:
    return {Severity.ERROR: tr("Error"), Severity.WARNING: tr("Warning"), Severity.NOTE: tr("Note")}[severity]


def cells_words(cells: Sequence[Cell], n_cells: int) -> str:
    """The first cells, by record and attribute, and how many more there are."""
    shown = [
        tr("{attribute} of record {record}: “{text}”", attribute=cell.attribute, record=cell.record, text=cell.text)
        for cell in cells[:SHOWN_CELLS]
    ]
    more = max(n_cells, len(cells)) - len(shown)
    if more > 0:
        shown.append(tr("and {more} more", more=numbers.count(more)))
    return "; ".join(shown)
