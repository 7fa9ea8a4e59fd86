"""The report of a sweep: how the figures change with the strength of a method, and the least that suffices."""

from __future__ import annotations

from datetime import date

import numpy as np

from permdesk.audit.nobodys_records import nobodys_sentence
from permdesk.audit.release_figures import Figure
from permdesk.audit.sweep import Goal, Sweep
from permdesk.data.wording import left_out_sentence
from permdesk.masking.parameters import PARAMETERS, Method
from permdesk.report import blocks
from permdesk.report.blocks import Bullets, Cell, Column, Heading, Number, Paragraph, Report, Table, Viewer
from permdesk.report.comparison_figures import sweep_curves
from permdesk.report.comparison_words import (
    NUMBERS,
    figure_meaning,
    figure_title,
    for_staff,
    method_title,
    parameter_title,
    strength_text,
)
from permdesk.report.number_text import number_text
from permdesk.report.profile import Profile
from permdesk.translation import together, tr


def sweep_report(original: str, sweep: Sweep, made_on: date) -> Report:
    """The report of a sweep over the file ``original``; the seed is not in it. The same arguments give the same."""
    return Report(
        title=tr("{method} of {file}", method=method_title(sweep.plan.method), file=original),
        subtitle=for_staff(),
        profile=Profile.INTERNAL,
        made_on=made_on,
        explanation=for_staff(),
        blocks=(
            Heading(tr("How much is enough?"), viewer=Viewer.PROTECTOR),
            Paragraph(goal_sentence(sweep.plan.goal)),
            Paragraph(answer_sentence(sweep)),
            Paragraph(
                tr(
                    "The releases were made by PermDesk for demonstration: {parameter}; {n} releases at each value.",
                    parameter=parameter_title(sweep.plan.method),
                    n=sweep.plan.replicates,
                )
            ),
            blocks.Figure(
                name="sweep",
                caption=tr("Mean of the releases at each value, and the band from the least to the greatest of them"),
                alternative=tr("Curves of risk and loss over the parameter; the table has the same numbers."),
                svg=sweep_curves(sweep),
            ),
            sweep_table(sweep),
            Heading(tr("What the columns say")),
            Bullets(
                tuple(
                    tr("{name}: {reason}", name=figure_title(figure), reason=figure_meaning(figure))
                    for figure in Figure
                )
            ),
        ),
    )


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


def sweep_table(sweep: Sweep) -> Table:
    """One row a strength: the share of releases that reach the goal, and the mean of every figure."""
    unit = PARAMETERS[sweep.plan.method].unit
    return Table(
        name=tr("Sweep"),
        caption=tr("Means of the releases at each value"),
        columns=(
            Column(tr("Value")),
            Column(tr("Reach the goal"), Number.SHARE),
            *(Column(figure_title(figure), NUMBERS[figure]) for figure in Figure),
        ),
        rows=tuple(
            (
                Cell(strength_text(point.strength, unit)),
                Cell(point.share_met(sweep.plan.goal)),
                *(Cell(mean_of([line.value(figure) for line in point.releases])) for figure in Figure),
            )
            for point in sweep.points
        ),
    )


def mean_of(values: list[float | None]) -> float | None:
    """The mean of what is known, None where nothing is."""
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None
