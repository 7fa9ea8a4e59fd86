"""What the officer may decide about two files; every choice has a guess, none is silent."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """What the values of an attribute are."""

    NUMERIC = "numeric"
    ORDINAL = "ordinal"
    NOMINAL = "nominal"
    RECORD_ID = "record-id"
    EXCLUDED = "excluded"


class CategoryOrder(StrEnum):
    """How categories are ranked. BY_HAND: as listed. BY_FREQUENCY: most frequent in X first, which is marginality
    when any two different categories are at distance 1 (Domingo-Ferrer et al. 2013)."""

    BY_HAND = "by-hand"
    BY_FREQUENCY = "by-frequency"


class PairingBy(StrEnum):
    """How a record of X is known to be a record of Y."""

    ID = "id"
    ROW = "row"
    UNPAIRED = "unpaired"


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a file is read. Marks are single characters; ``missing_codes`` and ``suppressed_codes`` are whole cells,
    compared after trimming. ``sheet`` is for workbooks; the text settings then have no effect, and the reverse."""

    separator: str = ","
    decimal_mark: str = "."
    quote: str = '"'
    encoding: str = "utf-8"
    has_header: bool = True
    missing_codes: tuple[str, ...] = ("",)
    suppressed_codes: tuple[str, ...] = ("*",)
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class AttributeChoice:
    """What the officer (or the guess) says of one attribute that both files have.

    ``categories`` are in rank order and only for ordinal attributes and nominal ones ordered BY_HAND;
    ``reason`` says why, for a guess.
    """

    name: str
    level: Level
    order: CategoryOrder | None = None
    categories: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PairChoices:
    """Everything that turns two tables into a pair of files that can be audited. ``pairing_reason`` says why, for
    a guess."""

    attributes: tuple[AttributeChoice, ...]
    pairing: PairingBy
    id_attribute: str = ""
    pairing_reason: str = ""
