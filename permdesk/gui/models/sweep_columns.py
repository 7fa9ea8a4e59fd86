"""The table of a sweep: one row a strength, the share of its releases that reach the goal, the mean of every figure."""

from __future__ import annotations

import numpy as np

from permdesk.audit.release_figures import Figure
from permdesk.audit.sweep import Sweep
from permdesk.gui import numbers
from permdesk.gui.models.columns import Column, Mark
from permdesk.masking.parameters import PARAMETERS, Unit
from permdesk.report.blocks import Number
from permdesk.report.comparison_words import NUMBERS, figure_meaning, figure_title, parameter_title
from permdesk.report.derivations.sweeps import mean_figure, share_that_reaches, strength
from permdesk.report.sweep_conclusions import mean_of
from permdesk.translation import tr


def sweep_columns(sweep: Sweep) -> list[Column]:
    """Row k is the k-th strength."""
    points, goal = sweep.points, sweep.plan.goal
    is_share = PARAMETERS[sweep.plan.method].unit is Unit.SHARE
    strengths = np.array([point.strength for point in points])
    met = np.array([point.share_met(goal) for point in points])

    def strength_text(row: int) -> str:
        if is_share:
            return tr("{number} %", number=numbers.exact(float(f"{100 * strengths[row]:.4g}")))
        return numbers.exact(float(strengths[row]))

    def met_text(row: int) -> str:
        sign = "✓" if met[row] == 1 else "✗"
        return f"{sign} {numbers.percent(float(met[row]), 0)}"

    columns = [
        Column(
            tr("Value"),
            strength_text,
            strengths,
            tooltip=parameter_title(sweep.plan.method),
            pinned=True,
            derived=lambda row: strength(sweep, strength_text(row)),
        ),
        Column(
            tr("Reach the goal"),
            met_text,
            met,
            tooltip=tr("Share of the releases at this value that reach the goal; ✓ where all do"),
            marks=lambda row: Mark.GOOD if met[row] == 1 else Mark.DANGER,
            pinned=True,
            derived=lambda row: share_that_reaches(sweep, row, met_text(row), numbers),
        ),
    ]
    return [*columns, *(_figure_column(sweep, figure) for figure in Figure)]


def _figure_column(sweep: Sweep, figure: Figure) -> Column:
    found = [mean_of([line.value(figure) for line in point.releases]) for point in sweep.points]
    means = np.array([np.nan if mean is None else mean for mean in found])
    kind = NUMBERS[figure]

    def text(row: int) -> str:
        if kind is Number.SHARE:
            return numbers.percent(float(means[row]))
        return (
            numbers.decimal(float(means[row]), 3) if kind is Number.CORRELATION else numbers.significant(means[row], 3)
        )

    return Column(
        figure_title(figure),
        text,
        means,
        tooltip=figure_meaning(figure),
        derived=lambda row: mean_figure(sweep, row, figure, text(row), numbers),
    )
