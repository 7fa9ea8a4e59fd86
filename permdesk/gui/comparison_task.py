"""What jobs do for a comparison: candidates are audited in turn, demonstrations made, the comparison written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from permdesk.audit.release_names import release_names
from permdesk.compute.progress import Progress
from permdesk.data.problem import Problem
from permdesk.gui.figures_task import write_figures
from permdesk.gui.file_state import state_of
from permdesk.gui.release_watch import audited, looked_at
from permdesk.gui.report_choices import ReportChoices
from permdesk.gui.report_tasks import Written, load_pictures
from permdesk.gui.workspace import Compared, Setup, State

if TYPE_CHECKING:
    from permdesk.audit.candidates import ComparedRelease
    from permdesk.audit.policy import Policy
    from permdesk.audit.recipe import Candidate, Demonstration


@dataclass(frozen=True, slots=True)
class Named:
    """A candidate and what it is called on this page."""

    candidate: Candidate
    name: str


def named(candidates: Sequence[Candidate]) -> tuple[Named, ...]:
    """Candidates by the names of their files, with the folders of those that have the same."""
    names = release_names([one.file.path for one in candidates])
    return tuple(Named(one, name) for one, name in zip(candidates, names, strict=True))


def fingerprinted(state: State) -> tuple[Candidate, ...]:
    """The candidates with the SHA-256 that their files had when they were audited, for a recipe."""
    found = []
    for candidate in state.setup.candidates:
        known = state.compared_as(candidate)
        if known is not None and not isinstance(known.outcome, Problem):
            candidate = replace(candidate, file=replace(candidate.file, sha256=known.outcome.sha256))
        found.append(candidate)
    return tuple(found)


def holds(state: State, known: Compared) -> bool:
    """It would come out the same now. Where nobody chose the attributes: as the newest of the others was audited."""
    from permdesk.audit.candidates import audit_alike  # the engine, which the first picture does not wait for

    footing = state.setup.footing
    if footing is None or not known.is_current(state.setup):
        return False
    if footing.choices is not None or known.footing.choices is None:
        return True
    present = set(state.setup.candidates)
    others = (one for one in reversed(state.compared) if one.candidate in present and one.is_current(state.setup))
    newest = next(others, known).footing.choices
    return newest is None or audit_alike(known.footing.choices, newest)


def audit_candidates(
    state: State,
    wanted: Sequence[Named],
    begun: Callable[[Named, int, int], None],
    found: Callable[[Compared], None],
    progress: Progress,
) -> bool:
    """Audit candidates in turn under the present setup, telling each, its place (from 0) among how many, and what came
    of it. Those whose file has changed are audited again, and, where nobody chose the attributes, those that were
    audited by others. True when all are done. Raises Cancelled."""
    from permdesk.audit.candidates import Terms, audit_alike, compare_candidates
    from permdesk.audit.read_once import ReadOnce
    from permdesk.audit.shared_choices import shared_choices
    from permdesk.data.chosen_cells import with_cells

    candidates = state.setup.candidates
    changed = [one for one in looked_at(audited(state), progress) if one.has_changed]
    for one in changed:
        found(one)  # so that nobody takes its numbers for present ones while others are audited
    also = {one.candidate for one in changed}
    wanted = [one for one in named(candidates) if one in wanted or one.candidate in also]
    seen = {candidate: state_of(Path(candidate.file.path)) for candidate in candidates}
    footing, opened = state.setup.footing, state.setup.original
    assert opened is not None and footing is not None
    original, releases = with_cells(opened.table, opened.table.names, progress), ReadOnce()
    if footing.choices is None and not isinstance(original, Problem):
        shared = shared_choices(original, candidates, releases, progress)
        footing = replace(footing, choices=shared)
        wanted = [
            one
            for one in named(candidates)
            if one in wanted
            or (known := state.compared_as(one.candidate)) is None
            or (shared and known.footing.choices and not audit_alike(known.footing.choices, shared))
        ]
        releases.keep_only([one.candidate for one in wanted])

    def keep(place: int, outcome: ComparedRelease | Problem) -> None:
        candidate = wanted[place].candidate
        found(Compared(candidate, footing, outcome, seen[candidate]))

    terms = Terms(footing.choices, footing.settings, footing.policy)
    table = opened.table if isinstance(original, Problem) else original
    asked = tuple((one.candidate, one.name) for one in wanted)
    compare_candidates(
        table, asked, terms, lambda place: begun(wanted[place], place, len(wanted)), keep, progress, releases
    )
    return True


def make_demonstrations(
    setup: Setup, wanted: tuple[Demonstration, ...], folder: Path, progress: Progress
) -> tuple[Candidate, ...] | Problem:
    """Make demonstration releases of the original, written into ``folder``. Raises Cancelled."""
    from permdesk.audit.demonstration_file import write_demonstrations

    assert setup.original is not None
    return write_demonstrations(setup.original.table, setup.choices, wanted, folder, progress)


@dataclass(frozen=True, slots=True, eq=False)
class ComparisonWanted:
    """All that the report of a comparison is made from, except the date."""

    original: str
    releases: tuple[ComparedRelease, ...]
    policy: Policy
    choices: ReportChoices


def write_comparison(wanted: ComparisonWanted, path: Path, progress: Progress) -> Written | Problem:
    """Write a comparison: its figures where ``path`` ends in .csv, else its report in the format of the ending."""
    from permdesk.audit.figures_csv import comparison_csv

    load_pictures(progress)
    from permdesk.report.comparison_report import comparison_report

    lines = [release.figures for release in wanted.releases]
    return write_figures(
        path,
        lambda: comparison_csv(lines),
        lambda today, heard: comparison_report(wanted.original, lines, wanted.policy, today, wanted.releases, heard),
        wanted.choices,
        progress,
    )
