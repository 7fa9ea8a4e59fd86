"""The fields of the thresholds that the Data tab and the policy's own window both show, with one name and meaning."""

from __future__ import annotations

from permdesk.gui.pages.data.fields import CountField, ShareField
from permdesk.translation import tr

LARGEST_COUNT = 2_000_000_000
LARGEST_LIFT = 1e9


def distance_field() -> CountField:
    return CountField(
        tr("Smallest distance"),
        tr(
            "In ranks. Every record must be at least that far from its matches, against Y and against Z. 1 asks "
            "that no record can be found as if nothing had moved."
        ),
        LARGEST_COUNT,
        may_be_off=True,
    )


def variance_share_field() -> ShareField:
    return percent_field(
        tr("Smallest local variance, share"),
        tr(
            "The values within the smallest distance of a record's own must vary at least that much, in percent of "
            "the attribute's variance. Otherwise whoever knows the rank knows the value."
        ),
        decimals=4,
        step=0.1,
    )


def right_links_field() -> ShareField:
    return percent_field(
        tr("Most right links"),
        tr(
            "Largest share of records that the strongest linkage may link to their own release. It is the risk "
            "that an intruder who knows the original file finds a person."
        ),
    )


def lift_field() -> ShareField:
    return ShareField(
        tr("Largest multiple of chance"),
        tr("How many times as often as blind guessing the strongest linkage may be right."),
        most=LARGEST_LIFT,
        step=1.0,
        decimals=2,
        suffix=" ×",
        may_be_off=True,
    )


def defensible_field() -> CountField:
    return CountField(
        tr("Most defensible right links"),
        tr("How many right links an intruder may be able to tell from chance, and so rely on."),
        LARGEST_COUNT,
        may_be_off=True,
    )


def percent_field(name: str, meaning: str, *, decimals: int = 2, step: float = 1.0) -> ShareField:
    """A share that is shown in percent."""
    return ShareField(
        name, meaning, most=100.0, step=step, decimals=decimals, scale=100.0, suffix=" %", may_be_off=True
    )
