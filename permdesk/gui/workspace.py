"""The only mutable state of the window: frozen values that are replaced as a whole, and the way back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from permdesk.audit.description import Description
from permdesk.audit.findings import Audit
from permdesk.audit.policy import Policy
from permdesk.audit.settings import Settings
from permdesk.data.choices import Dialect, PairChoices
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem
from permdesk.gui.column_facts import ColumnFacts
from permdesk.gui.file_state import FileState
from permdesk.gui.report_choices import ReportChoices
from permdesk.report.profile import Profile

if TYPE_CHECKING:
    from permdesk.audit.candidates import ComparedRelease
    from permdesk.audit.recipe import Candidate
    from permdesk.data.attribute_trace import AttributeTrace
    from permdesk.data.column_report import ColumnReport
    from permdesk.data.table import Table
    from permdesk.report.further import FurtherFindings

MOST_UNDO = 100
SMALL = 20_000
"""Below this many records results follow every change by themselves, and all cells stay in memory."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenedFile:
    """A file as read, its size in bytes, and what is shown of each of its columns, whether or not its cells are in
    memory."""

    table: Table
    n_bytes: int
    facts: tuple[ColumnFacts, ...]

    @property
    def columns(self) -> tuple[ColumnReport, ...]:
        """Those whose cells are in memory."""
        return self.table.reports


def are_small(*files: OpenedFile | None) -> bool:
    """None of the files that are there has many records."""
    return all(file.table.n_records < SMALL for file in files if file is not None)


@dataclass(frozen=True, slots=True)
class Question:
    """All that decides the numbers of an audit; files are the same only if they were read at the same time. ``traces``
    are known of attributes whose cells are not in memory."""

    original: OpenedFile
    anonymized: OpenedFile
    choices: PairChoices
    settings: Settings
    policy: Policy
    traces: tuple[AttributeTrace, ...] = field(default=(), compare=False)

    def has_same_pair(self, other: Question | None) -> bool:
        """Both are about the same two files, read and chosen alike."""
        if other is None:
            return False
        same_files = self.original is other.original and self.anonymized is other.anonymized
        return same_files and self.choices == other.choices


@dataclass(frozen=True, slots=True)
class Footing:
    """What decides the numbers of every candidate; the original is named by its SHA-256 and how it is read."""

    original: str
    dialect: Dialect
    choices: PairChoices | None
    settings: Settings
    policy: Policy


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that the officer decides, and can therefore undo."""

    original: OpenedFile | None = None
    anonymized: OpenedFile | None = None
    choices: PairChoices | None = None
    settings: Settings = field(default_factory=Settings)
    policy: Policy = field(default_factory=Policy)
    description: Description = field(default_factory=Description)
    profile: Profile = Profile.INTERNAL
    report: ReportChoices = field(default_factory=ReportChoices)
    candidates: tuple[Candidate, ...] = ()
    traces: tuple[AttributeTrace, ...] = field(default=(), compare=False)

    @property
    def question(self) -> Question | None:
        """What an audit would answer now; None while a file or the choices are missing."""
        if self.original is None or self.anonymized is None or self.choices is None:
            return None
        return Question(self.original, self.anonymized, self.choices, self.settings, self.policy, self.traces)

    @property
    def footing(self) -> Footing | None:
        """On what a candidate would be audited now; None without an original."""
        if self.original is None:
            return None
        table = self.original.table
        return Footing(table.sha256, table.dialect, self._choices_of_all, self.settings, self.policy)

    @property
    def _choices_of_all(self) -> PairChoices | None:
        """The choices for every release that is compared."""
        if self.original is None or self.anonymized is None or self.choices is None:
            return self.choices
        from permdesk.audit.nobodys_records import choices_of_all

        return choices_of_all(self.choices, self.original.table, self.anonymized.table, self.candidates)

    @property
    def is_small(self) -> bool:
        return are_small(self.original, self.anonymized)


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """What came of auditing a candidate, or why nothing did, and on what footing it was audited. ``seen`` is how its
    file was then, or when it was last looked at; ``has_changed``: it is not the file any more that was audited."""

    candidate: Candidate
    footing: Footing
    outcome: ComparedRelease | Problem
    seen: FileState | None = None
    has_changed: bool = False

    def is_current(self, setup: Setup) -> bool:
        """It would come out the same under ``setup``."""
        from permdesk.audit.candidates import audit_alike  # the engine, which the first picture does not wait for

        footing = setup.footing
        if self.has_changed or footing is None or replace(footing, choices=None) != replace(self.footing, choices=None):
            return False
        chosen = self.footing.choices if isinstance(self.outcome, Problem) else self.outcome.choices
        return chosen is None or footing.choices is None or audit_alike(chosen, footing.choices)


@dataclass(frozen=True, slots=True)
class State:
    """What was decided and what is known. ``pair`` belongs to the present files and choices, or is None;
    ``problems`` say why. ``audit`` is the last complete one, and ``answered`` the question that it answers;
    ``further`` is what was asked about that audit besides, None where nothing was. ``compared`` holds what came of
    each candidate that was audited, also of those that are no longer compared."""

    setup: Setup = field(default_factory=Setup)
    pair: FilePair | None = None
    problems: tuple[Problem, ...] = ()
    audit: Audit | None = None
    answered: Question | None = None
    further: FurtherFindings | None = None
    compared: tuple[Compared, ...] = ()

    def compared_as(self, candidate: Candidate) -> Compared | None:
        """What came of a candidate when it was last audited; None when it has not been."""
        return next((one for one in self.compared if one.candidate == candidate), None)

    @property
    def is_stale(self) -> bool:
        """The audit answers a question that is no longer asked."""
        return self.audit is not None and self.answered != self.setup.question

    @property
    def is_of_other_files(self) -> bool:
        """The audit is about files that are open no more: its numbers must not stand beside the names of those that
        are."""
        if self.audit is None or self.answered is None:
            return False
        answered = (self.answered.original, self.answered.anonymized)
        opened = (self.setup.original, self.setup.anonymized)
        return any(now is None or now.table.path != then.table.path for now, then in zip(opened, answered, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Exchange:
    """Two files, and the same files with other cells in memory, with the traces of attributes that have none there."""

    before: tuple[OpenedFile, OpenedFile]
    after: tuple[OpenedFile, OpenedFile]
    traces: tuple[AttributeTrace, ...]


@dataclass(frozen=True, slots=True)
class _Change:
    name: str
    before: Setup
    after: Setup


class Workspace(QObject):
    """Holds the state. Decisions can be undone by name; findings cannot, as they only follow from decisions."""

    changed = Signal(object)
    """Carries the state before the change; the present one is ``state``."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = State()
        self._done: list[_Change] = []
        self._undone: list[_Change] = []

    @property
    def state(self) -> State:
        return self._state

    @property
    def setup(self) -> Setup:
        return self._state.setup

    @property
    def undo_name(self) -> str:
        """What undo would take back, in the words of the officer; empty when there is nothing."""
        return self._done[-1].name if self._done else ""

    @property
    def redo_name(self) -> str:
        return self._undone[-1].name if self._undone else ""

    def decide(self, name: str, setup: Setup) -> None:
        """Replace what was decided, as one step named ``name`` that can be undone; no change is no step."""
        if setup == self.setup:
            return
        self._done = [*self._done, _Change(name, self.setup, setup)][-MOST_UNDO:]
        self._undone = []
        self._enter(setup)

    def begin(self, setup: Setup) -> None:
        """Begin with another recipe: what was decided before is no step of it, so nothing leads back there."""
        self._done, self._undone = [], []
        self._enter(setup)

    def clear(self) -> None:
        """Begin with nothing decided and nothing known."""
        self._done, self._undone = [], []
        self._replace(State())

    def undo(self) -> None:
        """Take the last step back; does nothing when there is none."""
        if self._done:
            change = self._done.pop()
            self._undone.append(change)
            self._enter(change.before)

    def redo(self) -> None:
        """Take the last undone step again; does nothing when there is none."""
        if self._undone:
            change = self._undone.pop()
            self._done.append(change)
            self._enter(change.after)

    def found_pair(self, pair: FilePair | None, problems: tuple[Problem, ...]) -> None:
        """Record the pair that the present files and choices make, or why they make none."""
        self._replace(replace(self._state, pair=pair, problems=problems))

    def found(self, audit: Audit, answered: Question) -> None:
        """Record a complete audit and the question it answers."""
        self._replace(replace(self._state, audit=audit, answered=answered, further=None))

    def found_further(self, about: Audit, further: FurtherFindings) -> None:
        """Record what was asked about an audit besides, unless another audit has come."""
        if self._state.audit is about:
            self._replace(replace(self._state, further=further))

    def found_compared(self, found: Compared) -> None:
        """Record what came of a candidate, in place of what came of it before; last, unless it is the same outcome of
        which something else is known now."""
        known = self._state.compared_as(found.candidate)
        if known is not None and known.outcome is found.outcome:
            compared = tuple(found if one is known else one for one in self._state.compared)
        else:
            compared = (*(one for one in self._state.compared if one is not known), found)
        self._replace(replace(self._state, compared=compared))

    def exchange(self, files: Exchange) -> None:
        """Hold other cells of the same files, in every step and in what was answered, so that those that nobody chose
        leave memory. Nothing was decided by that, and nothing follows."""
        self._done = [_exchanged_change(change, files) for change in self._done]
        self._undone = [_exchanged_change(change, files) for change in self._undone]
        answered = None if self._state.answered is None else _exchanged(self._state.answered, files)
        self._replace(replace(self._state, setup=_exchanged(self.setup, files), answered=answered))

    def _enter(self, setup: Setup) -> None:
        state, question = self._state, setup.question
        if question is None or not question.has_same_pair(state.setup.question):
            state = replace(state, pair=None, problems=())
            if state.audit is not None and question is not None and question.has_same_pair(state.answered):
                state = replace(state, pair=state.audit.pair)
        self._replace(replace(state, setup=setup))

    def _replace(self, state: State) -> None:
        before, self._state = self._state, state
        self.changed.emit(before)


Holder = TypeVar("Holder", Setup, Question)


def _exchanged(holder: Holder, files: Exchange) -> Holder:
    after = dict(zip(files.before, files.after, strict=True))
    original, anonymized = (file and after.get(file, file) for file in (holder.original, holder.anonymized))
    is_this_pair = (holder.original, holder.anonymized) == files.before
    traces = files.traces if is_this_pair else holder.traces
    return replace(holder, original=original, anonymized=anonymized, traces=traces)


def _exchanged_change(change: _Change, files: Exchange) -> _Change:
    return replace(change, before=_exchanged(change.before, files), after=_exchanged(change.after, files))
