"""What lies within a distance that the officer chooses: both distributions, and how many of the links are right."""

from __future__ import annotations

import numpy as np

from permdesk.audit.distance_reading import DistanceReading
from permdesk.audit.findings import Audit
from permdesk.report.derivations.derivation import Derivation, Numerals, Step, quotient
from permdesk.report.derivations.distributions import random_records_text
from permdesk.report.derivations.sources import own, paper, several
from permdesk.translation import tr


def within(audit: Audit, reading: DistanceReading, numerals: Numerals) -> Derivation:
    """Shares of the original and of the random records within a distance, and how many links are expected right."""
    test, t = audit.random_match, reading.distance
    k, n = reading.records.size, audit.links.distance.size
    inside = test.share_random[test.distance <= t]
    steps = [
        Step(
            tr("Original records with a match within {t}: {k} of {n}; {k} / {n} = {share}", t=numerals.count(t),
               k=numerals.count(k), n=numerals.count(n), share=numerals.percent(reading.share_original)),
            reading.share_original, quotient, (float(k), float(n)),
        ),
        Step(
            tr("Random records within {t}: {share}", t=numerals.count(t),
               share=numerals.percent(reading.share_random, 2)),
            reading.share_random, np.sum, inside,
        ),
        Step(random_records_text(test, numerals)),
    ]  # fmt: skip
    if reading.n_right is not None and reading.right is not None:
        text = tr("Expected right, as only the agency knows: {right} of {k} links",
                  right=numerals.significant(reading.n_right), k=numerals.count(k))  # fmt: skip
        steps.append(Step(text, reading.n_right, np.nansum, reading.right))
    return Derivation(
        title=tr("Within distance t = {t}", t=numerals.count(t)),
        shown=numerals.percent(reading.share_original),
        number=reading.share_original,
        formula="F_X(t) = |{i : d_i ≤ t}| / n\nF_A(t) = P(D_A ≤ t)",
        steps=tuple(steps),
        meaning=tr("How many of the intruder's links are so near, and how many of the random records would be."),
        caution=tr("Where both shares are alike, links may be chance, and many can be right all the same."),
        source=several(paper(tr("Section 5.2, Tables 6 and 7")), own(tr("reading both distributions at one distance"))),
        term="random-record",
    )
