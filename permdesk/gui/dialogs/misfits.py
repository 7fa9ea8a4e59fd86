"""Lists what a recipe decides and other files contradict, before it is used for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QDialog, QWidget

from permdesk.data.problem import Problem
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.pages.data.problem_list import ProblemList
from permdesk.gui.parts import GAP, column, label, primary_button, quiet_button, row, scrolled
from permdesk.gui.theme import Theme
from permdesk.translation import tr


class MisfitsDialog(QDialog):
    """``then`` is called when the officer uses the recipe with what fits."""

    chapter = Chapter.RECIPES

    def __init__(
        self, misfits: Sequence[Problem], theme: Theme, then: Callable[[], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("What no longer fits"))
        self._then = then
        self.problems = ProblemList()
        self.problems.apply_theme(theme)
        self.problems.show_problems(misfits)
        self.cancel = quiet_button(tr("Cancel"), tr("Leave everything as it was."))
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self.reject)
        self.take = primary_button(
            tr("Use what fits"), tr("Take all decisions that fit; what does not is guessed anew or left out.")
        )
        self.take.clicked.connect(self._accept)
        foot = row(gap=GAP)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.take)
        said = tr("The recipe decides things that these files contradict. The rest of it fits.")
        layout = column(label(tr("What no longer fits"), "title"), label(said, "muted", wraps=True), gap=12, margins=24)
        holder = QWidget()
        holder.setProperty("role", "page")
        inside = column(self.problems, margins=GAP)
        inside.addStretch(1)
        holder.setLayout(inside)
        layout.addWidget(scrolled(holder, tr("What no longer fits"), words=True), 1)
        layout.addLayout(foot)
        self.setLayout(layout)
        self.resize(620, 480)

    def _accept(self) -> None:
        self.accept()
        self._then()
