"""The officer's own (d, v): whether a record has it, and what each attribute's part of it finds."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.audit.own_requirement import RequirementReading
from permdesk.report.derivations.derivation import Derivation, Numerals, Step, listed, quotient
from permdesk.report.derivations.local_variance import SMALLEST, population_variance, window
from permdesk.report.derivations.permuted_privacy import CONDITION, at_least
from permdesk.report.derivations.sources import own, paper, several
from permdesk.translation import tr, tr_count


def satisfies_own(audit: Audit, reading: RequirementReading, record: int, shown: str, numerals: Numerals) -> Derivation:
    """Whether an original record (from 0) has the officer's own (d, v)."""
    d = reading.requirement.distance
    to_y, to_z = int(audit.distances.distance[record]), int(audit.distances_z.distance[record])
    nearest = min(to_y, to_z)
    steps = [
        Step(
            tr("min({to_y}; {to_z}) = {nearest} against at least {d}", to_y=numerals.count(to_y),
               to_z=numerals.count(to_z), nearest=numerals.count(nearest), d=numerals.count(d)),
            float(nearest >= d), at_least, (float(nearest), float(d)),
        )
    ]  # fmt: skip
    for j, asked in enumerate(reading.requirement.variances):
        if asked > 0 and not np.isnan(audit.mapping.original[record, j]):
            variance = population_variance(window(audit, record, j, d))
            text = tr(
                "{name}: variance {variance} within {d} ranks against at least {required}", name=audit.names[j],
                variance=numerals.significant(variance), d=numerals.count(d), required=numerals.significant(asked),
            )  # fmt: skip
            steps.append(Step(text, float(not reading.alike[record, j]), at_least, (variance, asked)))
    has_it = float(reading.satisfied[record])
    said = tr("All of it holds.") if has_it else tr("Not all of it holds.")
    steps.append(Step(said, has_it, min, tuple(float(step.result or 0) for step in steps)))
    return Derivation(
        title=tr("Does record {record} have your own (d, v)?", record=numerals.count(record + 1)),
        shown=shown,
        number=has_it,
        formula=CONDITION,
        steps=tuple(steps),
        meaning=tr("Whether the record has (d, v)-permuted privacy for the d and v that you set beside the table."),
        caution=tr("Not the verdict, which takes the policy's d and v and the worst case of equal and missing values."),
        source=several(paper(tr("Section 4, (d, v)-permuted privacy")), _smaller_counts()),
        term="permuted-privacy",
    )


def n_satisfying_own(reading: RequirementReading, shown: str, numerals: Numerals) -> Derivation:
    """How many records have the officer's own (d, v)."""
    satisfied = reading.satisfied
    n = int(satisfied.sum())
    return Derivation(
        title=tr("Records that have your own (d, v)"),
        shown=shown,
        number=n,
        formula=f"|{{i : {CONDITION}}}|",
        steps=(
            Step(tr("Closer than d = {d}: {n}", d=numerals.count(reading.requirement.distance),
                    n=numerals.count(int(reading.near.sum()))), float(reading.near.sum()), np.sum, reading.near),
            Step(tr("With too little variance: {n}", n=numerals.count(int(reading.alike.any(axis=1).sum())))),
            Step(tr("{k} of {n} records have it", k=numerals.count(n), n=numerals.count(satisfied.size)), n, np.sum,
                 satisfied),
        ),
        meaning=tr("The data set has (d, v)-permuted privacy for your d and v only if all records have it."),
        caution=tr("Not the verdict, which takes the policy's d and v and the worst case of equal and missing values."),
        source=paper(tr("Section 4, (d, v)-permuted privacy for a data set")),
        term="permuted-privacy",
    )  # fmt: skip


def asked_variance(name: str, asked: float, whole: float, shown: str, numerals: Numerals) -> Derivation:
    """The variance that is asked of an attribute, as a share of its whole variance."""
    steps: tuple[Step, ...] = (Step(tr("Nothing is asked of this attribute.")),)
    if asked and whole:
        text = tr("{asked} / {whole} = {share}", asked=numerals.significant(asked), whole=numerals.significant(whole),
                  share=numerals.percent(asked / whole, 3))  # fmt: skip
        steps = (Step(text, asked / whole, quotient, (asked, whole)),)
    return Derivation(
        title=tr("v asked of {name}", name=name),
        shown=shown,
        number=None,
        formula="v^j\nv^j / Var Y^j",
        steps=steps,
        meaning=tr("The values within d ranks of a record's own must vary at least so much, in squared units or as a "
                   "share of the attribute's variance in Y."),
        caution=tr("Not a result: you set it."),
        source=several(paper(tr("Section 4, (d, v)-permuted privacy")), own(tr("as a share of the whole variance"))),
        term="local-variance",
    )  # fmt: skip


def smallest_at(name: str, reading: RequirementReading, j: int, shown: str, numerals: Numerals) -> Derivation:
    """The smallest window variance of an attribute at the officer's own d."""
    return Derivation(
        title=tr("Smallest local variance of {name}", name=name),
        shown=shown,
        number=None,
        formula=SMALLEST,
        steps=(Step(tr("At your d = {d}: {v}", d=numerals.count(reading.requirement.distance),
                       v=numerals.significant(float(reading.smallest[j])))),),
        meaning=tr("The largest v that all records have at this distance."),
        caution=tr("It is that of one record; the table says how many have less than you ask."),
        source=paper(tr("Section 4, bottom row of Table 4")),
        term="local-variance",
    )  # fmt: skip


def n_too_alike(name: str, reading: RequirementReading, j: int, shown: str, numerals: Numerals) -> Derivation:
    """How many records have less variance near their value of an attribute than is asked."""
    alike = reading.alike[:, j]
    n = int(alike.sum())
    rows = [numerals.count(int(row) + 1) for row in np.flatnonzero(alike)[:12]]
    text = tr_count("{count} record: {records}", "{count} records: {records}", n, count=numerals.count(n),
                    records=listed([*rows, *(["…"] if n > len(rows) else [])]) or tr("none"))  # fmt: skip
    return Derivation(
        title=tr("Too little variance of {name}", name=name),
        shown=shown,
        number=n,
        formula="|{i : Var S_i^j(d) < v^j}|",
        steps=(Step(text, n, np.sum, alike),),
        meaning=tr("Whoever knows the rank of these records knows their value too well."),
        caution=tr("A record without a value of the attribute asks nothing and is not counted."),
        source=paper(tr("Section 4, (d, v)-permuted privacy")),
        term="local-variance",
    )


def _smaller_counts() -> str:
    return own(tr("the smaller of the distances to Y and Z counts"))
