"""What the officer can do: each act decides something in the workspace or starts the job that finds something out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from permdesk.audit.policy import Policy, read_policy
from permdesk.audit.recipe import write_recipe
from permdesk.compute.progress import Progress
from permdesk.data.choices import Dialect
from permdesk.data.problem import Problem
from permdesk.gui.comparison_task import fingerprinted
from permdesk.gui.jobs import JobRunner
from permdesk.gui.pages.data.attribute_decisions import with_hierarchy
from permdesk.gui.recipe_task import Refitted, refit
from permdesk.gui.report_choices import ChosenTemplate
from permdesk.gui.report_tasks import Written, read_chosen_template
from permdesk.gui.side import Side
from permdesk.gui.tasks import (
    CHARTS_AFTER_MS,
    Answer,
    Opening,
    Request,
    answer,
    free,
    load_charts,
    load_engine,
    look_at_hierarchy,
    open_files,
    open_recipe,
    recipe_of,
)
from permdesk.gui.workspace import Exchange, Setup, State, Workspace
from permdesk.gui.writing_desk import WritingDesk
from permdesk.resources import resource_path
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.data.hierarchy import Hierarchy


class Act(Enum):
    """What can fail, and by succeeding later takes back what it said then."""

    OPEN = auto()
    OPEN_POLICY = auto()
    AUDIT = auto()


class Desk(QObject):
    """Connects decisions with jobs: results follow decisions by themselves where that takes no time to speak of."""

    reported = Signal(object)
    """A Problem that the officer must see."""
    unread = Signal(object, object, object)
    """A Problem that was reported, the side of the file that could not be read, and its path: the officer may say how
    it is read."""
    misfitting = Signal(object)
    """A Refitted whose misfits the officer must see before it is taken."""
    settled = Signal(object)
    """A Problem that was reported and is no more: what had failed has been done since."""
    written = Signal(object)
    """What was written, as a Written."""
    recipe_begun = Signal(object)
    """The path of the recipe whose decisions are those of the workspace now; None for one that has no file yet."""
    recipe_missed = Signal(object)
    """The path of a recipe that was to be opened and is not there."""

    def __init__(self, workspace: Workspace, runner: JobRunner, reports: JobRunner) -> None:
        """``runner`` reads and audits; ``reports`` makes previews and reports, which must not stop an audit."""
        super().__init__()
        self.workspace = workspace
        self.runner = runner
        self.reports = reports
        self.writing = WritingDesk(workspace, reports, self.written, self.reported)
        self.opening_wanted: Callable[[Callable[[], object]], object] = _at_once
        """Gets whatever opens files, when somebody wants that, and calls it when it may stop what runs."""
        self._is_opening = False
        self._failed: dict[Act, Problem] = {}
        runner.idle.connect(self._end_opening)
        workspace.changed.connect(self._follow)

    def prepare(self) -> None:
        """Load the engine, then the charts, on the workers, while the officer looks for her files."""
        once, load = Qt.ConnectionType.SingleShotConnection, lambda: self.reports.prepare(load_charts)
        self.runner.prepared.connect(lambda: QTimer.singleShot(CHARTS_AFTER_MS, load), once)
        self.runner.prepare(load_engine)

    def open(self, original: Path | None = None, anonymized: Path | None = None) -> None:
        """Read one file or two, and audit when there are two."""
        requests = (Request(original) if original else None, Request(anonymized) if anonymized else None)
        self.opening_wanted(lambda: self._open(*requests))

    def begin_anew(self) -> None:
        """Close the files and forget all decisions and results."""
        self._is_opening = False
        self.cancel()
        self.workspace.clear()
        for act in tuple(self._failed):
            self._succeeded(act)
        self.recipe_begun.emit(None)

    def open_demonstration(self) -> None:
        """The running example of the paper, with what the paper says of its anonymization; as a recipe without a file,
        since that one belongs to PermDesk."""
        self.open_copy(resource_path("demo", "paper", "paper.permdesk"), None)

    def read(self, side: Side, path: Path, dialect: Dialect) -> None:
        """Read a file as the officer says: one that is open again, or one that could not be read."""
        request = Request(path, dialect)
        requests = (request, None) if side is Side.ORIGINAL else (None, request)
        self.opening_wanted(lambda: self._open(*requests))

    def open_recipe(self, path: Path) -> None:
        """Take files, choices, settings and description from a recipe."""
        self.open_copy(path, path)

    def open_copy(
        self,
        path: Path,
        own: Path | None,
        begun: Callable[[], object] | None = None,
        unread: Callable[[Problem], Problem] | None = None,
    ) -> None:
        """The same from a copy of a recipe, which has its ``own`` path, or none yet; ``begun`` is called when its
        decisions are those of the workspace, and ``unread`` makes what is reported of what went wrong otherwise."""
        self.opening_wanted(lambda: self._open_copy(path, own, begun, unread))

    def _open_copy(
        self,
        path: Path,
        own: Path | None,
        begun: Callable[[], object] | None,
        unread: Callable[[Problem], Problem] | None,
    ) -> None:
        setup = self.workspace.setup
        is_missing = False

        def work(progress: Progress) -> Opening | Problem:
            nonlocal is_missing
            opening = open_recipe(setup, path, progress)
            if not isinstance(opening, Problem):
                return opening
            is_missing = not path.exists()
            return opening if unread is None else unread(opening)

        def begin(opening: Opening) -> None:
            self.workspace.begin(opening.setup)
            self.recipe_begun.emit(own)
            if begun is not None:
                begun()

        def not_read() -> None:
            if is_missing:
                self.recipe_missed.emit(path)

        self._start_opening(tr("Open {file}", file=(own or path).name), work, begin, not_read)

    def use_recipe(self, path: Path | None, original: Path, anonymized: Path) -> None:
        """Use the decisions of a recipe, None for those of now, for other files. Where all fit, they are taken at
        once; else ``misfitting`` says what does not."""
        self.opening_wanted(lambda: self._use_recipe(path, original, anonymized))

    def _use_recipe(self, path: Path | None, original: Path, anonymized: Path) -> None:
        setup, question = self.workspace.setup, self.workspace.setup.question
        recipe = path or (None if question is None else recipe_of(question, setup.description))
        if recipe is None:
            return
        title = tr("Use the recipe for {first} and {second}", first=original.name, second=anonymized.name)
        step = tr("use the recipe for {first} and {second}", first=original.name, second=anonymized.name)

        def done(refitted: Refitted) -> None:
            self._succeeded(Act.OPEN)
            if refitted.misfits:
                self.misfitting.emit(refitted)
            else:
                self.take_refitted(refitted)

        self.runner.start(
            title,
            lambda progress: refit(setup, recipe, original, anonymized, step, progress),
            done,
            lambda problem: self._failed_at(Act.OPEN, problem),
        )

    def take_refitted(self, refitted: Refitted) -> None:
        """Take the decisions of a recipe about other files, and audit these."""
        self.workspace.decide(refitted.step, refitted.setup)
        self.run()

    def save_recipe(self, path: Path, saved: Callable[[], object] | None = None) -> None:
        """Write what was decided into a recipe; ``saved`` is called then, else ``written`` says so."""
        question, description = self.workspace.setup.question, self.workspace.setup.description
        candidates = fingerprinted(self.workspace.state)
        if question is None:
            return

        def work(_: Progress) -> Written | Problem:
            return write_recipe(recipe_of(question, description, candidates), path) or Written((path,))

        def done(written: Written) -> None:
            if saved is None:
                self.written.emit(written)
            else:
                saved()

        self.reports.start(tr("Save the recipe"), work, done, self.reported.emit, writes=True)

    def open_policy(self, path: Path) -> None:
        """Take the thresholds from a policy file."""

        def done(policy: Policy) -> None:
            self._succeeded(Act.OPEN_POLICY)
            title = tr("policy {name}", name=policy.name)
            self.workspace.decide(title, replace(self.workspace.setup, policy=policy))

        def refused(problem: Problem) -> None:
            self._failed_at(Act.OPEN_POLICY, problem)

        title = tr("Open {file}", file=path.name)
        self.reports.start(title, lambda _: read_policy(path), done, refused, must_end=True)

    def choose_template(self, folder: Path) -> None:
        """Take the agency's look for reports from a folder."""

        def done(chosen: ChosenTemplate) -> None:
            setup = self.workspace.setup
            self.workspace.decide(
                tr("template {name}", name=folder.name), replace(setup, report=replace(setup.report, template=chosen))
            )

        title = tr("Open {file}", file=folder.name)
        self.reports.start(title, lambda _: read_chosen_template(folder), done, self.reported.emit, must_end=True)

    def shutdown(self) -> None:
        """Stop all jobs and wait until they have noticed."""
        self.runner.cancel()
        self.reports.shutdown()
        self.runner.shutdown()

    def decide(self, name: str, setup: Setup) -> None:
        """Change what was decided; results follow if the files are small."""
        self.workspace.decide(name, setup)

    def choose_hierarchy(self, name: str, path: Path) -> None:
        """Take what generalized values of an attribute cover from a hierarchy; its order of words becomes the
        taxonomy's where it had none."""

        def done(hierarchy: Hierarchy) -> None:
            step = tr("hierarchy of {name}: {file}", name=name, file=path.name)
            self.workspace.decide(step, with_hierarchy(self.workspace.setup, name, hierarchy))

        title = tr("Open {file}", file=path.name)
        self.reports.start(title, lambda progress: look_at_hierarchy(path, progress), done, self.reported.emit)

    def run(self) -> None:
        """Answer the present question, however long it takes; while files are read, that follows anyway."""
        if not self._is_opening:
            self._answer(with_audit=True)

    @property
    def is_opening(self) -> bool:
        """Files are being read."""
        return self._is_opening

    def cancel(self) -> None:
        """Stop what runs; the last complete results stay."""
        self.runner.cancel()

    def stop(self) -> None:
        """Stop what is read or audited, or, where nothing is, what is being written."""
        if not self.runner.busy:
            self.reports.stop_writing()
        self.cancel()

    def _open(self, original: Request | None, anonymized: Request | None) -> None:
        setup = self.workspace.setup
        names = [request.path.name for request in (original, anonymized) if request is not None]

        def work(progress: Progress) -> Opening | Problem:
            return open_files(setup, original, anonymized, progress)

        if len(names) == 1:
            title, step = tr("Open {file}", file=names[0]), tr("open {file}", file=names[0])
        else:
            title = tr("Open {first} and {second}", first=names[0], second=names[1])
            step = tr("open {first} and {second}", first=names[0], second=names[1])

        def merge(opening: Opening) -> None:
            opened = opening.setup
            setup = replace(
                self.workspace.setup, original=opened.original, anonymized=opened.anonymized, choices=opened.choices
            )
            self.workspace.decide(step, setup)

        sides = ((Side.ORIGINAL, original), (Side.ANONYMIZED, anonymized))
        paths = [(side, request.path) for side, request in sides if request is not None]
        self._start_opening(title, work, merge, paths=paths)

    def _start_opening(
        self,
        title: str,
        work: Callable[[Progress], Opening | Problem],
        take: Callable[[Opening], object],
        not_read: Callable[[], object] | None = None,
        paths: Sequence[tuple[Side, Path]] = (),
    ) -> None:
        """Read files. What is decided meanwhile neither stops that nor is lost; results follow when it has ended."""

        def done(opening: Opening) -> None:
            self._succeeded(Act.OPEN)
            take(opening)
            self._is_opening = False
            if opening.problem is not None:
                self.workspace.found_pair(None, (opening.problem,))
                self._failed_at(Act.OPEN, opening.problem)
            else:
                self.run()

        def refused(problem: Problem) -> None:
            unread = next(((side, path) for side, path in paths if path.name in problem.where and path.is_file()), None)
            self._failed_at(Act.OPEN, problem)
            if unread is not None:
                self.unread.emit(problem, *unread)
            if not_read is not None:
                not_read()
            self._end_opening()

        self.runner.start(title, work, done, refused)
        self._is_opening = True

    def _end_opening(self) -> None:
        if self._is_opening and not self.runner.busy:
            self._is_opening = False
            self._catch_up()

    def _follow(self, before: State) -> None:
        if before.setup.question != self.workspace.setup.question and not self._is_opening:
            self.runner.cancel()
            self._catch_up()

    def _catch_up(self) -> None:
        """Find out what follows from the present decisions, as far as it takes no time to speak of."""
        state = self.workspace.state
        if state.setup.is_small and (state.is_stale or state.audit is None):
            self._answer(with_audit=True)
        elif state.pair is None:
            self._answer(with_audit=False)

    def _answer(self, *, with_audit: bool) -> None:
        state = self.workspace.state
        question = state.setup.question
        if question is None:
            return

        def work(progress: Progress) -> Answer:
            return answer(question, state.pair, progress, with_audit=with_audit, answered=state.answered)

        def done(found: Answer) -> None:
            if found.problem is None:
                self._succeeded(Act.AUDIT)
            if found.pair is not state.pair or found.problem is not None:
                problems = () if found.problem is None else (found.problem,)
                self.workspace.found_pair(found.pair, problems)
            if found.audit is not None:
                self.workspace.found(found.audit, question)
            if found.exchange is not None:
                self._let_go(found.exchange)
            if found.problem is not None:
                self._failed_at(Act.AUDIT, found.problem)

        def refused(problem: Problem) -> None:
            self._failed_at(Act.AUDIT, problem)

        self.runner.start(tr("Audit") if with_audit else tr("Match the files"), work, done, refused)

    def _let_go(self, files: Exchange) -> None:
        """Hold other cells of the same files; the worker frees the rest, once nobody here holds it any more."""
        self.workspace.exchange(files)
        old = [report for file in files.before for report in file.columns]
        QTimer.singleShot(0, lambda: self.runner.prepare(lambda: free(old)))

    def _failed_at(self, act: Act, problem: Problem) -> None:
        self._failed[act] = problem
        self.reported.emit(problem)

    def _succeeded(self, act: Act) -> None:
        problem = self._failed.pop(act, None)
        if problem is not None:
            self.settled.emit(problem)


def _at_once(opening: Callable[[], object]) -> None:
    opening()
