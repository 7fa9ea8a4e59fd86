"""What the officer can ask of an audit that is there, each as a job: more draws, other intruders, information."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from permdesk.audit.findings import Audit, RandomMatch
from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.gui.desk import Desk
from permdesk.gui.workspace import Question
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.audit.information import Information
    from permdesk.audit.more_draws import Precision
    from permdesk.audit.scenarios import LeaveOneOut, Scenario
    from permdesk.report.further import FurtherFindings

Found = TypeVar("Found")


class Explorer(QObject):
    """Starts jobs about an audit. An audit goes before: it replaces them, and none starts while one runs."""

    drawn = Signal(object)
    """A RandomMatch from more random records, while they are drawn."""
    availability_changed = Signal(bool)
    """Whether a job can be started now."""
    _interim = Signal(object, object)

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._drawing: Question | None = None
        self._found: RandomMatch | None = None
        desk.runner.started.connect(lambda _: self._on_started())
        desk.runner.idle.connect(self._on_idle)
        self._interim.connect(self._on_interim)

    @property
    def available(self) -> bool:
        return not self._desk.runner.busy

    def run_scenario(self, audit: Audit, known: tuple[str, ...], done: Callable[[Scenario], None]) -> None:
        """Link as an intruder who knows only some attributes."""

        def work(progress: Progress) -> Scenario | Problem:
            from permdesk.audit.scenarios import run_scenario

            return run_scenario(audit, known, progress)

        def keep(found: Scenario) -> None:
            others = (tried for tried in self._further().scenarios if tried.known != found.known)
            self._keep(audit, replace(self._further(), scenarios=(*others, found)))
            done(found)

        self._start(tr("Try what an intruder knows"), work, keep)

    def leave_one_out(self, audit: Audit, done: Callable[[LeaveOneOut], None]) -> None:
        """Link without each attribute in turn."""

        def work(progress: Progress) -> LeaveOneOut | Problem:
            from permdesk.audit.scenarios import leave_one_out

            return leave_one_out(audit, progress)

        def keep(found: LeaveOneOut) -> None:
            self._keep(audit, replace(self._further(), leave_one_out=found))
            done(found)

        self._start(tr("Leave out each attribute"), work, keep)

    def find_information(self, audit: Audit, done: Callable[[Information], None]) -> None:
        """Measure what the release keeps of each attribute."""

        def work(progress: Progress) -> Information | Problem:
            from permdesk.audit.information import find_information

            return find_information(audit, progress)

        def keep(found: Information) -> None:
            self._keep(audit, replace(self._further(), information=found))
            done(found)

        self._start(tr("Measure information"), work, keep)

    def draw_more(self, audit: Audit, so_far: RandomMatch) -> None:
        """Go on drawing random records after ``so_far`` until its figures are exact enough, or more exact if they are.

        What was drawn is kept when that is cancelled; the settings then say so many draws, as a step to undo.
        """
        question = self._desk.workspace.state.answered
        if question is None:
            return
        precision = next_precision(so_far)

        def work(progress: Progress) -> RandomMatch:
            from permdesk.audit.more_draws import draw_until_exact

            def report(found: RandomMatch) -> None:
                self._interim.emit(question, found)  # queued: this is the worker's thread

            return draw_until_exact(replace(audit, random_match=so_far), precision, report, progress)

        self._start(tr("More random records"), work, lambda found: self._on_interim(question, found))
        self._drawing = question

    def _further(self) -> FurtherFindings:
        from permdesk.report.further import NOTHING_FURTHER

        return self._desk.workspace.state.further or NOTHING_FURTHER

    def _keep(self, about: Audit, further: FurtherFindings) -> None:
        """Let the report say what was found."""
        self._desk.workspace.found_further(about, further)

    def _start(self, title: str, work: Callable[[Progress], Found | Problem], done: Callable[[Found], None]) -> None:
        if self.available:
            self._desk.runner.start(title, work, done, self._desk.reported.emit)

    def _on_started(self) -> None:
        self._drawing = self._found = None
        self.availability_changed.emit(False)

    def _on_interim(self, question: Question, found: RandomMatch) -> None:
        if self._drawing is question:
            self._found = found
            self.drawn.emit(found)

    def _on_idle(self) -> None:
        self.availability_changed.emit(self.available)
        question, found = self._drawing, self._found
        self._drawing = self._found = None
        setup = self._desk.workspace.setup
        if found is not None and question is not None and setup.question == question:
            settings = replace(setup.settings, draws=found.n)
            self._desk.decide(tr("more random records"), replace(setup, settings=settings))


def next_precision(found: RandomMatch) -> Precision:
    """The usual precision; where that is reached, twice the present one."""
    from permdesk.audit.more_draws import Precision, is_exact_enough

    usual = Precision()
    errors = found.errors
    if errors is None or not is_exact_enough(found, usual):
        return usual
    return replace(usual, standard_error=max(errors.hellinger, errors.ks, errors.overlap) / 2)
