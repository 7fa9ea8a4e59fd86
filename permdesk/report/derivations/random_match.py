"""Is a match chance? p values, the correction for many links, and how the two distributions differ."""

from __future__ import annotations

from functools import partial

import numpy as np

from permdesk.audit.findings import Audit, RandomMatch, RandomRecords
from permdesk.compute.arrays import Floats
from permdesk.compute.random_match import bin_width, binned, expected_critical_distance
from permdesk.report.derivations.derivation import Derivation, Numerals, Operands, Step, listed
from permdesk.report.derivations.distributions import random_records_text
from permdesk.report.derivations.sources import literature, own, paper, several
from permdesk.translation import tr

HOCHBERG = "max {k : p_{(k)} ≤ α k / n}"


def p_value(audit: Audit, record: int, shown: str, numerals: Numerals) -> Derivation:
    """The probability that a random record matches at least as closely as an original one (from 0)."""
    test, d = audit.random_match, int(audit.links.distance[record])
    p, within = float(test.p_values[record]), test.share_random[test.distance <= d]
    k = round(float(within.sum()) * test.n)
    figures = {"d": numerals.count(d), "k": numerals.count(k), "n": numerals.count(test.n),
               "p": numerals.probability(p)}  # fmt: skip
    if test.method is RandomRecords.EXHAUSTIVE:
        formula = "p_i = P(D_A ≤ d_i)"
        step = Step(tr("Within distance {d}: {k} of {n} random records; {k} / {n} = {p}", **figures), p, np.sum, within)
    else:
        formula = "p_i = (1 + |{a : d_a ≤ d_i}|) / (1 + N)"
        text = tr("Within distance {d}: {k} of {n} drawn records; (1 + {k}) / (1 + {n}) = {p}", **figures)
        step = Step(text, p, _add_one, (float(k), float(test.n)))
    return Derivation(
        title=tr("p of record {record}", record=numerals.count(record + 1)),
        shown=shown,
        number=p,
        formula=formula,
        steps=(step, Step(random_records_text(test, numerals))),
        meaning=tr("The probability that a random record, which belongs to nobody, matches at least as closely."),
        caution=tr("Not the probability that the link is random, as the paper says below its Table 7, and not the "
                   "probability that it is wrong."),
        source=several(paper(tr("Section 5.2, Table 7")), literature("Phipson, Smyth (2010): (1 + k) / (1 + N)")),
        term="p-value",
    )  # fmt: skip


def defensible_link(audit: Audit, record: int, shown: str, numerals: Numerals) -> Derivation:
    """Whether the links of an original record (from 0) stand after the correction for many links."""
    test, alpha = audit.random_match, audit.settings.alpha
    stands, p = bool(test.defensible[record]), float(test.p_values[record])
    limit = _largest_that_stands(test)
    steps = _hochberg_steps(test, alpha, numerals)
    text = tr("p of the record: {p}", p=numerals.probability(p))
    steps += (Step(text, float(stands), lambda parts: float(parts[0] <= parts[1]), (p, limit)),)
    return Derivation(
        title=tr("Could the link of record {record} be defended?", record=numerals.count(record + 1)),
        shown=shown or tr("no"),
        number=float(stands),
        formula=HOCHBERG,
        steps=steps,
        meaning=tr("The link is closer than chance explains, even though so many links were looked at."),
        caution=tr("Not: that the link is right. And a link that cannot be defended may well be right."),
        source=several(literature("Benjamini, Hochberg (1995)"), paper(tr("Section 5.2"))),
        term="defensible-link",
    )


def n_defensible(audit: Audit, shown: str, numerals: Numerals) -> Derivation:
    """How many links the intruder could defend at level alpha."""
    test, alpha = audit.random_match, audit.settings.alpha
    n = test.n_defensible
    steps = _hochberg_steps(test, alpha, numerals)
    text = tr("Links with such a p or a smaller one: {n}", n=numerals.count(n))
    steps += (Step(text, n, partial(_n_standing, alpha), test.p_values),)
    return Derivation(
        title=tr("Links he could defend"),
        shown=shown,
        number=n,
        formula=HOCHBERG,
        steps=steps,
        meaning=tr("Links whose records match more closely than random records would; on average at most a share α of "
                   "them is chance."),
        caution=tr("Not the number of right links: many can be right although none can be told from chance."),
        source=several(literature("Benjamini, Hochberg (1995)"), paper(tr("Section 5.2"))),
        term="benjamini-hochberg",
    )  # fmt: skip


def n_defensible_right(audit: Audit, shown: str, numerals: Numerals) -> Derivation:
    """How many of the links that stand are right; only the agency knows."""
    test, links = audit.random_match, audit.links
    found = test.n_defensible_right
    steps: tuple[Step, ...] = (Step(tr("Without a pairing nobody knows which links are right.")),)
    if found is not None and links.own_matches is not None:
        chances = np.where(links.own_matches & test.defensible, 1 / links.n_matches, 0.0)
        text = tr("Among {n} defensible links, the chances to be right sum to {total}, rounded up {k}",
                  n=numerals.count(test.n_defensible), total=numerals.significant(float(chances.sum())),
                  k=numerals.count(found))  # fmt: skip
        steps = (Step(text, found, _rounded_up, chances),)
    if test.n_undecided:
        steps += (Step(tr("Undecided, as too few random records were drawn: {n}", n=numerals.count(test.n_undecided))),)
    return Derivation(
        title=tr("Defensible and right"),
        shown=shown,
        number=found,
        formula="⌈∑_{i : p ≤ p(k)} [own(i) ∈ links_i] / |links_i|⌉",
        steps=steps,
        meaning=tr("Right links that the intruder could tell from chance, and so rely on."),
        caution=tr("Not all right links: the others are right too, only that he cannot prove it."),
        source=several(paper(tr("Sections 5.1 and 5.2")), own(tr("guessing among several links, rounded up"))),
        term="defensible-link",
    )


def critical_distance(audit: Audit, shown: str, numerals: Numerals) -> Derivation:
    """The largest distance that random records reach with at most the probability alpha, and its estimate t0."""
    test, alpha, n, m = audit.random_match, audit.settings.alpha, audit.links.n_records, len(audit.names)
    t = test.critical_distance
    within = np.cumsum(test.share_random)
    steps = []
    if t >= 0:
        steps.append(_within_step(t, within, alpha, numerals))
    if t + 1 < within.size:
        steps.append(_within_step(t + 1, within, alpha, numerals))
    found = Step(tr("The largest distance with at most α: {t}", t=numerals.count(t) if t >= 0 else tr("none")),
                 t, partial(_last_within, alpha), within)  # fmt: skip
    estimate = Step(
        tr("Before any run, for independent attributes: t₀ = ({n} · ({alpha} / {n})^(1/{m}) − 1) / 2 = {t0}",
           n=numerals.count(n), m=numerals.count(m), alpha=numerals.exact(alpha),
           t0=numerals.decimal(test.expected_critical, 1)),
        test.expected_critical, _estimated, (float(n), float(m), alpha),
    )  # fmt: skip
    return Derivation(
        title=tr("Critical distance"),
        shown=shown,
        number=t,
        formula="max {t : P(D_A ≤ t) ≤ α}\nt_0 = (n (α/n)^{1/m} − 1) / 2",
        steps=(*steps, found, estimate, Step(random_records_text(test, numerals)),
               *_error(None if test.errors is None else test.errors.critical_distance, numerals)),
        meaning=tr("A nearer match than that is hardly chance: random records are so near with at most the "
                   "probability α."),
        caution=tr("Not corrected for the number of links, and nothing about how many links are right."),
        source=several(own(tr("the critical distance and its estimate")), paper(tr("Section 5.2"))),
        term="critical-distance",
    )  # fmt: skip


def largest_gap(audit: Audit, shown: str, numerals: Numerals) -> Derivation:
    """The Kolmogorov-Smirnov statistic of the two distributions."""
    test = audit.random_match
    gaps = np.cumsum(test.share_original) - np.cumsum(test.share_random)
    at = int(np.abs(gaps).argmax())
    steps = (
        Step(
            tr(
                "Largest at distance {d}: {x} of the original and {a} of the random records are within; |{x} − {a}| = "
                "{ks}",
                d=numerals.count(at), x=numerals.decimal(float(np.cumsum(test.share_original)[at]), 4),
                a=numerals.decimal(float(np.cumsum(test.share_random)[at]), 4), ks=numerals.decimal(test.ks, 4),
            ),
            test.ks, _largest_gap, np.array([test.share_original, test.share_random]),
        ),
        Step(tr("p = {p}: the chance of so large a gap if both were alike (limiting distribution)",
                p=numerals.probability(max(test.ks_p_value, 1e-300)))),
        Step(random_records_text(test, numerals)),
        *_error(None if test.errors is None else test.errors.ks, numerals),
    )  # fmt: skip
    return Derivation(
        title=tr("Largest gap (KS)"),
        shown=shown,
        number=test.ks,
        formula="KS = max_t |F_X(t) − F_A(t)|",
        steps=steps,
        meaning=tr("How far the distances of the original records are from those of random ones: 0 alike, 1 apart."),
        caution=tr("Small does not mean safe: links can be right although nobody can prove it."),
        source=several(literature("Kolmogorov (1933), Smirnov (1948)"), paper(tr("Section 5.2, last paragraphs"))),
        term="kolmogorov-smirnov",
    )


def hellinger(test: RandomMatch, shown: str, numerals: Numerals) -> Derivation:
    """The Hellinger distance of the two distributions."""
    original, random = _compared(test)
    common = float(np.sqrt(original * random).sum())
    text = tr("The sum over {n} distances or bins is {sum}; √(1 − {sum}) = {h}", n=numerals.count(original.size),
              sum=numerals.decimal(common, 4), h=numerals.decimal(test.hellinger, 3))  # fmt: skip
    return Derivation(
        title=tr("Hellinger distance"),
        shown=shown,
        number=test.hellinger,
        formula="H = √(1 − ∑_d √(f_X(d) f_A(d)))",
        steps=(Step(text, test.hellinger, _hellinger, np.array([original, random])),
               Step(random_records_text(test, numerals)),
               *_error(None if test.errors is None else test.errors.hellinger, numerals)),
        meaning=tr("How different the distances of original and of random records are: 0 the same, 1 without any "
                   "common distance."),
        caution=tr("Small does not mean safe: with the paper's Figure 2 it is small, yet 4 to 6 % of the links are "
                   "right."),
        source=several(literature("Hellinger (1909)"), paper(tr("Section 5.2, last paragraphs"))),
        term="hellinger",
    )  # fmt: skip


def overlap(test: RandomMatch, shown: str, numerals: Numerals) -> Derivation:
    """The share that both distributions have in common."""
    original, random = _compared(test)
    text = tr("The sum of the smaller shares over {n} distances or bins is {overlap}",
              n=numerals.count(original.size), overlap=numerals.decimal(test.overlap, 4))  # fmt: skip
    return Derivation(
        title=tr("Overlap"),
        shown=shown,
        number=test.overlap,
        formula="∑_d min(f_X(d), f_A(d))",
        steps=(Step(text, test.overlap, _overlap, np.array([original, random])),
               Step(random_records_text(test, numerals)),
               *_error(None if test.errors is None else test.errors.overlap, numerals)),
        meaning=tr("The share that both distributions have in common: 100 % the same, 0 % nothing in common."),
        caution=tr("Large does not mean safe: links can be right although nobody can prove it."),
        source=own(tr("a picture of Figures 1 to 3 in one number")),
        term="overlap",
    )  # fmt: skip


def _compared(test: RandomMatch) -> tuple[Floats, Floats]:
    width = bin_width(test.distance.size)
    return binned(test.share_original, width), binned(test.share_random, width)


def _error(error: float | None, numerals: Numerals) -> tuple[Step, ...]:
    if error is None:
        return ()
    return (Step(tr("± {error}: standard error from drawing random records (bootstrap, Efron 1979)",
                    error=numerals.significant(error, 2))),)  # fmt: skip


def _within_step(t: int, within: Floats, alpha: float, numerals: Numerals) -> Step:
    p = float(within[t])
    figures = {"t": numerals.count(t), "p": numerals.decimal(p, 4), "alpha": numerals.exact(alpha)}
    if p <= alpha:
        return Step(tr("P(D ≤ {t}) = {p}, at most α = {alpha}", **figures))
    return Step(tr("P(D ≤ {t}) = {p}, more than α = {alpha}", **figures))


def _hochberg_steps(test: RandomMatch, alpha: float, numerals: Numerals) -> tuple[Step, ...]:
    n, k = test.p_values.size, test.n_defensible
    first_few = np.sort(np.partition(test.p_values, min(4, n - 1))[:5])
    smallest = listed([numerals.probability(float(p)) for p in first_few] + ["…"] * (n > 5))
    steps = (Step(tr("α = {alpha}, n = {n} links; their smallest p: {smallest}", alpha=numerals.exact(alpha),
                     n=numerals.count(n), smallest=smallest)),)  # fmt: skip
    if not k:
        first = tr("Already p₍₁₎ = {p} is more than α / n = {limit}, and no later one is small enough",
                   p=numerals.probability(float(first_few[0])),
                   limit=numerals.significant(alpha / n, 3))  # fmt: skip
        return (*steps, Step(first))
    last = tr("The largest k that keeps it: {k}, as p = {p} ≤ {alpha} · {k} / {n} = {limit}", k=numerals.count(k),
              p=numerals.probability(_largest_that_stands(test)), alpha=numerals.exact(alpha),
              n=numerals.count(n), limit=numerals.probability(alpha * k / n))  # fmt: skip
    return (*steps, Step(last))


def _largest_that_stands(test: RandomMatch) -> float:
    return float(test.p_values[test.defensible].max(initial=-1.0))


def _n_standing(alpha: float, p_values: Operands) -> float:
    """How many links stand after the step-up procedure."""
    ordered = np.sort(p_values)
    keeps = np.flatnonzero(ordered <= alpha * np.arange(1, ordered.size + 1) / ordered.size)
    return float(np.sum(ordered <= ordered[keeps[-1]])) if keeps.size else 0.0


def _add_one(parts: Operands) -> float:
    return float((1 + parts[0]) / (1 + parts[1]))


def _rounded_up(chances: Operands) -> float:
    return float(np.ceil(np.sum(chances) - 1e-9))


def _last_within(alpha: float, within: Operands) -> float:
    return float(np.searchsorted(np.asarray(within) > alpha, True)) - 1


def _estimated(parts: Operands) -> float:
    n, m, alpha = parts
    return expected_critical_distance(int(n), int(m), alpha)


def _largest_gap(shares: Operands) -> float:
    first, second = np.asarray(shares)
    return float(np.abs(np.cumsum(first) - np.cumsum(second)).max())


def _hellinger(shares: Operands) -> float:
    first, second = np.asarray(shares)
    return float(np.sqrt(max(0.0, 1 - np.sqrt(first * second).sum())))


def _overlap(shares: Operands) -> float:
    first, second = np.asarray(shares)
    return float(np.minimum(first, second).sum())
