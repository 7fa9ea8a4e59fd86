"""What the report of a comparison says beyond the table of figures: warnings, distributions, attributes."""

from __future__ import annotations

from collections.abc import Sequence

from permdesk.audit.attribute_figures import AttributeFigure
from permdesk.audit.candidates import CURVE, ComparedRelease
from permdesk.compute.progress import Progress
from permdesk.masking.parameters import PARAMETERS
from permdesk.report import blocks
from permdesk.report.blocks import Block, Bullets, Cell, Column, Heading, Notice, Number, Table
from permdesk.report.comparison_figures import distance_curves
from permdesk.report.comparison_words import (
    ATTRIBUTE_NUMBERS,
    attribute_figure_meaning,
    attribute_figure_title,
    method_title,
    strength_text,
)
from permdesk.translation import tr

MOST_CURVES = 8
QUANTILES = (0, 5, 25, 50, 75, 95, 100)


def comparison_details(releases: Sequence[ComparedRelease], progress: Progress) -> tuple[Block, ...]:
    """The further sections; none without releases. Raises Cancelled."""
    if not releases:
        return ()
    return (*_warnings(releases), *_made_here(releases), *_distributions(releases, progress), *_attributes(releases))


def _warnings(releases: Sequence[ComparedRelease]) -> tuple[Block, ...]:
    notices = tuple(
        Notice(warning.severity, release.figures.name, f"{warning.what} {warning.remedy}".strip())
        for release in releases
        for warning in release.warnings
    )
    return (Heading(tr("What must stand beside the numbers")), *notices) if notices else ()


def _made_here(releases: Sequence[ComparedRelease]) -> tuple[Block, ...]:
    items = tuple(
        tr(
            "{name}: {method}, {strength}",
            name=release.figures.name,
            method=method_title(release.made.method),
            strength=strength_text(release.made.strength, PARAMETERS[release.made.method].unit),
        )
        for release in releases
        if release.made is not None
    )
    return (Heading(tr("Made here for demonstration")), Bullets(items)) if items else ()


def _distributions(releases: Sequence[ComparedRelease], progress: Progress) -> tuple[Block, ...]:
    titles = {0: tr("smallest"), 50: tr("median"), 100: tr("largest")}
    table = Table(
        name=tr("Distances"),
        caption=tr(
            "The distance that a share of the records does not exceed, as a share of the released records; the smaller"
            " of those against Y and Z"
        ),
        columns=(
            Column(tr("Release")),
            *(Column(titles.get(one, tr("{percent} %", percent=one)), Number.SHARE) for one in QUANTILES),
        ),
        rows=tuple(
            (Cell(one.figures.name), *(Cell(one.curve[percent * CURVE // 100]) for percent in QUANTILES))
            for one in releases
        ),
    )
    drawn = releases[:MOST_CURVES]
    caption = tr("A curve further to the right: its records moved further.")
    if len(drawn) < len(releases):
        caption = f"{caption} " + tr("The first {n} releases are drawn.", n=len(drawn))
    picture = blocks.Figure(
        name="distances",
        caption=caption,
        alternative=tr("Cumulative distributions of the distances of the releases; the table has their quantiles."),
        svg=distance_curves([(one.figures.name, one.curve) for one in drawn], progress),
    )
    return (Heading(tr("How far records moved")), table, picture)


def _attributes(releases: Sequence[ComparedRelease]) -> tuple[Block, ...]:
    figures = tuple(AttributeFigure)
    rows = tuple(
        (Cell(name), Cell(release.figures.name), *(Cell(known[name].value(figure)) for figure in figures))
        for name in releases[0].names
        for release in releases
        if name in (known := {one.name: one for one in release.attributes})
    )
    table = Table(
        name=tr("Attributes"),
        caption=tr("What each release did to each attribute"),
        columns=(
            Column(tr("Attribute")),
            Column(tr("Release")),
            *(Column(attribute_figure_title(figure), ATTRIBUTE_NUMBERS[figure]) for figure in figures),
        ),
        rows=rows,
    )
    meanings = tuple(
        tr("{name}: {reason}", name=attribute_figure_title(figure), reason=attribute_figure_meaning(figure))
        for figure in figures
    )
    return (Heading(tr("Attribute by attribute")), table, Bullets(meanings))
