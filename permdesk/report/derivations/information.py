"""What a release keeps of an attribute, in bits and in ranks."""

from __future__ import annotations

import math

from permdesk.audit.information import AttributeInformation
from permdesk.report.derivations.derivation import Derivation, Numerals, Operands, Step
from permdesk.report.derivations.sources import literature, own, several
from permdesk.translation import tr

POWER_MEANS = {
    -math.inf: "min_i g_i / (n − 1)",
    -1.0: "(mean_i g_i^{−1})^{−1} / (n − 1)",
    0.0: "exp(mean_i ln g_i) / (n − 1)",
    1.0: "mean_i g_i / (n − 1)",
    2.0: "√(mean_i g_i^2) / (n − 1)",
    math.inf: "max_i g_i / (n − 1)",
}


def kept(found: AttributeInformation, shown: str, numerals: Numerals) -> Derivation:
    """Mutual information of the ranks of X and Z, corrected for its bias."""
    steps: tuple[Step, ...] = (Step(found.reason),)
    if found.kept is not None:
        figures = {
            "pairs": numerals.count(found.n_pairs),
            "classes": numerals.count(found.n_classes),
            "plug_in": numerals.decimal(found.kept.plug_in, 4),
            "bias": numerals.decimal(found.kept.bias, 4),
            "kept": numerals.decimal(found.kept.estimate, 4),
            "most": numerals.decimal(found.kept.most, 4),
        }
        steps = (
            Step(tr("{pairs} pairs of records in {classes} · {classes} classes of ranks: {plug_in} bits", **figures)),
            Step(
                tr("Less the bias: {plug_in} − {bias}, from 0 to {most}: {kept}", **figures),
                found.kept.estimate, _corrected, (found.kept.plug_in, found.kept.bias, found.kept.most),
            ),
        )  # fmt: skip
    return Derivation(
        title=tr("Kept of the order of {name}, bits", name=found.name),
        shown=shown,
        number=None if found.kept is None else found.kept.estimate,
        formula="I = ∑_{ab} p_{ab} log_2(p_{ab} / (p_a p_b)) − (|ab| − |a| − |b| + 1) / (2 n ln 2)",
        steps=steps,
        meaning=tr("How many bits the release tells about where a record stands in the order of the attribute."),
        caution=tr("Not a risk of a single record; and only in these classes of ranks, not rank by rank."),
        source=several(literature("Shannon (1948)"), literature("Miller (1955)"), own(tr("to cut ranks into classes"))),
        term="rank",
    )


def most(found: AttributeInformation, shown: str, numerals: Numerals) -> Derivation:
    """What an unchanged release would tell."""
    number = None if found.kept is None else found.kept.most
    steps = (Step(found.reason),)
    if number is not None:
        figures = {
            "n": numerals.count(found.n_pairs),
            "classes": numerals.count(found.n_classes),
            "most": numerals.decimal(number, 4),
            "log": numerals.decimal(math.log2(found.n_classes), 4),
        }
        text = tr("{n} records in {classes} classes: entropy {most}; equally full classes would have {log}", **figures)
        steps = (Step(text),)
    return Derivation(
        title=tr("The most that can be kept of {name}, bits", name=found.name),
        shown=shown,
        number=None,
        formula="−∑_a p_a log_2 p_a",
        steps=steps,
        meaning=tr("What a release would tell in which no rank has changed."),
        caution=tr("Not the information in the attribute's values, but in the classes of their ranks."),
        source=literature("Shannon (1948)"),
        term="rank",
    )


def classes(found: AttributeInformation, shown: str, numerals: Numerals) -> Derivation:
    """Into how many classes the ranks are cut."""
    number = found.n_classes
    text = tr("√({n} / 5), rounded down, at most 32: {classes}", n=numerals.count(found.n_pairs),
              classes=numerals.count(number))  # fmt: skip
    return Derivation(
        title=tr("Classes of ranks: {name}", name=found.name),
        shown=shown,
        number=number or None,
        formula="min(32, ⌊√(n/5)⌋)",
        steps=(Step(text, number, _n_classes, (float(found.n_pairs),)) if number else Step(found.reason),),
        meaning=tr("At least 5 records for each cell of the table, so that counts say something."),
        caution=tr("More classes would find more bits, and more bias."),
        source=own(tr("to cut ranks into classes")),
        term="rank",
    )


def doubt(found: AttributeInformation, shown: str, numerals: Numerals) -> Derivation:
    """How unsure an intruder is who links by this attribute alone."""
    text = tr("Mean over the records: {mean} of {most} bits", mean=numerals.decimal(found.links.mean, 4),
              most=numerals.decimal(found.links.most, 4))  # fmt: skip
    return Derivation(
        title=tr("Doubt by {name} alone, bits", name=found.name),
        shown=shown,
        number=None,
        formula="mean_i log_2 |links_i|",
        steps=(Step(text),),
        meaning=tr("0: one link each, the intruder is sure; log₂ n: he knows nothing."),
        caution=tr("Sure is not right: he may be sure, and wrong."),
        source=several(literature("Shannon (1948)"), own(tr("links taken as equally likely"))),
        term="link",
    )


def displacement(
    found: AttributeInformation, place: int, exponent: float, shown: str, numerals: Numerals
) -> Derivation:
    """A power mean of how far ranks moved, as a share of n − 1."""
    number = found.displacement[place].share if found.displacement else None
    text = found.reason
    if number is not None:
        text = tr("Over {n} pairs of records, gaps g between the ranks of X and Z: {share}",
                  n=numerals.count(found.n_pairs), share=numerals.percent(number, 2))  # fmt: skip
    return Derivation(
        title=tr("Rank displacement of {name}", name=found.name),
        shown=shown,
        number=None,
        formula=POWER_MEANS.get(exponent, "(mean_i g_i^p)^{1/p} / (n − 1)"),
        steps=(Step(text),),
        meaning=tr("Low exponents look at the records that moved least, thus at risk; high ones at those that moved "
                   "most, thus at loss."),
        caution=tr("A single record that did not move makes all means with exponents up to 0 zero."),
        source=several(literature("Ruiz (arXiv:1701.08419)"), own(tr("gaps of rank intervals, divided by n − 1"))),
        term="rank-deviation",
    )  # fmt: skip


def _corrected(parts: Operands) -> float:
    plug_in, bias, largest = parts
    return float(min(largest, max(0.0, plug_in - bias)))


def _n_classes(parts: Operands) -> float:
    return float(min(32, int(math.sqrt(parts[0] / 5))))
