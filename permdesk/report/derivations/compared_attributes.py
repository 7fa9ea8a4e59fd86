"""Figures of one attribute in a release that is compared with others."""

from __future__ import annotations

import math

from permdesk.audit.attribute_figures import AttributeBasis, AttributeFigure, AttributeFigures
from permdesk.report.comparison_words import attribute_figure_meaning, attribute_figure_title
from permdesk.report.derivations.derivation import (
    Derivation,
    Numerals,
    Operands,
    Step,
    difference,
    quotient,
    share_text,
)
from permdesk.report.derivations.sources import literature, own, paper, several
from permdesk.translation import tr

FORMULAS = {
    AttributeFigure.RANK_CORRELATION: "ρ = corr_i(rank x_i, rank z_i)",
    AttributeFigure.NOISE: "mean_i |y_i − x_i| / σ_X",
    AttributeFigure.VARIANCE: "v^j / Var Y^j\nv^j = min_i Var S_i^j(d)",
    AttributeFigure.MARGINAL_LOSS: "max_t |F_X(t) − F_Y(t)|",
    AttributeFigure.TIED: "|{p : low(y_p) < high(y_p)}| / n",
    AttributeFigure.MISSING: "|{p : y_p = ∗}| / n",
}
TERMS = {
    AttributeFigure.RANK_CORRELATION: "spearman",
    AttributeFigure.NOISE: "noise",
    AttributeFigure.VARIANCE: "local-variance",
    AttributeFigure.MARGINAL_LOSS: "kolmogorov-smirnov",
    AttributeFigure.TIED: "tie",
    AttributeFigure.MISSING: "wildcard",
}


def compared_attribute(
    release: str,
    attribute: str,
    found: AttributeFigures | None,
    figure: AttributeFigure,
    shown: str,
    numerals: Numerals,
) -> Derivation:
    """One figure of one attribute in one release; None where the release has no such attribute."""
    value = None if found is None else found.value(figure)
    step = Step(tr("There is no such number for this attribute."))
    if found is not None and value is not None:
        step = Step(tr("{value}; open the release for what it is computed from", value=numerals.significant(value)))
        if found.basis is not None:
            step = _from_basis(found.basis, figure, value, numerals)
    return Derivation(
        title=tr("{figure}: {attribute} in {release}", figure=attribute_figure_title(figure), attribute=attribute,
                 release=release),
        shown=shown,
        number=value,
        formula=FORMULAS[figure],
        steps=(step,),
        meaning=attribute_figure_meaning(figure),
        caution=tr("One attribute by itself: an intruder uses all of them together."),
        source=_source(figure),
        term=TERMS[figure],
    )  # fmt: skip


def _from_basis(basis: AttributeBasis, figure: AttributeFigure, value: float, numerals: Numerals) -> Step:
    """The figures put in, from which the number is computed again."""
    match figure:
        case AttributeFigure.RANK_CORRELATION:
            products = basis.rank_products or (0.0, 0.0, 0.0)
            text = tr(
                "Sums of products of rank deviations: {xz} / √({xx} · {zz}) = {rho}",
                xz=numerals.significant(products[0]),
                xx=numerals.significant(products[1]),
                zz=numerals.significant(products[2]),
                rho=numerals.decimal(value, 3),
            )
            return Step(text, value, _correlation, products)
        case AttributeFigure.NOISE:
            return _divided(basis.noise or 0.0, basis.deviation, value, numerals)
        case AttributeFigure.VARIANCE:
            return _divided(basis.v, basis.variance, value, numerals)
        case AttributeFigure.MARGINAL_LOSS:
            higher, lower = sorted(basis.marginals, reverse=True)
            text = tr(
                "{a} − {b} = {difference}",
                a=numerals.percent(higher, 2),
                b=numerals.percent(lower, 2),
                difference=numerals.decimal(value, 3),
            )
            return Step(text, value, difference, (higher, lower))
        case AttributeFigure.TIED:
            return _counted(basis.n_tied, basis.n_released, value, numerals)
    return _counted(basis.n_missing, basis.n_released, value, numerals)


def _divided(first: float, second: float, value: float, numerals: Numerals) -> Step:
    text = tr("{a} / {b} = {quotient}", a=numerals.significant(first), b=numerals.significant(second),
              quotient=numerals.significant(value))  # fmt: skip
    return Step(text, value, quotient, (first, second))


def _counted(k: int, n: int, value: float, numerals: Numerals) -> Step:
    return Step(share_text(numerals.count(k), n, value, numerals), value, quotient, (float(k), float(n)))


def _correlation(products: Operands) -> float:
    return min(1.0, max(-1.0, float(products[0]) / math.sqrt(float(products[1]) * float(products[2]))))


def _source(figure: AttributeFigure) -> str:
    if figure is AttributeFigure.RANK_CORRELATION:
        return several(paper(tr("Section 2, Table 1")), literature("Spearman (1904)"))
    if figure is AttributeFigure.NOISE:
        return several(paper(tr("Section 3, Table 2")), own(tr("in standard deviations of the original")))
    if figure is AttributeFigure.VARIANCE:
        return several(paper(tr("Section 4, (d, v)-permuted privacy")), own(tr("as a share of the whole variance")))
    if figure is AttributeFigure.MARGINAL_LOSS:
        return literature("Kolmogorov (1933), Smirnov (1948)")
    return own(tr("shown because ties and missing values decide how distances are taken"))
