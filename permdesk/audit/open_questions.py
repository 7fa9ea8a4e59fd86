"""What a release alone cannot tell a subject, in sentences; names may be placeholders that a page fills in later."""

from __future__ import annotations

from permdesk.translation import tr


def lacking_values(names: str) -> str:
    """The release lacks the record's value of some attributes, which no pure permutation does."""
    return tr(
        "The release does not hold the record's value of {names}: it is no pure permutation of a file with"
        " this record, so that its match cannot be compared with random ones.",
        names=names,
    )


def change_of_scale() -> str:
    """The distance against Y is fooled by a change of scale; only the agency has the one against Z."""
    return tr(
        "The release alone cannot show a change of scale. If values were only rescaled, the distance here looks"
        " large, and yet whoever knows the original file undoes the change. Only the agency can tell: ask it"
        " for the distance against the reverse-mapped file."
    )


def only_if_permutation() -> str:
    """Random records can be drawn from the release only if its values are those of the original."""
    return tr("Whether the match is plausible as chance can only be tested if the release is a pure permutation.")


def one_attribute() -> str:
    """A single attribute of a permutation always holds every value."""
    return tr("With one attribute, every value matches by chance: the comparison says nothing.")


def unknown_attributes(names: str) -> str:
    """A maximum over more attributes is not smaller."""
    return tr(
        "Attributes that were not given ({names}) would leave the distance as it is or make it larger.", names=names
    )


def agency_only() -> str:
    """Only the agency has the pairing."""
    return tr("Whether a matched record is the subject's own is known to the agency only.")
