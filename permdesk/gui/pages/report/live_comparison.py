"""Keeps what was measured up to date with what is declared, without holding up anybody who types."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from permdesk.audit.comparison import Comparison
from permdesk.audit.description import Description
from permdesk.compute.progress import Progress
from permdesk.data.file_pair import FilePair
from permdesk.gui.desk import Desk
from permdesk.translation import tr


class LiveComparison(QObject):
    """One comparison runs at a time; what was decided meanwhile is compared when it has ended."""

    found = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._is_running = False
        self._about: tuple[Description, FilePair] | None = None
        self._comparisons: tuple[Comparison, ...] = ()

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """What is known of the present description; nothing while it is being compared."""
        state = self._desk.workspace.state
        is_present = state.pair is not None and self._is_known(state.setup.description, state.pair)
        return self._comparisons if is_present else ()

    def follow(self) -> None:
        """Compare the present description with the present files, unless that was done or is being done."""
        state = self._desk.workspace.state
        if state.pair is None or not state.setup.description.steps:
            self._about, self._comparisons = None, ()
            return
        about = (state.setup.description, state.pair)
        if self._is_running or self._is_known(*about):
            return
        self._is_running = True

        def work(progress: Progress) -> tuple[Comparison, ...]:
            from permdesk.audit.declared_against_measured import compare_with_files

            return compare_with_files(*about, progress)

        def done(comparisons: tuple[Comparison, ...]) -> None:
            self._is_running = False
            self._about, self._comparisons = about, comparisons
            self.found.emit()
            self.follow()

        def refused(_problem: object) -> None:
            self._is_running = False

        # It must end, so that a preview that starts meanwhile waits for it instead of dropping it.
        title = tr("Compare the description with the files")
        self._desk.reports.start(title, work, done, refused, must_end=True)

    def _is_known(self, description: Description, pair: FilePair) -> bool:
        return self._about is not None and self._about[0] == description and self._about[1] is pair
