"""Uses a recipe for other files: asks which, and shows what no longer fits before anything is decided."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from permdesk.gui.desk import Desk
from permdesk.gui.dialogs.misfits import MisfitsDialog
from permdesk.gui.dialogs.other_files import OtherFilesDialog
from permdesk.gui.recipe_task import Refitted
from permdesk.gui.showing import open_dialog
from permdesk.gui.theme import Theme


class OtherFiles(QObject):
    """Nothing changes before the files are read and, where something does not fit, the officer has seen what."""

    def __init__(self, desk: Desk, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._desk, self._window, self._theme = desk, window, theme
        desk.misfitting.connect(self._show_misfits)

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme

    def ask(self) -> None:
        """Ask for the recipe and the files."""
        has_decisions = self._desk.workspace.setup.question is not None
        dialog = OtherFilesDialog(has_decisions, self.use, self._window)
        open_dialog(dialog)

    def use(self, recipe: Path | None, original: Path, anonymized: Path) -> None:
        """Use a recipe, None for the present decisions, for these files."""
        self._desk.use_recipe(recipe, original, anonymized)

    def _show_misfits(self, refitted: Refitted) -> None:
        dialog = MisfitsDialog(refitted.misfits, self._theme, lambda: self._desk.take_refitted(refitted), self._window)
        open_dialog(dialog)
