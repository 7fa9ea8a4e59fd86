"""The variance of released values near a record's own, of one record and of the whole data set."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.audit.ordered_values import values_between
from permdesk.compute.arrays import Floats
from permdesk.compute.ranks import WILDCARD_LOW
from permdesk.compute.windows import window_bounds
from permdesk.report.derivations.derivation import Derivation, Numerals, Operands, Step, listed_values
from permdesk.report.derivations.record_distance import indexed, ranks_text
from permdesk.report.derivations.sources import paper, several, ties
from permdesk.translation import tr, tr_count

VARIANCE = "Var S_i^j(d) = 1/|S| ∑_{y ∈ S} (y − mean S)^2\nS_i^j(d) = {y_p^j : |(y_p^j) − (y_*^j)| ≤ d}"
SMALLEST = "v^j = min_i Var S_i^j(d)"


def population_variance(values: Operands) -> float:
    """Mean squared deviation from the mean: divided by the count, not by one less."""
    numbers = np.asarray(values, np.float64)
    return float((numbers - numbers[0]).var())


def variance_meaning() -> str:
    return tr(
        "How much the released values differ within the distance d of the value closest to the record's own, in "
        "squared units of the attribute. Small: whoever knows the rank knows the value."
    )


def record_variance(audit: Audit, record: int, j: int, shown: str, numerals: Numerals) -> Derivation:
    """Var S_i^j at the data set's d and at the record's own d_i; ``shown`` is what stands in the table."""
    at_d, at_own = float(audit.variances.at_d[record, j]), float(audit.variances.at_own[record, j])
    steps: tuple[Step, ...] = (Step(tr("The record has no value of this attribute: it asks nothing of its window.")),)
    if not np.isnan(at_d):
        d, own = audit.distances.d, int(audit.distances.distance[record])
        steps = (
            _closest_step(audit, record, j, numerals),
            *_window_steps(audit, record, j, d, at_d, "d", numerals),
            *_window_steps(audit, record, j, own, at_own, indexed("d", record + 1), numerals),
        )
    return Derivation(
        title=tr("Local variance of record {record} in {name}", record=numerals.count(record + 1), name=audit.names[j]),
        shown=shown,
        number=None if np.isnan(at_d) else at_d,
        formula=VARIANCE,
        steps=steps,
        meaning=variance_meaning(),
        caution=tr(
            "Not a standard deviation, and not the variance of the whole attribute; in parentheses is the variance at "
            "the record's own distance. Ranks at the ends of the file have fewer neighbours."
        ),
        source=several(paper(tr("Section 4, (d, v)-permuted privacy, Table 4")), ties()),
        term="local-variance",
    )


def smallest_variance(audit: Audit, j: int, numerals: Numerals) -> Derivation:
    """v^j, the smallest local variance of any record at the data set's d."""
    v, at_d = float(audit.variances.v[j]), audit.variances.at_d[:, j]
    steps: tuple[Step, ...] = (Step(tr("No record has a value of this attribute.")),)
    if not np.isnan(v):
        present = at_d[~np.isnan(at_d)]
        record = int(np.nanargmin(at_d))
        text = tr(
            "The smallest of the variances of {n} records at d = {d}: {v}, of record {record}",
            n=numerals.count(present.size),
            d=numerals.count(audit.distances.d),
            v=numerals.significant(v),
            record=numerals.count(record + 1),
        )
        own = _window_steps(audit, record, j, audit.distances.d, v, "d", numerals)
        steps = (Step(text, v, min, present), *own)
    return Derivation(
        title=tr("Smallest local variance of {name}", name=audit.names[j]),
        shown=numerals.significant(v),
        number=None if np.isnan(v) else v,
        formula=SMALLEST,
        steps=steps,
        meaning=tr(
            "The component of v for this attribute: the data set satisfies (d, v)-permuted privacy with it. 0 means "
            "that some window holds one value only."
        ),
        caution=tr(
            "Not comparable between attributes of different units; the policy can ask for a share of the attribute's "
            "own variance instead."
        ),
        source=several(paper(tr("Section 4, bottom row of Table 4")), ties()),
        term="local-variance",
    )


def smallest_variances(audit: Audit, shown: str, numerals: Numerals) -> Derivation:
    """The vector v, as the strip shows it."""
    parts = [smallest_variance(audit, j, numerals) for j in range(len(audit.names))]
    steps = tuple(
        Step(f"{name}: {part.steps[0].text}", part.steps[0].result, part.steps[0].by, part.steps[0].operands)
        for name, part in zip(audit.names, parts, strict=True)
    )
    return Derivation(
        title=tr("Local variance v"),
        shown=shown,
        number=parts[0].number,
        formula=f"v = (v^1, …, v^m)\n{SMALLEST}",
        steps=steps,
        meaning=parts[0].meaning,
        caution=parts[0].caution,
        source=parts[0].source,
        term="local-variance",
    )


def window(audit: Audit, record: int, j: int, d: int) -> Floats:
    """S_i^j(d): the values of Y^j within d ranks of the one closest to an original record's (from 0)."""
    ranks = audit.mapping.ranks_anonymized[:, j]
    return values_between(audit.mapping.anonymized[:, j], ranks, *_window_ranks(audit, record, j, d))


def _window_ranks(audit: Audit, record: int, j: int, d: int) -> tuple[int, int]:
    n = int(audit.mapping.ranks_anonymized[:, j].max())
    rows = slice(record, record + 1)
    low, high = audit.distances.closest_low[rows, j], audit.distances.closest_high[rows, j]
    if low[0] == WILDCARD_LOW:
        return 1, n
    first, last = window_bounds(low, high, d, n)
    return int(first[0]), int(last[0])


def _closest_step(audit: Audit, record: int, j: int, numerals: Numerals) -> Step:
    low, high = (int(bound[record, j]) for bound in (audit.distances.closest_low, audit.distances.closest_high))
    ranks = ranks_text(low, high, numerals)
    return Step(ranks if low == WILDCARD_LOW else tr("The closest value of Y has rank {ranks}", ranks=ranks))


def _window_steps(
    audit: Audit, record: int, j: int, d: int, variance: float, symbol: str, numerals: Numerals
) -> tuple[Step, ...]:
    first, last = _window_ranks(audit, record, j, d)
    values = window(audit, record, j, d)
    texts = listed_values(values, numerals.exact)
    figures = {
        "d": f"{symbol} = {numerals.count(d)}",
        "first": numerals.count(first),
        "last": numerals.count(last),
        "values": texts,
        "count": numerals.count(values.size),
    }
    text = tr_count("At {d}: ranks {first} to {last}, {count} value: {values}",
                    "At {d}: ranks {first} to {last}, {count} values: {values}", values.size, **figures)  # fmt: skip
    return (
        Step(text),
        Step(
            tr("Their variance: {variance}", variance=numerals.significant(variance, 6)),
            variance, population_variance, values,
        ),
    )  # fmt: skip
