"""The recipe as a document: new, open, save, recent ones, and no unsaved decision lost without a question."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from permdesk.audit.recipe import SUFFIX
from permdesk.data.problem import Problem, Severity
from permdesk.gui.decisions import Decisions, decisions_of
from permdesk.gui.desk import Desk
from permdesk.gui.dialogs.files import ask_file, ask_target, recipe_filter
from permdesk.gui.dialogs.unsaved import UnsavedDialog
from permdesk.gui.file_state import FileState, state_of
from permdesk.gui.kept_recipes import Leftover
from permdesk.gui.preferences import Preferences
from permdesk.gui.report_tasks import Written
from permdesk.gui.workspace import Setup, State
from permdesk.translation import tr


class Recipes(QObject):
    """Knows where the present decisions were last written or read, and whether they are others now.

    ``seen`` is how that file was then. Files that were opened and have only been guessed about are no decisions that
    could be lost; nor are decisions without two files, which no recipe can hold.
    """

    changed = Signal()
    """The decisions, their file, or whether they are saved."""
    said = Signal(str)
    reported = Signal(object)
    """A Problem that the officer must see."""

    def __init__(self, desk: Desk, preferences: Preferences, window: QWidget) -> None:
        super().__init__(window)
        self._desk, self._preferences, self._window = desk, preferences, window
        self.path: Path | None = None
        self.seen: FileState | None = None
        self._now = decisions_of(Setup())
        self._saved: Decisions | None = self._now
        self._question: UnsavedDialog | None = None
        desk.workspace.changed.connect(self._follow)
        desk.recipe_begun.connect(self._begin)
        desk.recipe_missed.connect(self._forget)

    @property
    def is_modified(self) -> bool:
        """There are decisions that a recipe can hold and none does."""
        return self._desk.workspace.setup.question is not None and self._now != self._saved

    @property
    def name(self) -> str:
        """What the recipe is called; empty while there is none."""
        if self.path is not None:
            return self.path.name
        return tr("New recipe") if self._desk.workspace.setup.question is not None else ""

    def begin_anew(self) -> None:
        """Close the files and begin with nothing decided."""
        self.ask_before(self._desk.begin_anew)

    def ask_and_open(self) -> None:
        ask_file(self._window, tr("Open a recipe"), recipe_filter(), self.open)

    def open(self, path: Path) -> None:
        self.ask_before(lambda: self._desk.open_recipe(path))

    def open_demonstration(self) -> None:
        self.ask_before(self._desk.open_demonstration)

    def recover(
        self,
        leftover: Leftover,
        recovered: Callable[[], object],
        unread: Callable[[Problem], Problem],
    ) -> None:
        """Take the decisions of a copy, which were never saved. ``unread`` makes what is reported of what went wrong
        if they cannot be taken."""

        def take() -> None:
            self._saved, self.seen = None, leftover.seen
            self.changed.emit()
            recovered()

        self.ask_before(lambda: self._desk.open_copy(leftover.kept.copy, leftover.path, take, unread))

    def save(self, then: Callable[[], object] | None = None) -> None:
        """Save where the recipe was opened from or last saved, and ask where if there is no such place, or if it holds
        the recipe of other files or what somebody else wrote since; ``then`` is called when it is written."""
        is_of_other_files = self._saved is not None and self._now.is_about_other_files(self._saved)
        if self.path is None or is_of_other_files:
            self.save_as(then)
        elif state_of(self.path) not in (None, self.seen):
            what = tr("Another window or program has changed this recipe since it was opened or saved here.")
            remedy = tr("Choose another name, or replace it with yours.")
            self.reported.emit(Problem(what, self.path.name, remedy, Severity.WARNING))
            self.save_as(then)
        else:
            self._write(self.path, then)

    def save_as(self, then: Callable[[], object] | None = None) -> None:
        """Ask where to save."""

        def write(path: Path) -> None:
            def written() -> None:
                self._desk.written.emit(Written((path,)))
                if then is not None:
                    then()

            self._write(path, written)

        suggested = str(self.path) if self.path is not None else f"audit{SUFFIX}"
        ask_target(self._window, tr("Save the recipe"), suggested, SUFFIX[1:], write)

    def ask_before(self, then: Callable[[], object]) -> None:
        """Do what would lose unsaved decisions, after asking whether they are to be saved; at once if there are
        none."""
        if not self.is_modified:
            then()
        elif self._question is None:
            name = "" if self.path is None else self.path.name
            self._question = UnsavedDialog(name, lambda: self.save(then), then, self._window)
            self._question.finished.connect(self._end_question)
            self._question.open()

    def forget(self) -> None:
        """Take the present decisions for saved, as they are not to be kept."""
        self._saved = self._now
        self.changed.emit()

    def _write(self, path: Path, then: Callable[[], object] | None) -> None:
        written = self._now

        def saved() -> None:
            self.path, self._saved, self.seen = path, written, state_of(path)
            self._preferences.add_recent(path)
            self.said.emit(tr("Saved {file}.", file=path.name))
            self.changed.emit()
            if then is not None:
                then()

        self._desk.save_recipe(path, saved)

    def _end_question(self) -> None:
        if self._question is not None:
            self._question.deleteLater()
            self._question = None

    def _follow(self, before: State) -> None:
        setup = self._desk.workspace.setup
        if setup is before.setup:
            return
        was, self._now = self._now, decisions_of(setup)
        if was == self._now:
            return
        is_untouched = self.path is None and was == self._saved
        has_other_files = (was.original, was.anonymized) != (self._now.original, self._now.anonymized)
        if is_untouched and has_other_files and self._now.differs_in_files_only(was):
            self._saved = self._now
        self.changed.emit()

    def _begin(self, path: Path | None) -> None:
        self.path, self._saved = path, self._now
        self.seen = None if path is None else state_of(path)
        if path is not None:
            self._preferences.add_recent(path)
        self.changed.emit()

    def _forget(self, path: Path) -> None:
        """A recipe that is not where it was is no longer offered."""
        if self._preferences.remove_recent(path):
            what = tr("This recipe is no longer there, and no longer among the recent ones.")
            self.reported.emit(Problem(what, path.name, tr("Open it where it is now."), Severity.NOTE))
