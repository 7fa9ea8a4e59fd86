"""The protector's check: how many links are right, one record's and all of them."""

from __future__ import annotations

import numpy as np

from permdesk.audit.findings import Audit, RightLinks
from permdesk.compute.arrays import Flags
from permdesk.compute.linkage import wilson_interval
from permdesk.report.derivations.derivation import Derivation, Numerals, Operands, Step, listed, product, quotient
from permdesk.report.derivations.record_distance import letter
from permdesk.report.derivations.sources import literature, own, paper, several
from permdesk.translation import tr, tr_count

WILSON = "(r + z^2/2n ± z √(r(1 − r)/n + z^2/4n^2)) / (1 + z^2/n)\nz = 1.96"


def own_release(record: int, shown: str, numerals: Numerals) -> Derivation:
    """Which record of Y was made from an original record (from 0)."""
    return Derivation(
        title=tr("Own release of record {record}", record=numerals.count(record + 1)),
        shown=shown,
        number=None,
        formula="own(i)",
        steps=(Step(tr("Records are paired as the Data tab says: record {record} of X belongs to {own} of Y.",
                       record=numerals.count(record + 1), own=shown)),),
        meaning=tr("The released record that was made from this one."),
        caution=tr("Not computed, and known to the agency only: the intruder lacks exactly this."),
        source=paper(tr("Section 5, known-plaintext attack")),
        term="pairing",
    )  # fmt: skip


def link_outcome(audit: Audit, record: int, shown: str, numerals: Numerals) -> Derivation:
    """Whether the own release of an original record (from 0) is among its links."""
    links, own_rows = audit.links, audit.pair.own
    n = int(links.n_matches[record])
    steps: tuple[Step, ...] = (Step(tr("The record has no release, so that no link can be right.")),)
    chance = None
    if own_rows is not None and links.own_matches is not None and own_rows[record] >= 0:
        chance = 1 / n if links.own_matches[record] else 0.0
        is_among = tr("among them") if links.own_matches[record] else tr("not among them")
        text = tr_count("{count} link; the own release {own} is {among}: chance of a right one {chance}",
                        "{count} links; the own release {own} is {among}: chance of a right one {chance}", n,
                        count=numerals.count(n), own=numerals.count(int(own_rows[record]) + 1), among=is_among,
                        chance=numerals.percent(chance))  # fmt: skip
        steps = (Step(text, chance, quotient, (float(links.own_matches[record]), float(n))),)
    return Derivation(
        title=tr("Link of record {record}", record=numerals.count(record + 1)),
        shown=shown,
        number=chance,
        formula="[own(i) ∈ links_i] / |links_i|",
        steps=steps,
        meaning=tr("How likely the intruder is right about this record, if he guesses among its links."),
        caution=tr("He does not see it: only the agency knows which links are right."),
        source=several(paper(tr("Section 5.1, Table 5")), own(tr("guessing among several links"))),
        term="right-link",
    )


def n_sole_right(audit: Audit, found: RightLinks, shown: str, numerals: Numerals) -> Derivation:
    """Records whose only link is their own release."""
    return _counted(audit, tr("One link, right"), found.sole_correct, _outcomes(audit)[0],
                    "|{i : links_i = {own(i)}}|", tr("The intruder links these records to their own release, and "
                    "would not know it."), shown, numerals)  # fmt: skip


def n_several(audit: Audit, found: RightLinks, shown: str, numerals: Numerals) -> Derivation:
    """Records with more than one link."""
    said = _counted(audit, tr("Several links"), found.multiple, _outcomes(audit)[2], "|{i : |links_i| > 1}|",
                    tr("The intruder has to guess among several equally near records."), shown, numerals)  # fmt: skip
    _, _, several_links, among = _outcomes(audit)
    text = tr("Of them {n} have their own release among the links.", n=numerals.count(found.among_several))
    step = Step(text, found.among_several, np.sum, several_links & among)
    return Derivation(said.title, said.shown, said.number, said.formula, (*said.steps, step), said.meaning,
                      said.caution, said.source, said.term)  # fmt: skip


def n_wrong(audit: Audit, found: RightLinks, shown: str, numerals: Numerals) -> Derivation:
    """Records whose only link is somebody else's release."""
    return _counted(audit, tr("One link, wrong"), found.wrong, _outcomes(audit)[1],
                    "|{i : links_i = {p}, p ≠ own(i)}|", tr("The intruder links these records to somebody else's "
                    "release."), shown, numerals)  # fmt: skip


def expected_right_links(audit: Audit, found: RightLinks, shown: str, numerals: Numerals) -> Derivation:
    """The expected rate of right links by the paper's linkage, with its interval of 95 %."""
    links, paired = audit.links, _paired(audit)
    is_own = np.zeros(paired.size, np.bool_) if links.own_matches is None else links.own_matches
    chances = np.where(is_own, 1 / links.n_matches, 0.0)[paired]
    total, rate = float(chances.sum()), found.expected_correct_rate
    kinds = [f"{int((links.n_matches[paired & is_own] == k).sum())} · 1/{k}"
             for k in np.unique(links.n_matches[paired & is_own])]  # fmt: skip
    return Derivation(
        title=tr("Expected right links"),
        shown=shown,
        number=rate,
        formula="r = 1/n ∑_i [own(i) ∈ links_i] / |links_i|",
        steps=(
            Step(tr("Sum of the chances, records by number of links: {kinds} = {total}",
                    kinds=" + ".join(kinds[:8]) + (" + …" if len(kinds) > 8 else "") if kinds else "0",
                    total=numerals.significant(total)), total, np.sum, chances),
            Step(tr("{total} / {n} = {rate}", total=numerals.significant(total), n=numerals.count(chances.size),
                    rate=numerals.percent(rate)), rate, np.mean, chances),
            interval_step(rate, chances.size, found.interval, numerals),
        ),
        meaning=tr("The share of records that the intruder links rightly, if he links by the largest rank deviation "
                   "and guesses among several links."),
        caution=tr("Not the worst case: other linkages find more. The strongest of the battery counts."),
        source=several(paper(tr("Section 5.1, Table 5")), own(tr("guessing among several links")),
                       literature("Wilson (1927)")),
        term="right-link",
    )  # fmt: skip


def times_chance(rate: float, lift: float, n: int, title: str, shown: str, numerals: Numerals) -> Derivation:
    """A rate of right links as a multiple of what blind guessing among n released records gives."""
    text = tr("{rate} · {n} = {lift}", rate=numerals.percent(rate, 2), n=numerals.count(n),
              lift=numerals.significant(lift, 3))  # fmt: skip
    return Derivation(
        title=title,
        shown=shown,
        number=lift,
        formula="lift = r / (1/n) = r · n",
        steps=(Step(tr("Chance: 1 / {n} = {chance}", n=numerals.count(n), chance=numerals.percent(1 / n, 2)), 1 / n,
                    quotient, (1.0, float(n))),
               Step(text, lift, product, (rate, float(n)))),
        meaning=tr("How many times as often as blind guessing the links are right."),
        caution=tr("Not small because the rate is: 1 % of a million records are 10,000 times chance."),
        source=own(tr("the rate of right links of Section 5.1 against blind guessing")),
        term="lift",
    )  # fmt: skip


def interval_step(rate: float, n: int, interval: tuple[float, float], numerals: Numerals) -> Step:
    """The interval of 95 % of a rate over n records."""
    low, high = (numerals.percent(bound) for bound in interval)
    text = tr("Interval of 95 %, from r = {rate} and n = {n}: {low} to {high}", rate=numerals.percent(rate),
              n=numerals.count(n), low=low, high=high)  # fmt: skip
    return Step(text, interval[1], _upper_bound, (rate, float(n)))


def lower_bound(parts: Operands) -> float:
    """The lower end of Wilson's interval for a rate over n records."""
    return wilson_interval(float(parts[0]), int(parts[1]))[0]


def _upper_bound(parts: Operands) -> float:
    return wilson_interval(float(parts[0]), int(parts[1]))[1]


def _paired(audit: Audit) -> Flags:
    own_rows = audit.pair.own
    return np.zeros(audit.n_original, np.bool_) if own_rows is None else own_rows >= 0


def _outcomes(audit: Audit) -> tuple[Flags, Flags, Flags, Flags]:
    """Of the paired records: one link that is right, one that is wrong, several links; and own release among them."""
    links, paired = audit.links, _paired(audit)
    is_own = np.zeros(paired.size, np.bool_) if links.own_matches is None else links.own_matches & paired
    sole = (links.n_matches == 1) & paired
    return sole & is_own, sole & ~is_own, ~sole & paired, is_own


def _counted(
    audit: Audit, title: str, n: int, flags: Flags, formula: str, meaning: str, shown: str, numerals: Numerals
) -> Derivation:
    rows = [numerals.count(int(row) + 1) for row in np.flatnonzero(flags)[:12]]
    figures = {
        "k": numerals.count(n),
        "n": numerals.count(int(_paired(audit).sum())),
        "file": letter(audit.links.target),
        "records": listed([*rows, *(["…"] if n > len(rows) else [])]) or tr("none"),
    }
    text = tr("{k} of {n} records that have a release, linked in {file}: {records}", **figures)
    return Derivation(
        title=title,
        shown=shown,
        number=n,
        formula=formula,
        steps=(Step(text, n, np.sum, flags),),
        meaning=meaning,
        caution=tr("Only the agency can count this. And it is by the paper's linkage: the strongest may find more."),
        source=paper(tr("Section 5.1, Table 5; its text prints 5 right and 11 wrong, Table 5 gives 6 and 10")),
        term="right-link",
    )
