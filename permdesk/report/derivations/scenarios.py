"""What intruders find who know less, and what knowing an attribute adds."""

from __future__ import annotations

from permdesk.audit.scenarios import CLEAR, AttributeEffect, Scenario
from permdesk.report.derivations.derivation import Derivation, Numerals, Step, difference, listed
from permdesk.report.derivations.sources import own, paper, several
from permdesk.translation import tr


def scenario_median(scenario: Scenario, shown: str, numerals: Numerals) -> Derivation:
    """The median distance against Z by the attributes that an intruder knows."""
    return Derivation(
        title=tr("Median distance, by what he knows"),
        shown=shown,
        number=None,
        formula="median_i min_p max_{j ∈ K} |(z_p^j) − (x_i^j)|",
        steps=_known(scenario, numerals),
        meaning=tr("Half of the records have a match within so many ranks in the attributes that he knows."),
        caution=tr("It shrinks with fewer attributes because more records match, not because he is nearer to the "
                   "right one."),
        source=_source(),
        term="permutation-distance",
    )  # fmt: skip


def scenario_links(scenario: Scenario, shown: str, numerals: Numerals) -> Derivation:
    """The mean number of records of Z at a record's distance."""
    return Derivation(
        title=tr("Links per record, by what he knows"),
        shown=shown,
        number=None,
        formula="mean_i |links_i|",
        steps=_known(scenario, numerals),
        meaning=tr("Among so many released records he has to guess, on average."),
        caution=tr("Few links are not right links: he may be sure, and wrong."),
        source=_source(),
        term="link",
    )


def effect(found: AttributeEffect, shown: str, numerals: Numerals) -> Derivation:
    """How many percentage points more links are right with an attribute than without it."""
    without = 0.0 if found.without.strongest is None else found.without.strongest.rate
    with_it = without + found.change
    text = tr("With it {with_it}, without it {without}; {with_it} − {without} = {change}",
              with_it=numerals.percent(with_it), without=numerals.percent(without),
              change=numerals.decimal(100 * found.change, 1))  # fmt: skip
    limit = numerals.decimal(100 * CLEAR * found.standard_error, 1)
    said = tr("|{change}| is more than 1.96 · {error} = {limit}: clear", **_error(found, limit, numerals))
    if abs(found.change) <= CLEAR * found.standard_error:
        said = tr("|{change}| is at most 1.96 · {error} = {limit}: unclear", **_error(found, limit, numerals))
    return Derivation(
        title=tr("What knowing {name} adds", name=found.name),
        shown=shown,
        number=found.change,
        formula="r(A) − r(A ∖ {j})",
        steps=(Step(text, found.change, difference, (with_it, without)), Step(said)),
        meaning=tr("Percentage points of right links that the strongest linkage gains by the attribute. Below 0, the "
                   "attribute misleads him, and a clever intruder leaves it out."),
        caution=tr("Not the effect of leaving the attribute out of the release, which would also change the others' "
                   "linkage."),
        source=own(tr("leaving out one attribute at a time; the standard error is over the same records")),
        term="right-link",
    )  # fmt: skip


def _error(found: AttributeEffect, limit: str, numerals: Numerals) -> dict[str, str]:
    return {
        "change": numerals.decimal(100 * found.change, 1),
        "error": numerals.decimal(100 * found.standard_error, 1),
        "limit": limit,
    }


def _known(scenario: Scenario, numerals: Numerals) -> tuple[Step, ...]:
    return (
        Step(tr("He knows: {names}", names=listed(scenario.known))),
        Step(tr("Searched among the {n} records of Z", n=numerals.count(scenario.n_records))),
        Step(tr("Median distance {d}, {links} links per record", d=numerals.significant(scenario.median_distance),
                links=numerals.significant(scenario.mean_links, 3))),
    )  # fmt: skip


def _source() -> str:
    return several(
        paper(tr("Algorithm 2 with Z for Y, Section 5.1")), own(tr("intruders who know only some attributes"))
    )
