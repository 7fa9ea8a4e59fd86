"""Figures of a release that is compared with others: one line of the comparison."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from permdesk.audit.findings import Outcome
from permdesk.audit.release_figures import Figure, ReleaseFigures, beats
from permdesk.report.comparison_words import figure_meaning, figure_title
from permdesk.report.derivations.derivation import Derivation, Numerals, Step, quotient
from permdesk.report.derivations.release_steps import release_steps
from permdesk.report.derivations.sources import literature, own, paper, several
from permdesk.translation import tr

FORMULAS = {
    Figure.DISTANCE: "min_i min(d_i(Y), d_i(Z)) / n",
    Figure.MEDIAN_DISTANCE: "median_i min(d_i(Y), d_i(Z)) / n",
    Figure.VARIANCE: "min_j v^j / Var Y^j\nv^j = min_i Var S_i^j(d)",
    Figure.RIGHT_LINKS: "max_D 1/n ∑_i [own(i) ∈ N_i] / |N_i|,  N_i = argmin_p D(x_i, p)",
    Figure.LIFT: "r · n",
    Figure.DEFENSIBLE: "max {k : p_{(k)} ≤ α k / n} / n",
    Figure.DEFENSIBLE_RIGHT: "|{i : p_i ≤ p_{(k)}, own(i) ∈ links_i}| / n",
    Figure.HELLINGER: "√(1 − ∑_d √(f_X(d) f_A(d)))",
    Figure.CORRELATION_LOSS: "mean_{j<k} |ρ_{jk}(X) − ρ_{jk}(Y)|",
    Figure.MARGINAL_LOSS: "mean_j max_t |F_{X^j}(t) − F_{Y^j}(t)|",
}
TERMS = {
    Figure.DISTANCE: "permutation-distance",
    Figure.MEDIAN_DISTANCE: "permutation-distance",
    Figure.VARIANCE: "local-variance",
    Figure.RIGHT_LINKS: "right-link",
    Figure.LIFT: "lift",
    Figure.DEFENSIBLE: "defensible-link",
    Figure.DEFENSIBLE_RIGHT: "defensible-link",
    Figure.HELLINGER: "hellinger",
    Figure.CORRELATION_LOSS: "spearman",
    Figure.MARGINAL_LOSS: "kolmogorov-smirnov",
}


def release_figure(line: ReleaseFigures, figure: Figure, shown: str, numerals: Numerals) -> Derivation:
    """One figure of a release."""
    value = line.value(figure)
    return Derivation(
        title=tr("{figure} of {release}", figure=figure_title(figure), release=line.name),
        shown=shown,
        number=value,
        formula=FORMULAS[figure],
        steps=release_steps(line, figure, numerals),
        meaning=figure_meaning(figure),
        caution=_caution(figure),
        source=_source(figure),
        term=TERMS[figure],
    )


def policy_outcome(line: ReleaseFigures, policy: str, shown: str) -> Derivation:
    """Whether a release is within the policy; ``policy`` is empty where it was judged by another one."""
    outcome = {
        Outcome.PASS: tr("every check is kept"),
        Outcome.FAIL: tr("at least one check is broken"),
        Outcome.NOT_APPLICABLE: tr("not every check could be made"),
    }[line.outcome]
    return Derivation(
        title=tr("Verdict on {release}", release=line.name),
        shown=shown,
        number=None,
        formula="∀k: check_k ✓",
        steps=(Step(tr("Policy “{name}”: {outcome}", name=policy, outcome=outcome) if policy else outcome),),
        meaning=tr("Open the release to see every check with its number and threshold."),
        caution=tr("Within the policy is not harmless: a verdict is as good as the policy."),
        source=own(tr("thresholds of the policy")),
        term="verdict",
    )


def not_beaten(
    lines: Sequence[ReleaseFigures], place: int, risk: Figure, loss: Figure, is_in_front: bool, shown: str,
    numerals: Numerals,
) -> Derivation:  # fmt: skip
    """Whether no other release has no more of risk and loss, and less of one."""
    points = [(line.value(risk), line.value(loss)) for line in lines]
    one, other = points[place]
    beaten_by = [
        line.name
        for line, (a, b) in zip(lines, points, strict=True)
        if a is not None and b is not None and one is not None and other is not None and beats((a, b), (one, other))
    ]
    text = tr("No other release beats it.") if is_in_front else tr("Beaten by: {names}", names=", ".join(beaten_by))
    if one is None or other is None:
        text = tr("It lacks one of the two figures.")
    return Derivation(
        title=tr("Not beaten: {release}", release=lines[place].name),
        shown=shown,
        number=None,
        formula="∄ q : R_q ≤ R_p  ∧  L_q ≤ L_p  ∧  (R_q, L_q) ≠ (R_p, L_p)",
        steps=(
            Step(tr("{risk}: {value}", risk=figure_title(risk), value=numerals.significant(one))),
            Step(tr("{loss}: {value}", loss=figure_title(loss), value=numerals.significant(other))),
            Step(text),
        ),
        meaning=tr("Releases that are not beaten form the Pareto front: which of them to publish is a decision."),
        caution=tr("Not: safe enough. A release can be the best of bad ones."),
        source=literature("Pareto (1906)"),
        term="verdict",
    )


def quantile(name: str, share: float, percent: int, shown: str, numerals: Numerals) -> Derivation:
    """The distance that a share of the records of a release does not exceed."""
    return Derivation(
        title=tr("Distance that {percent} % of the records do not exceed, {release}", percent=percent, release=name),
        shown=shown,
        number=None,
        formula="Q_q(min(d_i(Y), d_i(Z)) / n)",
        steps=(Step(tr("q = {percent} %: {share} of the released records", percent=percent,
                       share=numerals.percent(share, 3))),),
        meaning=tr("How far the records of the release moved, as a distribution and not only at its ends."),
        caution=tr("Distances alone do not make a release safe: look at the right links too."),
        source=several(paper(tr("Algorithm 2")), own(tr("the smaller of the distances to Y and Z, as a share of n"))),
        term="permutation-distance",
    )  # fmt: skip


def moved(name: str, share: float, record: int, shown: str, numerals: Numerals) -> Derivation:
    """How far one record moved in a release, as a share of the released records."""
    return Derivation(
        title=tr("Distance of record {record} in {release}", record=numerals.count(record + 1), release=name),
        shown=shown,
        number=None,
        formula="min(d_i(Y), d_i(Z)) / n",
        steps=(Step(tr("{share} of the released records", share=numerals.percent(share, 3))),),
        meaning=tr("The permutation distance of the record in this release, the smaller of those against Y and Z."),
        caution=tr("Ranks are divided by the number of released records, so that releases can be compared."),
        source=several(paper(tr("Algorithm 2")), own(tr("the smaller of the distances to Y and Z, as a share of n"))),
        term="permutation-distance",
    )  # fmt: skip


def moved_further(one: float, other: float, record: int, shown: str, numerals: Numerals) -> Derivation:
    """How much further a record moved in release A than in release B."""
    figures = {"a": numerals.percent(one, 3), "b": numerals.percent(other, 3), "difference": shown}
    return Derivation(
        title=tr("Record {record}: A less B", record=numerals.count(record + 1)),
        shown=shown,
        number=one - other,
        formula="d_i(A)/n_A − d_i(B)/n_B",
        steps=(Step(tr("{a} − {b} = {difference} % of the records", **figures), one - other,
                    lambda parts: parts[0] - parts[1], (one, other)),),
        meaning=tr("Above 0: the record moved further in A; below 0: further in B."),
        caution=tr("A record that moved further is not safer for sure."),
        source=own(tr("the comparison, record by record")),
        term="permutation-distance",
    )  # fmt: skip


def chance_of_right_link(name: str, chance: float, record: int, shown: str, numerals: Numerals) -> Derivation:
    """The chance that the link of one record in a release is the right one."""
    text = tr("The record has no release.")
    if not np.isnan(chance):
        text = tr("The own release is not among its links.") if chance == 0 else tr(
            "The own release is one of {n} links: 1 / {n} = {chance}", n=numerals.count(round(1 / chance)),
            chance=numerals.percent(chance))  # fmt: skip
    return Derivation(
        title=tr("Chance of a right link of record {record} in {release}", record=numerals.count(record + 1),
                 release=name),
        shown=shown,
        number=None if np.isnan(chance) else chance,
        formula="[own(i) ∈ links_i] / |links_i|",
        steps=(Step(text, chance, quotient, (float(chance > 0), round(1 / chance) if chance > 0 else 1.0))
               if not np.isnan(chance) else Step(text),),
        meaning=tr("How likely an intruder is right who links by rank deviations and guesses among several links."),
        caution=tr("Other linkages may be right where this one is not."),
        source=several(paper(tr("Section 5.1, Table 5")), own(tr("guessing among several links"))),
        term="right-link",
    )  # fmt: skip


def _caution(figure: Figure) -> str:
    if figure in (Figure.CORRELATION_LOSS, Figure.MARGINAL_LOSS):
        return tr("Not all that users lose: it looks at ranks and marginals, not at the analyses that they will make.")
    if figure in (Figure.RIGHT_LINKS, Figure.LIFT):
        return tr("Not what every intruder reaches: he would have to hold the whole original file.")
    if figure in (Figure.DEFENSIBLE, Figure.DEFENSIBLE_RIGHT, Figure.HELLINGER):
        return tr("Small does not mean safe: links can be right although nobody can prove it.")
    return tr("Never enough alone: links can be right at any distance.")


def _source(figure: Figure) -> str:
    if figure in (Figure.DISTANCE, Figure.MEDIAN_DISTANCE):
        return several(paper(tr("Algorithm 2")), own(tr("the smaller of the distances to Y and Z, as a share of n")))
    if figure is Figure.VARIANCE:
        return several(paper(tr("Section 4, (d, v)-permuted privacy")), own(tr("as a share of the whole variance")))
    if figure in (Figure.RIGHT_LINKS, Figure.LIFT):
        return several(paper(tr("Section 5.1")), own(tr("the battery of linkages")))
    if figure in (Figure.DEFENSIBLE, Figure.DEFENSIBLE_RIGHT):
        return several(literature("Benjamini, Hochberg (1995)"), paper(tr("Section 5.2")))
    if figure is Figure.HELLINGER:
        return several(literature("Hellinger (1909)"), paper(tr("Section 5.2, last paragraphs")))
    if figure is Figure.CORRELATION_LOSS:
        return several(literature("Spearman (1904)"), own(tr("the mean over all pairs of attributes")))
    return several(literature("Kolmogorov (1933), Smirnov (1948)"), own(tr("the mean over the attributes")))
