"""Figures of the whole data set: how many records and attributes there are, and how far the nearest record moved."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Distances, Target
from permdesk.data.choices import Level
from permdesk.data.file_pair import FilePair
from permdesk.report.derivations.derivation import Derivation, Numerals, Step, listed, quotient
from permdesk.report.derivations.record_distance import letter
from permdesk.report.derivations.sources import own, paper, several
from permdesk.translation import tr


def records(n_original: int, n_anonymized: int, shown: str, numerals: Numerals) -> Derivation:
    """How many records the files have."""
    steps = [Step(tr("Rows of the original file: {n}", n=numerals.count(n_original)))]
    if n_anonymized != n_original:
        steps.append(Step(tr("Rows of the anonymized file: {n}", n=numerals.count(n_anonymized))))
    return Derivation(
        title=tr("Records n"),
        shown=shown,
        number=n_original,
        formula="n = |X|",
        steps=(Step(steps[0].text, n_original, max, (float(n_original),)), *steps[1:]),
        meaning=tr("Every row of a file is one record; ranks run from 1 to the number of released records."),
        caution=tr("Not the number of people, where several records belong to one person."),
        source=paper(tr("Section 2")),
        term="record",
    )


def attributes(pair: FilePair, shown: str, numerals: Numerals) -> Derivation:
    """How many attributes are audited, and which are left out."""
    names = pair.names
    steps = [
        Step(
            tr("Audited: {names}", names=listed(names)), len(names), np.sum, np.ones(len(names))
        ),
        *(
            Step(tr("Left out: {name}. {reason}", name=left.name, reason=left.reason))
            for left in pair.left_out
        ),
    ]  # fmt: skip
    n_numeric = sum(attribute.level is Level.NUMERIC for attribute in pair.attributes)
    steps.insert(1, Step(tr("Of them numeric: {n}", n=numerals.count(n_numeric))))
    return Derivation(
        title=tr("Attributes m"),
        shown=shown,
        number=len(names),
        formula="x = (x^1, …, x^m)",
        steps=tuple(steps),
        meaning=tr("The attributes that both files have and that can be ranked; all results rest on them together."),
        caution=tr("Not all columns of the files: what is left out protects nothing and gives nothing away here."),
        source=paper(tr("Section 4")),
        term="attribute",
    )


def smallest_distance(found: Distances, shown: str, numerals: Numerals) -> Derivation:
    """The data set's permutation distance d, with its median."""
    d, n = found.d, found.distance.size
    near = np.flatnonzero(found.distance == d)
    figures = {"n": numerals.count(n), "d": numerals.count(d), "file": letter(found.target)}
    steps = (
        Step(
            tr("The smallest distance of {n} original records, searched in {file}: {d}", **figures),
            d, min, found.distance,
        ),
        Step(
            tr("Records at this distance: {k} ({records})", k=numerals.count(near.size),
               records=listed([numerals.count(int(row) + 1) for row in near[:12]] + ["…"] * (near.size > 12))),
            near.size, np.sum, found.distance == d,
        ),
        median_step(found, numerals),
        Step(tr("The largest: {largest}", largest=numerals.count(found.max)), found.max, max, found.distance),
    )  # fmt: skip
    is_y = found.target is Target.ANONYMIZED
    return Derivation(
        title=tr("Permutation distance d against {file}", file=letter(found.target)),
        shown=shown,
        number=d,
        formula="d = min_i d_i",
        steps=steps,
        meaning=tr("No original record is nearer to a released one than d ranks. The verdict takes the smaller of d "
                   "against Y and against Z.")
        if is_y
        else tr("The same against Z, where every change of scale is undone: what permutation alone protects."),
        caution=tr("Not the distance of a typical record: look at the median. And not proof of safety: links can be "
                   "right at any distance."),
        source=paper(tr("Section 4, (d, v)-permuted privacy, Table 4"))
        if is_y
        else several(paper(tr("Section 5.1")), own(tr("d is also taken against Z, as d against Y can be fooled by a "
                                                      "change of scale"))),
        term="permutation-distance",
    )  # fmt: skip


def median_step(found: Distances, numerals: Numerals) -> Step:
    """The median distance of the original records."""
    return Step(
        tr("The median of the {n} distances: {median}", n=numerals.count(found.distance.size),
           median=numerals.decimal(found.median, 0 if found.median.is_integer() else 1)),
        found.median, np.median, found.distance,
    )  # fmt: skip


def median_distance(found: Distances, shown: str, numerals: Numerals) -> Derivation:
    """The distance that half of the original records do not exceed."""
    step = median_step(found, numerals)
    return Derivation(
        title=tr("Median distance against {file}", file=letter(found.target)),
        shown=shown,
        number=found.median,
        formula="median_i d_i",
        steps=(
            step,
            Step(
                tr("As a share of the file: {share}", share=numerals.percent(found.median / found.n_records)),
                found.median / found.n_records, quotient,
                (found.median, float(found.n_records)),
            ),
        ),
        meaning=tr("Half of the original records are at most so many ranks from a released one, half at least."),
        caution=tr("Never enough alone: an intruder can be right at a distance that random records have too."),
        source=several(paper(tr("Algorithm 2")), own(tr("the median"))),
        term="permutation-distance",
    )  # fmt: skip
