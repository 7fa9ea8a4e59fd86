"""What the sweep dialog asks of its worker: releases of the open original, swept; and what was found, written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from permdesk.audit.policy import Policy
from permdesk.audit.settings import Settings
from permdesk.compute.progress import Progress
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem
from permdesk.gui.figures_task import write_figures
from permdesk.gui.report_choices import ReportChoices
from permdesk.gui.report_tasks import Written, load_pictures
from permdesk.gui.workspace import State

if TYPE_CHECKING:
    from permdesk.audit.sweep import Sweep, SweepPlan
    from permdesk.data.table import Table


@dataclass(frozen=True, slots=True, eq=False)
class SweepWanted:
    """What is swept: the attributes of the ``pair`` that is open, or, without one, what the ``original`` seems to have;
    by the settings and the policy of now."""

    original: Table
    pair: FilePair | None
    settings: Settings
    policy: Policy

    @property
    def name(self) -> str:
        return self.original.path.name


def sweep_wanted(state: State) -> SweepWanted | None:
    """The question of now; None without an original."""
    setup = state.setup
    if setup.original is None:
        return None
    return SweepWanted(setup.original.table, state.pair, setup.settings, setup.policy)


def sweep_original(wanted: SweepWanted, plan: SweepPlan, progress: Progress) -> Sweep | Problem:
    """Make and audit all releases of a plan. Raises Cancelled."""
    from permdesk.audit.sweep import run_sweep
    from permdesk.data.guess import guess_choices
    from permdesk.data.make_pair import make_pair

    pair: FilePair | Problem | None = wanted.pair
    if pair is None:
        choices = guess_choices(wanted.original, wanted.original, progress)
        if isinstance(choices, Problem):
            return choices
        pair = make_pair(wanted.original, wanted.original, choices, progress)
    if isinstance(pair, Problem):
        return pair
    return run_sweep(pair, plan, wanted.settings, wanted.policy, progress)


def write_sweep(
    original: str, sweep: Sweep, choices: ReportChoices, path: Path, progress: Progress
) -> Written | Problem:
    """Write a sweep as CSV or as a report, by the ending of ``path``; the seed is in none. Raises Cancelled."""
    from permdesk.audit.figures_csv import sweep_csv

    load_pictures(progress)
    from permdesk.report.sweep_report import sweep_report

    return write_figures(
        path,
        lambda: sweep_csv(sweep),
        lambda today, heard: sweep_report(original, sweep, today, heard),
        choices,
        progress,
    )
