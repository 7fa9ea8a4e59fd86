"""The columns of a comparison and the demonstration methods in words."""

from __future__ import annotations

from permdesk.audit.attribute_figures import AttributeFigure
from permdesk.audit.release_figures import Figure
from permdesk.masking.parameters import Method, Unit
from permdesk.report.blocks import Number
from permdesk.translation import tr, tr_number

NUMBERS = {
    Figure.DISTANCE: Number.SHARE,
    Figure.MEDIAN_DISTANCE: Number.SHARE,
    Figure.VARIANCE: Number.SHARE,
    Figure.RIGHT_LINKS: Number.SHARE,
    Figure.LIFT: Number.MEASURE,
    Figure.DEFENSIBLE: Number.SHARE,
    Figure.DEFENSIBLE_RIGHT: Number.SHARE,
    Figure.HELLINGER: Number.CORRELATION,
    Figure.CORRELATION_LOSS: Number.CORRELATION,
    Figure.MARGINAL_LOSS: Number.CORRELATION,
}


ATTRIBUTE_NUMBERS = {
    AttributeFigure.RANK_CORRELATION: Number.CORRELATION,
    AttributeFigure.NOISE: Number.MEASURE,
    AttributeFigure.VARIANCE: Number.SHARE,
    AttributeFigure.MARGINAL_LOSS: Number.CORRELATION,
    AttributeFigure.TIED: Number.SHARE,
    AttributeFigure.MISSING: Number.SHARE,
}


def figure_title(figure: Figure) -> str:
    """The heading of a column."""
    titles = {
        Figure.DISTANCE: tr("Smallest distance"),
        Figure.MEDIAN_DISTANCE: tr("Median distance"),
        Figure.VARIANCE: tr("Smallest variance"),
        Figure.RIGHT_LINKS: tr("Right links"),
        Figure.LIFT: tr("Times chance"),
        Figure.DEFENSIBLE: tr("Defensible links"),
        Figure.DEFENSIBLE_RIGHT: tr("Defensible and right"),
        Figure.HELLINGER: tr("Hellinger distance"),
        Figure.CORRELATION_LOSS: tr("Rank correlation lost"),
        Figure.MARGINAL_LOSS: tr("Marginals lost"),
    }
    return titles[figure]


def short_title(figure: Figure) -> str:
    """The heading of a column below that of its group."""
    titles = {
        Figure.DISTANCE: tr("d"),
        Figure.MEDIAN_DISTANCE: tr("median"),
        Figure.VARIANCE: tr("v"),
        Figure.RIGHT_LINKS: tr("right links"),
        Figure.LIFT: tr("× chance"),
        Figure.DEFENSIBLE: tr("defensible"),
        Figure.DEFENSIBLE_RIGHT: tr("and right"),
        Figure.HELLINGER: tr("Hellinger"),
        Figure.CORRELATION_LOSS: tr("correlations"),
        Figure.MARGINAL_LOSS: tr("marginals"),
    }
    return titles[figure]


def figure_meaning(figure: Figure) -> str:
    """What the number of a column says, and which direction is better."""
    meanings = {
        Figure.DISTANCE: tr(
            "The smallest permutation distance of any record, the smaller of those against Y and Z, as a share of the"
            " released records. More is safer."
        ),
        Figure.MEDIAN_DISTANCE: tr(
            "The distance that half of the records do not exceed, as a share of the released records. More is safer."
        ),
        Figure.VARIANCE: tr(
            "The smallest variance of released values near a record's own, of any numeric attribute, as a share of the"
            " attribute's whole variance. More is safer."
        ),
        Figure.RIGHT_LINKS: tr(
            "Share of original records that the strongest linkage of the battery links to their own release. Less is"
            " safer."
        ),
        Figure.LIFT: tr("Right links of the strongest linkage as a multiple of what guessing gives. Less is safer."),
        Figure.DEFENSIBLE: tr(
            "Share of original records whose link an intruder could tell from chance at the level alpha. Less is safer."
        ),
        Figure.DEFENSIBLE_RIGHT: tr(
            "Share of original records whose link an intruder could tell from chance and that is right. Less is safer."
        ),
        Figure.HELLINGER: tr(
            "How far apart the distances of original and of random records are distributed: 0 alike, 1 without overlap."
            " Less is safer, but never enough alone."
        ),
        Figure.CORRELATION_LOSS: tr(
            "Mean absolute difference of the Spearman rank correlations of all pairs of attributes between original"
            " and release. Less keeps more."
        ),
        Figure.MARGINAL_LOSS: tr(
            "Largest difference of the cumulative frequencies of original and release, averaged over the attributes:"
            " 0 alike, 1 without overlap. A value that was suppressed counts as lost. Less keeps more."
        ),
    }
    return meanings[figure]


def attribute_figure_title(figure: AttributeFigure) -> str:
    """What a number of an attribute is called."""
    titles = {
        AttributeFigure.RANK_CORRELATION: tr("Rank correlation of X and Z"),
        AttributeFigure.NOISE: tr("Mean change, in standard deviations"),
        AttributeFigure.VARIANCE: tr("Smallest variance"),
        AttributeFigure.MARGINAL_LOSS: tr("Marginals lost"),
        AttributeFigure.TIED: tr("Released values that others have"),
        AttributeFigure.MISSING: tr("Released values that are missing"),
    }
    return titles[figure]


def attribute_figure_meaning(figure: AttributeFigure) -> str:
    """What a number of an attribute says, and which direction is better."""
    meanings = {
        AttributeFigure.RANK_CORRELATION: tr(
            "Spearman correlation of the ranks of X and Z, record by record: 1 if no rank has changed. More keeps more,"
            " and tells an intruder more."
        ),
        AttributeFigure.NOISE: tr(
            "Mean absolute difference of released and original value, in standard deviations of the original attribute."
            " A large one need not protect: a change of scale moves no rank."
        ),
        AttributeFigure.VARIANCE: tr(
            "Smallest variance of released values near a record's own, as a share of the attribute's whole variance."
            " More is safer."
        ),
        AttributeFigure.MARGINAL_LOSS: tr(
            "Largest difference of the cumulative frequencies of original and release: 0 alike, 1 without overlap."
            " A value that was suppressed counts as lost. Less keeps more."
        ),
        AttributeFigure.TIED: tr(
            "Share of the released records whose value another one has, as rounding and microaggregation make them."
        ),
        AttributeFigure.MISSING: tr("Share of the released records without a value. Less keeps more."),
    }
    return meanings[figure]


def method_title(method: Method) -> str:
    """The name of a demonstration method."""
    titles = {
        Method.NOISE: tr("Noise addition"),
        Method.CORRELATED_NOISE: tr("Correlated noise"),
        Method.MULTIPLICATIVE_NOISE: tr("Multiplicative noise"),
        Method.RANK_SWAPPING: tr("Rank swapping"),
        Method.SHUFFLING: tr("Data shuffling"),
        Method.MICROAGGREGATION: tr("Microaggregation of records (MDAV)"),
        Method.UNIVARIATE_MICROAGGREGATION: tr("Microaggregation of attributes"),
        Method.ROUNDING: tr("Rounding"),
        Method.TOP_AND_BOTTOM_CODING: tr("Top and bottom coding"),
        Method.PRAM: tr("Random replacement (PRAM)"),
        Method.SYNTHETIC: tr("Synthetic records"),
        Method.INCREASING_MAP: tr("Strictly increasing map"),
    }
    return titles[method]


def parameter_title(method: Method) -> str:
    """What the parameter of a method is."""
    titles = {
        Method.NOISE: tr("standard deviation of the noise, in standard deviations of the attribute"),
        Method.CORRELATED_NOISE: tr("standard deviation of the noise, in standard deviations of the attribute"),
        Method.MULTIPLICATIVE_NOISE: tr("standard deviation of the factor"),
        Method.RANK_SWAPPING: tr("largest swap, as a share of the records"),
        Method.SHUFFLING: tr("share of the order that is drawn anew (0 to 1)"),
        Method.MICROAGGREGATION: tr("records in a group, at least"),
        Method.UNIVARIATE_MICROAGGREGATION: tr("values in a group, at least"),
        Method.ROUNDING: tr("rounding base, in standard deviations of the attribute"),
        Method.TOP_AND_BOTTOM_CODING: tr("share of the values coded at either end"),
        Method.PRAM: tr("share of the values that are drawn anew"),
        Method.SYNTHETIC: tr("no parameter: all values are drawn anew"),
        Method.INCREASING_MAP: tr("stretch and shift, in standard deviations"),
    }
    return titles[method]


def for_staff() -> str:
    """Who the reports of comparisons and sweeps are for."""
    return tr(
        "For entitled staff only: this report holds the risk figures of releases. It holds no record's values and no"
        " random seed."
    )


def strength_text(strength: float, unit: Unit) -> str:
    """A parameter as it is read."""
    number = f"{100 * strength:.4g}" if unit is Unit.SHARE else f"{strength:g}"
    return tr("{number} %", number=tr_number(number)) if unit is Unit.SHARE else tr_number(number)
