"""The releases of a comparison as they stand: what is known of each, and whether it still holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from permdesk.data.problem import Problem
from permdesk.gui.comparison_task import holds, named
from permdesk.gui.workspace import State

if TYPE_CHECKING:
    from permdesk.audit.candidates import ComparedRelease
    from permdesk.audit.recipe import Candidate


class Standing(Enum):
    """STALE: it was audited under other settings, or against another original. CHANGED: its file
    is not the one any more that was audited. FAILED: it could not be audited."""

    WAITING = auto()
    RUNNING = auto()
    DONE = auto()
    STALE = auto()
    CHANGED = auto()
    FAILED = auto()


@dataclass(frozen=True, slots=True, eq=False)
class ReleaseRow:
    """One release of the comparison; ``release`` is what is known of it, also while that is stale. ``holds``: it would
    come out the same now."""

    candidate: Candidate
    name: str
    standing: Standing
    release: ComparedRelease | None = None
    problem: Problem | None = None
    holds: bool = False


def release_rows(state: State, running: Candidate | None) -> tuple[ReleaseRow, ...]:
    """The releases in the order in which they were added."""
    return tuple(_row(state, one.candidate, one.name, running) for one in named(state.setup.candidates))


def with_figures(rows: Sequence[ReleaseRow]) -> tuple[ReleaseRow, ...]:
    """The rows that can be compared now: those whose numbers hold."""
    return tuple(row for row in rows if row.release is not None and row.holds)


def _row(state: State, candidate: Candidate, name: str, running: Candidate | None) -> ReleaseRow:
    known = state.compared_as(candidate)
    is_current = known is not None and holds(state, known)
    outcome = None if known is None else known.outcome
    problem = outcome if isinstance(outcome, Problem) and is_current else None
    release = None if isinstance(outcome, Problem) else outcome
    if running is not None and candidate == running:
        standing = Standing.RUNNING
    elif known is not None and known.has_changed:
        standing = Standing.CHANGED
    elif problem is not None:
        standing = Standing.FAILED
    elif release is None:
        standing = Standing.WAITING
    else:
        standing = Standing.DONE if is_current else Standing.STALE
    return ReleaseRow(candidate, name, standing, release, problem, is_current)
