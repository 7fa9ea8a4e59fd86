"""The battery of linkages: whichever way of comparing records finds most of them is the one that counts.

Every measure is tried against Z, which no change of scale can fool, and against Y.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from permdesk.audit.findings import Distances, LinkageLeftOut, LinkageRate, Measure, Target
from permdesk.audit.other_linkages import OtherLinkage
from permdesk.audit.ranking import Purpose, RankedAttribute, RankedPair, RankSpace, generator, midpoints
from permdesk.audit.settings import Settings
from permdesk.compute.arrays import Floats, Ranks, Rows
from permdesk.compute.blocks import Blocks, blocks_in_order
from permdesk.compute.boxes import BoundColumns, RankBoxes
from permdesk.compute.linkage import expected_right, mean_chance, wilson_interval
from permdesk.compute.progress import Progress
from permdesk.compute.ranks import WILDCARD_LOW
from permdesk.compute.right_chance import Boxes, Total, blocks_for, distinct_for, has_missing, right_chance
from permdesk.compute.unstoppable import wait_for
from permdesk.compute.value_boxes import ValueBoxes, mean_and_deviation, standardize
from permdesk.data.choices import Level
from permdesk.data.file_pair import Values
from permdesk.translation import tr

# An exact search by sums costs more than one by maxima: a box of records is rarely too far in all attributes at once.
# So of larger files this many original records are drawn; they are searched in the whole release.
MOST_QUERIES = 10_000

# Missing values at distance 0 make records that lack much near to everybody. So sums are also taken with what two
# random values would add: a third of n ranks, a sixth of their square, 2 for squares of standardized values.
MISSING_BY_CHANCE = " with missing values as by chance"


@dataclass(frozen=True, slots=True, eq=False)
class Linkage:
    """One linkage: the chance (len(rows),) that a link drawn from those of an original record is right, for the
    original records ``rows``, among ``n_target`` records."""

    name: str
    target: Target
    rows: Rows
    right: Floats
    n_target: int

    @property
    def rate(self) -> LinkageRate:
        """What it finds in all."""
        rate = mean_chance(self.right)
        interval = wilson_interval(rate, self.right.size)
        return LinkageRate(self.name, self.target, rate, rate * self.n_target, interval, int(self.right.size))


@dataclass(frozen=True, slots=True, eq=False)
class Battery:
    """The linkages that were made, and those that could not be."""

    made: tuple[Linkage, ...]
    left_out: tuple[LinkageLeftOut, ...]

    @property
    def rates(self) -> tuple[LinkageRate, ...]:
        return tuple(linkage.rate for linkage in self.made)

    @property
    def strongest(self) -> Linkage:
        return max(self.made, key=lambda linkage: mean_chance(linkage.right))


def find_battery(
    ranked: RankedPair,
    searched: tuple[tuple[RankSpace, Distances], ...],
    others: tuple[OtherLinkage, ...],
    own: Rows | None,
    settings: Settings,
    progress: Progress,
) -> Battery | None:
    """Link by every measure in every target of ``searched``, and add what ``others`` found.

    None where nobody knows which links are right. Raises Cancelled.
    """
    if own is None or not (own >= 0).any():
        return None
    paired = np.flatnonzero(own >= 0)
    progress.check()
    rows = paired
    if paired.size > MOST_QUERIES:
        rows = np.sort(generator(settings, Purpose.LINKAGE).choice(paired, MOST_QUERIES, replace=False))
    made: list[Linkage] = []
    left_out: list[LinkageLeftOut] = []
    lacks = any(
        n_ranked < len(values.lower)
        for a in ranked.attributes
        for n_ranked, values in ((a.original.n_ranked, a.attribute.original), (a.n_ranked, a.attribute.anonymized))
    )
    progress.begin("linkages", rows.size * len(searched) * 3 * (1 + lacks))

    def link(measure: Measure, asked: Boxes, searched_boxes: Boxes, blocks: Blocks | None) -> None:
        total = Total.SUM if measure is Measure.SUM else Total.SQUARES
        names = {str(measure): 0}
        if has_missing(asked) or has_missing(searched_boxes):
            names[f"{measure}{MISSING_BY_CHANCE}"] = _by_chance(measure, n_target)
        for name, for_missing in names.items():
            right = right_chance(asked, searched_boxes, own_box, total, progress, for_missing, blocks, weight)
            made.append(Linkage(_name(name, target), target, rows, right, n_target))
        progress.advance(rows.size * max(0, 1 + lacks - len(names)))

    for space, distances in searched:
        target, n_target = distances.target, distances.n_records
        made.append(_by_maximum(Measure.MAXIMUM, distances, paired))
        queries, boxes, weight, first_row, own_box = space.queries.take(rows), space.target, None, None, own[rows]
        distinct = distinct_for(boxes, rows.size, progress)
        if distinct is not None:
            boxes, weight, first_row = distinct.boxes, distinct.weight, distinct.first_row
            own_box = distinct.box_of(own_box)
            del distinct
        blocks = blocks_for(boxes, rows.size, progress)
        link(Measure.SUM, queries, boxes, blocks)
        link(Measure.SQUARES, queries, boxes, blocks)
        # Records that are near each other by ranks are so by values.
        order = None if blocks is None else blocks.order
        del blocks
        values = _standardized(ranked.attributes, boxes, target, rows, first_row, progress)
        if values is None:
            left_out.append(LinkageLeftOut(_name(Measure.STANDARDIZED, target), target, _no_values(ranked.attributes)))
            progress.advance(rows.size * (1 + lacks))
        else:
            by_values = None if order is None else blocks_in_order(order, values[1].low, values[1].high, progress)
            link(Measure.STANDARDIZED, *values, by_values)
            del by_values
            del values
    made += [_by_maximum(other.name, other, paired) for other in others]
    return Battery(tuple(made), tuple(left_out))


def _by_maximum(name: str, distances: Distances | OtherLinkage, paired: Rows) -> Linkage:
    is_match = distances.own_matches
    right = np.zeros(paired.size) if is_match is None else expected_right(is_match[paired], distances.n_matches[paired])
    return Linkage(_name(name, distances.target), distances.target, paired, right, distances.n_records)


def _name(measure: str, target: Target) -> str:
    return f"{measure}, {target}"


def _by_chance(measure: Measure, n_target: int) -> int:
    return {Measure.SUM: n_target // 3, Measure.SQUARES: n_target**2 // 6}.get(measure, 2)


def _standardized(
    attributes: tuple[RankedAttribute, ...],
    boxes: RankBoxes,
    target: Target,
    rows: Rows,
    target_rows: Rows | None,
    progress: Progress,
) -> tuple[ValueBoxes, ValueBoxes] | None:
    """Original records ``rows`` and the target records that have the ``boxes``, by their numeric attributes; None if
    there is none to compare. ``target_rows``: which these are, if not all.

    X is standardized by its own mean and deviation, Y by its own, which undoes any change of scale and origin; Z by
    those of X, whose values it has. A record of Z that could have several values by the breaking of ties has all.
    """
    scales: dict[int, tuple[tuple[float, float], tuple[float, float]]] = {}
    for j, a in enumerate(attributes):
        progress.check()
        if a.attribute.level is Level.NUMERIC:
            of_x = wait_for(partial(mean_and_deviation, a.original.ordered), progress)
            scale = of_x
            if target is Target.ANONYMIZED:
                scale = wait_for(partial(mean_and_deviation, midpoints(a.attribute.anonymized)), progress)
            if of_x[1] > 0 and scale[1] > 0:
                scales[j] = of_x, scale
    if not scales:
        return None
    asked = BoundColumns(rows.size, len(scales), np.float64)
    searched = BoundColumns(boxes.n_records, len(scales), np.float64)

    def put(place: int, j: int, of_x: tuple[float, float], scale: tuple[float, float]) -> None:
        x, y = attributes[j].attribute.original, attributes[j].attribute.anonymized
        asked.put(place, *standardize(x.lower[rows], x.upper[rows], *of_x))
        released = (
            _bounds(y, target_rows)
            if target is Target.ANONYMIZED
            else _values_at(attributes[j], boxes.low[:, j], boxes.high[:, j])
        )
        searched.put(place, *standardize(*released, *scale))

    for place, (j, both) in enumerate(scales.items()):
        wait_for(partial(put, place, j, *both), progress)
    return ValueBoxes(*asked.bounds()), ValueBoxes(*searched.bounds())


def _bounds(values: Values, rows: Rows | None) -> tuple[Floats, Floats]:
    """Bounds of some records, or of all, by one attribute; one array where they are one."""
    lower = values.lower if rows is None else values.lower[rows]
    if values.lower is values.upper:
        return lower, lower
    return lower, values.upper if rows is None else values.upper[rows]


def _values_at(a: RankedAttribute, low: Ranks, high: Ranks) -> tuple[Floats, Floats]:
    """The values of sorted Z^j from rank ``low`` to ``high`` (n_Y,); nan where there is no rank."""
    values = a.reverse_mapped().ordered
    n = values.size
    present = (low != WILDCARD_LOW) & (high >= 1) & (low <= n)
    if n == 0:
        return np.full(low.size, np.nan), np.full(low.size, np.nan)
    first, last = np.clip(low, 1, n) - 1, np.clip(high, 1, n) - 1
    return np.where(present, values[first], np.nan), np.where(present, values[last], np.nan)


def _no_values(ranked: tuple[RankedAttribute, ...]) -> str:
    if any(a.attribute.level is Level.NUMERIC for a in ranked):
        return tr("No numeric attribute varies in both files: there are no values to compare.")
    return tr("No audited attribute is numeric: there are no values to compare.")
