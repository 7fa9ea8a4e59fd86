"""The sweep: one method at many strengths, drawn several times each, to find the least that meets a goal."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import partial

import numpy as np

from permdesk.audit.findings import Outcome
from permdesk.audit.masked_pair import masked_pair
from permdesk.audit.policy import Policy
from permdesk.audit.release_figures import ReleaseFigures, release_figures
from permdesk.audit.run import run_audit
from permdesk.audit.settings import Settings, settings_problem
from permdesk.compute.hurry import compiled
from permdesk.compute.progress import Progress
from permdesk.compute.unstoppable import wait_for
from permdesk.data.file_pair import FilePair
from permdesk.data.problem import Problem
from permdesk.masking.methods import Masking
from permdesk.masking.parameters import PARAMETERS, Method
from permdesk.translation import tr

MOST_AUDITS = 2_000


@dataclass(frozen=True, slots=True)
class Goal:
    """What a release must reach: the policy, where ``most_right_links`` is None, else at most that rate of right links
    of the strongest linkage."""

    most_right_links: float | None = None

    def is_met(self, figures: ReleaseFigures) -> bool:
        """A release that cannot be judged does not meet it."""
        if self.most_right_links is None:
            return figures.outcome is Outcome.PASS
        return figures.right_links is not None and figures.right_links <= self.most_right_links


@dataclass(frozen=True, slots=True)
class SweepPlan:
    """``strengths`` of one method, increasing; ``replicates`` releases at each; then ``halvings`` more strengths
    between the last that fails and the first that meets the goal. ``seed`` is a secret, in no report."""

    method: Method
    strengths: tuple[float, ...]
    goal: Goal
    replicates: int = 3
    halvings: int = 0
    seed: int = 1

    def __repr__(self) -> str:
        return f"SweepPlan({self.method.value}, {self.strengths}, {self.goal})"  # without the seed


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """One strength and what each of its releases showed."""

    strength: float
    releases: tuple[ReleaseFigures, ...]

    def share_met(self, goal: Goal) -> float:
        """Share of the releases that meet the goal."""
        return sum(goal.is_met(release) for release in self.releases) / len(self.releases)


@dataclass(frozen=True, slots=True)
class Sweep:
    """What a plan found: points by increasing strength. ``least`` is the smallest strength from which on every
    release met the goal, None where the strongest did not; ``fails_up_to`` the largest strength below it at which one
    failed, None where none did. The least amount that suffices lies between the two. ``left_out`` are attributes that
    were not swept: who knows them too may link more records."""

    plan: SweepPlan
    points: tuple[SweepPoint, ...]
    left_out: tuple[str, ...] = ()

    @property
    def least(self) -> float | None:
        sufficient = None
        for point in reversed(self.points):
            if point.share_met(self.plan.goal) < 1:
                break
            sufficient = point.strength
        return sufficient

    @property
    def met_below_failing(self) -> float | None:
        """The smallest strength at which every release met the goal although at a stronger one some did not."""
        met = (point.strength for point in self.points if point.share_met(self.plan.goal) == 1)
        first, last = next(met, None), self.fails_up_to
        return first if first is not None and last is not None and first < last else None

    @property
    def fails_up_to(self) -> float | None:
        failing = [point.strength for point in self.points if point.share_met(self.plan.goal) < 1]
        return max(failing) if failing else None


def run_sweep(
    pair: FilePair, plan: SweepPlan, settings: Settings, policy: Policy, progress: Progress
) -> Sweep | Problem:
    """Make and audit the releases of a plan. A Problem where the plan cannot be meant, or a release cannot be
    audited. Raises Cancelled."""
    problem = plan_problem(plan)
    if problem is not None:
        return problem
    with compiled():
        return _swept(pair, plan, settings, policy, progress)


def _swept(pair: FilePair, plan: SweepPlan, settings: Settings, policy: Policy, progress: Progress) -> Sweep | Problem:
    progress.begin("sweep", (len(plan.strengths) + plan.halvings) * plan.replicates)
    points: list[SweepPoint] = []
    for strength in plan.strengths:
        point = _point(pair, plan, strength, settings, policy, progress)
        if isinstance(point, Problem):
            return point
        points.append(point)
    for _ in range(plan.halvings):
        found = Sweep(plan, tuple(points))
        middle = _middle(found)
        if middle is None:
            break
        point = _point(pair, plan, middle, settings, policy, progress)
        if isinstance(point, Problem):
            return point
        points = sorted([*points, point], key=lambda one: one.strength)
    return Sweep(plan, tuple(points), pair.names_left_out)


def strengths_between(method: Method, lowest: float, highest: float, steps: int) -> tuple[float, ...]:
    """Values of a parameter at equal steps, in four digits, so that what a report says of a value is the value; whole
    numbers where the parameter is one, each once. The ends alone, as they are, where they are no numbers. Where more
    steps are asked for than there may be audits, just too many for any plan."""
    if not np.isfinite([lowest, highest]).all():
        return (lowest, highest)
    strengths = [
        float(f"{strength:.4g}") for strength in np.linspace(lowest, highest, min(max(steps, 0), MOST_AUDITS + 1))
    ]
    if PARAMETERS[method].is_whole:
        strengths = [float(round(strength)) for strength in strengths]
    return tuple(dict.fromkeys(strengths))


def usual_range(method: Method) -> tuple[float, float]:
    """From the least that a parameter may be to twice what is usual."""
    parameter = PARAMETERS[method]
    return parameter.least, min(parameter.usual * 2, parameter.most)


def plan_problem(plan: SweepPlan) -> Problem | None:
    """What cannot be meant about a plan, if anything."""
    parameter, where = PARAMETERS[plan.method], tr("The sweep")
    strengths, rate = plan.strengths, plan.goal.most_right_links
    if rate is not None and not 0 <= rate < 1:
        what = tr("A goal of right links is a share from 0 to less than 1, which any release would meet.")
        return Problem(what, where, tr("Write 1 % as 0.01 on the command line."))
    if not strengths:
        return Problem(tr("There is no value to try."), where, tr("Ask for at least one step."))
    if any(not parameter.least <= strength <= parameter.most for strength in strengths):
        what = tr("The parameter goes from {least:g} to {most:g}.", least=parameter.least, most=parameter.most)
        return Problem(what, where, tr("Choose values in this range."))
    if any(a >= b for a, b in itertools.pairwise(strengths)):
        return Problem(tr("The values do not increase."), where, tr("List them from the smallest to the largest."))
    if not (plan.replicates >= 1 and plan.halvings >= 0):
        return Problem(tr("There is nothing to draw."), where, tr("Ask for at least one release at each value."))
    n_audits = (len(strengths) + plan.halvings) * plan.replicates
    if n_audits > MOST_AUDITS:
        what = tr("It would take {n} audits, more than {most}.", n=n_audits, most=MOST_AUDITS)
        return Problem(what, where, tr("Choose fewer values or fewer releases at each."))
    return settings_problem(Settings(seed=plan.seed))


def _middle(found: Sweep) -> float | None:
    """Half way between failing and sufficient strengths; a whole number where the parameter is one."""
    low, high = found.fails_up_to, found.least
    if low is None or high is None or low > high:
        return None
    middle = (low + high) / 2
    if PARAMETERS[found.plan.method].is_whole:
        middle = float(np.floor(middle))
    return middle if low < middle < high else None


def _point(
    pair: FilePair, plan: SweepPlan, strength: float, settings: Settings, policy: Policy, progress: Progress
) -> SweepPoint | Problem:
    releases = []
    for replicate in range(plan.replicates):
        name = f"{plan.method.value} {strength:g}"
        masking = Masking(plan.method, strength, _seed(plan.seed, strength, replicate))
        candidate = masked_pair(pair, masking, name, progress.part())
        audit = run_audit(candidate, settings, policy, progress.part())
        if isinstance(audit, Problem):
            return audit
        releases.append(wait_for(partial(release_figures, audit, name), progress))
        progress.advance()
    return SweepPoint(strength, tuple(releases))


def _seed(seed: int, strength: float, replicate: int) -> int:
    """Its own for each release, the same for the same strength whatever the others are."""
    bits = int(np.float64(strength).view(np.uint64))
    return int(np.random.SeedSequence([seed, bits, replicate]).generate_state(1, np.uint64)[0])
