"""How often original and random records match at a distance (Tables 6 and 7)."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Audit, RandomMatch, RandomRecords
from permdesk.report.derivations.derivation import Derivation, Numerals, Step, quotient
from permdesk.report.derivations.sources import own, paper, several
from permdesk.translation import tr


def original_share(audit: Audit, first: int, last: int, shown: str, numerals: Numerals) -> Derivation:
    """Share of the original records whose links are at distances from ``first`` to ``last``."""
    distance = audit.links.distance
    k, n = int(((distance >= first) & (distance <= last)).sum()), distance.size
    text = tr("{k} of {n} original records: {k} / {n} = {share}", k=numerals.count(k), n=numerals.count(n),
              share=numerals.decimal(k / n, 4))  # fmt: skip
    return Derivation(
        title=tr("Original records at distance {d}", d=numerals.interval(first, last)),
        shown=shown,
        number=k / n,
        formula="f_X(d) = |{i : d_i = d}| / n",
        steps=(Step(text, k / n, quotient, (float(k), float(n))),),
        meaning=tr("How often the intruder's links are at this distance."),
        caution=tr("Not how often they are right."),
        source=paper(tr("Section 5.2, Tables 6 and 7")),
        term="link",
    )


def random_share(test: RandomMatch, first: int, last: int, shown: str, numerals: Numerals) -> Derivation:
    """Share of random records that match at distances from ``first`` to ``last``."""
    within = (test.distance >= first) & (test.distance <= last)
    share = float(test.share_random[within].sum())
    return Derivation(
        title=tr("Random records at distance {d}", d=numerals.interval(first, last)),
        shown=shown,
        number=share,
        formula="f_A(d) = |{a : d_a = d}| / N",
        steps=(
            Step(
                tr("{k} of {n} random records: {share}", k=numerals.count(round(share * test.n)),
                   n=numerals.count(test.n), share=numerals.decimal(share, 4)),
                share, np.sum, test.share_random[within],
            ),
            Step(random_records_text(test, numerals)),
        ),
        meaning=tr("How often a record that belongs to nobody matches at this distance by chance."),
        caution=tr("Not a property of the anonymization: it grows with the number of records and of attributes."),
        source=several(paper(tr("Section 5.2, Tables 6 and 7")),
                       own(tr("all combinations of the values are counted, where they are a million at most"))),
        term="random-record",
    )  # fmt: skip


def bin_of_distances(first: int, last: int, shown: str, numerals: Numerals) -> Derivation:
    """Which distances one row of the distributions stands for."""
    return Derivation(
        title=tr("Distance"),
        shown=shown,
        number=None,
        formula="d_i = min_p max_j |(z_p^j) − (x_i^j)|",
        steps=(Step(tr("This row: distances from {first} to {last}", first=numerals.count(first),
                       last=numerals.count(last))),),
        meaning=tr("The permutation distance of a record, original or random, to its matches in the file that the "
                   "intruder links in."),
        caution=tr("A wide range is cut into rows of several distances each."),
        source=paper(tr("Algorithm 2, Tables 6 and 7")),
        term="permutation-distance",
    )  # fmt: skip


def random_records_text(test: RandomMatch, numerals: Numerals) -> str:
    """How the random records were made."""
    n = numerals.count(test.n)
    if test.method is RandomRecords.EXHAUSTIVE:
        return tr("Random records: all {n} combinations of the values of X, each counted as often as it can arise", n=n)
    return tr("Random records: {n} drawn, each value from its attribute of X by itself", n=n)
