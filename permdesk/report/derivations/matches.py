"""The matches of one record: how many released records are at its distance, and the first of them."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Distances, Target
from permdesk.audit.record_table import rank_deviations
from permdesk.report.derivations.derivation import Derivation, Numerals, Step, listed
from permdesk.report.derivations.record_distance import MOST_SEARCHED, letter
from permdesk.report.derivations.sources import paper
from permdesk.translation import tr, tr_count

MATCHES = "{p : max_j |(y_p^j) − (y_*^j)| = d_i}"


def match_count(found: Distances, record: int, numerals: Numerals, shown: str = "") -> Derivation:
    """How many records of Y or Z attain the distance of an original record (from 0); ``shown`` is the text of a cell
    that lists them."""
    n, d = int(found.n_matches[record]), numerals.count(int(found.distance[record]))
    step = Step(
        tr("Records of {file} whose largest deviation is {d}: {n}", file=letter(found.target), d=d, n=numerals.count(n))
    )
    if found.low.size <= MOST_SEARCHED:
        step = Step(step.text, n, np.sum, _attaining(found, record))
    return Derivation(
        title=tr("Matches of record {record} in {file}", record=numerals.count(record + 1), file=letter(found.target)),
        shown=shown or numerals.count(n),
        number=n,
        formula=f"|{matches_of(found)}|",
        steps=(step, *_list_step(found, record, numerals)),
        meaning=tr("How many released records are equally near to the record; whoever searches for it finds them all."),
        caution=tr(
            "Not a protection by itself: the paper's Table 4 prints one match each, but an intruder sees all of them "
            "and may tell them apart by other means."
        ),
        source=paper(tr("Algorithm 2, Table 4")),
        term="match",
    )


def first_match(found: Distances, record: int, numerals: Numerals) -> Derivation:
    """The first record of Y or Z that attains the distance of an original record (from 0)."""
    first = int(found.first_match[record]) + 1
    n = int(found.n_matches[record])
    text = tr_count(
        "The only match: record {first}",
        "The first of the {count} matches in the order of the file: record {first}",
        n,
        count=numerals.count(n),
        first=numerals.count(first),
    )
    step = Step(text)
    if found.low.size <= MOST_SEARCHED:
        step = Step(text, first, min, np.flatnonzero(_attaining(found, record)) + 1)
    return Derivation(
        title=tr("First match of record {record} in {file}", record=numerals.count(record + 1),
                 file=letter(found.target)),
        shown=numerals.count(first),
        number=first,
        formula=f"min {matches_of(found)}",
        steps=(*_list_step(found, record, numerals), step),
        meaning=tr("A released record that no other is nearer than; the paper prints this one."),
        caution=tr("Not the record's own release: it may be one of the other matches, or none of them."),
        source=paper(tr("Table 4")),
        term="match",
    )  # fmt: skip


def matches_of(found: Distances) -> str:
    """The records that attain the distance, as a formula."""
    return MATCHES if found.target is Target.ANONYMIZED else MATCHES.replace("y_", "z_")


def _attaining(found: Distances, record: int) -> np.ndarray:
    maxima = rank_deviations(found, record, slice(None)).max(axis=1)
    attaining: np.ndarray = maxima == found.distance[record]
    return attaining


def _list_step(found: Distances, record: int, numerals: Numerals) -> tuple[Step, ...]:
    if found.low.size > MOST_SEARCHED:
        return ()
    rows = np.flatnonzero(_attaining(found, record))
    return (Step(tr("They are: {records}", records=listed([numerals.count(int(row) + 1) for row in rows]))),)
