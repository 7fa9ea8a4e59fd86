"""The report of a sweep: how the figures change with the strength of a method, and the least that suffices."""

from __future__ import annotations

from datetime import date

from permdesk.audit.release_figures import Figure
from permdesk.audit.sweep import Sweep
from permdesk.compute.progress import UNWATCHED, Progress
from permdesk.masking.parameters import PARAMETERS
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
from permdesk.report.profile import Profile
from permdesk.report.sweep_conclusions import answer_sentence, goal_sentence, mean_of
from permdesk.translation import tr


def sweep_report(original: str, sweep: Sweep, made_on: date, progress: Progress = UNWATCHED) -> Report:
    """The report of a sweep over the file ``original``; the seed is not in it. The same arguments give the same.
    Raises Cancelled."""
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
                svg=sweep_curves(sweep, progress),
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
