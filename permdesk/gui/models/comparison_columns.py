"""The tables beside the pictures of a comparison: the map, the distributions, two releases, the attributes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from permdesk.audit.attribute_figures import AttributeFigure, AttributeFigures
from permdesk.audit.candidates import CURVE, ComparedRelease
from permdesk.audit.release_figures import Figure, ReleaseFigures, pareto_front
from permdesk.compute.arrays import Floats
from permdesk.gui import numbers
from permdesk.gui.models.columns import Column, Derived, Mark, Side
from permdesk.gui.models.release_columns import best_marks, figure_text, number_text
from permdesk.report.comparison_map import name_on_map
from permdesk.report.comparison_words import (
    ATTRIBUTE_NUMBERS,
    attribute_figure_meaning,
    figure_meaning,
    figure_title,
)
from permdesk.report.derivations.compared_attributes import compared_attribute
from permdesk.report.derivations.derivation import Derivation
from permdesk.report.derivations.releases import (
    chance_of_right_link,
    moved,
    moved_further,
    not_beaten,
    quantile,
    release_figure,
)
from permdesk.translation import tr

QUANTILES = (0, 5, 25, 50, 75, 95, 100)
PLACES = 3


def map_columns(lines: Sequence[ReleaseFigures], risk: Figure, loss: Figure) -> list[Column]:
    """The releases of the map with their two figures, and which of them no other beats."""
    front = pareto_front(lines, risk, loss)

    def standing(row: int) -> str:
        if lines[row].value(risk) is None or lines[row].value(loss) is None:
            return numbers.NOTHING
        return tr("★ yes") if row in front else tr("no")

    return [
        _names(lines, name_on_map),
        *(
            Column(
                figure_title(figure),
                lambda row, figure=figure: figure_text(lines[row], figure),  # type: ignore[misc]
                _keys([line.value(figure) for line in lines]),
                tooltip=figure_meaning(figure),
                derived=lambda row, figure=figure: release_figure(  # type: ignore[misc]
                    lines[row], figure, figure_text(lines[row], figure), numbers
                ),
            )
            for figure in (risk, loss)
        ),
        Column(
            tr("Not beaten"),
            standing,
            np.array([place not in front for place in range(len(lines))]),
            tooltip=tr("No other release has no more of both and less of one: the Pareto front"),
            side=Side.LEFT,
            marks=lambda row: best_marks(lines[row].outcome) if row in front else Mark.MUTED,
            derived=lambda row: not_beaten(lines, row, risk, loss, row in front, standing(row), numbers),
        ),
    ]


def quantile_columns(releases: Sequence[ComparedRelease]) -> list[Column]:
    """How far the records of each release moved: quantiles of the distance, in percent of its records."""
    titles = {0: tr("smallest"), 50: tr("median"), 100: tr("largest")}
    meaning = tr("The distance that this share of the records does not exceed, in percent of the released records")
    return [
        _names([release.figures for release in releases]),
        *(
            Column(
                titles.get(percent, tr("{percent} %", percent=percent)),
                lambda row, at=percent * CURVE // 100: _percent(float(releases[row].curve[at])),  # type: ignore[misc]
                np.array([release.curve[percent * CURVE // 100] for release in releases]),
                tr("Distance, % of the records, that … do not exceed"),
                meaning,
                derived=lambda row, percent=percent: _quantile(releases[row], percent),  # type: ignore[misc]
            )
            for percent in QUANTILES
        ),
    ]


def difference_columns(one: ComparedRelease, other: ComparedRelease) -> list[Column]:
    """Every original record in two releases, A and B: how far it moved in each, and whether its link is right."""
    difference = one.distance - other.distance
    distance = tr("Distance, % of the records")
    columns = [
        Column(
            tr("Record"),
            lambda row: numbers.count(row + 1),
            lambda: np.arange(one.distance.size),
            tooltip=tr("The original record, by its place in the file"),
            pinned=True,
        ),
        Column(tr("in A"), _in_percent(one.distance), one.distance, distance,
               tr("Permutation distance of the record in release A, the smaller of those against Y and Z"),
               derived=_moved(one)),
        Column(tr("in B"), _in_percent(other.distance), other.distance, distance,
               tr("Permutation distance of the record in release B, the smaller of those against Y and Z"),
               derived=_moved(other)),
        Column(tr("A less B"), _in_percent(difference), difference, distance,
               tr("Above 0: the record moved further in A; below 0: further in B"),
               derived=lambda row: moved_further(float(one.distance[row]), float(other.distance[row]), row,
                                                 _percent(float(difference[row])), numbers)),
    ]  # fmt: skip
    right = tr("Chance of a right link")
    for title, release in ((tr("A"), one), (tr("B"), other)):
        if release.right is not None:
            columns.append(
                Column(
                    title,
                    _chance(release.right),
                    release.right,
                    right,
                    tr("Chance that the intruder's link by rank differences is the record's own release"),
                    bar=_bar(release.right),
                    derived=_right(release.figures.name, release.right),
                )
            )
    return columns


def attribute_comparison_columns(releases: Sequence[ComparedRelease], figure: AttributeFigure) -> list[Column]:
    """One row for each attribute, one column for each release, of one figure."""
    names = releases[0].names if releases else ()
    number = ATTRIBUTE_NUMBERS[figure]
    found = [{one.name: one for one in release.attributes} for release in releases]

    def value(of: Mapping[str, AttributeFigures], row: int) -> float | None:
        return of[names[row]].value(figure) if names[row] in of else None

    return [
        Column(tr("Attribute"), lambda row: names[row], tooltip=tr("Each attribute by itself"), side=Side.LEFT,
               pinned=True),
        *(
            Column(
                release.figures.name,
                lambda row, of=of: number_text(value(of, row), number),  # type: ignore[misc]
                _keys([value(of, row) for row in range(len(names))]),
                tooltip=attribute_figure_meaning(figure),
                derived=lambda row, of=of, release=release: compared_attribute(  # type: ignore[misc]
                    release.figures.name, names[row], of.get(names[row]), figure, number_text(value(of, row), number),
                    numbers,
                ),
            )
            for release, of in zip(releases, found, strict=True)
        ),
    ]  # fmt: skip


def _names(lines: Sequence[ReleaseFigures], name: Callable[[ReleaseFigures], str] = lambda line: line.name) -> Column:
    return Column(
        tr("Release"), lambda row: name(lines[row]), tooltip=tr("The file of the release"), side=Side.LEFT, pinned=True
    )


def _quantile(release: ComparedRelease, percent: int) -> Derivation:
    share = float(release.curve[percent * CURVE // 100])
    return quantile(release.figures.name, share, percent, _percent(share), numbers)


def _moved(release: ComparedRelease) -> Derived:
    text = _in_percent(release.distance)
    return lambda row: moved(release.figures.name, float(release.distance[row]), row, text(row), numbers)


def _right(name: str, chances: Floats) -> Derived:
    text = _chance(chances)
    return lambda row: chance_of_right_link(name, float(chances[row]), row, text(row), numbers)


def _keys(values: Sequence[float | None]) -> Floats:
    return np.array([np.nan if value is None else value for value in values], np.float64)


def _percent(share: float) -> str:
    return numbers.decimal(100 * share, PLACES)


def _in_percent(shares: Floats) -> Callable[[int], str]:
    return lambda row: _percent(float(shares[row]))


def _chance(chances: Floats) -> Callable[[int], str]:
    return lambda row: numbers.percent(float(chances[row]), 0)


def _bar(shares: Floats) -> Callable[[int], float]:
    return lambda row: 0.0 if np.isnan(shares[row]) else float(shares[row])
