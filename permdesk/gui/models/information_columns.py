"""What a release keeps of each attribute, in bits and in ranks, as columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from permdesk.audit.information import EXPONENTS, AttributeInformation
from permdesk.compute.arrays import Floats
from permdesk.gui import numbers
from permdesk.gui.models.columns import Column, Side
from permdesk.report.derivations import information as derived
from permdesk.translation import tr


def information_columns(attributes: Sequence[AttributeInformation]) -> list[Column]:
    """One row for each attribute; a dash where the row's note says why there is no number."""
    kept = np.array([np.nan if a.kept is None else a.kept.estimate for a in attributes])
    most = np.array([np.nan if a.kept is None else a.kept.most for a in attributes])
    doubt = np.array([a.links.mean for a in attributes])
    bits = tr("Ranks of X that Z tells, bits")

    def classes_text(row: int) -> str:
        n = attributes[row].n_classes
        return numbers.count(n) if n else numbers.NOTHING

    return [
        Column(
            tr("Attribute"),
            lambda row: attributes[row].name,
            tooltip=tr("Each attribute by itself"),
            side=Side.LEFT,
            note=lambda row: attributes[row].reason,
            pinned=True,
        ),
        Column(
            tr("kept"),
            _text(kept),
            kept,
            bits,
            tr(
                "Mutual information of the ranks of X and Z, corrected for bias: 0 bits, the release tells nothing "
                "about the order; all bits, it tells the order of X in these classes"
            ),
            bar=lambda row: float(kept[row] / most[row]) if most[row] > 0 else 0.0,
            derived=lambda row: derived.kept(attributes[row], _text(kept)(row), numbers),
            note=lambda row: attributes[row].reason,
        ),
        Column(
            tr("of"),
            _text(most),
            most,
            bits,
            tr("What an unchanged release would tell: the entropy of the classes of X"),
            derived=lambda row: derived.most(attributes[row], _text(most)(row), numbers),
        ),
        Column(
            tr("classes"),
            classes_text,
            np.array([a.n_classes for a in attributes]),
            bits,
            tr("Into how many classes the ranks are cut: at least 5 records per cell of the table, at most 32"),
            derived=lambda row: derived.classes(attributes[row], classes_text(row), numbers),
        ),
        Column(
            tr("Doubt, bits"),
            lambda row: numbers.decimal(doubt[row], 2),
            doubt,
            tooltip=tr(
                "Entropy of the links by this attribute alone: log2 of their number, averaged over the records. 0: one "
                "link each, the intruder is sure (and may be wrong)"
            ),
            note=lambda row: tr("of {most} bits", most=numbers.decimal(attributes[row].links.most, 2)),
            derived=lambda row: derived.doubt(attributes[row], numbers.decimal(doubt[row], 2), numbers),
        ),
        *(_displacement(attributes, place) for place in range(len(EXPONENTS))),
    ]


def _text(values: Floats) -> Callable[[int], str]:
    return lambda row: numbers.decimal(values[row], 2)


def _displacement(attributes: Sequence[AttributeInformation], place: int) -> Column:
    shares = np.array([a.displacement[place].share if a.displacement else np.nan for a in attributes])
    return Column(
        exponent_text(EXPONENTS[place]),
        lambda row: numbers.percent(shares[row], 2),
        shares,
        tr("Rank displacement, power means"),
        tr(
            "Power mean of how far the ranks moved, in percent of n − 1. Low exponents look at the records that moved "
            "least, thus at risk; high ones at those that moved most, thus at loss"
        ),
        derived=lambda row: derived.displacement(
            attributes[row], place, EXPONENTS[place], numbers.percent(shares[row], 2), numbers
        ),
        note=lambda row: attributes[row].reason,
    )


def exponent_text(exponent: float) -> str:
    """The exponent of a power mean, and the mean that it is."""
    titles = {
        -np.inf: tr("smallest"),
        -1.0: tr("harmonic"),
        0.0: tr("geometric"),
        1.0: tr("mean"),
        2.0: tr("quadratic"),
        np.inf: tr("largest"),
    }
    return titles.get(exponent, f"{exponent:g}")
