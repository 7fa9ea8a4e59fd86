"""Whether a record has the (d, v) that the policy asks for, and how many have."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.audit.verdict import required_variances
from permdesk.report.derivations.derivation import Derivation, Numerals, Operands, Step
from permdesk.report.derivations.record_distance import indexed
from permdesk.report.derivations.sources import own, paper, several
from permdesk.translation import tr

CONDITION = "min(d_i(Y), d_i(Z)) ≥ d  ∧  ∀j: Var S_i^j(d) ≥ v^j"


def at_least(parts: Operands) -> float:
    """1 if the first reaches the second, else 0."""
    return float(parts[0] >= parts[1])


def satisfies(audit: Audit, record: int, shown: str, numerals: Numerals) -> Derivation:
    """Whether an original record (from 0) satisfies the policy's (d, v)."""
    policy, variances = audit.verdict.policy, audit.variances
    asks_distance = policy.min_distance is not None or policy.min_distance_share is not None
    required = float(variances.required_distance) if asks_distance else 0.0
    to_y, to_z = int(audit.distances.distance[record]), int(audit.distances_z.distance[record])
    steps = [
        Step(
            tr(
                "min({to_y}; {to_z}) = {d} against at least {required}",
                to_y=numerals.count(to_y), to_z=numerals.count(to_z), d=numerals.count(min(to_y, to_z)),
                required=numerals.count(int(required)),
            ),
            float(min(to_y, to_z) >= required), at_least, (float(min(to_y, to_z)), required),
        )
    ]  # fmt: skip
    asked = required_variances(policy, audit.names, audit.mapping.anonymized)
    for j, name in enumerate(audit.names):
        variance = float(variances.at_required[record, j])
        if asked[j] > 0 and not np.isnan(variance):
            text = tr(
                "{name}: variance {variance} within {d} ranks against at least {required}",
                name=name,
                variance=numerals.significant(variance),
                d=numerals.count(variances.required_distance),
                required=numerals.significant(float(asked[j])),
            )
            steps.append(Step(text, float(variance >= asked[j]), at_least, (variance, float(asked[j]))))
    steps.append(_together(audit, record, numerals, steps))
    return Derivation(
        title=tr("Does record {record} satisfy the policy's (d, v)?", record=numerals.count(record + 1)),
        shown=shown,
        number=float(audit.satisfies[record]),
        formula=CONDITION,
        steps=tuple(steps),
        meaning=tr(
            "Whether the record has (d, v)-permuted privacy for the d and v of the policy “{name}”, against Y and "
            "against Z, under the worst case of equal and missing values.",
            name=policy.name,
        ),
        caution=tr(
            "Not that the record is safe: a right link can have a large distance. “At least” is meant: with the "
            "paper's “greater than”, its own example would fail."
        ),
        source=several(
            paper(tr("Section 4, (d, v)-permuted privacy")), own(tr("the smaller of the distances to Y and Z counts"))
        ),
        term="permuted-privacy",
    )


def n_satisfying(audit: Audit, shown: str, numerals: Numerals) -> Derivation:
    """How many original records satisfy the policy's (d, v)."""
    n = int(audit.satisfies.sum())
    text = tr("{k} of {n} records satisfy it", k=numerals.count(n), n=numerals.count(audit.n_original))
    return Derivation(
        title=tr("Records that satisfy the policy's (d, v)"),
        shown=shown,
        number=n,
        formula=f"|{{i : {CONDITION}}}|",
        steps=(Step(text, n, np.sum, audit.satisfies),),
        meaning=tr("The data set has (d, v)-permuted privacy for the policy's d and v only if all records have it."),
        caution=tr("Not a share of safe records: privacy of the data set is that of its worst record."),
        source=paper(tr("Section 4, (d, v)-permuted privacy for a data set")),
        term="permuted-privacy",
    )


def _together(audit: Audit, record: int, numerals: Numerals, parts: list[Step]) -> Step:
    held = tuple(float(part.result or 0) for part in parts)
    reached = float(audit.satisfies[record])
    said = tr("All of it holds.") if reached else tr("Not all of it holds.")
    said = tr("{record}: {said}", record=indexed("x", record + 1), said=said)
    if min(held) != reached:
        return Step(f"{said} {tr('It is decided under the worst case, which the settings of this audit are not.')}")
    return Step(said, reached, min, held)
