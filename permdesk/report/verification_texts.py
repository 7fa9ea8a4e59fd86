"""What the verification page says; its script fills the {gaps}."""

from __future__ import annotations

from permdesk.audit import open_questions
from permdesk.report.subject_page import chance_sentence, implausible_sentence, plausible_sentence
from permdesk.translation import tr


def verification_texts() -> dict[str, str]:
    """The sentences by the names that the script has for them."""
    return {
        "noNumber": tr("This is no number. Write it as 1234{mark}5, without spaces.", mark="{mark}"),
        "noDate": tr("This is no date. Write it as 2026-11-28, with a time as 2026-11-28 14:30."),
        "noTime": tr("This is no time. Write it as 14:30 or 14:30:05."),
        "nothingTyped": tr("Type at least one value."),
        "foundHeading": tr("What the release says about your record"),
        "distance": tr("Permutation distance"),
        "ofRanks": tr("ranks, of {n}", n="{n}"),
        "share": tr("Share of n"),
        "shareMeaning": tr("distance over released records"),
        "matches": tr("Matched records"),
        "matchesMeaning": tr("rows of the release that attain the distance"),
        "notMoved": tr(
            "The release holds a record that has, in everything you typed, the value closest to yours: nothing in the"
            " order of the values hides your record."
        ),
        "moved": tr(
            "The closest released record lies within {d} of {n} ranks of yours in everything you typed, and no released"
            " record lies closer. The larger the share of n, the further the release moved your record.",
            d="{d}",
            n="{n}",
        ),
        "attributesHeading": tr("Attribute by attribute"),
        "attributesCaption": tr(
            "Your values, the first matched record, and how much the released values within the distance {d} of yours"
            " vary (variance, in squared units)",
            d="{d}",
        ),
        "attribute": tr("Attribute"),
        "own": tr("Your value"),
        "closestRank": tr("Rank of the closest released value"),
        "valueInRow": tr("Value in row {row}", row="{row}"),
        "deviation": tr("Rank deviation"),
        "variance": tr("Variance within the distance"),
        "recordsHeading": tr("Your record against the records of the release"),
        "recordsCaption": tr(
            "The nearest of {n} records: values closest to yours are boxed, matched records bold and underlined, the"
            " permutation distance {d} boxed (Table 3 of the paper)",
            n="{n}",
            d="{d}",
        ),
        "record": tr("Row"),
        "deviationOf": tr("Ranks from {name}", name="{name}"),
        "largest": tr("Largest"),
        "more": tr("Show more records"),
        "chanceHeading": tr("Is the match plausible as a random one?"),
        "testing": tr("Comparing with random records…"),
        "notTested": tr("This was not tested; what the release leaves open, below, says why."),
        "chance": chance_sentence("{share}", "{n}"),
        "plausible": plausible_sentence("{alpha}"),
        "implausible": implausible_sentence("{alpha}"),
        "openHeading": tr("What the release alone leaves open"),
        "lacking": open_questions.lacking_values("{names}"),
        "changeOfScale": open_questions.change_of_scale(),
        "onlyIfPermutation": open_questions.only_if_permutation(),
        "oneAttribute": open_questions.one_attribute(),
        "unknown": open_questions.unknown_attributes("{names}"),
        "agencyOnly": open_questions.agency_only(),
    }
