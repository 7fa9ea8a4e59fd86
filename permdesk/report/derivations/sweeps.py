"""Figures of a sweep: what the releases at one strength showed, and the least strength that suffices."""

from __future__ import annotations

import numpy as np

from permdesk.audit.release_figures import Figure
from permdesk.audit.sweep import Sweep
from permdesk.masking.parameters import PARAMETERS
from permdesk.report.comparison_words import figure_meaning, figure_title, parameter_title, strength_text
from permdesk.report.derivations.derivation import Derivation, Numerals, Step, listed, share_of_true
from permdesk.report.derivations.releases import FORMULAS, TERMS
from permdesk.report.derivations.sources import own
from permdesk.report.sweep_conclusions import answer_sentence, goal_sentence
from permdesk.translation import tr


def share_that_reaches(sweep: Sweep, place: int, shown: str, numerals: Numerals) -> Derivation:
    """Share of the releases at the k-th strength (from 0) that reach the goal."""
    point, goal = sweep.points[place], sweep.plan.goal
    met = np.array([goal.is_met(release) for release in point.releases])
    text = tr("{k} of {n} releases at {strength}: {share}", k=numerals.count(int(met.sum())),
              n=numerals.count(met.size), strength=_strength(sweep, point.strength),
              share=numerals.percent(point.share_met(goal), 0))  # fmt: skip
    return Derivation(
        title=tr("Reach the goal at {strength}", strength=_strength(sweep, point.strength)),
        shown=shown,
        number=point.share_met(goal),
        formula="|{r : r ✓}| / |{r}|",
        steps=(Step(goal_sentence(goal)), Step(text, point.share_met(goal), share_of_true, met)),
        meaning=tr("How sure the goal is reached at this strength; the draws of the anonymization differ."),
        caution=tr("A few releases at each strength say little about a rare bad draw. What cannot be judged does not "
                   "reach the goal."),
        source=own(tr("the sweep")),
        term="policy",
    )  # fmt: skip


def mean_figure(sweep: Sweep, place: int, figure: Figure, shown: str, numerals: Numerals) -> Derivation:
    """The mean of a figure over the releases at the k-th strength (from 0)."""
    point = sweep.points[place]
    known = [value for release in point.releases if (value := release.value(figure)) is not None]
    steps: tuple[Step, ...] = (Step(tr("There is no such number for these releases.")),)
    if known:
        text = tr("Mean of {n} releases at {strength}: {values}", n=numerals.count(len(known)),
                  strength=_strength(sweep, point.strength),
                  values=listed([numerals.significant(value) for value in known]))  # fmt: skip
        steps = (Step(text, float(np.mean(known)), np.mean, tuple(known)),)
    return Derivation(
        title=tr("{figure} at {strength}", figure=figure_title(figure), strength=_strength(sweep, point.strength)),
        shown=shown,
        number=float(np.mean(known)) if known else None,
        formula=f"mean_r ({FORMULAS[figure].partition(chr(10))[0]})",
        steps=steps,
        meaning=figure_meaning(figure),
        caution=tr("A mean over draws, not the worst of them."),
        source=own(tr("the sweep; each figure as in the Compare tab")),
        term=TERMS[figure],
    )


def strength(sweep: Sweep, shown: str) -> Derivation:
    """A strength that was tried."""
    return Derivation(
        title=tr("Value"),
        shown=shown,
        number=None,
        formula="s_k",
        steps=(Step(parameter_title(sweep.plan.method)),),
        meaning=tr("The parameter of the method that was tried, chosen in the plan or half way between two others."),
        caution=tr("A parameter of a demonstration method: another tool may mean another thing by the same name."),
        source=own(tr("the sweep")),
    )


def least_that_suffices(sweep: Sweep, numerals: Numerals) -> Derivation:
    """The smallest strength from which on every release reached the goal, and how well it is known."""
    goal = sweep.plan.goal
    lines = tuple(
        Step(tr("{strength}: {share} reach the goal", strength=_strength(sweep, point.strength),
                share=numerals.percent(point.share_met(goal), 0)))
        for point in sweep.points
    )  # fmt: skip
    strengths = np.array([point.strength for point in sweep.points])
    met = np.array([point.share_met(goal) for point in sweep.points])
    steps = (Step(goal_sentence(goal)), *lines)
    if sweep.least is not None:
        steps += (Step(answer_sentence(sweep), sweep.least, _least, np.array([strengths, met])),)
    else:
        steps += (Step(answer_sentence(sweep)),)
    return Derivation(
        title=tr("The least that suffices"),
        shown=tr("none that was tried") if sweep.least is None else _strength(sweep, sweep.least),
        number=sweep.least,
        formula="min {s : ∀ s′ ≥ s, ∀ r: r(s′) ✓}",
        steps=steps,
        meaning=tr("The true least lies between the largest strength at which a release failed and this one."),
        caution=tr("As far as so many releases at each value can tell: with more, a bad draw may turn up at this "
                   "strength too."),
        source=own(tr("the sweep")),
        term="policy",
    )  # fmt: skip


def _strength(sweep: Sweep, value: float) -> str:
    return strength_text(value, PARAMETERS[sweep.plan.method].unit)


def _least(points: np.ndarray) -> float:
    strengths, met = points
    fails = np.flatnonzero(met < 1)
    return float(strengths[int(fails[-1]) + 1 if fails.size else 0])
