"""One released record against one original record: its rank deviations and the largest of them (Table 3)."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Distances
from permdesk.audit.record_table import rank_deviations
from permdesk.report.derivations.derivation import Derivation, Numerals, Step, listed
from permdesk.report.derivations.record_distance import MOST_ATTRIBUTES, deviation_step, has_intervals, letter
from permdesk.report.derivations.sources import paper, several, ties
from permdesk.translation import tr


def deviation(
    found: Distances, record: int, row: int, j: int, names: tuple[str, ...], numerals: Numerals
) -> Derivation:
    """The rank deviation of a record of the target (``row``) from the value closest to an original one, in one
    attribute; all from 0."""
    step = deviation_step(found, record, row, j, names[j], numerals)
    value = int(rank_deviations(found, record, np.array([row]))[0, j])
    return Derivation(
        title=tr("Deviation of record {row} in {name}", row=numerals.count(row + 1), name=names[j]),
        shown=numerals.count(value),
        number=value,
        formula="d^j = max(0, low(y_p^j) − high(y_*^j), low(y_*^j) − high(y_p^j))"
        if has_intervals(found)
        else "d^j = |(y_p^j) − (y_*^j)|",
        steps=(step,),
        meaning=tr("How many ranks lie between this record's value in {file} and the value closest to that of record "
                   "{record}.", file=letter(found.target), record=numerals.count(record + 1)),
        caution=tr("Not a difference of values: neighbours in rank can be far apart in value. That is what the local "
                   "variance is for."),
        source=several(paper(tr("Algorithm 2, Table 3")), ties()),
        term="rank-deviation",
    )  # fmt: skip


def largest_deviation(
    found: Distances, record: int, row: int, names: tuple[str, ...], numerals: Numerals
) -> Derivation:
    """The largest rank deviation of a record of the target (``row``), and whether it is the smallest of these."""
    deviations = rank_deviations(found, record, np.array([row]))[0]
    value, distance = int(deviations.max()), int(found.distance[record])
    shown = range(min(len(names), MOST_ATTRIBUTES))
    steps = [deviation_step(found, record, row, j, names[j], numerals) for j in shown]
    text = tr("max({deviations}) = {max}", deviations=listed([numerals.count(int(one)) for one in deviations]),
              max=numerals.count(value))  # fmt: skip
    steps.append(Step(text, value, max, tuple(map(float, deviations))))
    if value == distance:
        said = tr("No record of {file} has a smaller one: it is the permutation distance.", file=letter(found.target))
    else:
        said = tr("Others have less: the permutation distance is {d}, of record {match}.", d=numerals.count(distance),
                  match=numerals.count(int(found.first_match[record]) + 1))  # fmt: skip
    return Derivation(
        title=tr("Largest deviation of record {row}", row=numerals.count(row + 1)),
        shown=numerals.count(value),
        number=value,
        formula="max_j d^j",
        steps=(*steps, Step(said)),
        meaning=tr("How far this released record is from the original one in the attribute where it is farthest."),
        caution=tr("A record that is near in all attributes but one counts as far: other linkages see it as near."),
        source=several(paper(tr("Algorithm 2, Table 3")), ties()),
        term="permutation-distance",
    )
