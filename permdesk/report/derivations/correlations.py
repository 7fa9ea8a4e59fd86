"""Rank correlations between two attributes, before and after, and how they changed."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Audit
from permdesk.audit.ordered_values import are_plain, average_ranks_of
from permdesk.compute.arrays import Floats
from permdesk.compute.ranks import average_ranks, value_classes
from permdesk.report.derivations.attribute_findings import correlation_of_rows
from permdesk.report.derivations.derivation import Derivation, Numerals, Step, difference
from permdesk.report.derivations.sources import literature, own, paper, several
from permdesk.translation import tr

RHO = "ρ_{jk} = corr_i(rank y_i^j, rank y_i^k)"


def correlation(audit: Audit, file: str, j: int, k: int, shown: str, numerals: Numerals) -> Derivation:
    """Spearman's correlation of two attributes of X, Y or Z."""
    found = float(_matrix(audit, file)[j, k])
    return Derivation(
        title=tr("Rank correlation of {a} and {b} in {file}", a=audit.names[j], b=audit.names[k], file=file),
        shown=shown,
        number=None if np.isnan(found) else found,
        formula=RHO,
        steps=_steps(audit, file, j, k, found, numerals),
        meaning=tr("1: both attributes order the records alike; −1: in the opposite order; 0: the one order says "
                   "nothing of the other. What a release should keep."),
        caution=tr("Not a risk: it says how attributes go together, not how far records moved."),
        source=several(literature("Spearman (1904)"), paper(tr("Section 2"))),
        term="spearman",
    )  # fmt: skip


def change(audit: Audit, j: int, k: int, shown: str, numerals: Numerals) -> Derivation:
    """How much the correlation of two attributes changed from X to Y."""
    before, after = float(_matrix(audit, "X")[j, k]), float(_matrix(audit, "Y")[j, k])
    found = after - before
    steps: tuple[Step, ...] = (Step(tr("A constant attribute has no correlation.")),)
    if not np.isnan(found):
        figures = {"y": numerals.decimal(after, 3), "x": numerals.decimal(before, 3)}
        text = tr("Y: {y}; X: {x}; {y} − ({x}) = {change}", change=numerals.decimal(found, 3), **figures)
        steps = (
            *_steps(audit, "Y", j, k, after, numerals),
            *_steps(audit, "X", j, k, before, numerals),
            Step(text, found, difference, (after, before)),
        )
    return Derivation(
        title=tr("Change of the rank correlation of {a} and {b}", a=audit.names[j], b=audit.names[k]),
        shown=shown,
        number=None if np.isnan(found) else found,
        formula="ρ_{jk}(Y) − ρ_{jk}(X)",
        steps=steps,
        meaning=tr("What the anonymization did to how the two attributes go together: 0, nothing."),
        caution=tr("Y and Z have the same ranks but for ties, so reverse mapping changes it no further."),
        source=several(own(tr("the comparison")), paper(tr("Section 2"))),
        term="spearman",
    )


def _matrix(audit: Audit, file: str) -> Floats:
    mapping = audit.mapping
    return {
        "X": mapping.spearman_original,
        "Y": mapping.spearman_anonymized,
        "Z": mapping.spearman_reverse_mapped,
    }[file]


def _steps(audit: Audit, file: str, j: int, k: int, found: float, numerals: Numerals) -> tuple[Step, ...]:
    ranks = [_ranks(audit, file, place) for place in (j, k)]
    present = ~np.isnan(ranks[0]) & ~np.isnan(ranks[1])
    if np.isnan(found):
        return (Step(tr("{file}: a constant attribute has no correlation.", file=file)),)
    text = tr("{file}: over {n} records that have both values: {rho}", file=file, n=numerals.count(int(present.sum())),
              rho=numerals.decimal(found, 3))  # fmt: skip
    return (Step(text, found, correlation_of_rows, np.array([one[present] for one in ranks])),)


def _ranks(audit: Audit, file: str, j: int) -> Floats:
    attribute, mapping = audit.pair.attributes[j], audit.mapping
    if file == "Z":
        return average_ranks_of(mapping.values[:, j], mapping.ranks_anonymized[:, j])
    values = attribute.original if file == "X" else attribute.anonymized
    if not are_plain(values):
        return average_ranks(value_classes(values.lower, values.upper))
    if file == "X":
        return average_ranks_of(mapping.original[:, j], mapping.ranks_original[:, j])
    return average_ranks_of(mapping.anonymized[:, j], mapping.ranks_anonymized[:, j])
