"""Keys of findings as words, and sentences that several sections need."""

from __future__ import annotations

from permdesk.audit.findings import LinkageLeftOut, LinkageRate, Measure, Outcome, Target
from permdesk.audit.other_linkages import MIRRORED, PLAIN
from permdesk.audit.settings import MissingRule, Ties
from permdesk.data.choices import CategoryOrder, Level, PairingBy
from permdesk.translation import tr


def linkage_title(linkage: LinkageRate | LinkageLeftOut) -> str:
    """A linkage of the battery in words; a name that is not known stays as it is."""
    measure, _, _ = linkage.name.partition(",")
    titles: dict[str, str] = {
        Measure.MAXIMUM: tr("largest rank difference"),
        Measure.SUM: tr("sum of rank differences"),
        Measure.SQUARES: tr("sum of squared rank differences"),
        Measure.STANDARDIZED: tr("distance of standardized values"),
        PLAIN: tr("largest rank difference, of plain values only"),
        MIRRORED: tr("largest rank difference, with mirrored attributes turned"),
    }
    return titles.get(measure, measure)


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
    return tr("by frequency") if order is CategoryOrder.BY_FREQUENCY else tr("as confirmed by hand")


def outcome_title(outcome: Outcome) -> str:
    titles = {Outcome.PASS: tr("kept"), Outcome.FAIL: tr("broken"), Outcome.NOT_APPLICABLE: tr("not applicable")}
    return titles[outcome]


def pairing_sentence(pairing: PairingBy, id_attribute: str) -> str:
    match pairing:
        case PairingBy.ID:
            return tr("Records are paired by the ID in the column “{name}”.", name=id_attribute)
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


def missing_sentence(missing: MissingRule) -> str:
    if missing is MissingRule.MATCHES_ANYTHING:
        return tr("Missing and suppressed values match anything, as an intruder cannot rule any value out.")
    return tr("A missing or suppressed value matches another one and nothing else.")


def yes_no(answer: bool) -> str:
    return tr("yes") if answer else tr("no")
