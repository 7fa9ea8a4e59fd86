"""Keys of findings as words, and sentences that several sections need."""

from __future__ import annotations

import math

from permdesk.audit.findings import Check, LinkageLeftOut, LinkageRate, Measure, Outcome, Target
from permdesk.audit.linkage_battery import MISSING_BY_CHANCE
from permdesk.audit.other_linkages import MIRRORED, PLAIN
from permdesk.audit.policy import PublicStatement
from permdesk.audit.scenarios import Effect
from permdesk.audit.settings import MissingRule, Ties
from permdesk.data.choices import CategoryOrder, Level, PairingBy
from permdesk.translation import tr, tr_number


def linkage_title(linkage: LinkageRate | LinkageLeftOut) -> str:
    """A linkage of the battery in words; a name that is not known stays as it is."""
    measure, _, _ = linkage.name.partition(",")
    plain = measure.removesuffix(MISSING_BY_CHANCE)
    titles: dict[str, str] = {
        Measure.MAXIMUM: tr("largest rank difference"),
        Measure.SUM: tr("sum of rank differences"),
        Measure.SQUARES: tr("sum of squared rank differences"),
        Measure.STANDARDIZED: tr("distance of standardized values"),
        PLAIN: tr("largest rank difference, of plain values only"),
        MIRRORED: tr("largest rank difference, with mirrored attributes turned"),
    }
    title = titles.get(plain, plain)
    return title if plain == measure else tr("{title}, with missing values as by chance", title=title)


def target_title(target: Target) -> str:
    return tr("anonymized file (Y)") if target is Target.ANONYMIZED else tr("reverse-mapped file (Z)")


def level_title(level: Level) -> str:
    titles = {
        Level.NUMERIC: tr("numeric"),
        Level.ORDINAL: tr("ordered categories"),
        Level.NOMINAL: tr("categories"),
        Level.RECORD_ID: tr("record ID"),
        Level.EXCLUDED: tr("left out"),
    }
    return titles[level]


def order_title(order: CategoryOrder | None, level: Level) -> str:
    """How the values of an attribute were ranked."""
    if level is Level.NUMERIC:
        return tr("by value")
    titles = {
        CategoryOrder.BY_HAND: tr("as confirmed by hand"),
        CategoryOrder.BY_FREQUENCY: tr("by frequency"),
        CategoryOrder.BY_TAXONOMY: tr("by taxonomy"),
        CategoryOrder.BY_CODE: tr("by code"),
        CategoryOrder.BY_LABEL: tr("by value label"),
    }
    return tr("as confirmed by hand") if order is None else titles[order]


def outcome_title(outcome: Outcome) -> str:
    titles = {Outcome.PASS: tr("kept"), Outcome.FAIL: tr("broken"), Outcome.NOT_APPLICABLE: tr("not applicable")}
    return titles[outcome]


def check_title(check: Check) -> str:
    """What a check of the policy is about; a name that is not known stays as it is."""
    titles = {
        "smallest-distance": tr("Smallest distance"),
        "smallest-variance": tr("Smallest variance"),
        "right-links": tr("Right links"),
        "lift": tr("Multiple of chance"),
        "defensible-right-links": tr("Right links that can be told from chance"),
    }
    return titles.get(check.name, check.name)


def statement_title(statement: PublicStatement) -> str:
    """What a statement that a policy allows a cautious public report is about."""
    titles = {
        PublicStatement.VERDICT: tr("Verdict"),
        PublicStatement.SMALLEST_DISTANCE: tr("Smallest distance of a record"),
        PublicStatement.RIGHT_LINKS: tr("Right links by the strongest linkage"),
        PublicStatement.DEFENSIBLE_RIGHT_LINKS: tr("Right links that can be told from chance"),
    }
    return titles[statement]


def effect_title(effect: Effect) -> str:
    """What knowing an attribute does for the intruder who knows all others."""
    titles = {Effect.GIVES_AWAY: tr("gives away"), Effect.PROTECTS: tr("protects"), Effect.UNCLEAR: tr("unclear")}
    return titles[effect]


def exponent_title(exponent: float) -> str:
    """The power mean with an exponent, by its usual name."""
    titles = {
        -math.inf: tr("smallest"),
        -1.0: tr("harmonic"),
        0.0: tr("geometric"),
        1.0: tr("mean"),
        2.0: tr("quadratic"),
        math.inf: tr("largest"),
    }
    return titles.get(exponent, tr_number(f"{exponent:g}"))


def pairing_sentence(pairing: PairingBy, id_attributes: tuple[str, ...]) -> str:
    match pairing:
        case PairingBy.ID if len(id_attributes) > 1:
            names = ", ".join(tr("“{text}”", text=name) for name in id_attributes)
            return tr("Records are paired by the IDs in the columns {names} together.", names=names)
        case PairingBy.ID:
            return tr("Records are paired by the ID in the column “{name}”.", name=", ".join(id_attributes))
        case PairingBy.ROW:
            return tr("Records are paired by row: row i of the anonymized file belongs to row i of the original file.")
        case PairingBy.UNPAIRED:
            return tr(
                "Records are not paired: it is not known, or not defined, which anonymized record belongs to which "
                "original one. What needs a pairing is left out."
            )


def ties_sentence(ties: Ties) -> str:
    if ties is Ties.WORST_CASE:
        return tr(
            "Ties: equal values share an interval of ranks, and two records differ by the gap between their intervals; "
            "the smallest difference that any way of breaking the ties could give."
        )
    return tr("Ties: equal values are ranked at random, as in the paper. On files with many ties this hides risk.")


def ties_title(ties: Ties) -> str:
    """The setting, as the window calls it."""
    return {Ties.WORST_CASE: tr("worst case"), Ties.RANDOM: tr("random")}[ties]


def missing_title(missing: MissingRule) -> str:
    """The setting, as the window calls it."""
    titles = {
        MissingRule.MATCHES_ANYTHING: tr("match anything"),
        MissingRule.OWN_VALUE: tr("match each other"),
    }
    return titles[missing]


def missing_sentence(missing: MissingRule) -> str:
    if missing is MissingRule.MATCHES_ANYTHING:
        return tr("Missing and suppressed values match anything, as an intruder cannot rule any value out.")
    return tr("A missing or suppressed value matches another one and nothing else.")


def yes_no(answer: bool) -> str:
    return tr("yes") if answer else tr("no")
