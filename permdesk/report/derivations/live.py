"""Figures of the live demonstration that an audit does not have in the same form."""

from __future__ import annotations

from permdesk.audit.findings import TieSummary
from permdesk.audit.live import LiveFindings
from permdesk.report.derivations.derivation import Derivation, Numerals, Step, quotient
from permdesk.report.derivations.random_match import HOCHBERG
from permdesk.report.derivations.sources import literature, own, paper, several
from permdesk.translation import tr


def live_defensible(found: LiveFindings, shown: str, numerals: Numerals) -> Derivation:
    """Share of the original records whose link an intruder could tell from chance."""
    share = found.n_defensible / found.n_records
    text = tr("{k} of {n} links stand: {k} / {n} = {share}", k=numerals.count(found.n_defensible),
              n=numerals.count(found.n_records), share=numerals.percent(share))  # fmt: skip
    return Derivation(
        title=tr("Defensible links"),
        shown=shown,
        number=share,
        formula=HOCHBERG,
        steps=(Step(text, share, quotient, (float(found.n_defensible), float(found.n_records))),
               Step(tr("Hellinger distance of the two distributions: {h}", h=numerals.decimal(found.hellinger, 3)))),
        meaning=tr("Links that are closer than chance explains, as few random records match as closely."),
        caution=tr("Not right links: those that cannot be told from chance may be right all the same."),
        source=several(literature("Benjamini, Hochberg (1995)"), paper(tr("Section 5.2"))),
        term="defensible-link",
    )  # fmt: skip


def live_random_ties(found: TieSummary, shown: str, numerals: Numerals) -> Derivation:
    """What one random breaking of ties would report of the same file, against Y."""
    figures = {"median": shown, "d": numerals.count(found.d), "rate": numerals.percent(found.right_rate)}
    return Derivation(
        title=tr("With random ties"),
        shown=shown,
        number=None,
        formula="median_i d_i",
        steps=(Step(tr("Against Y: smallest distance {d}, median {median}, right links {rate}", **figures)),),
        meaning=tr("What the paper's random tie-breaking would report: protection where no value need have changed."),
        caution=tr("The other figures let equal values share their ranks, and count."),
        source=several(paper(tr("Section 2, ties are broken randomly")), own(tr("shown beside the worst case"))),
        term="tie",
    )
