"""What a person should take from a sweep, in sentences, and the mean that stands for the releases of one strength."""

from __future__ import annotations

import numpy as np

from permdesk.audit.nobodys_records import nobodys_sentence
from permdesk.audit.sweep import Goal, Sweep
from permdesk.data.wording import left_out_sentence
from permdesk.masking.parameters import PARAMETERS, Method
from permdesk.report.blocks import Number
from permdesk.report.comparison_words import strength_text
from permdesk.report.number_text import number_text
from permdesk.translation import together, tr


def goal_sentence(goal: Goal) -> str:
    """What a release had to reach."""
    if goal.most_right_links is None:
        return tr("Goal: the release is within the policy.")
    rate = number_text(goal.most_right_links, Number.SHARE)
    return tr("Goal: at most {rate} right links of the strongest linkage.", rate=rate)


def answer_sentence(sweep: Sweep) -> str:
    """The least that suffices and how well it is known; never more than was tried, and what was not swept."""
    return together(_least_sentence(sweep), _chance_sentence(sweep), left_out_sentence(sweep.left_out))


def _least_sentence(sweep: Sweep) -> str:
    unit = PARAMETERS[sweep.plan.method].unit
    if sweep.least is None and sweep.plan.method is Method.SYNTHETIC:
        return nobodys_sentence()
    if sweep.least is None:
        strongest = strength_text(sweep.points[-1].strength, unit)
        return tr(
            "Even {strength}, the strongest that was tried, does not reach it in every release.", strength=strongest
        )
    least = strength_text(sweep.least, unit)
    if sweep.fails_up_to is None:
        return tr("Every value that was tried reaches it; the least was {least}.", least=least)
    return tr(
        "From {least} on, every release reaches it; at {failing} one still failed. The least that suffices lies between"
        " the two, as far as {n} releases at each value can tell.",
        least=least,
        failing=strength_text(sweep.fails_up_to, unit),
        n=sweep.plan.replicates,
    )


def _chance_sentence(sweep: Sweep) -> str:
    """A goal that is met, missed and met again as the strength grows."""
    met, failing = sweep.met_below_failing, sweep.fails_up_to
    if met is None or failing is None:
        return ""
    unit = PARAMETERS[sweep.plan.method].unit
    return tr(
        "At {strength} every release reaches it, but at {failing}, which is more, one failed: more is not always safer,"
        " or so few releases leave it to chance.",
        strength=strength_text(met, unit),
        failing=strength_text(failing, unit),
    )


def mean_of(values: list[float | None]) -> float | None:
    """The mean of what is known, None where nothing is."""
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None
