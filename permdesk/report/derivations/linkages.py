"""What one linkage of the battery finds: its rate of right links, its interval, its multiple of chance."""

from __future__ import annotations

from permdesk.audit.findings import LinkageRate, Measure
from permdesk.report.derivations.derivation import Derivation, Numerals, Step, quotient
from permdesk.report.derivations.record_distance import letter
from permdesk.report.derivations.right_links import WILSON, interval_step, lower_bound, times_chance
from permdesk.report.derivations.sources import literature, own, paper, several
from permdesk.report.wording import linkage_title
from permdesk.translation import tr

FORMULAS = {
    Measure.MAXIMUM: "D(x_i, p) = max_j gap_j",
    Measure.SUM: "D(x_i, p) = ∑_j gap_j",
    Measure.SQUARES: "D(x_i, p) = ∑_j gap_j^2",
    Measure.STANDARDIZED: "D(x_i, p) = √∑_j ((x_i^j − μ_X)/σ_X − (y_p^j − μ_Y)/σ_Y)^2",
}


def linkage_rate(linkage: LinkageRate, shown: str, numerals: Numerals) -> Derivation:
    """The expected share of right links of one linkage."""
    expected = linkage.rate * linkage.n_queries
    text = tr("Expected right links {k} of {n} records looked for: {k} / {n} = {rate}",
              k=numerals.significant(expected), n=numerals.count(linkage.n_queries),
              rate=numerals.percent(linkage.rate))  # fmt: skip
    return Derivation(
        title=tr("Right links by {linkage}, in {file}", linkage=linkage_title(linkage), file=letter(linkage.target)),
        shown=shown,
        number=linkage.rate,
        formula=f"{_formula(linkage)}\nr = 1/n ∑_i [own(i) ∈ N_i] / |N_i|,  N_i = argmin_p D(x_i, p)",
        steps=(
            Step(text, linkage.rate, quotient, (expected, float(linkage.n_queries))),
            interval_step(linkage.rate, linkage.n_queries, linkage.interval, numerals),
        ),
        meaning=tr("The share of records that this way of comparing links to their own release, guessing among equally "
                   "near ones."),
        caution=tr("A weak linkage proves nothing: an intruder is free to choose, so the strongest one counts."),
        source=several(paper(tr("Section 5.1")), own(tr("the battery of linkages")),
                       literature("Domingo-Ferrer, Torra (2003)")),
        term="linkage-battery",
    )  # fmt: skip


def linkage_interval(linkage: LinkageRate, shown: str, numerals: Numerals) -> Derivation:
    """The interval of 95 % of one linkage's rate."""
    low, high = linkage.interval
    text = tr("r = {rate}, n = {n}: from {low}", rate=numerals.percent(linkage.rate),
              n=numerals.count(linkage.n_queries), low=numerals.percent(low))  # fmt: skip
    return Derivation(
        title=tr("Interval of 95 % for the share of right links"),
        shown=shown,
        number=high,
        formula=WILSON,
        steps=(
            Step(text, low, lower_bound, (linkage.rate, float(linkage.n_queries))),
            interval_step(linkage.rate, linkage.n_queries, linkage.interval, numerals),
        ),
        meaning=tr("How well the share is known if the records looked for are a sample of such records."),
        caution=tr("Not where another release would lie, and no margin of safety."),
        source=literature("Wilson (1927)"),
        term="confidence-interval",
    )


def linkage_lift(linkage: LinkageRate, n_target: int, shown: str, numerals: Numerals) -> Derivation:
    """The rate of one linkage as a multiple of chance."""
    title = tr("Times chance: {linkage}", linkage=linkage_title(linkage))
    return times_chance(linkage.rate, linkage.lift, n_target, title, shown, numerals)


def queries(linkage: LinkageRate, n_paired: int, shown: str, numerals: Numerals) -> Derivation:
    """How many original records were looked for."""
    figures = {"k": numerals.count(linkage.n_queries), "n": numerals.count(n_paired)}
    return Derivation(
        title=tr("Records looked for"),
        shown=shown,
        number=linkage.n_queries,
        formula="n",
        steps=(Step(tr("{k} of {n} original records that have a release", **figures), linkage.n_queries, min,
                    (float(linkage.n_queries), float(n_paired))),),
        meaning=tr("Each of them was searched in the whole released file."),
        caution=tr("Of large files some are drawn where an exact search of all would take too long; the interval says "
                   "what that leaves open."),
        source=own(tr("at most 10,000 records are looked for by sums and standardized values")),
        term="linkage-battery",
    )  # fmt: skip


def _formula(linkage: LinkageRate) -> str:
    measure = linkage.name.partition(",")[0]
    return next(
        (formula for one, formula in FORMULAS.items() if measure.startswith(one.value)), FORMULAS[Measure.MAXIMUM]
    )
