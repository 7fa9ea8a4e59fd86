"""The pictures of comparisons and sweeps: the map of risk and loss, and the curves over a method's strength."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib
import numpy as np
from matplotlib.figure import Figure as Picture
from matplotlib.ticker import MaxNLocator

from permdesk.audit.findings import Outcome
from permdesk.audit.release_figures import Figure, ReleaseFigures, pareto_front
from permdesk.audit.sweep import Sweep
from permdesk.compute.arrays import Floats
from permdesk.compute.progress import Progress
from permdesk.masking.parameters import PARAMETERS, Unit
from permdesk.report import svg
from permdesk.report.blocks import Number
from permdesk.report.comparison_map import RISK, loss_of, name_on_map
from permdesk.report.comparison_words import NUMBERS, figure_title, parameter_title
from permdesk.report.percent_axis import show_percentages
from permdesk.report.printable import printable
from permdesk.translation import tr

CURVES = (Figure.RIGHT_LINKS, Figure.MEDIAN_DISTANCE, Figure.CORRELATION_LOSS, Figure.MARGINAL_LOSS)
MOST_NAMED = 30


def risk_utility_map(lines: Sequence[ReleaseFigures], progress: Progress) -> str:
    """Right links across, loss upwards, one point a release; those on the Pareto front are full and joined. One that
    fails the policy is a cross in the place of its hollow point, or a light one inside its full point. Raises
    Cancelled."""
    loss = loss_of(lines)
    front = pareto_front(lines, RISK, loss)
    points = [
        (place, risk, lost)
        for place, line in enumerate(lines)
        if (risk := line.value(RISK)) is not None and (lost := line.value(loss)) is not None
    ]
    with matplotlib.rc_context({**svg.STYLE, "axes.grid.axis": "both"}):
        picture = Picture(figsize=(svg.WIDTH, svg.WIDTH * 0.6))
        axes = picture.add_subplot()
        steps = sorted((risk, lost) for place, risk, lost in points if place in front)
        axes.plot(*np.array(steps).T if steps else ([], []), color=svg.ORIGINAL, linewidth=1, zorder=1)
        for place, risk, lost in progress.each(points):
            is_best, is_failing = place in front, lines[place].outcome is Outcome.FAIL
            if is_best or not is_failing:
                axes.plot(
                    risk,
                    lost,
                    "o",
                    markersize=(10 if is_failing else 7) if is_best else 6,
                    color=svg.ORIGINAL if is_best else svg.SURFACE,
                    markeredgecolor=svg.ORIGINAL if is_best else svg.INK,
                    zorder=2,
                )
            if is_failing:
                colour = svg.SURFACE if is_best else svg.ANONYMIZED
                axes.plot(risk, lost, "x", markersize=5 if is_best else 7, color=colour, markeredgewidth=1.8, zorder=3)
            if len(points) <= MOST_NAMED or is_best:
                name = printable(name_on_map(lines[place])).replace("$", r"\$")
                axes.annotate(name, (risk, lost), xytext=(6, 4), textcoords="offset points", fontsize=8)
        axes.set_xlabel(figure_title(RISK))
        axes.set_ylabel(figure_title(loss))
        show_percentages(axes.xaxis, axes.get_xlim()[1])
        axes.set_xlim(left=0)
        axes.set_ylim(bottom=0)
        axes.margins(0.12)
        return svg.svg_text(picture, "map", progress)


def distance_curves(curves: Sequence[tuple[str, Floats]], progress: Progress) -> str:
    """Quantiles of the distances of releases, each with its name, at equal steps: the share of the records that moved
    at most so far. Told apart by line and sign, then by colour. Raises Cancelled."""
    colours, styles, signs = (svg.ORIGINAL, svg.ANONYMIZED, svg.RANDOM, svg.INK), ("-", "--", "-.", ":"), "osD^vPX*"
    with matplotlib.rc_context({**svg.STYLE, "axes.grid.axis": "both"}):
        picture = Picture(figsize=(svg.WIDTH, svg.WIDTH * 0.55))
        axes = picture.add_subplot()
        for place, (name, quantiles) in progress.each(enumerate(curves)):
            axes.plot(
                quantiles,
                np.linspace(0, 1, quantiles.size),
                color=colours[place % len(colours)],
                linestyle=styles[place % len(styles)],
                marker=signs[place % len(signs)],
                markevery=(5 + 3 * place, max(1, quantiles.size // 6)),
                markersize=5,
                markerfacecolor=svg.SURFACE,
                linewidth=1.3,
                label=printable(name).replace("$", r"\$"),
            )
        axes.set_xlabel(tr("Permutation distance, share of the released records"))
        axes.set_ylabel(tr("Share of records that moved at most so far"))
        for axis, limits in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
            show_percentages(axis, limits[1])
        axes.legend(loc="lower right", fontsize=8)
        return svg.svg_text(picture, "distances", progress)


def sweep_curves(sweep: Sweep, progress: Progress) -> str:
    """Four figures over the strength: the mean of the releases at each, and a band from the least to the greatest.
    Raises Cancelled."""
    strengths = np.array([point.strength for point in sweep.points])
    with matplotlib.rc_context(svg.STYLE):
        picture = Picture(figsize=(svg.WIDTH, svg.WIDTH * 0.66))
        for number, figure in progress.each(enumerate(CURVES, 1)):
            axes = picture.add_subplot(2, 2, number)
            values = [
                [value for line in point.releases if (value := line.value(figure)) is not None]
                for point in sweep.points
            ]
            known = np.array([bool(found) for found in values])
            middle, low, high = (
                np.array([reduce(found) for found in values if found]) for reduce in (np.mean, np.min, np.max)
            )
            axes.fill_between(strengths[known], low, high, color=svg.ORIGINAL, alpha=0.2, linewidth=0)
            axes.plot(strengths[known], middle, "o-", color=svg.ORIGINAL, markersize=3.5, linewidth=1.4)
            if sweep.least is not None:
                axes.axvline(sweep.least, color=svg.INK, linewidth=1.1, linestyle=(0, (4, 3)))
            axes.set_title(figure_title(figure), fontsize=9, loc="left")
            axes.set_ylim(bottom=0)
            axes.yaxis.set_major_locator(MaxNLocator(5))
            if PARAMETERS[sweep.plan.method].unit is Unit.SHARE:
                show_percentages(axes.xaxis, strengths.max())
            if NUMBERS[figure] is Number.SHARE:
                show_percentages(axes.yaxis, axes.get_ylim()[1])
        picture.supxlabel(parameter_title(sweep.plan.method), fontsize=9)
        return svg.svg_text(picture, "sweep", progress)
