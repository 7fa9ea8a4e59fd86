"""Asks what becomes of unsaved decisions before something takes their place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QWidget

from permdesk.gui.guide.chapters import Chapter
from permdesk.gui.parts import GAP, column, label, primary_button, quiet_button, row
from permdesk.translation import tr


class UnsavedDialog(QDialog):
    """``save`` or ``discard`` is called after the dialog is closed; by Escape, neither. ``name`` is empty for a recipe
    that was never saved."""

    chapter = Chapter.RECIPES

    def __init__(
        self, name: str, save: Callable[[], object], discard: Callable[[], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Unsaved decisions"))
        self.save = primary_button(tr("&Save"), tr("Write the recipe, then go on."))
        self.save.clicked.connect(lambda: self._end(save))
        self.discard = quiet_button(tr("&Discard"), tr("Go on without saving. The unsaved decisions are lost."))
        self.discard.clicked.connect(lambda: self._end(discard))
        self.cancel = quiet_button(tr("Cancel"), tr("Leave everything as it was."))
        self.cancel.clicked.connect(self.reject)
        for button in (self.discard, self.cancel):
            button.setAutoDefault(False)
        foot = row(self.discard, gap=GAP)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.save)
        said = tr("A recipe keeps which files are audited, and every choice and setting. It never holds data.")
        asked = tr("Save the changes to {name}?", name=name) if name else tr("Save these decisions in a recipe?")
        title = label(asked, "title", wraps=True)
        layout = column(title, label(said, "muted", wraps=True), gap=12, margins=24)
        layout.addSpacing(GAP)
        layout.addLayout(foot)
        self.setLayout(layout)
        self.setMinimumWidth(480)
        self.save.setFocus()

    def _end(self, then: Callable[[], object]) -> None:
        self.accept()
        then()
