"""Opens files: asks which, and takes those that are dropped on the window or named on the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from permdesk.audit.recipe import SUFFIX
from permdesk.data.problem import Problem
from permdesk.gui.desk import Desk
from permdesk.gui.dialogs.files import ask_file, data_filter
from permdesk.gui.dialogs.which_original import WhichOriginal
from permdesk.gui.other_files import OtherFiles
from permdesk.gui.recipes import Recipes
from permdesk.gui.showing import open_dialog
from permdesk.gui.side import side_of_one, tell_apart
from permdesk.gui.theme import Theme
from permdesk.translation import tr


class Openings(QObject):
    """Nothing is opened before it is clear which file is which."""

    refused = Signal(object)
    """A Problem with what was given."""

    def __init__(self, desk: Desk, recipes: Recipes, other_files: OtherFiles, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._desk, self._recipes, self._other_files = desk, recipes, other_files
        self._window, self._theme = window, theme

    def apply_theme(self, theme: Theme) -> None:
        self._theme = theme

    def ask_original(self) -> None:
        ask_file(self._window, tr("Open the original file"), data_filter(), lambda path: self._desk.open(original=path))

    def ask_anonymized(self) -> None:
        title = tr("Open the anonymized file")
        ask_file(self._window, title, data_filter(), lambda path: self._desk.open(anonymized=path))

    def take_dropped(self, event: QDropEvent, releases: Callable[[list[Path]], object] | None) -> None:
        """Open what was dropped, or let ``releases`` have it where files are releases to compare."""
        urls = event.mimeData().urls()
        if not all(url.isLocalFile() for url in urls):
            what = tr("What was dropped is on the web, and not a file of this computer.")
            self._refuse(what, tr("Save it here first: PermDesk never uses the network."))
            return
        paths = [Path(url.toLocalFile()) for url in urls]
        if releases is None or any(is_recipe(path) or path.is_dir() for path in paths):
            self.open_paths(paths)
        else:
            releases(paths)

    def open_paths(self, paths: list[Path]) -> None:
        """Open a recipe, one file or two, or a recipe for two files."""
        recipes = [path for path in paths if is_recipe(path)]
        others = [path for path in paths if path not in recipes]
        folder = next((path for path in paths if path.is_dir()), None)
        if folder is not None:
            self._refuse(tr("It is a folder, not a file."), tr("Open the files that are in it."), folder.name)
        elif len(recipes) == 1 and len(others) == 2:
            self._open_two(others[0], others[1], lambda x, y: self._other_files.use(recipes[0], x, y))
        elif len(paths) == 1 and recipes:
            self._recipes.open(paths[0])
        elif recipes:
            what = tr("A recipe was given with what does not belong to it.")
            self._refuse(what, tr("Open a recipe alone, or with one original and one anonymized file to use it for."))
        elif len(paths) == 1:
            side = side_of_one(paths[0], self._desk.workspace.setup)
            self._desk.open(**{side.value: paths[0]})
        elif len(paths) == 2:
            self._open_two(paths[0], paths[1], self._desk.open)
        elif paths:
            what = tr("{count} files were given.", count=len(paths))
            remedy = tr("Open one original and one anonymized file; or drop releases on the Compare tab.")
            self._refuse(what, remedy)

    def _refuse(self, what: str, remedy: str, where: str = "") -> None:
        self.refused.emit(Problem(what, where, remedy))

    def _open_two(self, first: Path, second: Path, then: Callable[[Path, Path], object]) -> None:
        known = tell_apart(first, second)
        if known is not None:
            then(*known)
            return
        dialog = WhichOriginal(first, second, self._theme, then, self._window)
        open_dialog(dialog)


def is_recipe(path: Path) -> bool:
    return path.suffix.lower() == SUFFIX


def local_files(event: QDropEvent) -> list[Path]:
    """The files of this computer that are dragged."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]


def leave_drops_to(window: QWidget) -> None:
    """Let files that are dropped on a field of ``window`` be opened; the field would take their addresses for text."""
    for kind in (QLineEdit, QPlainTextEdit, QTextEdit):
        for field in window.findChildren(kind):
            field.setAcceptDrops(False)
