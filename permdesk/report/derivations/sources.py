"""Where formulas are from: places in the paper, other literature, and what is PermDesk's own."""

from __future__ import annotations

from permdesk.translation import tr


def paper(place: str) -> str:
    """A definition, algorithm, table or section of the paper."""
    return tr("Domingo-Ferrer and Muralidhar (2016), {place}", place=place)


def own(what: str) -> str:
    """What the paper leaves open and PermDesk decides."""
    return tr("PermDesk's own: {what}", what=what)


def literature(work: str) -> str:
    """Another work, by authors and year, which are the same in every language."""
    return work


def several(*places: str) -> str:
    """Several sources of one formula."""
    return "; ".join(places)


def ties() -> str:
    """How equal values are ranked."""
    return own(tr("equal values share the ranks that they occupy, and deviate by the gap between their intervals"))
