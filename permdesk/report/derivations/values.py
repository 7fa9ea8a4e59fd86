"""Values, ranks, reverse-mapped values and both noises of one record in one attribute (Tables 1 and 2)."""

from __future__ import annotations

from functools import partial

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.compute.arrays import Floats
from permdesk.report.derivations.derivation import Derivation, Numerals, Step, difference
from permdesk.report.derivations.sources import own, paper, several
from permdesk.translation import tr, tr_count


def given(file: str, name: str, record: int, shown: str, numerals: Numerals) -> Derivation:
    """A value that nothing is computed for: it stands in the file."""
    return Derivation(
        title=tr("{name} of record {record}", name=name, record=numerals.count(record + 1)),
        shown=shown,
        number=None,
        formula="x_i^j" if file == "X" else f"{file.lower()}_i^j",
        steps=(
            Step(tr("Row {row} of {file}, attribute {name}", row=numerals.count(record + 1), file=file, name=name)),
        ),
        meaning=tr("The value as the file has it, read as the Data tab says."),
        caution=tr("Not computed. A generalized value stands for all values that it contains."),
        source=paper(tr("Table 1")),
        term="original" if file == "X" else "anonymized",
    )


def rank(values: Floats, low: int, high: int, name: str, record: int, shown: str, numerals: Numerals) -> Derivation:
    """The rank of a value (from 0) among the ``values`` of its attribute, or the ranks that equal values share."""
    value = float(values[record])
    smaller = values < value
    steps: tuple[Step, ...] = (Step(tr("There is no value, and so no rank.")),)
    if not np.isnan(value):
        n, k = int(smaller.sum()), int((values == value).sum())
        below = tr_count("{count} value is smaller than {value}", "{count} values are smaller than {value}", n,
                         count=numerals.count(n), value=numerals.exact(value))  # fmt: skip
        alike = tr_count("No other value equals it", "{count} values equal it, itself included", k,
                         count=numerals.count(k))  # fmt: skip
        steps = (
            Step(below, float(n), np.sum, smaller),
            Step(alike, float(k), np.sum, values == value),
            Step(tr("Its ranks: {ranks}", ranks=numerals.interval(low, high))),
        )  # fmt: skip
    return Derivation(
        title=tr("Rank of {name}, record {record}", name=name, record=numerals.count(record + 1)),
        shown=shown,
        number=None,
        formula="low(y) = 1 + |{p : y_p < y}|\nhigh(y) = |{p : y_p ≤ y}|",
        steps=steps,
        meaning=tr("The place of the value when all values of the attribute are sorted, the smallest first."),
        caution=tr(
            "Where values are equal, nobody can say which comes first: they share the ranks that they occupy. The rank "
            "that makes Z breaks such ties at random."
        ),
        source=several(paper(tr("Table 1")), own(tr("rank intervals of equal values"))),
        term="rank-interval",
    )


def ranks_of(values: Floats, record: int) -> tuple[int, int]:
    """The ranks that a value shares with equal ones; a missing value has none."""
    value = float(values[record])
    return int((values < value).sum()) + 1, int((values <= value).sum())


def reverse_mapped(audit: Audit, record: int, j: int, shown: str, numerals: Numerals) -> Derivation:
    """z_i, the original value with the rank of the anonymized one (record of Y, from 0)."""
    mapping, name = audit.mapping, audit.names[j]
    place = int(mapping.ranks_anonymized[record, j])
    steps: tuple[Step, ...] = (Step(tr("The anonymized value is missing, and so is the reverse-mapped one.")),)
    value = float(mapping.values[record, j])
    if place and not np.isnan(value):
        ordered = np.sort(mapping.original[:, j][~np.isnan(mapping.original[:, j])])
        n_y = int((mapping.ranks_anonymized[:, j] > 0).sum())
        steps = (Step(tr("The anonymized value {y} has rank {rank} among {n}",
                         y=numerals.exact(float(mapping.anonymized[record, j])), rank=numerals.count(place),
                         n=numerals.count(n_y))),)  # fmt: skip
        at = place
        if ordered.size != n_y:
            at = int(np.ceil(ordered.size * (place - 0.5) / n_y))
            steps += (
                Step(
                    tr("⌈{n_x} · ({rank} − ½) / {n_y}⌉ = {at}", n_x=numerals.count(ordered.size),
                       rank=numerals.count(place), n_y=numerals.count(n_y), at=numerals.count(at)),
                    at, _quantile_place, (float(ordered.size), float(place), float(n_y)),
                ),
            )  # fmt: skip
        text = tr("The original value of rank {at}: {z}", at=numerals.count(at), z=numerals.exact(value))
        steps += (Step(text, value, partial(_value_at, at), ordered),)
    return Derivation(
        title=tr("Reverse-mapped {name} of record {record}", name=name, record=numerals.count(record + 1)),
        shown=shown,
        number=None if np.isnan(value) else value,
        formula="z_i = x_{(rank y_i)}",
        steps=steps,
        meaning=tr("The original value that stands where the anonymized one does: the permutation without the noise."),
        caution=tr("Not the record's own original value, unless its rank has not changed. Ties are broken at random."),
        source=several(paper(tr("Algorithm 1, Table 1")), own(tr("the quantile rule where the files' lengths differ"))),
        term="reverse-mapped",
    )


def noise(audit: Audit, record: int, j: int, shown: str, numerals: Numerals) -> Derivation:
    """E = Y − X of an original record (from 0)."""
    name = audit.names[j]
    own_row = -1 if audit.mapping.own is None else int(audit.mapping.own[record])
    x = float(audit.mapping.original[record, j])
    y = float(audit.mapping.anonymized[own_row, j]) if own_row >= 0 else float("nan")
    return Derivation(
        title=tr("Noise of {name}, record {record}", name=name, record=numerals.count(record + 1)),
        shown=shown,
        number=None if np.isnan(y - x) else y - x,
        formula="e_i = y_i − x_i",
        steps=_less(y, x, numerals),
        meaning=tr("What the anonymization added to the original value."),
        caution=tr("Not the protection: a change of scale adds much noise and moves no rank."),
        source=paper(tr("Section 3, Table 2")),
        term="noise",
    )


def residual_noise(audit: Audit, record: int, j: int, shown: str, numerals: Numerals) -> Derivation:
    """E' = Y − Z of a record of Y (from 0)."""
    y, z = float(audit.mapping.anonymized[record, j]), float(audit.mapping.values[record, j])
    return Derivation(
        title=tr("Residual noise of {name}, record {record}", name=audit.names[j], record=numerals.count(record + 1)),
        shown=shown,
        number=None if np.isnan(y - z) else y - z,
        formula="e′_i = y_i − z_i",
        steps=_less(y, z, numerals),
        meaning=tr("What is left of the anonymization besides permutation; it changes no rank."),
        caution=tr("No protection against an intruder who holds X and Y: reverse mapping removes it."),
        source=paper(tr("Section 3, Table 2")),
        term="residual-noise",
    )


def _less(one: float, other: float, numerals: Numerals) -> tuple[Step, ...]:
    if np.isnan(one - other):
        return (Step(tr("A value is missing, so that there is no difference.")),)
    text = tr("{one} − {other} = {difference}", one=numerals.exact(one), other=_bracketed(other, numerals),
              difference=numerals.significant(one - other, 6))  # fmt: skip
    return (Step(text, one - other, difference, (one, other)),)


def _bracketed(value: float, numerals: Numerals) -> str:
    return f"({numerals.exact(value)})" if value < 0 else numerals.exact(value)


def _value_at(place: int, ordered: Floats) -> float:
    return float(ordered[place - 1])


def _quantile_place(parts: tuple[float, ...]) -> float:
    n_x, place, n_y = parts
    return float(np.ceil(n_x * (place - 0.5) / n_y))
