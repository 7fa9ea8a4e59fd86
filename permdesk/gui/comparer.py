"""Which releases are compared, and the job that audits them in turn: what is done stays, whatever stops the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from permdesk.compute.progress import Progress
from permdesk.gui.comparison_task import Named, audit_candidates, holds, make_demonstrations, named
from permdesk.gui.desk import Desk
from permdesk.gui.jobs import JobRunner
from permdesk.gui.release_watch import ReleaseWatch
from permdesk.gui.workspace import Compared, Setup, State
from permdesk.translation import tr

if TYPE_CHECKING:
    from permdesk.audit.recipe import Candidate, Demonstration


@dataclass(frozen=True, slots=True, eq=False)
class Running:
    """The candidate that is audited now; ``place`` (from 1) of ``total`` of this run."""

    candidate: Candidate
    name: str
    place: int
    total: int


class Comparer(QObject):
    """Decides about candidates, as steps that can be undone, and audits them. Releases that are added are audited as
    soon as nothing else runs; after other changes that is asked for."""

    changed = Signal()
    """What runs, or whether something can be started, has changed."""
    _begun = Signal(object, object)
    _found = Signal(object, object)

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._run: object | None = None
        self._asked: tuple[Candidate, ...] = ()
        self._wanted = False
        self.running: Running | None = None
        self.watch = ReleaseWatch(desk.workspace, JobRunner(parent=self), self)
        desk.runner.started.connect(lambda _: self._on_started())
        desk.runner.idle.connect(self._on_idle)
        desk.workspace.changed.connect(lambda _: self._on_changed())
        self._begun.connect(self._on_begun)
        self._found.connect(self._on_found)

    @property
    def available(self) -> bool:
        """Nothing runs, so that a comparison could."""
        return not self._desk.runner.busy

    def add(self, paths: Sequence[Path]) -> None:
        """Compare more files; those that are compared already are passed over. One that was elsewhere is followed to
        where it is now, with all that is known of it."""
        from permdesk.audit.recipe import Candidate, InputFile

        self._add([Candidate(InputFile(str(path.absolute()))) for path in paths])

    def add_open(self) -> None:
        """Compare the release that is open, read as it is."""
        from permdesk.audit.recipe import Candidate, InputFile

        file = self._desk.workspace.setup.anonymized
        if file is not None:
            table = file.table
            self._add([Candidate(InputFile(str(table.path.absolute()), table.sha256, table.dialect))])

    def remove(self, candidates: Sequence[Candidate]) -> None:
        """Compare some releases no longer; their files stay."""
        setup = self._setup
        kept = tuple(one for one in setup.candidates if one not in candidates)
        if len(candidates) == 1:
            step = tr("no longer compare {name}", name=Path(candidates[0].file.path).name)
        else:
            step = tr("no longer compare {n} releases", n=len(candidates))
        self._desk.decide(step, replace(setup, candidates=kept))

    def make(self, wanted: tuple[Demonstration, ...], folder: Path) -> None:
        """Make demonstration releases of the original into ``folder``, and compare them."""
        setup = self._setup
        if setup.original is not None:
            self._desk.runner.start(
                tr("Make releases"),
                lambda progress: make_demonstrations(setup, wanted, folder, progress),
                self._add,
                self._desk.reported.emit,
            )

    def run(self) -> None:
        """Audit what has no result, or one of other settings; if all have one, audit all again."""
        state = self._desk.workspace.state
        wanted = self.pending(state) or named(state.setup.candidates)
        if state.setup.original is None or not wanted or not self.available:
            return
        run = object()

        def work(progress: Progress) -> bool:
            return audit_candidates(
                state,
                wanted,
                lambda one, place, n: self._begun.emit(run, Running(one.candidate, one.name, place + 1, n)),
                lambda found: self._found.emit(run, found),  # both are queued: this is the worker's thread
                progress,
            )

        self._desk.runner.start(tr("Compare releases"), work, lambda _: self._end(run), self._desk.reported.emit)
        self._run, self._wanted = run, False
        self._asked = tuple(one.candidate for one in wanted)
        self.changed.emit()

    def pending(self, state: State) -> tuple[Named, ...]:
        """The candidates that were not audited under the present setup."""
        return tuple(one for one in named(state.setup.candidates) if not _is_done(state, one.candidate))

    @property
    def _setup(self) -> Setup:
        return self._desk.workspace.setup

    def _add(self, candidates: Sequence[Candidate]) -> None:
        setup = self._setup
        known = {one.file.path for one in setup.candidates}
        new = tuple({one.file.path: one for one in candidates if one.file.path not in known}.values())
        if not new:
            return
        moved = _moved(setup.candidates, new)
        kept = tuple(moved.get(one, one) for one in setup.candidates)
        places = {one.file.path for one in moved.values()}
        added = tuple(one for one in new if one.file.path not in places)
        if len(new) == 1:
            step = tr("compare {name}", name=Path(new[0].file.path).name)
        else:
            step = tr("compare {n} releases", n=len(new))
        self._desk.decide(step, replace(setup, candidates=(*kept, *added)))
        self._wanted = True
        self._go_on()

    def _go_on(self) -> None:
        if self._wanted and self.available:
            self.run()

    def _on_started(self) -> None:
        """Another job takes the place of a comparison; what is still to do is done after it."""
        if self._run is not None:
            self._run, self.running, self._wanted = None, None, True
        self.changed.emit()

    def _on_changed(self) -> None:
        """Nothing goes on for releases of which none is compared any more."""
        if self._run is not None and not set(self._asked) & set(self._setup.candidates):
            self._desk.runner.cancel()

    def _on_begun(self, run: object, running: Running) -> None:
        if run is self._run:
            self.running = running
            self.changed.emit()

    def _on_found(self, run: object, found: Compared) -> None:
        if run is self._run:
            self._desk.workspace.found_compared(found)

    def _end(self, run: object) -> None:
        if run is self._run:
            self._run = self.running = None
            self._wanted = self._wanted and bool(self.pending(self._desk.workspace.state))

    def _on_idle(self) -> None:
        if self._run is not None:  # it was cancelled
            self._wanted = False
        self._run = self.running = None
        self._go_on()
        self.changed.emit()


def _is_done(state: State, candidate: Candidate) -> bool:
    known = state.compared_as(candidate)
    return known is not None and holds(state, known)


def _moved(known: Sequence[Candidate], new: Sequence[Candidate]) -> dict[Candidate, Candidate]:
    """Candidates whose file is gone and which one new file alone has the name of, with the place of that. Another file
    of the same name is noticed by its SHA-256."""
    gone = [one for one in known if not Path(one.file.path).exists()]
    found = {}
    for one in gone:
        alike = [other for other in new if Path(other.file.path).name == Path(one.file.path).name]
        namesakes = [other for other in gone if Path(other.file.path).name == Path(one.file.path).name]
        if len(alike) == len(namesakes) == 1:
            found[one] = replace(one, file=replace(one.file, path=alike[0].file.path))
    return found
