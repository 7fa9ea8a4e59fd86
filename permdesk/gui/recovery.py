"""Keeps unsaved decisions in a copy while the window runs, and offers what a window left that ended otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem, Severity
from permdesk.gui.comparison_task import fingerprinted
from permdesk.gui.desk import Desk
from permdesk.gui.dialogs.recovery import RecoveryDialog
from permdesk.gui.jobs import JobRunner
from permdesk.gui.kept_recipes import KeptRecipe, Leftover, leftovers, new_copy
from permdesk.gui.recipes import Recipes
from permdesk.gui.showing import open_dialog
from permdesk.gui.tasks import recipe_of
from permdesk.translation import together, tr

MOMENT_MS = 800
"""How long after the last change the copy is written."""


class Recovery(QObject):
    """Writes on a worker of its own, so that no report is waited for. Without a folder nothing is kept."""

    reported = Signal(object)
    """A Problem that the officer must see, once for all copies that cannot be written."""
    changed = Signal()
    """Whether anything is left to recover."""

    def __init__(self, desk: Desk, recipes: Recipes, runner: JobRunner, folder: Path | None, window: QWidget) -> None:
        super().__init__(window)
        self._desk, self._recipes, self._runner, self._window = desk, recipes, runner, window
        self._folder = folder
        self._kept = None if folder is None else new_copy(folder)
        self._is_there = self._has_said = False
        self._recovered: tuple[Leftover, ...] = ()
        self._left: tuple[Leftover, ...] = ()
        self._found: tuple[Leftover, ...] = ()
        self._timer = QTimer(self, interval=MOMENT_MS, singleShot=True)
        self._timer.timeout.connect(self._write)
        if folder is not None:
            recipes.changed.connect(self._timer.start)

    @property
    def has_left(self) -> bool:
        """Decisions were offered and neither recovered nor discarded yet."""
        return bool(self._left)

    def offer(self) -> None:
        """Look for what was left behind, and ask what becomes of it."""
        self._look(self._ask)

    def offer_again(self) -> None:
        """The same, and say so where another window has taken it meanwhile."""
        self._look(self._ask_or_say)

    def _look(self, then: Callable[[tuple[Leftover, ...]], None]) -> None:
        if self._folder is not None:
            folder = self._folder

            def look(_: Progress) -> tuple[Leftover, ...]:
                self._found = leftovers(folder)
                return self._found

            self._runner.start("", look, then, _pass_over, must_end=True)

    def end(self) -> None:
        """Remove the copies: the window ends as it should."""
        self._timer.stop()
        self._folder = None  # a window that is closed at once has not been offered anything yet
        self._runner.shutdown()
        _let_go(self._found)
        self._forget_recovered()
        if self._kept is not None:
            _remove(self._kept)
            self._kept = None

    def _write(self) -> None:
        """Let the copy hold the unsaved decisions, and let there be none where there are none."""
        kept, state, path = self._kept, self._desk.workspace.state, self._recipes.path
        question, description = state.setup.question, state.setup.description
        if kept is None:
            return
        if question is None or not self._recipes.is_modified:
            self._forget_recovered()
            if self._is_there:
                self._is_there = False
                self._runner.start("", lambda _: kept.remove(), _pass_over, _pass_over)
            return
        self._is_there = True
        candidates, seen = fingerprinted(state), self._recipes.seen

        def work(_: Progress) -> Problem | None:
            return kept.write(recipe_of(question, description, candidates), path, seen)

        self._runner.start("", work, lambda _: self._on_written(), self._on_not_written)

    def _on_written(self) -> None:
        self._has_said = False
        self._forget_recovered()

    def _on_not_written(self, problem: Problem) -> None:
        if not self._has_said:
            self._has_said = True
            what = tr("Unsaved decisions cannot be kept for recovery after a crash. {reason}", reason=problem.what)
            remedy = tr("Save the recipe yourself now and then.")
            self.reported.emit(Problem(what, "", remedy, Severity.WARNING))

    def _ask(self, found: tuple[Leftover, ...]) -> None:
        self._keep_offered(found)
        if found:
            dialog = RecoveryDialog(found, self._recover, self._discard, self._window)
            dialog.finished.connect(lambda: _let_go(found))
            open_dialog(dialog)

    def _ask_or_say(self, found: tuple[Leftover, ...]) -> None:
        self._ask(found)
        if not found:
            what = tr("No unsaved decisions are left: another window has recovered or discarded them.")
            self.reported.emit(Problem(what, "", "", Severity.NOTE))

    def _keep_offered(self, left: tuple[Leftover, ...]) -> None:
        self._left = left
        self.changed.emit()

    def _offer_no_more(self, answered: Leftover) -> None:
        self._keep_offered(tuple(one for one in self._left if one is not answered))

    def _discard(self, leftover: Leftover) -> None:
        _remove(leftover.kept)
        self._offer_no_more(leftover)

    def _recover(self, leftover: Leftover) -> None:
        """Its decisions become those of this window, and it goes when they are in the copy of this one. Until then it
        is held by nobody, and offered again where its files cannot be read or the reading is stopped."""

        def recovered() -> None:
            self._offer_no_more(leftover)
            if leftover.kept.hold():
                self._recovered = (*self._recovered, leftover)

        self._recipes.recover(leftover, recovered, _still_kept)

    def _forget_recovered(self) -> None:
        """What was recovered is kept by this window now, or saved, or no longer wanted."""
        for leftover in self._recovered:
            _remove(leftover.kept)
        self._recovered = ()


def _remove(kept: KeptRecipe) -> None:
    kept.remove()
    kept.let_go()


def _still_kept(problem: Problem) -> Problem:
    """What is said of decisions that cannot be recovered now."""
    what = tr("{reason} The unsaved decisions are kept.", reason=problem.what)
    again = tr("To try again, choose “Recover unsaved decisions…” in the File menu.")
    return replace(problem, what=what, remedy=together(problem.remedy, again))


def _let_go(found: Sequence[Leftover]) -> None:
    """What was not answered is offered again when it is asked for, or at the next start."""
    for leftover in found:
        leftover.kept.let_go()


def _pass_over(_: object) -> None:
    """Nothing follows."""
