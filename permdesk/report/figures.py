"""The pictures of a report, drawn for colour, for grey and for dark surroundings alike."""

from __future__ import annotations

import matplotlib
import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from permdesk.audit.findings import RandomMatch
from permdesk.compute.arrays import Floats, Ranks
from permdesk.compute.progress import Progress
from permdesk.report import svg
from permdesk.report.bins import Bins, bin_distances
from permdesk.report.percent_axis import show_percentages
from permdesk.report.printable import printable
from permdesk.translation import tr

MOST_POINTS = 1_500
HEAT_CELLS = 40
# How many letters stand side by side below a figure without touching.
LETTERS_BELOW = 84


def distributions(match: RandomMatch, progress: Progress) -> str:
    """Figure 1: how often each distance of a match occurs for original and for random records, in bins if the range
    is wide, with the critical distance. Raises Cancelled."""
    bins = bin_distances(int(match.distance.max()))
    original = bins.total(match.distance, match.share_original)
    random = bins.total(match.distance, match.share_random)
    with matplotlib.rc_context(svg.STYLE):
        figure = Figure(figsize=(svg.WIDTH, svg.HEIGHT))
        axes = figure.add_subplot()
        _paired_bars(
            axes,
            bins,
            (original, random),
            (tr("original records (X)"), tr("random records (A)")),
            ((svg.ORIGINAL, svg.ORIGINAL), (svg.RANDOM_TINT, svg.RANDOM)),
        )
        if match.critical_distance >= 0:
            place = (match.critical_distance + 1) / bins.width - 0.5
            axes.axvline(place, color=svg.INK, linewidth=1.2, linestyle=(0, (4, 3)))
            axes.annotate(
                tr("critical distance"),
                (place, 1),
                xycoords=("data", "axes fraction"),
                xytext=(4, -2),
                textcoords="offset points",
                va="top",
                fontsize=8,
            )
        show_percentages(axes.yaxis, axes.get_ylim()[1])
        axes.yaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
        axes.set_ylabel(tr("share of the records"))
        return svg.svg_text(figure, "distributions", progress)


def distance_histogram(in_y: Ranks, in_z: Ranks, progress: Progress) -> str:
    """How many original records have which permutation distance, against Y and against Z. Raises Cancelled."""
    bins = bin_distances(int(max(in_y.max(), in_z.max())))
    with matplotlib.rc_context(svg.STYLE):
        figure = Figure(figsize=(svg.WIDTH, svg.HEIGHT))
        axes = figure.add_subplot()
        _paired_bars(
            axes,
            bins,
            (bins.count(in_y), bins.count(in_z)),
            (tr("against the anonymized file (Y)"), tr("against the reverse-mapped file (Z)")),
            ((svg.ANONYMIZED, svg.ANONYMIZED), (svg.REVERSE_MAPPED_TINT, svg.ANONYMIZED)),
        )
        axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.set_ylabel(tr("records"))
        return svg.svg_text(figure, "distances", progress)


def rank_scatter(original: Ranks, anonymized: Ranks, names: tuple[str, ...], progress: Progress) -> str:
    """Ranks of X against ranks of Y for each attribute (n, m), 0 where missing: one dot for each record, or, for many
    records, a heat map. Raises Cancelled."""
    n_columns = min(3, len(names))
    n_lines = -(-len(names) // n_columns)
    with matplotlib.rc_context({**svg.STYLE, "axes.grid": False}):
        figure = Figure(figsize=(svg.WIDTH, svg.WIDTH / 3 * n_lines))
        for place, name in progress.each(enumerate(names)):
            axes = figure.add_subplot(n_lines, n_columns, place + 1, box_aspect=1)
            both = (original[:, place] > 0) & (anonymized[:, place] > 0)
            _ranks(axes, original[both, place], anonymized[both, place])
            # A dollar sign would start a formula.
            axes.set_title(printable(name).replace("$", r"\$"), fontsize=9)
        figure.supxlabel(tr("rank in the original file"), fontsize=9)
        figure.supylabel(tr("rank in the anonymized file"), fontsize=9)
        return svg.svg_text(figure, "ranks", progress)


def _paired_bars(axes, bins: Bins, heights: tuple[Floats, Floats], labels: tuple[str, str], colours) -> None:  # type: ignore[no-untyped-def]
    places = np.arange(bins.n)
    for number, (height, label, (face, edge)) in enumerate(zip(heights, labels, colours, strict=True)):
        axes.bar(
            places + (number - 0.5) * 0.4,
            height,
            0.4,
            label=label,
            facecolor=face,
            edgecolor=edge,
            linewidth=0.8,
            hatch="////" if number else None,
        )
    labels_of_bins = [bins.label(place) for place in range(bins.n)]
    most = max(3, LETTERS_BELOW // (2 + max(map(len, labels_of_bins))))
    step = max(1, -(-bins.n // most))
    axes.set_xticks(places[::step], labels_of_bins[::step])
    axes.set_xlim(-0.7, bins.n - 0.3)
    axes.set_xlabel(tr("permutation distance, in ranks"))
    axes.tick_params(axis="x", length=0)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, fontsize=9, borderaxespad=0.2, handlelength=1.4)


def _ranks(axes, original: Ranks, anonymized: Ranks) -> None:  # type: ignore[no-untyped-def]
    if original.size <= MOST_POINTS:
        axes.axline((1, 1), slope=1, color=svg.FAINT, linewidth=1)
        axes.plot(original, anonymized, "o", markersize=3.2, color=svg.ORIGINAL, alpha=0.75, markeredgewidth=0)
    else:
        _heat_map(axes, original, anonymized)
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))


def _heat_map(axes, original: Ranks, anonymized: Ranks) -> None:  # type: ignore[no-untyped-def]
    """The more records in a cell, the less transparent its colour: reads on light and on dark."""
    counts, across, up = np.histogram2d(original, anonymized, HEAT_CELLS)
    picture = np.empty((HEAT_CELLS, HEAT_CELLS, 4))
    picture[..., :3] = to_rgb(svg.ORIGINAL)
    picture[..., 3] = np.sqrt(counts.T / counts.max())
    extent = (across[0], across[-1], up[0], up[-1])
    axes.imshow(picture, origin="lower", extent=extent, interpolation="nearest", aspect="auto")
