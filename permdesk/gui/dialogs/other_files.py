"""Asks which recipe is used for which other files, such as those of the next year."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QGridLayout, QPushButton, QWidget

from permdesk.gui.dialogs.files import ask_file, data_filter, recipe_filter
from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.parts import GAP, ElidedLabel, column, explain, label, primary_button, quiet_button, row
from permdesk.translation import tr

Chosen = Callable[[Path | None, Path, Path], object]


class PathChooser(QPushButton):
    """A button that asks for a file, and a line that shows which one was chosen."""

    chosen = Signal()

    def __init__(self, text: str, tip: str, kinds: str, nothing: str) -> None:
        super().__init__(text)
        self.path: Path | None = None
        self.shown = ElidedLabel("muted")
        self.shown.setText(nothing)
        name = text.replace("&", "").removesuffix("…")
        explain(self, name, tip)
        self.setAutoDefault(False)
        self.clicked.connect(lambda: ask_file(self, name, kinds, self.choose))

    def choose(self, path: Path) -> None:
        self.path = path
        self.shown.setText(path.name)
        self.shown.setToolTip(str(path))
        self.chosen.emit()


class OtherFilesDialog(QDialog):
    """``then`` gets the recipe, None for the present decisions, the original and the anonymized file."""

    chapter = Chapter.RECIPES

    def __init__(self, has_decisions: bool, then: Chosen, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Use a recipe with other files"))
        self._has_decisions, self._then = has_decisions, then
        self.recipe = PathChooser(
            tr("Choose &recipe…"),
            tr("Take the decisions from a recipe file."),
            recipe_filter(),
            tr("the decisions of now") if has_decisions else tr("no recipe yet"),
        )
        self.original = PathChooser(
            tr("Choose &original…"),
            tr("The original file of the next year, or of another survey."),
            data_filter(),
            tr("no file yet"),
        )
        self.anonymized = PathChooser(
            tr("Choose &anonymized…"), tr("The release that belongs to it."), data_filter(), tr("no file yet")
        )
        self.cancel = quiet_button(tr("Cancel"), tr("Leave everything as it was."))
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self.reject)
        self.take = primary_button(tr("Use the recipe"), tr("Read these files as the recipe says, and audit them."))
        self.take.clicked.connect(self._accept)
        for chooser in (self.recipe, self.original, self.anonymized):
            chooser.chosen.connect(self._allow)
        self._arrange()
        self._allow()

    def _arrange(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(10)
        rows = (
            (tr("Recipe"), self.recipe),
            (tr("Original"), self.original),
            (tr("Anonymized"), self.anonymized),
        )
        for place, (name, chooser) in enumerate(rows):
            grid.addWidget(label(name, "heading"), place, 0)
            grid.addWidget(chooser.shown, place, 1)
            grid.addWidget(chooser, place, 2)
        grid.setColumnStretch(1, 1)
        foot = row(gap=GAP)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.take)
        said = tr(
            "How files are read, levels, orders, pairing, settings, policy and description stay as they were decided. "
            "What no longer fits is listed before anything changes."
        )
        title = label(tr("Use a recipe with other files"), "title")
        layout = column(title, label(said, "muted", wraps=True), gap=14, margins=24)
        layout.addLayout(grid)
        layout.addStretch(1)  # what the sentence leaves of its height when it is as wide as the dialog
        layout.addLayout(foot)
        self.setLayout(layout)
        self.setMinimumWidth(640)

    def _allow(self) -> None:
        is_known = self._has_decisions or self.recipe.path is not None
        self.take.setEnabled(is_known and self.original.path is not None and self.anonymized.path is not None)

    def _accept(self) -> None:
        if self.original.path is not None and self.anonymized.path is not None:
            self.accept()
            self._then(self.recipe.path, self.original.path, self.anonymized.path)
