"""Figures of one attribute in a release that is compared with others."""

from __future__ import annotations

from permdesk.audit.attribute_figures import AttributeFigure
from permdesk.report.comparison_words import attribute_figure_meaning, attribute_figure_title
from permdesk.report.derivations.derivation import Derivation, Numerals, Step
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
    release: str, attribute: str, figure: AttributeFigure, value: float | None, shown: str, numerals: Numerals
) -> Derivation:
    """One figure of one attribute in one release."""
    said = tr("There is no such number for this attribute.")
    if value is not None:
        said = tr("{value}; open the release for what it is computed from", value=numerals.significant(value))
    return Derivation(
        title=tr("{figure}: {attribute} in {release}", figure=attribute_figure_title(figure), attribute=attribute,
                 release=release),
        shown=shown,
        number=value,
        formula=FORMULAS[figure],
        steps=(Step(said),),
        meaning=attribute_figure_meaning(figure),
        caution=tr("One attribute by itself: an intruder uses all of them together."),
        source=_source(figure),
        term=TERMS[figure],
    )  # fmt: skip


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
