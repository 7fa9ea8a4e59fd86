"""Asks what a comparison needs from the officer: releases, a method and a folder, a file to write to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from permdesk.gui.comparer import Comparer
from permdesk.gui.comparison_task import ComparisonWanted, write_comparison
from permdesk.gui.desk import Desk
from permdesk.gui.dialogs.files import ask_comparison_target, ask_files, ask_folder, data_filter
from permdesk.gui.models.release_rows import release_rows, with_figures
from permdesk.gui.recipe_task import Refitted, refit
from permdesk.gui.showing import open_dialog
from permdesk.gui.tasks import recipe_of
from permdesk.gui.workspace import Setup, State
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.audit.recipe import Demonstration
    from permdesk.data.choices import PairChoices
    from permdesk.gui.models.release_rows import ReleaseRow


class Comparisons(QObject):
    """Nothing happens without an original."""

    def __init__(self, desk: Desk, comparer: Comparer, window: QWidget) -> None:
        super().__init__(window)
        self._desk, self._comparer, self._window = desk, comparer, window

    @property
    def can_add(self) -> bool:
        return self._desk.workspace.setup.original is not None

    def ask_releases(self) -> None:
        """Ask for files to compare."""
        if self.can_add:
            ask_files(self._window, tr("Add releases"), data_filter(), self._comparer.add)

    def ask_demonstrations(self) -> None:
        """Ask for a method and its parameters, then for a folder."""
        from permdesk.gui.dialogs.demonstration import DemonstrationDialog

        if not self.can_add:
            return

        def ask_where(wanted: tuple[Demonstration, ...]) -> None:
            title = tr("Write the releases into a folder")
            ask_folder(self._window, title, lambda folder: self._comparer.make(wanted, folder))

        dialog = DemonstrationDialog(ask_where, self._window)
        open_dialog(dialog)

    def ask_export(self) -> None:
        """Ask where to write the comparison, if releases were audited."""
        if current_releases(self._desk.workspace.state):
            ask_comparison_target(self._window, tr("Export the comparison"), "comparison.html", self.export)

    def export(self, path: Path) -> None:
        """Write the comparison of the releases whose numbers hold to ``path``, whose ending is the format."""
        state = self._desk.workspace.state
        original = state.setup.original
        releases = tuple(row.release for row in current_releases(state) if row.release is not None)
        if original is None or not releases:
            return
        wanted = ComparisonWanted(original.table.path.name, releases, state.setup.policy, state.setup.report)
        self._desk.reports.start(
            tr("Write {file}", file=path.name),
            lambda progress: write_comparison(wanted, path, progress),
            self._desk.written.emit,
            self._desk.reported.emit,
            writes=True,
        )

    def open(self, row: ReleaseRow) -> None:
        """Open a release in the other tabs, by the decisions of now, and audit it there."""
        state, path = self._desk.workspace.state, Path(row.candidate.file.path)
        setup, question = state.setup, state.setup.question
        opened = setup.anonymized
        if setup.original is None:
            return
        if opened is not None and opened.table.path.absolute() == path.absolute():
            if state.audit is None or state.is_stale:
                self._desk.run()
        elif question is None:
            self._desk.open(anonymized=path)
        else:
            recipe = replace(
                recipe_of(question, setup.description), anonymized=row.candidate.file, choices=_choices_for(setup, row)
            )
            step = tr("open {file}", file=path.name)
            self._desk.runner.start(
                tr("Open {file}", file=path.name),
                lambda progress: refit(setup, recipe, None, None, step, progress),
                self._take,
                self._desk.reported.emit,
            )

    def _take(self, refitted: Refitted) -> None:
        """Audit the release at once if all decisions fit; else the officer sees first what does not."""
        if refitted.misfits:
            self._desk.misfitting.emit(refitted)
        else:
            self._desk.take_refitted(refitted)


def _choices_for(setup: Setup, row: ReleaseRow) -> PairChoices | None:
    """The decisions of now about one release: paired as all are, unless its records belong to nobody."""
    from permdesk.audit.nobodys_records import is_synthetic, unpaired

    choices = None if setup.footing is None else setup.footing.choices
    return unpaired(choices) if choices is not None and is_synthetic(row.candidate) else choices


def current_releases(state: State) -> tuple[ReleaseRow, ...]:
    """The releases whose numbers hold."""
    return with_figures(release_rows(state, None))
