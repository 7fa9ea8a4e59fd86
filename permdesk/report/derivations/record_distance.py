"""The permutation distance of one record: the deviations of its nearest match, and the smallest over all records."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Distances, Target
from permdesk.audit.record_table import rank_deviations
from permdesk.compute.ranks import MISSING_RANK, WILDCARD_LOW
from permdesk.report.derivations.derivation import Derivation, Numerals, Operands, Step, listed, quotient
from permdesk.report.derivations.sources import paper, several, ties
from permdesk.translation import tr

DISTANCE = "d_i = min_p max_j |(y_p^j) − (y_*^j)|"
WITH_TIES = "d_i = min_p max_j max(0, low(y_p^j) − high(y_*^j), low(y_*^j) − high(y_p^j))"
MOST_ATTRIBUTES = 12
MOST_SEARCHED = 3_000_000
"""Deviations that are computed again while somebody waits; of more, only the nearest match is shown."""


def letter(target: Target) -> str:
    """The file as formulas name it."""
    return "Y" if target is Target.ANONYMIZED else "Z"


def indexed(symbol: str, number: int) -> str:
    """A symbol with a number below it, in plain letters: d₆."""
    return symbol + str(number).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def ranks_text(low: int, high: int, numerals: Numerals) -> str:
    """The rank of a value, or the ranks that equal values share."""
    if low == MISSING_RANK:
        return tr("no rank (missing)")
    if low == WILDCARD_LOW:
        return tr("any rank (missing)")
    return numerals.interval(low, high)


def gap(bounds: Operands) -> float:
    """How many ranks lie between the intervals from the first to the second bound and from the third to the fourth."""
    low, high, other_low, other_high = bounds
    return float(max(0, other_low - high, low - other_high))


def deviation_step(found: Distances, record: int, row: int, j: int, name: str, numerals: Numerals) -> Step:
    """The rank deviation of one record of the target from the closest value, in one attribute."""
    low, high = int(found.closest_low[record, j]), int(found.closest_high[record, j])
    own_low, own_high = int(found.low[row, j]), int(found.high[row, j])
    deviation = int(rank_deviations(found, record, np.array([row]))[0, j])
    figures = {
        "name": name,
        "closest": ranks_text(low, high, numerals),
        "row": numerals.count(row + 1),
        "ranks": ranks_text(own_low, own_high, numerals),
        "deviation": numerals.count(deviation),
    }
    if WILDCARD_LOW in (low, own_low):
        return Step(
            tr("{name}: the closest value has {closest}, record {row} has {ranks}: they match, so 0", **figures)
        )
    if MISSING_RANK in (low, own_low):
        return Step(tr("{name}: the closest value has {closest}, record {row} has {ranks}: {deviation}", **figures))
    if low == high and own_low == own_high:
        text = tr(
            "{name}: the closest value has rank {closest}, record {row} has rank {ranks}: |{ranks} − {closest}| = "
            "{deviation}",
            **figures,
        )
    else:
        text = tr(
            "{name}: the closest value has the ranks {closest}, record {row} has {ranks}: the gap is {deviation}",
            **figures,
        )
    return Step(text, deviation, gap, (low, high, own_low, own_high))


def record_distance(found: Distances, names: tuple[str, ...], record: int, numerals: Numerals) -> Derivation:
    """The permutation distance d_i of an original record (from 0) to Y or Z (Algorithm 2)."""
    row, distance = int(found.first_match[record]), int(found.distance[record])
    deviations = rank_deviations(found, record, np.array([row]))[0]
    shown = range(min(len(names), MOST_ATTRIBUTES))
    steps = [deviation_step(found, record, row, j, names[j], numerals) for j in shown]
    if len(names) > MOST_ATTRIBUTES:
        steps.append(Step(tr("… and {n} more attributes", n=numerals.count(len(names) - MOST_ATTRIBUTES))))
    texts = listed([numerals.count(int(one)) for one in deviations])
    steps += [
        Step(
            tr("Record {row}: max({deviations}) = {d}", row=numerals.count(row + 1), deviations=texts,
               d=numerals.count(distance)),
            distance, max, tuple(map(float, deviations)),
        ),
        _smallest(found, record, numerals),
        share_of_n(found, record, numerals),
    ]  # fmt: skip
    is_y = found.target is Target.ANONYMIZED
    formula = WITH_TIES if has_intervals(found) else DISTANCE
    return Derivation(
        title=tr("Distance of record {record} to {file}", record=numerals.count(record + 1), file=letter(found.target)),
        shown=numerals.count(distance),
        number=distance,
        formula=formula if is_y else formula.replace("y_", "z_"),
        steps=tuple(steps),
        meaning=tr(
            "How many ranks one must go from the record's own values, in the attribute where it takes most, to meet a "
            "released record. Released records at this distance are its matches."
        )
        if is_y
        else tr(
            "The same against the reverse-mapped file Z, which the intruder makes from X and Y: what remains of the "
            "distance when every change of scale is undone."
        ),
        caution=tr(
            "Not how much the values were changed, nor how safe the record is by itself: rank distances mean little "
            "without the number of records, and a distant match may still be the right one."
        ),
        source=several(paper(tr("Algorithm 2, Table 3")), ties())
        if is_y
        else several(paper(tr("Algorithm 2 with Z for Y, Table 5")), ties()),
        term="permutation-distance",
    )


def has_intervals(found: Distances) -> bool:
    """Whether any value has several ranks, as equal and missing ones do."""
    return not (np.array_equal(found.low, found.high) and np.array_equal(found.closest_low, found.closest_high))


def _smallest(found: Distances, record: int, numerals: Numerals) -> Step:
    n, distance = found.n_records, int(found.distance[record])
    figures = {
        "d": indexed("d", record + 1),
        "n": numerals.count(n),
        "file": letter(found.target),
        "distance": numerals.count(distance),
    }
    if found.low.size > MOST_SEARCHED:
        text = tr("{d} = the smallest of these maxima over the {n} records of {file} = {distance}", **figures)
        return Step(text)
    maxima = rank_deviations(found, record, slice(None)).max(axis=1)
    matches = listed([numerals.count(int(row) + 1) for row in np.flatnonzero(maxima == distance)[:MOST_ATTRIBUTES]])
    if int(found.n_matches[record]) == 1:
        text = tr(
            "{d} = the smallest of these maxima over the {n} records of {file} = {distance}, attained by record "
            "{matches}",
            matches=matches,
            **figures,
        )
    else:
        text = tr(
            "{d} = the smallest of these maxima over the {n} records of {file} = {distance}, attained by {k} records: "
            "{matches}",
            matches=matches,
            k=numerals.count(int(found.n_matches[record])),
            **figures,
        )
    return Step(text, distance, min, maxima)


def share_of_n(found: Distances, record: int, numerals: Numerals) -> Step:
    """The distance as a share of the records of the target."""
    distance, n = int(found.distance[record]), found.n_records
    return Step(
        tr("As a share of the file: {d} / {n} = {share}", d=numerals.count(distance), n=numerals.count(n),
           share=numerals.percent(distance / n)),
        distance / n, quotient, (float(distance), float(n)),
    )  # fmt: skip
